import OutputAnalysis
import ResultsStore
import SensitivityDesign
import StudyMetrics

/// A comparison whose dependence on assumptions is sought: one policy with the baseline on one metric.
public struct SensitivityContrast: Sendable, Hashable {
  public var metric: String
  /// Labels.
  public var policy, baseline: String

  public init(metric: String, policy: String, baseline: String) {
    self.metric = metric
    self.policy = policy
    self.baseline = baseline
  }

  /// The comparison in words: `energy_j_per_day, immediate − seven-factor`.
  public var text: String { "\(metric), \(policy) − \(baseline)" }

  /// The unit of the metric; empty for a share.
  public var unit: String {
    let unit = MetricCatalogue.metric(metric)?.unit ?? ""
    return unit == "1" ? "" : unit
  }
}

/// The responses of comparisons to the assumptions of a study, as far as they are known.
///
/// The response at a point is the paired difference of two policies over common replications, and its change from the study
/// as it is: the levels of the policies may move a lot where their difference does not.
public struct SensitivityAnalysis: Sendable {
  /// By metric, then policy.
  public let contrasts: [SensitivityContrast]
  public private(set) var search: SensitivitySearch
  /// Points that could not be run, and failed runs.
  public private(set) var failures: [SensitivityResults.Failure] = []
  private var base: [PolicyRun] = []
  /// Confidence of the printed half-widths.
  public static let confidence = 0.95

  /// - Parameters:
  ///   - policies: Labels, the baseline first.
  ///   - metrics: Names of population metrics.
  ///   - spread: Points to spread over the assumptions that have an effect.
  ///   - seed: The study's seed, for their draw.
  public init(
    _ box: SensitivityBox, policies: [String], metrics: [String], spread: Int = 0, seed: UInt64 = 1
  ) {
    let baseline = policies.first ?? ""
    contrasts = metrics.flatMap { metric in
      policies.dropFirst().map { SensitivityContrast(metric: metric, policy: $0, baseline: baseline) }
    }
    search = SensitivitySearch(box, contrasts: contrasts.count, spread: spread, seed: seed)
  }

  /// The points to run next; empty once the search is over.
  public var next: [SensitivityPoint] { search.next }

  /// The response of a comparison at a point; nil where there is none.
  public func response(_ contrast: Int, at point: SensitivityPoint) -> SensitivityResponse? {
    search.response(contrast, at: point)
  }

  /// Takes the results of ``next``.
  public mutating func add(_ results: SensitivityResults) throws(AnalysisError) {
    failures += results.failures
    if search.points.isEmpty { base = results.runs.first ?? [] }
    var responses: [[SensitivityResponse?]] = []
    for runs in results.runs { responses.append(try self.responses(runs)) }
    search.add(responses)
  }

  private func responses(_ runs: [PolicyRun]) throws(AnalysisError) -> [SensitivityResponse?] {
    let all = Self.relabelled(base, "base") + Self.relabelled(runs, "moved")
    guard let sample = PointSample.points(of: all).first else { return contrasts.map { _ in nil } }
    var found: [SensitivityResponse?] = []
    for contrast in contrasts { found.append(try Self.response(contrast, sample)) }
    return found
  }

  /// One design point with the runs of two points of the box.
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
  ) throws(AnalysisError) -> SensitivityResponse? {
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
    var pseudo: [PseudoValues] = []
    for sample in samples { pseudo.append(try sample.pseudoValues(in: common)) }
    guard pseudo.allSatisfy({ $0.estimate != nil && $0.values != nil }) else { return nil }
    let difference = try pseudo[0].minus(pseudo[1])
    let effect = try difference.minus(try pseudo[2].minus(pseudo[3]))
    let interval = try MeanInterval(difference, confidence: confidence)
    guard let error = difference.moments?.standardError, let effectError = effect.moments?.standardError,
      let halfWidth = interval.halfWidth, let change = effect.estimate
    else { return nil }
    return SensitivityResponse(
      difference: .init(interval.mean, standardError: error),
      effect: .init(change, standardError: effectError), halfWidth: halfWidth, replications: common.count)
  }
}
