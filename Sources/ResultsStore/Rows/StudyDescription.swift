/// The study that a results file belongs to.
public struct StudyDescription: Hashable, Sendable {
  /// The license under which the results are published.
  public struct Licence: Hashable, Sendable {
    package var name: String
    package var title: String
    package var path: String
    /// Numbers that a simulation printed carry no rights of their own.
    package static let publicDomain = Licence(
      name: "CC0-1.0", title: "Creative Commons Zero 1.0",
      path: "https://creativecommons.org/publicdomain/zero/1.0/")
  }

  /// The program that made the results, and its version.
  public struct Version: Hashable, Sendable {
    package var name: String
    package var version: String
    package init(name: String, version: String) {
      self.name = name
      self.version = version
    }
  }

  /// Name of the study's file in an export. It is fixed, so that no results file chooses what is written.
  package static let effectiveStudyFile = "study.json"

  package var name: String
  /// SHA-256 digest, in hexadecimal digits, of all that the runs of the file share.
  package var baseDigest: String
  package var question: String
  package var seed: UInt64
  /// The study with everything that it extends, as a file that can be run again.
  package var effectiveStudy: String
  package var versions: [Version]
  package var commit: String
  package var licence: Licence
  package var metrics: [MetricDescription]
  /// Reasons that can keep an item waiting, in the order of columns.
  package var blockedReasons: [String]

  package var identity: StudyIdentity { StudyIdentity(name: name, baseDigest: baseDigest) }

  package init(
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
  package var unit: String
  /// `lower`, `higher` or `none`: which way is better.
  package var polarity: String
  package var definition: String
  package var censoring: String
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
