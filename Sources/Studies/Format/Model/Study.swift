import EventSimulation
import ModelParameters
import OutputAnalysis
import SchedulingPolicies
import UsageModels
import Workload

/// One point of a study's design, decoded: everything that a run of it needs.
public struct Study: Sendable {
  package var name: String
  package var question: String
  package var seed: UInt64
  /// The simulated time, warm-up included.
  package var horizon: TimeSpan
  package var warmUpDays: Int
  /// Independent draws of the fleet, each run under every policy.
  package var replications = 1
  /// The fleet; not used where there is a trace.
  package var population: PopulationSpecification
  /// Recorded devices in place of the fleet; nil for synthetic devices.
  package var trace: TraceSection?
  package var apps: [AppSpecification]
  package var policies: [StudyPolicy]
  package var parameters: ParameterSet
  package var script: [ScriptedAction] = []
  package var records: Set<RecordedTable> = []
  package var comparison = ComparisonSection()
  package var expectations: [Expectation] = []
  package var warnings: [String] = []

  /// The days of the horizon, the last one perhaps in part.
  package var horizonDays: Int { Int((horizon.microseconds - 1) / TimeSpan.day.microseconds) + 1 }

  package var exactHorizonDays: Double { horizon / .day }

  package var horizonText: String {
    horizon == .days(horizonDays) ? "\(horizonDays) days" : TimeWords.exact(horizon)
  }

  package var deviceCount: Int { trace.map(\.devices.count) ?? population.devices }
}

public enum RecordedTable: String, Sendable, Hashable, CaseIterable {
  case attempts, energy, timeseries, regret, availability
}

public struct TraceSection: Sendable {
  /// The file as it can be opened from here.
  package var path: String
  package var digest: String
  package var devices: [TraceReplayer]
}

public struct TraceReplayer: Sendable {
  package var id: String
  package var replay: TraceReplay
}

public struct ScriptedAction: Sendable {
  package enum Step: Sendable, Hashable {
    /// Apps are indices into the study's apps.
    case event(TimelineEvent.Kind)
    case script(ScriptStep)
  }
  /// The time of the intervention, on day 0 if it is repeated.
  package var time: Instant
  /// The days of the week when the intervention is repeated at the time of day of ``time``, 0 for Monday; nil
  /// for a single intervention.
  package var days: [Int]?
  package var step: Step

  package func instants(in plan: DevicePlan) -> [Instant] {
    guard let days else { return time < plan.end ? [time] : [] }
    return (0...max(0, plan.end.day)).filter { days.contains(plan.weekday(of: $0)) }.map {
      .day($0, time.timeOfDay)
    }.filter { $0 < plan.end }
  }
}

public struct ComparisonSection: Sendable, Hashable {
  /// The label of the baseline policy; nil for the first policy.
  package var baseline: String?
  /// Metrics with a verdict and their margins; a nil margin takes the catalogue's default.
  package var metrics: [ComparedMetric] = []
  /// Confidence of all intervals of a family together, 0.5 to 0.9999.
  package var confidence = 0.95
  /// Whether all design points form one family of simultaneous intervals, instead of each its own.
  package var isOneFamily = false
  /// The two metrics of the front; nil for the usual ones.
  package var front: [String]?
}

