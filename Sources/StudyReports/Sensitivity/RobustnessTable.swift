import JSON
import ResultsStore

/// How often the sign of each comparison of a study holds over the box of its assumptions, as `slumber sensitivity --points`
/// has found it.
package struct RobustnessTable: Sendable, Hashable {
  /// One comparison.
  struct Row: Sendable, Hashable {
    var metric, policy, baseline: String
    /// Whether the difference is below 0 in the study as it is.
    var isNegative: Bool
    var share: PointShare
  }

  /// The name of the study.
  package let study: String
  /// Digest of what all runs of the study share.
  package let studyDigest: String
  /// The design point that was tried.
  package let designPoint: String
  /// The fleet of the search, which need not be that of the study.
  private let fleet: String
  let rows: [Row]

  /// A file that is none of `slumber sensitivity`, or one without points.
  package enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
    case noTable(expected: String)

    package var description: String {
      switch self {
      case .noTable(let expected): "expected \(expected)"
      }
    }
  }

  /// Reads `sensitivity.json`.
  ///
  /// - Throws: ``Failure`` where it is no such file, or the search had no points over the box.
  package init(json bytes: [UInt8]) throws(Failure) {
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
        let share = PointShare(comparison["share_of_points"])
      else { return nil }
      return Row(
        metric: metric, policy: policy, baseline: baseline, isNegative: difference < 0, share: share)
    }
    guard !rows.isEmpty else {
      throw .noTable(
        expected:
          "points over the box, with their shares: run `slumber sensitivity --quick` of this version with --points 64"
      )
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

  /// The words behind a verdict: `this sign in 61 of 64 points, freed of noise in 93.1 % (87 to 97 %)`; empty where nothing is known
  /// or the verdict is that of no difference.
  func words(of difference: ComparisonRow) -> String {
    let signed = ["better", "worse", "slightlyBetter", "slightlyWorse", "unresolved"]
    guard let verdict = difference.verdict, signed.contains(verdict), let row = row(of: difference) else {
      return ""
    }
    return row.share.lack == nil ? "; this sign \(row.share.words)" : "; \(row.share.words)"
  }

  /// The share of a difference for programs.
  func members(of difference: ComparisonRow) -> [JSONValue.Member] {
    let share = row(of: difference)?.share
    let shares = [
      ("by_estimates", share?.byEstimates), ("freed_of_noise", share?.freed), ("lower", share?.lower),
      ("upper", share?.upper),
    ]
    return [.init("robust_points", .optional(share?.points))]
      + shares.map { .init("robust_\($0)", .optional($1)) }
  }

  /// The meaning of these words.
  var legend: String {
    "this sign in: points of the box of assumptions whose estimate has the sign of the difference; freed of noise: the share of "
      + "the box that has it, without the noise of phones, with a 95 % interval; by a search on its own fleet (\(fleet))"
  }
}
