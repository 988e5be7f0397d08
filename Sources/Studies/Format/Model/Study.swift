import EventSimulation
import ModelParameters
import OutputAnalysis
import UsageModels
import Workload

/// One point of a study's design, decoded: everything that a run of it needs.
public struct Study: Sendable {
  package var name: String
  /// The question in one sentence; empty where none is stated.
  package var question: String
  package var seed: UInt64
  /// The simulated time, warm-up included.
  package var horizon: TimeSpan
  /// Days at the start that metrics leave out.
  package var warmUpDays: Int
  /// Independent draws of the fleet, each run under every policy.
  package var replications: Int
  /// The fleet; not used where there is a trace.
  package var population: PopulationSpecification
  /// Recorded devices in place of the fleet; nil for synthetic devices.
  package var trace: TraceSection?
  /// The apps of the study; other parts refer to them by index.
  package var apps: [AppSpecification]
  package var policies: [StudyPolicy]
  package var parameters: ParameterSet
  package var script: [ScriptedAction]
  package var records: Set<RecordedTable>
  package var comparison: ComparisonSection
  package var expectations: [Expectation]
  /// Texts of what is allowed but probably not meant.
  package var warnings: [String]

  /// The days of the horizon, the last one perhaps in part.
  package var horizonDays: Int { Int((horizon.microseconds - 1) / TimeSpan.day.microseconds) + 1 }

  package var exactHorizonDays: Double { horizon / .day }

  /// The horizon in words: `28 days`, `36 h`.
  package var horizonText: String {
    horizon == .days(horizonDays) ? "\(horizonDays) days" : TimeWords.exact(horizon)
  }

  package var deviceCount: Int { trace.map(\.devices.count) ?? population.devices }
}

/// Detail tables that a study may keep.
public enum RecordedTable: String, Sendable, Hashable, CaseIterable {
  case attempts, energy, timeseries, regret
}

/// Real devices to replay.
public struct TraceSection: Sendable {
  /// The file as it can be opened from here.
  package var path: String
  package var digest: String
  package var devices: [TraceReplayer]
}

/// One device of a trace, ready to be planned.
public struct TraceReplayer: Sendable {
  package var id: String
  package var replay: TraceReplay
}

/// A timed intervention.
public struct ScriptedAction: Sendable {
  package enum Step: Sendable, Hashable {
    /// Apps are indices into the study's apps.
    case event(TimelineEvent.Kind)
    case script(ScriptStep)
  }
  /// The instant at which the intervention takes place, on day 0 if it is repeated.
  package var time: Instant
  /// Days of the week on which it is repeated at the time of day of ``time``, 0 for Monday; nil for once.
  package var days: [Int]?
  package var step: Step

  package func instants(in plan: DevicePlan) -> [Instant] {
    guard let days else { return time < plan.end ? [time] : [] }
    return (0...max(0, plan.end.day)).filter { days.contains(plan.weekday(of: $0)) }.map {
      .day($0, time.timeOfDay)
    }.filter { $0 < plan.end }
  }
}

/// The metrics that are compared, and the baseline.
public struct ComparisonSection: Sendable, Hashable {
  /// Label of the policy that others are compared with; nil for the first one.
  package var baseline: String?
  /// Metrics with a verdict and their margins; a nil margin takes the catalogue's default.
  package var metrics: [ComparedMetric]
  /// Confidence of all intervals of a family together, 0.5 to 0.9999.
  package var confidence: Double
  /// Whether all design points form one family of simultaneous intervals, instead of each its own.
  package var isOneFamily = false
  /// The two metrics of the front; nil for the usual ones.
  package var front: [String]?
}

/// A metric of the verdict family.
package struct ComparedMetric: Sendable, Hashable {
  package var name: String
  /// Smallest difference that matters, in the unit of the metric or as a share of the baseline; nil for the
  /// catalogue's default.
  package var margin: Margin?
}

extension Study {
  /// The parameters of the study on a phone of the catalogue; as they are on any other.
  package func parameters(on deviceProfile: String) -> ParameterSet {
    DeviceCatalogue.device(deviceProfile)?.parameters(of: parameters) ?? parameters
  }

  /// Nominal energy of a phone of the fleet in joules: the mean of the archetypes' devices by their shares.
  package var nominalJoules: Double {
    let shares = population.archetypes.reduce(0) { $0 + $1.share }
    guard shares > 0 else { return parameters.base("battery.capacity") }
    return population.archetypes.reduce(0) { sum, archetype in
      sum + archetype.share / shares * parameters(on: archetype.deviceProfile).base("battery.capacity")
    }
  }
}
