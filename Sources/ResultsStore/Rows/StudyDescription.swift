/// The study that a results file belongs to.
public struct StudyDescription: Hashable, Sendable {
  /// The license under which the results are published.
  public struct Licence: Hashable, Sendable {
    /// SPDX identifier.
    public var name: String
    /// Name for readers, such as that of the license's text.
    public var title: String
    /// Address of the license's text.
    public var path: String
    public init(name: String, title: String, path: String) {
      self.name = name
      self.title = title
      self.path = path
    }
    /// Numbers that a simulation printed carry no rights of their own.
    public static let publicDomain = Licence(
      name: "CC0-1.0", title: "Creative Commons Zero 1.0",
      path: "https://creativecommons.org/publicdomain/zero/1.0/")
  }

  /// The program that made the results, and its version.
  public struct Version: Hashable, Sendable {
    /// Name of the program or library.
    public var name: String
    /// Its version, as it prints it.
    public var version: String
    public init(name: String, version: String) {
      self.name = name
      self.version = version
    }
  }

  /// Name of the study's file in an export. It is fixed, so that no results file chooses what is written.
  public static let effectiveStudyFile = "study.json"

  /// Name of the study. With the digest it identifies the study; the digest leaves out all that may be extended later.
  public var name: String
  /// SHA-256 digest, in hexadecimal digits, of all that the runs of the file share.
  public var baseDigest: String
  /// The question that the study answers; empty for none.
  public var question: String
  /// Seed of all random streams.
  public var seed: UInt64
  /// The study with everything that it extends, as a file that can be run again.
  public var effectiveStudy: String
  /// Versions of the programs and libraries that made the results.
  public var versions: [Version]
  /// Commit of the program's source; empty if unknown.
  public var commit: String
  /// License of the results; by default the public domain.
  public var licence: Licence
  /// Every metric that a run can have, in the order of columns.
  public var metrics: [MetricDescription]
  /// Reasons that can keep an item waiting, in the order of columns.
  public var blockedReasons: [String]

  public init(
    name: String, baseDigest: String, question: String = "", seed: UInt64, effectiveStudy: String,
    versions: [Version], commit: String,
    licence: Licence = .publicDomain, metrics: [MetricDescription], blockedReasons: [String] = []
  ) {
    self.name = name
    self.baseDigest = baseDigest
    self.question = question
    self.seed = seed
    self.effectiveStudy = effectiveStudy
    self.versions = versions
    self.commit = commit
    self.licence = licence
    self.metrics = metrics
    self.blockedReasons = blockedReasons
  }
}

/// A metric as the file explains it, so that an export needs no program that knows the model.
public struct MetricDescription: Hashable, Sendable {
  package var name: String
  /// Unit of the values; 1 for shares and counts.
  package var unit: String
  /// `lower`, `higher` or `none`: which way is better.
  package var polarity: String
  package var definition: String
  /// The effect of waiting and unfinished items on it.
  package var censoring: String
  /// Whether it has a value for the whole population, and so a column in `summary.csv`.
  package var isPopulation: Bool

  package init(
    name: String, unit: String, polarity: String, definition: String, censoring: String, isPopulation: Bool
  ) {
    self.name = name
    self.unit = unit
    self.polarity = polarity
    self.definition = definition
    self.censoring = censoring
    self.isPopulation = isPopulation
  }
}
