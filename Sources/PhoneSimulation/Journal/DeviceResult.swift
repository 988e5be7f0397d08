import DeviceModel
import EventSimulation
import Workload

/// The results of one device under one policy.
///
/// Counts and observations cover the time after warm-up: items submitted and opens made before it are left
/// out. Energies are given for both windows, and ``days`` covers the whole horizon.
public struct DeviceResult: Sendable {
  /// Hash over the integer facts of every event of the whole horizon.
  public var eventHash: UInt64 = 0
  /// Events handled, whole horizon.
  public var events: Int64 = 0
  /// Counts and sums after warm-up; ``DeviceCounter/opportunity`` and ``DeviceCounter/violations`` stand below in detail.
  public var counts = DeviceCounters<Int64>()
  /// Gate verdicts computed; whole horizon.
  public var itemsEvaluated: Int64 = 0
  /// Gate verdicts computed that differ from the item's last; whole horizon.
  public var verdictsChanged: Int64 = 0
  /// Calls of the policy; whole horizon.
  public var policyCalls: Int64 = 0
  /// Likelihoods of use computed for calls of the policy; whole horizon.
  public var likelihoods: Int64 = 0
  /// Length of the window after warm-up.
  public var observed: TimeSpan { .microseconds(counts[.observed]) }
  /// Energy over the whole horizon.
  public var energyWhole = BatteryTotals()
  /// Ledger rows after warm-up, sorted by app, component, cause; zero rows are left out.
  public var ledgerObserved: [EnergyEntry] = []
  /// Ledger rows of the whole horizon, in the same order.
  public var ledgerWhole: [EnergyEntry] = []
  /// State of charge at time 0, from 0 to 1.
  public var stateOfChargeStart = 0.0
  /// State of charge at the end of the horizon, from 0 to 1.
  public var stateOfChargeEnd = 0.0
  /// Energy of the full battery at its present health.
  public var capacityNanojoules: Int64 = 0
  /// Time idle, plugged and on Wi-Fi, by local hour.
  public var opportunityByHour: [TimeSpan] = Array(repeating: .zero, count: 24)
  /// Policy violations, whole horizon.
  public var violations: [PolicyViolation: Int64] = [:]
  /// Results of the study's apps that the device has, in the order of their indices on the device.
  public var apps: [AppResult] = []
  /// One row per item, if recorded.
  public var attempts: [AttemptRecord] = []
  /// Number of events of the log by name, app and reason, whole horizon.
  public var eventCounts: [EventCount] = []
  /// The event log, if recorded.
  public var log: [LogRecord] = []
  /// The reasons that kept items from starting, in order of the intervals' ends, if recorded.
  public var blocked: [BlockedInterval] = []
  /// How long reasons kept items waiting by hour of the day, if attempts are recorded.
  public var blockedHours: [BlockedHour] = []
  /// The sums of each local day of the horizon, warm-up included.
  public var days: [DayCounters<Int64>] = []
  /// Charge at each whole hour, if recorded.
  public var samples: [DeviceSample] = []
  /// Powers after each event that changed one, if recorded.
  public var powers: [PowerSample] = []
  /// The use of the phone in order of time, whole horizon, if recorded.
  public var use: [UseObservation] = []

  public init() {}
}

/// The results of one app of the study on one device.
public struct AppResult: Sendable {
  /// Index into the study's apps.
  public var specification: Int
  /// Counters per mechanism, indexed by `Mechanism.rawValue`.
  public var mechanisms: [MechanismResult] = Mechanism.allCases.map { _ in MechanismResult() }
  /// The opens after warm-up that come at least `content.openSettle` after the last visit, in order of time; empty for
  /// an app without content.
  public var opens: [OpenObservation] = []
  /// Whether the app takes part in freshness metrics.
  public var hasContent = false
  /// Successful background fetches after warm-up.
  public var backgroundFetches: Int64 = 0
  /// Background fetches whose content an open came to use before the next fetch.
  public var usefulFetches: Int64 = 0
  /// Longest time without a run of the app, censored at both ends of the window.
  public var longestGap: TimeSpan = .zero
  /// Changes, opens and fetches of the whole horizon, if recorded and the app has content.
  public var freshness: FreshnessRecord?

