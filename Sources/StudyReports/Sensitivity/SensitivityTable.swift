import JSON
import ResultsStore
import StudyMetrics

/// A search for decisive assumptions as `slumber sensitivity --to` has stored it.
package struct SensitivityTable: Sendable {
  /// One comparison: the difference in the study as it is, and at the levels of each assumption.
  struct Comparison: Sendable {
    let metric, unit, policy, baseline: String
    let difference, halfWidth: Double
    /// Assumptions with an effect, the strongest first.
    let bars: [SensitivityPlot.Bar]
    /// Levels by assumption, in the order of the ends of its bar.
    let levels: [[String]]
    /// The share of the box with the sign of the study; nil where the search had no points.
    let share: PointShare?

    var text: String { SensitivityContrast(metric: metric, policy: policy, baseline: baseline).text }
  }

  /// The name of the study.
  package let study: String
  /// Digest of what all runs of the study share.
  package let studyDigest: String
  let designPoint: String
  let devices, replications: Int
  let assumptions: Int
  /// The assumptions that decide, as sentences.
  let conclusions: [String]
  /// Everything that was cut to keep the time.
  let cuts: [String]
  let comparisons: [Comparison]
  let boundaries: [Boundary]

  /// A place at which the sign of a difference changes.
  struct Boundary: Sendable {
    let metric, policy, baseline, assumption, unit, others: String
    let place, halfWidth: Double
    let isLowerBelow: Bool

    /// `immediate has a lower energy_j_per_day than never where score.thresholdStart < 0.52 ± 0.04 (…)`.
    var sentence: String {
      let words = unit.isEmpty || unit == "-" ? "" : " \(unit)"
      return "\(policy) has a lower \(metric) than \(baseline) where \(assumption) "
        + "\(isLowerBelow ? "<" : ">") \(NumberText.interval(place, halfWidth))\(words) "
        + "(\(others.isEmpty ? "all others as in the study" : others))"
    }
  }

  /// Reads `sensitivity.json`.
  ///
  /// - Throws: ``RobustnessTable/Failure`` where it is no such file.
  package init(json bytes: [UInt8]) throws(RobustnessTable.Failure) {
    let wrong = RobustnessTable.Failure.noTable(
      expected: "sensitivity.json as `slumber sensitivity --to` writes it")
    guard let value = RobustnessTable.value(bytes), let study = value["study"]?.characters,
      let digest = value["study_digest"]?.characters,
      let designPoint = value["design_point"]?.characters, let found = value["comparisons"]?.elements
    else { throw wrong }
    self.study = study
    studyDigest = digest
    self.designPoint = designPoint
    devices = value["devices"]?.wholeNumber.map { Int(clamping: $0) } ?? 0
    replications = value["replications"]?.wholeNumber.map { Int(clamping: $0) } ?? 0
    assumptions = value["assumptions"]?.wholeNumber.map { Int(clamping: $0) } ?? 0
    conclusions = value["conclusions"]?.elements?.compactMap(\.characters) ?? []
    cuts = value["cuts"]?.elements?.compactMap(\.characters) ?? []
    comparisons = found.compactMap(Comparison.init)
    boundaries = value["boundaries"]?.elements?.compactMap(Boundary.init) ?? []
    guard !comparisons.isEmpty else { throw wrong }
  }
}

extension SensitivityTable.Comparison {
  /// Nil for anything but a comparison with a result in the study as it is.
  fileprivate init?(_ value: JSONValue) {
    guard let metric = value["metric"]?.characters, let policy = value["policy"]?.characters,
      let baseline = value["baseline"]?.characters, let difference = value["in_study"]?["difference"]?.real,
      let halfWidth = value["in_study"]?["half_width"]?.real
    else { return nil }
    (self.metric, self.policy, self.baseline) = (metric, policy, baseline)
    (self.difference, self.halfWidth) = (difference, halfWidth)
    unit = value["unit"]?.characters ?? ""
    var bars: [SensitivityPlot.Bar] = []
    var levels: [[String]] = []
    for assumption in value["assumptions"]?.elements ?? [] {
      guard let name = assumption["assumption"]?.characters,
        let verdict = assumption["verdict"]?.characters.flatMap(SensitivityRow.Verdict.init), verdict.isEffect
      else { continue }
      var ends: [SensitivityPlot.End] = []
      var texts: [String] = []
      for level in assumption["levels"]?.elements ?? [] {
        guard let difference = level["response"]?["difference"]?.real,
          let halfWidth = level["response"]?["half_width"]?.real
        else { continue }
        ends.append(.init(difference: difference, halfWidth: halfWidth))
        texts.append(level["level"]?.characters ?? "")
      }
      bars.append(.init(name: name, ends: ends, verdict: verdict))
      levels.append(texts)
    }
    (self.bars, self.levels) = (bars, levels)
    share = PointShare(value["share_of_points"])
  }
}

extension SensitivityTable.Boundary {
  /// Nil for anything but a boundary.
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
