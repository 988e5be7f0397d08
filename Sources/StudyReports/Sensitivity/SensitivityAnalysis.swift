import Basics
import OutputAnalysis
import ResultsStore

/// The responses of comparisons to the assumptions of a study, as far as they are known: at a point the paired
/// difference of two policies over common replications, and its change from the defaults.
package struct SensitivityAnalysis: Sendable {
  /// The comparisons by metric, then policy.
  package let contrasts: [SensitivityContrast]
  package private(set) var search: SensitivitySearch
  package private(set) var failures: [SensitivityResults.Failure] = []
  private var base: [PolicyRun] = []
  /// The number of equally weighted points that the spread points are worth; nil for all of them.
  private let effectiveSize: Double?

  package init(
    _ box: SensitivityBox, policies: [String], metrics: [String], spread: Int = 0,
    plausible: [SensitivityPoint] = [], effectiveSize: Double? = nil, seed: UInt64 = 1
  ) {
    self.effectiveSize = effectiveSize
    contrasts = SensitivityContrast.all(policies: policies, metrics: metrics)
    search = SensitivitySearch(
      box, contrasts: contrasts.count, spread: spread, plausible: plausible, seed: seed)
  }

  package var next: [SensitivityPoint] { search.next }

  package func response(_ contrast: Int, at point: SensitivityPoint) -> SensitivityResponse? {
    search.response(contrast, at: point)
  }

  /// Returns the share of the parameter space with the sign at the defaults; nil without points or a difference.
  package func share(_ contrast: Int) -> SignShare? {
    guard let base = response(contrast, at: .base)?.difference.estimate, base != 0 else { return nil }
    return SignShare(
      search.spread.compactMap { response(contrast, at: $0) }, isNegative: base < 0,
      effectiveSize: effectiveSize)
  }

  package mutating func add(_ results: SensitivityResults) throws {
    failures += results.failures
    if search.points.isEmpty { base = results.runs.first ?? [] }
    search.add(try results.runs.map { try SensitivityContrast.responses(contrasts, moved: $0, base: base) })
  }

  package func rows(_ contrast: Int) -> [SensitivityRow] {
    search.box.factors.indices.map { SensitivityRow($0, contrast, self) }
      .sorted { ($0.strongest?.size ?? 0) > ($1.strongest?.size ?? 0) }
  }
}

package struct SensitivityRow: Sendable, Hashable, AssumptionFinding {
  package struct End: Sendable, Hashable {
    package var level: AssumedFactor.Level
    package var response: SensitivityResponse?

    fileprivate var size: Double { abs(response?.effect.estimate ?? 0) }
  }

  package var factor: Int
  package var ends: [End]
  package var verdict: AssumptionVerdict

  package var strongest: End? {
    let detected = ends.filter { $0.response?.isDetected == true }
    return (detected.isEmpty ? ends.filter { $0.response != nil } : detected).max { $0.size < $1.size }
  }

  init(_ factor: Int, _ contrast: Int, _ analysis: SensitivityAnalysis) {
    self.factor = factor
    ends = analysis.search.box.factors[factor].ends.map { level in
      End(
        level: level,
        response: analysis.response(contrast, at: SensitivityPoint.base.moving(factor, to: level)))
    }
    let found = ends.compactMap(\.response)
    guard let base = analysis.response(contrast, at: .base), !found.isEmpty else {
      verdict = .noResult
      return
    }
    if found.contains(where: { $0.changesSign(of: base) }) {
      verdict = .changesSign
    } else if found.allSatisfy(\.isUnchanged) {
      verdict = .noDifference
    } else if !found.contains(where: \.isDetected) {
      verdict = .notDetected
    } else if !base.hasClearSign {
      verdict = .signOpen
    } else if found.contains(where: { $0.isDetected && !$0.hasClearSign }) {
      verdict = .leavesOpen
    } else {
      verdict = .keepsSign
    }
  }
}

