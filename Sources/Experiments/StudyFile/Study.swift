import Digests
import EventSimulation
import ModelParameters
import ProcessPolicies
import SchedulingPolicies
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

/// A policy of a study.
public struct StudyPolicy: Sendable {
  public var name: String
  /// Name in tables, unique in the study.
  public var label: String
  /// The study's parameters with those of this policy.
  public var parameters: ParameterSet
  public var enforces: BlockingSet
  public var descriptor: PolicyDescriptor
  /// Whether its starts on battery become waits.
  public var onlyWhileCharging = false
  /// Battery energy that its runs may take a day; nil for any.
  public var joulesPerDay: Double?
  /// The program that decides, for the policy `process`.
  public var process: PolicyCommand?

  /// What distinguishes the policy in digests.
  public var canonicalText: String {
    let own = parameters.definitions.map { "\($0.name)=\(parameters.value($0.name))" }.joined(separator: ";")
    let charging = onlyWhileCharging ? "|onlyWhileCharging" : ""
    let allowance = joulesPerDay.map { "|energyPerDay=\($0)" } ?? ""
    let program = process.map { "|\($0.canonicalText)" } ?? ""
    return "\(name)|\(enforces.rawValue)|\(own)\(charging)\(allowance)\(program)"
  }

  /// A fresh policy for one run of one device.
  ///
  /// - Parameters:
  ///   - plan: The device.
  ///   - seed: The study's seed.
  public func makePolicy(for plan: DevicePlan, seed: UInt64) -> any SchedulingPolicy {
    var policy = descriptor.make(
      PolicyContext(
        descriptor, parameters: parameters, enforces: enforces, seed: seed, plan: plan,
        deviceKey: Self.deviceKey(of: plan, seed: seed)))
    if let joulesPerDay {
      policy = DailyEnergyAllowance(policy, joulesPerDay: joulesPerDay, costs: RunCosts(parameters))
    }
    return onlyWhileCharging ? OnlyWhileCharging(policy) : policy
  }

  /// The key by which policies know a device: 16 hexadecimal digits of the SHA-256 of seed, replication and device.
  static func deviceKey(of plan: DevicePlan, seed: UInt64) -> String {
    String(SHA256.hexadecimal("\(seed) \(plan.replication) \(plan.device)").prefix(16))
  }
}

extension StudyPolicy {
  /// A policy of the catalogue as a study has it that says no more than its name.
  init(_ descriptor: PolicyDescriptor, in study: Study) {
    self.init(
      name: descriptor.name, label: descriptor.name, parameters: study.parameters,
      enforces: descriptor.enforces, descriptor: descriptor)
  }
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

/// What is compared, and with what.
public struct ComparisonSection: Sendable, Hashable {
  public var baseline: String?
  /// Metrics with a verdict and their margins; a nil margin takes the catalogue's default.
  public var metrics: [ComparedMetric]
  public var confidence: Double
}

/// A metric of the verdict family.
public struct ComparedMetric: Sendable, Hashable {
  public var name: String
  public var margin: Double?
}

/// Something that must be observed, as data.
public struct Expectation: Sendable, Hashable {
  public enum Quantity: Sendable, Hashable {
    case metric(String)
    case event(String, reason: String?)
    /// The reason is that of the blocked hours.
    case observation(String, reason: BlockingReason? = nil)
  }
  public enum Relation: String, Sendable, Hashable {
    case equals, lessThan, atMost, atLeast, greaterThan, between, equivalentTo, increasesWith, decreasesWith
    /// At given times.
    case at
  }
  public enum Side: Sendable, Hashable {
    case number(Double)
    case numbers(Double, Double)
    case other(arm: String?, policy: String?)
    /// Every level of a factor against the next one.
    case levels(factor: String)
    /// The times of the events on every device, in order, and how far from its time an event may be.
    case times([Instant], within: TimeSpan)
  }
  public var words: String
  public var quantity: Quantity
  public var arm: String?
  public var policy: String?
  public var app: String?
  public var mechanism: String?
  public var relation: Relation
  public var side: Side
  public var margin: Double?
  /// Multiplies the other side.
  public var factor: Double
  public var line: Int
}