package struct ComparedMetric: Sendable, Hashable {
  package var name: String
  /// Smallest difference that matters; nil for the catalogue's default.
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

public struct StudyPolicy: Sendable {
  package var name: String
  package var label: String
  package var parameters: ParameterSet
  package var enforces: BlockingSet
  package var descriptor: PolicyDescriptor
  /// Whether its starts on battery become waits.
  package var onlyWhileCharging = false
  /// Battery energy that its runs may take a day; nil for any.
  package var joulesPerDay: Double?
  package var process: ProgramCommand?

  package var canonicalText: String {
    let charging = onlyWhileCharging ? "|onlyWhileCharging" : ""
    let allowance = joulesPerDay.map { "|energyPerDay=\($0)" } ?? ""
    let program = process.map { "|\($0.canonicalText)" } ?? ""
    return "\(name)|\(enforces.rawValue)|\(parameters.canonicalText)\(charging)\(allowance)\(program)"
  }
}

extension ParameterSet {
  /// Every parameter with its value, for digests.
  var canonicalText: String { definitions.map { "\($0.name)=\(value($0.name))" }.joined(separator: ";") }
}

extension StudyPolicy {
  /// A policy of the catalogue as a study has it that says no more than its name.
  package init(_ descriptor: PolicyDescriptor, in study: Study) {
    self.init(
      name: descriptor.name, label: descriptor.name, parameters: study.parameters,
      enforces: descriptor.enforces, descriptor: descriptor)
  }
}

public struct Expectation: Sendable, Hashable {
  package enum Quantity: Sendable, Hashable {
    case metric(String)
    case event(String, reason: String?)
    /// A quantity from the event log; `reason` is the blocking reason of `blockedHours`.
    case observation(String, reason: BlockingReason? = nil)
    /// Mistakes of apps that are code, by their word or rule; nil for any.
    case finding(String?)
  }
  package enum Relation: String, Sendable, Hashable, CaseIterable {
    case equals, lessThan, atMost, atLeast, greaterThan, between, equivalentTo, increasesWith, decreasesWith
    case at, observed
  }
  package enum Side: Sendable, Hashable {
    case number(Double)
    case numbers(Double, Double)
    case other(arm: String?, policy: String?)
    case levels(factor: String)
    /// The times of the events on every device, in order, and how far from its time an event may be.
    case times([Instant], within: TimeSpan)
    /// An observation of phones; no check fails on it.
    case observed(PublicObservation)
  }
  package var words: String
  package var quantity: Quantity
  /// Hours of the day, for ``LogObservation/launchShareInHours``.
  package var hours: HoursOfDay?
  /// Name of the arm that is observed; nil for the first one.
  package var arm: String?
  /// Label of the policy that is observed; nil for the first one.
  package var policy: String?
  package var app: String?
  package var mechanism: String?
  package var relation: Relation
  package var side: Side
  /// The margin of ``Relation/equivalentTo``, in the unit of the quantity; nil if the study does not state
  /// one.
  package var margin: Double?
  package var factor: Double
  package var line: Int
}

public struct FactorLevelText: Sendable, Hashable {
  package var name: String
  /// The name of the level, or the level as the study file has it, with its unit; canonical text of a list or mapping.
  package let text: String
  /// The number or quantity that the level is; nil for a word.
  package let quantity: Quantity?

  /// - Parameter value: The value of a level that has a name; nil for a level whose text is its value.
  init(name: String, text: String, value: String? = nil) {
    (self.name, self.text, quantity) = (name, text, Quantity(level: value ?? text))
  }
}

extension Quantity {
  init?(level text: String) {
    guard let (number, word) = Self.parts(of: text) else { return nil }
    let unit = word.isEmpty ? ParameterUnit.none : ParameterUnit(rawValue: word)
    guard let unit, word.isEmpty || unit != ParameterUnit.none else { return nil }
    self.init(number, unit)
  }

  /// The number of a text such as `15 min`, and the word after it; empty where there is none. Nil for any other text.
  static func parts(of text: String) -> (number: Double, unit: String)? {
    let words = text.split(separator: " ")
    guard (1...2).contains(words.count), let number = Self.number(words[0]) else { return nil }
    return (number, words.count == 2 ? String(words[1]) : "")
  }
}

extension ParameterUnit {
  /// The name of the base unit of the dimension, as tables show it; 1 for numbers and shares.
  package var baseName: String {
    switch dimension {
    case .number, .share: "1"
    case .data: "B"
    case .rate: "1/s"
    case .dataRate: "bit/s"
    case .molarEnergy: "J/mol"
    // The others have a unit of size 1.
    default: Self.allCases.first { $0.dimension == dimension && $0.scale == 1 }?.rawValue ?? ""
    }
  }
}
