import EventSimulation
import ModelParameters
import OutputAnalysis
import UsageModels
import Workload

/// One point of a study's design, decoded: everything that a run of it needs.
public struct Study: Sendable {
  public var name: String
  public var question: String
  public var seed: UInt64
  /// The simulated time, warm-up included.
  public var horizon: TimeSpan
  public var warmUpDays: Int
  public var replications: Int
  public var population: PopulationSpecification
  public var trace: TraceSection?
  public var apps: [AppSpecification]
  public var policies: [StudyPolicy]
  public var parameters: ParameterSet
  public var script: [ScriptedAction]
  public var records: Set<RecordedTable>
  public var comparison: ComparisonSection
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
  public var devices: [TraceReplayer]
}

/// One device of a trace, ready to be planned.
public struct TraceReplayer: Sendable {
  public var id: String
  public var replay: TraceReplay
}

/// A timed intervention.
public struct ScriptedAction: Sendable {
  public enum Step: Sendable, Hashable {
    /// Apps are indices into the study's apps.
    case event(TimelineEvent.Kind)
    case script(ScriptStep)
  }
  public var time: Instant
  public var step: Step
}

/// The metrics that are compared, and the baseline.
public struct ComparisonSection: Sendable, Hashable {
  public var baseline: String?
  /// Metrics with a verdict and their margins; a nil margin takes the catalogue's default.
  public var metrics: [ComparedMetric]
  public var confidence: Double
  /// Whether all design points form one family of simultaneous intervals, instead of each its own.
  public var isOneFamily = false
  /// The two metrics of the front; nil for the usual ones.
  public var front: [String]?
}

/// A metric of the verdict family.
public struct ComparedMetric: Sendable, Hashable {
  public var name: String
  public var margin: Margin?
}