  public init(specification: Int) { self.specification = specification }
}

/// Counters and observations of one app and mechanism.
public struct MechanismResult: Sendable {
  /// Of the items submitted after warm-up.
  public var counts = ItemCounters<Int64>()
  /// Waits of requests and pushes.
  public var delays: [DelayObservation] = []
  /// Times from the opening of the window to the end of the run or transfer: `launched` for one that completed
  /// successfully, `lost` for a run that did not, `cancelled` for a transfer that was ended, `horizon` for what goes on.
  public var completionTimes: [DelayObservation] = []

  public init() {}
}

/// One request or push, for `attempts.csv`.
public struct AttemptRecord: Sendable, Hashable {
  /// Number of the item on its device.
  public var item: Int32
  /// Index of the app on the device.
  public var app: Int32
  /// Mechanism by which the item starts.
  public var mechanism: Mechanism
  /// Identifier of the task, session or push; `push` for silent pushes.
  public var identifier: String
  /// When the app submitted the request or the push reached the device.
  public var submitted: Instant
  /// Earliest begin date; nil where the request has none.
  public var floor: Instant?
  /// When the run or transfer started; nil if it did not.
  public var launched: Instant?
  /// When the item ended; nil if it waits or runs at the end of the horizon.
  public var ended: Instant?
  /// State of the item at its end or at the end of the horizon.
  public var outcome: ItemOutcome
  /// Why.
  public var reason: LogWord
  /// Granted running time; nil without a handler that was called, and for continued tasks.
  public var granted: TimeSpan?
  /// CPU time of the run in seconds; 0 without a run.
  public var cpuSeconds: Double
  /// Bytes moved over Wi-Fi and cellular.
  public var bytes: Int64
  /// Energy billed to the run or transfer, in nanojoules.
  public var energyNanojoules: Int64
  /// Whether the item had not ended by the end of the horizon.
  public var isCensored: Bool
  /// When the first window of its chain opened; nil without a wait of its own.
  public var waitFrom: Instant?
  /// When the wait ended; nil without a wait of its own.
  public var waitUntil: Instant?
  /// The event that ended the wait; nil without a wait of its own.
  public var waitEnd: WaitEnd?
  /// Time blocked by one reason alone, by reason.
  public var blocked: [BlockedShare]
  /// Time blocked by several reasons together.
  public var blockedJointly: TimeSpan
}

/// How long a reason kept items waiting at an hour of the day.
public struct BlockedHour: Sendable, Hashable {
  /// The name of a reason that was alone, or `joint` for several together.
  public var reason: String
  /// 0 to 23: the hour that begins then, in local time.
  public var hour: Int
  /// Added up over items and days after warm-up.
  public var time: TimeSpan
}

/// How long one reason alone kept an item waiting.
public struct BlockedShare: Sendable, Hashable {
  /// Name of the blocking reason.
  public var reason: String
  /// Time during which no other reason blocked the item.
  public var time: TimeSpan
}

/// How often an event of the vocabulary occurred.
public struct EventCount: Sendable, Hashable {
  /// Name of the event in the vocabulary.
  public var event: String
  /// Index of the app on the device, -1 for the device.
  public var app: Int32
  /// Mechanism name, empty where it makes no sense.
  public var mechanism: String
  /// Reason, cause or other distinguishing word; empty where there is none.
  public var reason: String
  /// Number of occurrences, whole horizon.
  public var count: Int64

  public init(event: String, app: Int32, mechanism: String, reason: String, count: Int64) {
    self.event = event
    self.app = app
    self.mechanism = mechanism
    self.reason = reason
    self.count = count
  }
}

/// The powers from one instant to the next sample's.
public struct PowerSample: Sendable, Hashable {
  /// The instant from which on the powers hold.
  public var time: Instant
  /// State of charge, from 0 to 1.
  public var stateOfCharge: Double
  /// Microwatts, by the raw value of the component.
  public var microwatts: [Int64]
}

/// The state at one instant.
public struct DeviceSample: Sendable, Hashable {
  /// A whole hour of the horizon.
  public var time: Instant
  /// State of charge, from 0 to 1.
  public var stateOfCharge: Double
  /// Power of the device at the instant, in watts.
  public var powerWatts: Double
}
