import EventSimulation
import ModelParameters
import Workload

/// The device as a policy may see it: the present, without the future.
public struct Observation: Sendable, Hashable {
  /// The instant of the decision point.
  public var now: Instant
  /// Whether the device is on external power.
  public var isPlugged: Bool
  /// 0 to 1.
  public var stateOfCharge: Double
  /// The network path: no network, cellular, or Wi-Fi.
  public var network: NetworkPath
  /// Locked with the screen off.
  public var isIdle: Bool
  /// Whether Low Power Mode is on.
  public var isLowPowerMode: Bool
  /// The thermal state.
  public var thermal: ThermalState
  /// Whether the device is unlocked, a run executes, a push was delivered at this instant, or the system does
  /// work.
  public var isAwake: Bool
  /// A radio is connected or in its tail.
  public var radioIsHot: Bool
  /// Whether the periodic grid is among the triggers of this decision point.
  public var isPeriodic: Bool
  /// Balances of the energy budget in nanojoules and of the cellular data budget in bytes; they may be negative.
  public var energyBalance, cellularBalance: Int64
  /// Reception of the cellular network, regardless of the present path.
  public var signal: SignalLevel

  public init(
    now: Instant, isPlugged: Bool, stateOfCharge: Double, network: NetworkPath, isIdle: Bool,
    isLowPowerMode: Bool = false, thermal: ThermalState = .nominal, isAwake: Bool = false,
    radioIsHot: Bool = false, isPeriodic: Bool = false, energyBalance: Int64 = 0,
    cellularBalance: Int64 = 0, signal: SignalLevel = .good
  ) {
    self.now = now
    self.isPlugged = isPlugged
    self.stateOfCharge = stateOfCharge
    self.network = network
    self.isIdle = isIdle
    self.isLowPowerMode = isLowPowerMode
    self.thermal = thermal
    self.isAwake = isAwake
    self.radioIsHot = radioIsHot
    self.isPeriodic = isPeriodic
    self.energyBalance = energyBalance
    self.cellularBalance = cellularBalance
    self.signal = signal
  }
}

extension Observation {
  /// A device of which nothing but the instant is told.
  @inlinable public static func plain(at now: Instant) -> Observation {
    Observation(now: now, isPlugged: false, stateOfCharge: 1, network: .none, isIdle: false)
  }
}

/// The four ordered thermal states.
public enum ThermalState: UInt8, Sendable, Hashable, Comparable, CaseIterable {
  case nominal, fair, serious, critical
  public static func < (a: ThermalState, b: ThermalState) -> Bool { a.rawValue < b.rawValue }
}

/// An item that passes every hard gate.
public struct Candidate: Sendable, Hashable {
  // In an order in which they take 64 bytes: with many apps, policies read more candidates than anything else.

  /// Number of the item, rising in order of acceptance.
  public var item: Int32
  /// Index of the app on the device.
  public var app: Int32
  /// The soft gates that deny it now.
  public var denials: BlockingSet
  /// The task of the app's work that it belongs to, for ``AppHistory``.
  public var taskChain: TaskChain
  /// When the app submitted the item; of a push, when it reached the device.
  public var submitted: Instant
  /// When its window opened: the later of submission and earliest begin date.
  public var open: Instant
  /// The end of its aging, which is never a promise.
  public var deadline: Instant
  /// Estimated probability that the user opens the app within the look-ahead; computed for refresh only.
  public var likelihood: Double
  /// The opens of the app per day in the last week, as a share of `usage.intensiveOpens`, at most 1 (USE-5);
  /// present together with the likelihood.
  public var intensity: Float
  /// Last launch of the app by this mechanism, if any.
  public var lastLaunch: Instant?
  /// The mechanism that runs the work, such as refresh or processing.
  public var mechanism: Mechanism
  /// Whether it needs the network.
  public var usesNetwork: Bool
  /// Whether the app has asked that it run on external power only.
  public var requiresExternalPower: Bool

  public init(
    item: Int32, app: Int32, mechanism: Mechanism, submitted: Instant, open: Instant, deadline: Instant,
    denials: BlockingSet = [], likelihood: Double = 0, intensity: Float = 0, lastLaunch: Instant? = nil,
    usesNetwork: Bool = true, requiresExternalPower: Bool = false, taskChain: TaskChain = .unlisted
  ) {
    self.item = item
    self.app = app
    self.mechanism = mechanism
    self.submitted = submitted
    self.open = open
    self.deadline = deadline
    self.denials = denials
    self.likelihood = likelihood
    self.intensity = intensity
    self.lastLaunch = lastLaunch
    self.usesNetwork = usesNetwork
    self.requiresExternalPower = requiresExternalPower
    self.taskChain = taskChain
  }
}
