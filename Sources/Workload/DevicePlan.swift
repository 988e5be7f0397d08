import EventSimulation
import ModelParameters

/// Everything about one device of one replication that no policy can change.
public struct DevicePlan: Sendable, Hashable {
  /// Number of the replication, from 0, and index in the fleet, or of the trace's device.
  public var replication, device: Int
  /// Name of the archetype, or of the trace's device.
  public var archetype: String
  /// Apps of the study and fillers; events and steps refer to them by index.
  public var apps: [InstalledApp]
  /// Events from outside, from time 0 on.
  public var timeline: ExogenousTimeline
  /// Steps of the study's script, which events of the timeline refer to by index; empty for a study without one.
  public var script: [ScriptStep]
  /// The state at time 0.
  public var initial: InitialState
  /// The end of the simulation, and the instant when metrics begin to count.
  public var end, warmUpEnd: Instant
  /// Whether the unplugged power comes from the trace's level readings instead of the power models.
  public var powerFromReadings: Bool
  /// The source of each kind of event.
  public var provenance: Provenance
  /// State of health of the battery, 1 when new.
  public var stateOfHealth: Double
  /// Name of the device profile, such as `standard`.
  public var deviceProfile: String
  /// The profile of a simulator on a computer, which never launches apps in the background.
  public static let simulatorProfile = "simulator"
  /// Day of the week of day 0, 0 for Monday to 6 for Sunday: Monday, but for traces, which keep their weekdays.
  public var firstWeekday: Int
  /// The battery level when the user takes half of the chances to charge by day, from 0 to 1.
  public var topUpLevel: Double

  public init(
    replication: Int, device: Int, archetype: String, apps: [InstalledApp], timeline: ExogenousTimeline,
    script: [ScriptStep] = [], initial: InitialState, end: Instant, warmUpEnd: Instant,
    powerFromReadings: Bool = false, provenance: Provenance = Provenance(), stateOfHealth: Double = 1,
    deviceProfile: String = "standard", firstWeekday: Int = 0, topUpLevel: Double = 0.5
  ) {
    self.replication = replication
    self.device = device
    self.archetype = archetype
    self.apps = apps
    self.timeline = timeline
    self.script = script
    self.initial = initial
    self.end = end
    self.warmUpEnd = warmUpEnd
    self.powerFromReadings = powerFromReadings
    self.provenance = provenance
    self.stateOfHealth = stateOfHealth
    self.deviceProfile = deviceProfile
    self.firstWeekday = firstWeekday
    self.topUpLevel = topUpLevel
  }

  /// Day of the week of a local day of this device, 0 for Monday to 6 for Sunday.
  public func weekday(of day: Int) -> Int { (((day + firstWeekday) % 7) + 7) % 7 }

  /// Whether a local day of this device is a Saturday or Sunday.
  public func isWeekend(_ day: Int) -> Bool { weekday(of: day) >= 5 }
}

/// An app on a device.
public struct InstalledApp: Sendable, Hashable {
  /// Index into the study's apps; nil for a filler that is only ever opened.
  public var specification: Int?
  /// Bundle id, unique on the device.
  public var bundleID: String
  /// Whether bringing it to the front puts the phone under memory pressure.
  public var isHeavy: Bool
  public init(specification: Int?, bundleID: String, isHeavy: Bool = false) {
    (self.specification, self.bundleID, self.isHeavy) = (specification, bundleID, isHeavy)
  }
}