/// A comparison in a sensitivity analysis: one policy with the baseline on one metric.
package struct SensitivityContrast: Sendable, Hashable {
  package var metric: String
  /// The labels of the two policies. A difference is `policy` minus `baseline`.
  package var policy, baseline: String

  /// `energy_j_per_day, immediate − seven-factor`.
  package var text: String { "\(MetricCatalogue.marked(metric)), \(policy) − \(baseline)" }

  package var unit: String {
    let unit = MetricCatalogue.metric(metric)?.unit ?? ""
    return unit == "1" ? "" : unit
  }

  /// `1-energy_j_per_day-immediate`.
  func fileName(number: Int) -> String {
    let label = policy.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") ? $0 : "_" }
    return "\(number)-\(metric)-\(String(label))"
  }

  static let table: Table<Self> = [
    Column("metric", "", \.metric), Column("unit", "", \.unit), Column("policy", "", \.policy),
    Column("baseline", "", \.baseline),
  ]

  package static let confidence = 0.95

  package static func all(policies: [String], metrics: [String]) -> [SensitivityContrast] {
    let baseline = policies.first ?? ""
    return metrics.flatMap { metric in
      policies.dropFirst().map { SensitivityContrast(metric: metric, policy: $0, baseline: baseline) }
    }
  }

  /// - Returns: nil for a comparison with fewer than two replications in which all four runs have a value.
  static func responses(
    _ contrasts: [SensitivityContrast], moved: [PolicyRun], base: [PolicyRun]
  ) throws -> [SensitivityResponse?] {
    let all = relabelled(base, "base") + relabelled(moved, "moved")
    guard let sample = PointSample.points(of: all).first else { return contrasts.map { _ in nil } }
    return try contrasts.map { try response($0, sample) }
  }

  private static func relabelled(_ runs: [PolicyRun], _ prefix: String) -> [PolicyRun] {
    runs.map { run in
      var run = run
      run.designPoint = "sensitivity"
      run.policy = "\(prefix) \(run.policy)"
      return run
    }
  }

  private static func response(
    _ contrast: SensitivityContrast, _ point: PointSample
  ) throws -> SensitivityResponse? {
    guard let metric = MetricCatalogue.metric(contrast.metric) else { return nil }
    let values = point.values(of: metric)
    var samples: [ReplicationSample] = []
    for label in ["moved", "base"] {
      for policy in [contrast.policy, contrast.baseline] {
        guard case .sample(let sample) = values.of("\(label) \(policy)"), sample.count > 0 else { return nil }
        samples.append(sample)
      }
    }
    let common = try ReplicationSample.common(samples)
    guard common.count > 1 else { return nil }
    let pseudo = try samples.map { try $0.pseudoValues(in: common) }
    guard pseudo.allSatisfy({ $0.estimate != nil && $0.values != nil }) else { return nil }
    let difference = try pseudo[0].minus(pseudo[1])
    let effect = try difference.minus(try pseudo[2].minus(pseudo[3]))
    let interval = try MeanInterval(difference, confidence: confidence)
    guard let own = difference.values, let error = difference.moments?.standardError,
      let effectError = effect.moments?.standardError,
      let halfWidth = interval.halfWidth, let change = effect.estimate
    else { return nil }
    return SensitivityResponse(
      difference: .init(interval.mean, standardError: error),
      effect: .init(change, standardError: effectError), halfWidth: halfWidth,
      effectHalfWidth: try MeanInterval(effect, confidence: confidence).halfWidth, replications: common.count,
      values: Dictionary(uniqueKeysWithValues: zip(common.map { point.replications[$0] }, own)))
  }
}

/// The paired difference of two policies at a point, and its change from the defaults.
package struct SensitivityResponse: Hashable, Sendable, Record {
  package var difference: SignChange.Response
  /// This difference minus the difference at the defaults, over the same replications.
  package var effect: SignChange.Response
  package var halfWidth: Double
  package var effectHalfWidth: Double?
  package var replications: Int
  /// The pseudo-values of the difference by the numbers of these replications, whose mean is its estimate.
  package var values: [Int: Double] = [:]

  package var isUnchanged: Bool { effect.estimate == 0 && effect.standardError == 0 }

  /// Whether the 95 % interval of the difference excludes 0. With few replications this asks for more than the two standard
  /// errors of an effect: a change of sign is a stronger statement than an effect.
  package var hasClearSign: Bool { difference.estimate != 0 && abs(difference.estimate) > halfWidth }

  package var hasClearEffect: Bool {
    effect.estimate != 0 && (effectHalfWidth.map { abs(effect.estimate) > $0 } ?? false)
  }

  package var isDetected: Bool { effect.isClear }

  package func changesSign(of base: SensitivityResponse) -> Bool {
    base.hasClearSign && hasClearSign && (difference.estimate < 0) != (base.difference.estimate < 0)
  }

  /// The response in a unit of another size.
  func scaled(by factor: Double) -> SensitivityResponse {
    func scaled(_ response: SignChange.Response) -> SignChange.Response {
      .init(response.estimate * factor, standardError: response.standardError * factor)
    }
    var own = self
    (own.difference, own.effect, own.halfWidth) = (scaled(difference), scaled(effect), halfWidth * factor)
    return own
  }

  var words: String { NumberText.interval(difference.estimate, halfWidth, isSigned: true) }

  package static let record: Table<Self> = [
    Column("difference", "", \.difference.estimate), Column("half_width", "", \.halfWidth),
    Column("standard_error", "", \.difference.standardError), Column("effect", "", \.effect.estimate),
    Column("effect_standard_error", "", \.effect.standardError),
    Column("replications_used", "", \.replications),
  ]

  /// The columns of the difference alone.
  static let differenceTable = record.only("difference", "half_width", "standard_error")
}

extension SensitivityResponse {
  /// A response that a search has stored; nil for a point without one.
  init?(stored value: JSONValue?) {
    let none = SignChange.Response(0, standardError: 0)
    let empty = SensitivityResponse(difference: none, effect: none, halfWidth: 0, replications: 0)
    guard let response = Self.record.row(value, over: empty) else { return nil }
    self = response
  }
}

package struct SensitivityResults: Sendable {
  /// A run that could not be believed, or a point that the study does not allow.
  package struct Failure: Hashable, Sendable {
    package var point: SensitivityPoint
    package var text: String

    package init(point: SensitivityPoint, text: String) { (self.point, self.text) = (point, text) }
  }

  /// Finished runs by point, in the order asked for; each has the label of its policy in the study.
  package var runs: [[PolicyRun]]
  package var failures: [Failure]

  package init(runs: [[PolicyRun]], failures: [Failure] = []) {
    (self.runs, self.failures) = (runs, failures)
  }
}
