import Basics
import OutputAnalysis
import ResultsStore

/// A search for decisive assumptions as `slumber sensitivity --to` has stored it.
package struct SensitivityTable: Sendable {
  package struct Comparison: Sendable {
    package let metric, unit, policy, baseline: String
    package let difference, halfWidth: Double
    package let bars: [SensitivityBar]
    /// Levels by assumption, in the order of the ends of its bar.
    let levels: [[String]]
    package let share: PointShare?

    package var text: String { SensitivityContrast(metric: metric, policy: policy, baseline: baseline).text }

    fileprivate init?(_ value: JSONValue) {
      guard let metric = value["metric"]?.characters, let policy = value["policy"]?.characters,
        let baseline = value["baseline"]?.characters, let difference = value["in_study"]?["difference"]?.real,
        let halfWidth = value["in_study"]?["half_width"]?.real
      else { return nil }
      (self.metric, self.policy, self.baseline) = (metric, policy, baseline)
      (self.difference, self.halfWidth) = (difference, halfWidth)
      unit = value["unit"]?.characters ?? ""
      var (bars, levels): ([SensitivityBar], [[String]]) = ([], [])
      for assumption in value["assumptions"]?.elements ?? [] {
        guard let name = assumption["assumption"]?.characters,
          let verdict = assumption["verdict"]?.characters.flatMap(AssumptionVerdict.init), verdict.isEffect
        else { continue }
        let known = (assumption["levels"]?.elements ?? []).compactMap { level in
          level["response"]?["difference"]?.real.flatMap { difference in
            level["response"]?["half_width"]?.real.map {
              (text: level["level"]?.characters ?? "", end: (difference: difference, halfWidth: $0))
            }
          }
        }
        bars.append(SensitivityBar(name: name, ends: known.map(\.end), verdict: verdict))
        levels.append(known.map(\.text))
      }
      (self.bars, self.levels) = (bars, levels)
      share = PointShare(value["share_of_points"])
    }
  }

  package let study: String
  package let studyDigest: String
  package let designPoint: String
  /// The fleet of the search, which need not be that of the study.
  package let devices, replications: Int
  let assumptions: Int
  package let conclusions: [String]
  let cuts: [String]
  package let comparisons: [Comparison]
  package let boundaries: [Boundary]
  /// Whether its shares are of the points that a fit has left.
  package let isPlausible: Bool

  static let plausibleWord = "plausible points"

  package struct Boundary: Sendable, Record {
    let metric, policy, baseline, assumption, unit, others: String
    let place, halfWidth: Double
    let isLowerBelow: Bool

    /// `immediate has a lower energy_j_per_day than never where score.thresholdStart < 0.52 ± 0.04 (…)`.
    package var sentence: String {
      let words = unit.isEmpty || unit == "-" ? "" : " \(unit)"
      return "\(policy) has a lower \(metric) than \(baseline) where \(assumption) "
        + "\(isLowerBelow ? "<" : ">") \(NumberText.interval(place, halfWidth))\(words) "
        + "(\(others.isEmpty ? "all others as in the study" : others))"
    }

    var lowerSide: String { isLowerBelow ? "below" : "above" }

    package static let record: Table<Self> = [
      .data("metric", \.metric), .data("policy", \.policy), .data("baseline", \.baseline),
      .data("assumption", \.assumption), .data("unit", \.unit), .data("place", \.place),
      .data("half_width", \.halfWidth), .json("others", \.others), .data("policy_is_lower", \.lowerSide),
      .csv("others") { $0.others.isEmpty ? nil : $0.others },
    ]
  }

  /// A file that is none of `slumber sensitivity`, or one without points.
  package struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
    let expected: String
    package var description: String { "expected \(expected)" }
  }

  package init(json bytes: [UInt8], needsShares: Bool = false) throws(Failure) {
    let wrong = Failure(expected: "sensitivity.json as `slumber sensitivity --to` writes it")
    guard let value = StudyDesign.value(bytes), let study = value["study"]?.characters,
      let digest = value["study_digest"]?.characters,
      let designPoint = value["design_point"]?.characters, let found = value["comparisons"]?.elements
    else { throw wrong }
    (self.study, studyDigest, self.designPoint) = (study, digest, designPoint)
    func count(_ key: String) -> Int { value[key]?.wholeNumber.map { Int(clamping: $0) } ?? 0 }
    (devices, replications, assumptions) = (count("devices"), count("replications"), count("assumptions"))
    conclusions = value["conclusions"]?.elements?.compactMap(\.characters) ?? []
    cuts = value["cuts"]?.elements?.compactMap(\.characters) ?? []
    comparisons = found.compactMap(Comparison.init)
    isPlausible = value["spread_over"]?.characters == Self.plausibleWord
    boundaries = value["boundaries"]?.elements?.compactMap(Boundary.init) ?? []
    guard !needsShares || hasShares else {
      throw Failure(
        expected:
          "points over the box, with their shares: run `slumber sensitivity --quick` of this version with --points 64"
      )
    }
    guard !comparisons.isEmpty else { throw wrong }
  }

  package var hasShares: Bool { comparisons.contains { $0.share != nil } }

  private func share(of row: ComparisonRow) -> PointShare? {
    guard row.designPoint == designPoint, let value = row.difference, value != 0 else { return nil }
    return comparisons.first { own in
      own.share != nil && own.metric == row.metric && own.policy == row.policy
        && own.baseline == row.baseline && (own.difference < 0) == (value < 0)
    }?.share
  }

  /// `; same sign in 61 of 64 points, noise-adjusted in 93.1 % (87 to 97 %)`; empty for a verdict of no difference.
  package func words(of row: ComparisonRow) -> String {
    let signed = ["better", "worse", "slightlyBetter", "slightlyWorse", "unresolved"]
    guard let verdict = row.verdict, signed.contains(verdict), let share = share(of: row) else { return "" }
    let words = isPlausible ? share.words.replacing(" points,", with: " \(Self.plausibleWord),") : share.words
    return share.lack == nil ? "; same sign \(words)" : "; \(words)"
  }

  package func members(of row: ComparisonRow) -> [JSONValue.Member] {
    let share = share(of: row)
    let prefix = isPlausible ? "plausible" : "robust"
    let table: Table<PointShare> = [
      "\(prefix)_points": \.points, "\(prefix)_by_estimates": \.byEstimates,
      "\(prefix)_freed_of_noise": \.freed, "\(prefix)_lower": \.lower, "\(prefix)_upper": \.upper,
    ]
    return table.of { $0 }.members(share)
  }

  var whole: String { isPlausible ? "points that the fit has left" : "box of assumptions" }

  var legend: String {
    let points = isPlausible ? whole : "points of the \(whole)"
    return
      "same sign in: \(points) whose estimate has the sign of the difference; noise-adjusted: the share of the \(whole) that "
      + "has it after sampling error is removed, with a 95 % interval; by a search on its own fleet "
      + "(\(devices) devices, \(replications) replications)"
  }
}

