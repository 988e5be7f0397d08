import JSON
import ResultsStore

/// How often the sign of each comparison of a study holds over the box of its assumptions, as `slumber sensitivity --points`
/// has found it.
public struct RobustnessTable: Sendable, Hashable {
  /// One comparison.
  struct Row: Sendable, Hashable {
    var metric, policy, baseline: String
    /// Whether the difference is below 0 in the study as it is.
    var isNegative: Bool
    var points, holding: Int
  }

  /// The name of the study.
  public let study: String
  /// Digest of what all runs of the study share.
  public let studyDigest: String
  /// The design point that was tried.
  public let designPoint: String
  /// The fleet of the search, which need not be that of the study.
  private let fleet: String
  let rows: [Row]

  /// A file that is none of `slumber sensitivity`, or one without points.
  public enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
    case noTable(expected: String)

    public var description: String {
      switch self {
      case .noTable(let expected): "expected \(expected)"
      }
    }
  }

  /// Reads `sensitivity.json`.
  ///
  /// - Throws: ``Failure`` where it is no such file, or the search had no points over the box.
  public init(json bytes: [UInt8]) throws(Failure) {
    guard let value = Self.value(bytes), let study = value["study"]?.characters,
      let digest = value["study_digest"]?.characters, let designPoint = value["design_point"]?.characters,
      let comparisons = value["comparisons"]?.elements
    else { throw .noTable(expected: "sensitivity.json as `slumber sensitivity --to` writes it") }
    self.study = study
    studyDigest = digest
    self.designPoint = designPoint
    let counts = [("devices", "devices"), ("replications", "replications")].compactMap { key, word in
      value[key]?.wholeNumber.map { "\($0) \(word)" }
    }
    fleet = counts.joined(separator: ", ")
    rows = comparisons.compactMap { comparison in
      guard let metric = comparison["metric"]?.characters, let policy = comparison["policy"]?.characters,
        let baseline = comparison["baseline"]?.characters,
        let difference = comparison["in_study"]?["difference"]?.real,
        let shares = comparison["share_of_points"],
        let points = shares["points"]?.wholeNumber, let holding = shares["holding"]?.wholeNumber
      else { return nil }
      return Row(
        metric: metric, policy: policy, baseline: baseline, isNegative: difference < 0, points: Int(points),
        holding: Int(holding))
    }
    guard !rows.isEmpty else {
      throw .noTable(
        expected:
          "points over the box and a sign that is clear in the study as it is: run `slumber sensitivity --quick` with "
          + "--points 64")
    }
  }

  /// The value of a file of JSON; nil for anything else.
  static func value(_ bytes: [UInt8]) -> JSONValue? {
    // The parser reads lines; no string of JSON holds a line feed.
    let line = bytes.map { $0 == UInt8(ascii: "\n") ? UInt8(ascii: " ") : $0 }
    return try? JSONParser.value(
      of: line[...], limits: JSONParser.Limits(depth: 64, members: 10_000, numberLength: 400))
  }

  /// The row that speaks of a difference, if there is one: of the same design point, policies and sign.
  func row(of difference: ComparisonRow) -> Row? {
    guard difference.designPoint == designPoint, let value = difference.difference, value != 0 else {
      return nil
    }
    for row in rows where row.metric == difference.metric && row.policy == difference.policy {
      if row.baseline == difference.baseline, row.isNegative == (value < 0) { return row }
    }
    return nil
  }

  /// The words behind a verdict: `holds in 61 of 64 points`; empty where nothing is known or the verdict has no sign.
  func words(of difference: ComparisonRow) -> String {
    let signed = ["better", "worse", "slightlyBetter", "slightlyWorse"]
    guard let verdict = difference.verdict, signed.contains(verdict), let row = row(of: difference) else {
      return ""
    }
    return "; holds in \(row.holding) of \(row.points) points"
  }

  /// The meaning of these words.
  var legend: String {
    "holds in: share of points of the box of assumptions in which the difference has this sign, with a 95 % interval that "
      + "excludes 0; by a search on its own fleet (\(fleet))"
  }
}