/// The state of a device at time 0.
public struct InitialState: Sendable, Hashable {
  /// State of charge, 0 to 1.
  public var stateOfCharge: Double
  /// The charger connected at the start.
  public var charger: ChargerKind?
  /// The network path at the start: no network, cellular, or Wi-Fi.
  public var network: NetworkPath
  /// 0 off, 1 Wi-Fi, 2 Wi-Fi and cellular.
  public var backgroundRefresh: Int
  /// Indices of apps whose own Background App Refresh switch is off.
  public var appsRefreshOff: [Int]
  /// Indices of apps that have just been installed: their user has never opened them.
  public var newApps: [Int] = []
  /// Whether the user keeps Low Power Mode on by hand.
  public var lowPowerMode: Bool
  /// The cellular network that the phone belongs to.
  public var cellularNetwork: NetworkProfile
  /// The signal of that network.
  public var signal = SignalLevel.good
  /// Whether the phone is locked with the screen off, rather than unlocked with the screen on.
  public var isLocked = true
  /// The index of the foreground app of an unlocked phone.
  public var frontApp: Int?

  public init(
    stateOfCharge: Double, charger: ChargerKind? = nil, network: NetworkPath = .wifi,
    backgroundRefresh: Int = 2, appsRefreshOff: [Int] = [], lowPowerMode: Bool = false,
    cellularNetwork: NetworkProfile = .nsaVerizon
  ) {
    self.stateOfCharge = stateOfCharge
    self.charger = charger
    self.network = network
    self.backgroundRefresh = backgroundRefresh
    self.appsRefreshOff = appsRefreshOff
    self.lowPowerMode = lowPowerMode
    self.cellularNetwork = cellularNetwork
  }
}

/// One timed call of an app that a study scripts.
public enum ScriptStep: Sendable, Hashable {
  /// The app submits a request; `identifier` and mechanism may be any, also wrong ones.
  case submit(app: Int, identifier: String, mechanism: Mechanism, earliestBegin: EarliestBegin?)
  /// The same call in an extension of the app.
  case submitFromExtension(
    app: Int, identifier: String, mechanism: Mechanism, earliestBegin: EarliestBegin?,
    origin: SubmissionOrigin)
  case cancel(app: Int, identifier: String)
  case cancelAll(app: Int)
  case listPending(app: Int)
  /// The system removes the app's process: `memoryPressure` or `crash`.
  case kill(app: Int, isCrash: Bool)
  /// The user stops a continued task in the system's view.
  case cancelContinued(app: Int, identifier: String)
  /// The debugger starts a pending request, or expires a running task (chapter DBG).
  case simulateLaunch(app: Int, identifier: String)
  case simulateExpiration(app: Int, identifier: String)
  /// The app creates the transfers of one of its sessions; the index is into its transfers.
  case transfer(app: Int, index: Int)
  /// A recorded app creates such transfers: it was running, whatever the replayed phone knows of it.
  case recordedTransfer(app: Int, index: Int)

  /// Whether the user acts, and no app, debugger or system.
  public var isUserAction: Bool { if case .cancelContinued = self { true } else { false } }

  /// The app that the step is about.
  public var app: Int {
    switch self {
    case .submit(let app, _, _, _), .cancel(let app, _), .cancelAll(let app), .listPending(let app),
      .kill(let app, _), .cancelContinued(let app, _), .simulateLaunch(let app, _),
      .simulateExpiration(let app, _), .transfer(let app, _), .recordedTransfer(let app, _),
      .submitFromExtension(let app, _, _, _, _):
      app
    }
  }
}

/// The source of a device's events, per kind.
public struct Provenance: Sendable, Hashable {
  /// The source of events: a trace, other events of a trace, or the generator.
  public enum Source: String, Sendable, Hashable { case real, derived, generated }
  /// Screen on and off.
  public var screen: Source = .generated
  /// Locks and unlocks.
  public var lock: Source = .generated
  /// Apps that come to the front and leave it.
  public var apps: Source = .generated
  /// Visible notifications.
  public var notifications: Source = .generated
  /// Plugging in and unplugging.
  public var charging: Source = .generated
  /// Readings of the battery level.
  public var level: Source = .generated
  /// Changes of the network path.
  public var network: Source = .generated
  /// Silent pushes.
  public var pushes: Source = .generated
  /// Changes of the apps' content.
  public var content: Source = .generated
  public init() {}
}
