import EventSimulation
import ModelParameters
import OutputAnalysis
import UsageModels
import Workload

/// One point of a study's design, decoded: everything that a run of it needs.
public struct Study: Sendable {
  /// Name of the study and of its results file.
  public var name: String
  /// The question in one sentence; empty where none is stated.
  public var question: String
  /// Seed of all random streams.
  public var seed: UInt64
  /// The simulated time, warm-up included.
  public var horizon: TimeSpan
  /// Days at the start that metrics leave out.
  public var warmUpDays: Int
  /// Independent draws of the fleet, each run under every policy.
  public var replications: Int
  /// The fleet; not used where there is a trace.
  public var population: PopulationSpecification
  /// Recorded devices in place of the fleet; nil for synthetic devices.
  public var trace: TraceSection?
  /// The apps of the study; other parts refer to them by index.
  public var apps: [AppSpecification]
  /// The policies in their order, of which the first is the baseline by default.
  public var policies: [StudyPolicy]
  /// All parameters, with the changes of the study.
  public var parameters: ParameterSet
  /// Timed interventions on every device.
  public var script: [ScriptedAction]
  /// Detail tables that results files keep.
  public var records: Set<RecordedTable>
  /// Baseline, metrics and confidence of comparisons.
  public var comparison: ComparisonSection
  /// Observations that `slumber check` demands of the runs.
  public var expectations: [Expectation]
  /// Texts of what is allowed but probably not meant.
  public var warnings: [String]

  /// The days of the horizon, the last one perhaps in part.
  public var horizonDays: Int { Int((horizon.microseconds - 1) / TimeSpan.day.microseconds) + 1 }

  /// The horizon in days, exactly.
  public var exactHorizonDays: Double { horizon / .day }

  /// The horizon in words: `28 days`, `36 h`.
  public var horizonText: String {
    horizon == .days(horizonDays) ? "\(horizonDays) days" : TimeWords.exact(horizon)
  }

  /// Number of devices of a replication.
  public var deviceCount: Int { trace.map(\.devices.count) ?? population.devices }
}

/// Detail tables that a study may keep.
public enum RecordedTable: String, Sendable, Hashable, CaseIterable {
  case attempts, energy, timeseries, regret
}

/// Real devices to replay.
public struct TraceSection: Sendable {
  /// The file as it can be opened from here.
  public var path: String
  /// SHA-256 of its bytes.
  public var digest: String
  /// The recorded devices that are replayed.
  public var devices: [TraceReplayer]
}

/// One device of a trace, ready to be planned.
public struct TraceReplayer: Sendable {
  /// Identifier of the device in the trace file.
  public var id: String
  /// The recorded events of the device.
  public var replay: TraceReplay
}

/// A timed intervention.
public struct ScriptedAction: Sendable {
  /// An intervention: an event of the timeline, or a step of the script.
  public enum Step: Sendable, Hashable {
    /// Apps are indices into the study's apps.
    case event(TimelineEvent.Kind)
    case script(ScriptStep)
  }
  /// The instant at which the intervention takes place, on day 0 if it is repeated.
  public var time: Instant
  /// Days of the week on which it is repeated at the time of day of ``time``, 0 for Monday; nil for once.
  public var days: [Int]?
  /// The intervention.
  public var step: Step

  /// The instants before the end of a plan at which it takes place.
  public func instants(in plan: DevicePlan) -> [Instant] {
    guard let days else { return time < plan.end ? [time] : [] }
    return (0...max(0, plan.end.day)).filter { days.contains(plan.weekday(of: $0)) }.map {
      .day($0, time.timeOfDay)
    }.filter { $0 < plan.end }
  }
}

/// The metrics that are compared, and the baseline.
public struct ComparisonSection: Sendable, Hashable {
  /// Label of the policy that others are compared with; nil for the first one.
  public var baseline: String?
  /// Metrics with a verdict and their margins; a nil margin takes the catalogue's default.
  public var metrics: [ComparedMetric]
  /// Confidence of all intervals of a family together, 0.5 to 0.9999.
  public var confidence: Double
  /// Whether all design points form one family of simultaneous intervals, instead of each its own.
  public var isOneFamily = false
  /// The two metrics of the front; nil for the usual ones.
  public var front: [String]?
}

/// A metric of the verdict family.
public struct ComparedMetric: Sendable, Hashable {
  /// Name of the metric in the catalogue.
  public var name: String
  /// Smallest difference that matters, in the unit of the metric or as a share of the baseline; nil for the
  /// catalogue's default.
  public var margin: Margin?
}