extension SensitivityTable.Boundary {
  fileprivate init?(_ value: JSONValue) {
    guard let metric = value["metric"]?.characters, let policy = value["policy"]?.characters,
      let baseline = value["baseline"]?.characters, let assumption = value["assumption"]?.characters,
      let place = value["place"]?.real, let halfWidth = value["half_width"]?.real
    else { return nil }
    self.init(
      metric: metric, policy: policy, baseline: baseline, assumption: assumption,
      unit: value["unit"]?.characters ?? "", others: value["others"]?.characters ?? "", place: place,
      halfWidth: halfWidth, isLowerBelow: value["policy_is_lower"]?.characters == "below")
  }
}

/// The share of the box in which a difference has a sign, as it is told and stored.
package struct PointShare: Sendable, Hashable, Record {
  package var points: Int
  package var withSign: Int?
  /// The noise-adjusted share, from 0 to 1; nil where there is no share.
  var freed: Double?
  /// The ends of its 95 % interval; nil with few replications.
  package var lower, upper: Double?
  var lack: String?

  package init(_ share: SignShare) {
    points = share.points
    switch share.lack {
    case nil:
      (withSign, freed) = (share.withSign, share.freed)
      (lower, upper) = (share.interval?.lowerBound, share.interval?.upperBound)
    case .replications?: lack = "fewer than \(SignShare.fewestReplications) replications"
    case .phones(let count, let isMore)?:
      lack = "too few phones: \(isMore ? "more than" : "about") \(count) more replications"
    }
  }

  init?(_ value: JSONValue?) {
    guard let points = value?["points"]?.wholeNumber else { return nil }
    self.points = Int(clamping: points)
    withSign = value?["points_with_sign"]?.wholeNumber.map { Int(clamping: $0) }
    freed = value?["share_freed_of_noise"]?.real
    (lower, upper) = (value?["share_lower"]?.real, value?["share_upper"]?.real)
    lack = value?["no_share"]?.characters
    guard lack != nil || withSign != nil && freed != nil else { return nil }
  }

  var byEstimates: Double? { withSign.map { Double($0) / Double(points) } }

  package static let record: Table<Self> = [
    "points": \.points, "points_with_sign": \.withSign, "share_by_estimates": \.byEstimates,
    "share_freed_of_noise": \.freed, "share_lower": \.lower, "share_upper": \.upper, "no_share": \.lack,
  ]

  /// `93.1 % (87 to 97 %)`; nil where there is no share.
  var freedText: String? {
    guard let freed else { return nil }
    guard let lower, let upper else { return "\(NumberText.percent(freed)) %" }
    return "\(NumberText.percent(freed)) % (\(NumberText.percent(lower)) to \(NumberText.percent(upper)) %)"
  }

  /// `in 61 of 64 points, noise-adjusted in 93.1 % (87 to 97 %)`, or why there is no share.
  package var words: String {
    guard let withSign, let freedText else { return "no share (\(lack ?? ""))" }
    return "in \(withSign) of \(points) points, noise-adjusted in \(freedText)"
  }
}
