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
  /// Decision points with a candidate, whether or not the policy had to be asked, and the candidates there, after
  /// warm-up.
  public var decisions: Int64 = 0
  public var candidates: Int64 = 0
  /// Gate verdicts computed, and those among them that differ from the item's last; whole horizon.
  public var itemsEvaluated: Int64 = 0
  public var verdictsChanged: Int64 = 0
  /// Calls of the policy, and likelihoods of use computed for them; whole horizon.
  public var policyCalls: Int64 = 0
  public var likelihoods: Int64 = 0
  /// Length of the window after warm-up.
  public var observed: TimeSpan = .zero
  /// Energy over the whole horizon and after warm-up.
  public var energyWhole = EnergyTotals()
  public var energyObserved = EnergyTotals()
  /// Ledger rows after warm-up, sorted by app, component, cause; zero rows are left out.
  public var ledgerObserved: [EnergyEntry] = []
  /// Ledger rows of the whole horizon, in the same order.
  public var ledgerWhole: [EnergyEntry] = []
  /// At time 0 and at the end of the horizon, 0 to 1.
  public var stateOfChargeStart = 0.0
  public var stateOfChargeEnd = 0.0
  /// Energy of the full battery at its present health.
  public var capacityNanojoules: Int64 = 0
  /// Time powered off with an empty battery.
  public var deadTime: TimeSpan = .zero
  /// User sessions, and those lost because the phone was off.
  public var sessions: Int64 = 0
  public var sessionsLost: Int64 = 0
  /// Transitions from deep idle to awake.
  public var wakeUps: Int64 = 0
  public var screenOnTime: TimeSpan = .zero
  /// Days (after warm-up) on which the level was at or below 20 %.
  public var daysAtCriticalLevel: Int64 = 0
  /// Whole local days observed.
  public var daysObserved: Int64 = 0
  /// Time idle, plugged and on Wi-Fi, by local hour.
  public var opportunityByHour: [TimeSpan] = Array(repeating: .zero, count: 24)
  /// Policy violations, whole horizon.
  public var violations: [PolicyViolation: Int64] = [:]
  /// Energy debited from the device's energy budget, and refilled without clipping, nanojoules.
  public var budgetDebited: Int64 = 0
  public var budgetRefilled: Int64 = 0
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
  public var days: [DaySums] = []
  /// Charge at each whole hour, if recorded.
  public var samples: [DeviceSample] = []
  /// Powers after each event that changed one, if recorded.
  public var powers: [PowerSample] = []
  /// The use of the phone in order of time, whole horizon, if recorded.
  public var use: [UseObservation] = []

  public init() {}
}

/// Energies of a window, in nanojoules.
public struct EnergyTotals: Sendable, Hashable {
  /// Measured at the cell.
  public var batteryOut: Int64 = 0
  public var batteryIn: Int64 = 0
  /// Carried by the adapter for loads; neither the charging loss nor what the cell stored is in it.
  public var adapter: Int64 = 0
  public var chargingLoss: Int64 = 0
  /// All that the device consumed: `batteryOut + adapter`.
  public var device: Int64 { batteryOut + adapter }
  /// All that the adapter took from the wall.
  public var wall: Int64 { adapter + batteryIn + chargingLoss }

  public init() {}
}

/// The results of one app of the study on one device.
public struct AppResult: Sendable {
  /// Index into the study's apps.
  public var specification: Int
  /// Counters per mechanism, indexed by `Mechanism.rawValue`.
  public var mechanisms: [MechanismResult] = Mechanism.allCases.map { _ in MechanismResult() }
  public var opens: [OpenObservation] = []
  /// Whether the app takes part in freshness metrics.
  public var hasContent = false
  /// Successful background fetches, and those that an open came to use before the next fetch.
  public var backgroundFetches: Int64 = 0
  public var usefulFetches: Int64 = 0
  /// Longest time without a run of the app, censored at both ends of the window.
  public var longestGap: TimeSpan = .zero
  /// Changes, opens and fetches of the whole horizon, if recorded and the app has content.
  public var freshness: FreshnessRecord?

  public init(specification: Int) { self.specification = specification }
}

/// Counters and observations of one app and mechanism.
public struct MechanismResult: Sendable {
  // Items
  public var submitted: Int64 = 0
  public var launched: Int64 = 0
  public var replaced: Int64 = 0
  public var cancelled: Int64 = 0
  public var lost: Int64 = 0
  public var pending: Int64 = 0
  public var rejected: Int64 = 0
  // Runs
  public var coldLaunches: Int64 = 0
  public var completedSuccess: Int64 = 0
  public var completedFailure: Int64 = 0
  public var expired: Int64 = 0
  public var killed: Int64 = 0
  public var unfinished: Int64 = 0
  public var runEnergy: Int64 = 0
  public var bytesWifi: Int64 = 0
  public var bytesCellular: Int64 = 0
  // Pushes
  public var sent: Int64 = 0
  public var delivered: Int64 = 0
  public var coalesced: Int64 = 0
  public var dropped: Int64 = 0
  /// Waits of requests and pushes.
  public var delays: [DelayObservation] = []
  /// Times from submission to successful completion.
  public var completionTimes: [DelayObservation] = []

  public init() {}
}

/// One request or push, for `attempts.csv`.
public struct AttemptRecord: Sendable, Hashable {
  public var item: Int32
  public var app: Int32
  public var mechanism: Mechanism
  public var identifier: String
  public var submitted: Instant
  public var floor: Instant?
  public var launched: Instant?
  public var ended: Instant?
  public var outcome: ItemOutcome
  /// Why.
  public var reason: LogWord
  public var granted: TimeSpan?
  public var cpuSeconds: Double
  public var bytes: Int64
  public var energyNanojoules: Int64
  public var isCensored: Bool
  /// The opening of the first window of its chain, and when and how the wait ended; nil without a wait of its own.
  public var waitFrom: Instant?
  public var waitUntil: Instant?
  public var waitEnd: WaitEnd?
  /// Time blocked by one reason alone, by reason, and by several together.
  public var blocked: [BlockedShare]
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
  public var reason: String
  public var time: TimeSpan
}

/// How often an event of the vocabulary occurred.
public struct EventCount: Sendable, Hashable {
  public var event: String
  /// Index of the app on the device, -1 for the device.
  public var app: Int32
  /// Mechanism name, empty where it makes no sense.
  public var mechanism: String
  /// Reason, cause or other distinguishing word; empty where there is none.
  public var reason: String
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
  public var time: Instant
  public var stateOfCharge: Double
  /// Microwatts, by the raw value of the component.
  public var microwatts: [Int64]
}

/// The state at one instant.
public struct DeviceSample: Sendable, Hashable {
  public var time: Instant
  public var stateOfCharge: Double
  public var powerWatts: Double
}
