import DeviceModel
import EventSimulation
import Workload

/// The results of one device under one policy.
///
/// Counts and observations cover the time after warm-up, without items submitted and opens made before.
/// Energies are given for both windows, and ``days`` covers the whole horizon.
public struct DeviceResult: Sendable {
  /// Hash over the integer facts of every event of the whole horizon.
  public var eventHash: UInt64 = 0
  /// Events handled, whole horizon.
  public var events: Int64 = 0
  /// Counts and sums after warm-up; the properties below contain ``DeviceCounter/opportunity`` and
  /// ``DeviceCounter/violations`` in detail.
  public var counts = DeviceCounters<Int64>()
  /// The number of computed gate verdicts, of verdicts that differ from the item's last, of policy calls, and
  /// of likelihoods computed for them; whole horizon.
  public var itemsEvaluated: Int64 = 0
  public var verdictsChanged: Int64 = 0
  public var policyCalls: Int64 = 0
  public var likelihoods: Int64 = 0
  public var observed: TimeSpan { .microseconds(counts[.observed]) }
  public var freshness: FreshnessCounters<Int128> {
    apps.reduce(into: [:]) { sums, app in if app.hasContent { sums += app.counts } }
  }
  public var energyWhole = BatteryTotals()
  /// Ledger rows after warm-up, sorted by app, component, and cause, without zero rows.
  public var ledgerObserved: [EnergyEntry] = []
  public var ledgerWhole: [EnergyEntry] = []
  public var stateOfChargeStart = 0.0
  public var stateOfChargeEnd = 0.0
  public var capacityNanojoules: Int64 = 0
  /// Time idle, plugged and on Wi-Fi, by local hour.
  public var opportunityByHour: [TimeSpan] = Array(repeating: .zero, count: 24)
  /// Policy violations, whole horizon.
  public var violations: [PolicyViolation: Int64] = [:]
  public var apps: [AppResult] = []
  public var attempts: [AttemptRecord] = []
  /// Number of events of the log by name, app and reason, whole horizon.
  public var eventCounts: [EventCount] = []
  public var log: [LogRecord] = []
  /// The reasons that kept items from starting, in order of the intervals' ends, if recorded.
  public var blocked: [BlockedInterval] = []
  public var blockedHours: [BlockedHour] = []
  /// The sums of each local day of the horizon, warm-up included.
  public var days: [DayCounters<Int64>] = []
  public var samples: [DeviceSample] = []
  public var powers: [PowerSample] = []
  /// The use of the phone in order of time, whole horizon, if recorded.
  public var use: [UseObservation] = []
  public var findings: [AppFinding] = []
  /// The intervals by kind and start, if recorded.
  public var availability: [AvailabilityInterval] = []

  public init() {}
}

public struct AppResult: Sendable {
  /// Index into the study's apps.
  public var specification: Int
  public var mechanisms: [MechanismResult] = Mechanism.allCases.map { _ in MechanismResult() }
  /// The opens after warm-up that come at least `content.openSettle` after the last visit, in order of time; empty for
  /// an app without content.
  public private(set) var opens: [OpenObservation] = []
  /// The counts of these opens, and of the background fetches after warm-up.
  public var counts = FreshnessCounters<Int128>()
  public var hasContent = false
  /// Longest time without a run of the app, censored at both ends of the window.
  public var longestGap: TimeSpan = .zero
  public var freshness: FreshnessRecord?

  public init(specification: Int) { self.specification = specification }

  public mutating func add(_ open: OpenObservation) {
    opens.append(open)
    let staleness = Int128(open.staleness.microseconds)
    counts += [.opens: 1, .staleness: staleness, .age: Int128(open.contentAge.microseconds)]
    if open.isFresh { counts[.fresh] += 1 }
    guard open.reach == .reachable else { return }
    counts += [.reachable: 1, .reachableStaleness: staleness]
    if open.isFresh { counts[.freshReachable] += 1 }
  }
}

public struct MechanismResult: Sendable {
  /// The counts of the items submitted after warm-up.
  public var counts = ItemCounters<Int64>()
  public var delays: [DelayObservation] = []
  /// The times from the opening of the window to the end of the run or transfer: `launched` for a successful
  /// run, `lost` for an unsuccessful run, `canceled` for a transfer that was ended, `horizon` for an item in
  /// progress.
  public var completionTimes: [DelayObservation] = []
}

/// The freshness that the user found on opening an app.
public struct OpenObservation: Sendable, Hashable {
  private let packedAge, packedStaleness: Int64
  public let time: Instant

  /// - Parameter contentAge: Less than 18,000 years, as is the staleness.
  public init(
    contentAge: TimeSpan, staleness: TimeSpan, isFresh: Bool, reach: OpenReach = .reachable,
    at time: Instant = .zero
  ) {
    self.time = time
    packedAge = contentAge.microseconds * 16 + reach.code
    packedStaleness = staleness.microseconds * 2 + (isFresh ? 1 : 0)
  }

  /// Age of information: time since the last fetch.
  public var contentAge: TimeSpan { TimeSpan(microseconds: packedAge >> 4) }
  public var reach: OpenReach { OpenReach(code: packedAge & 15) }
  /// The time since the oldest change that had not been fetched; zero without such a change.
  public var staleness: TimeSpan { TimeSpan(microseconds: packedStaleness >> 1) }
  /// Whether ``staleness`` is within the app's tolerance, `freshWithin` of its content.
  public var isFresh: Bool { packedStaleness & 1 == 1 }
}

public enum OpenReach: Sendable, Hashable {
  case reachable
  case unreachable(UnreachableCause)

  /// A number from 0 to 15.
  var code: Int64 {
    switch self {
    case .reachable: 0
    case .unreachable(let cause): Int64(cause.rawValue) + 1
    }
  }

  init(code: Int64) {
    self = code == 0 ? .reachable : .unreachable(UnreachableCause(rawValue: UInt8(code - 1)) ?? .mixed)
  }
}

public enum UnreachableCause: UInt8, Sendable, Hashable, CaseIterable {
  /// The first gate, in the order of the vocabulary, that was closed throughout.
  case forceQuit, barOff, barWifiOnly, firstUnlock, lowPowerMode, appForeground, externalPower, deviceInUse
  case noNetwork, thermalCritical
  /// No gate was, but never were all of them open at once.
  case mixed
  /// The app has no kind of item by which it fetches in the background.
  case noItem

  public var name: String { Self.names[Int(rawValue)] }
  private static let names = allCases.map { "\($0)" }

  init?(_ gate: BlockingReason) {
    guard let cause = Self.allCases.first(where: { $0.name == gate.name }) else { return nil }
    self = cause
  }
}
