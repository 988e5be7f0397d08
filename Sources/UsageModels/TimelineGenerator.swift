import EventSimulation
import ModelParameters
import RandomStreams
import Workload

/// Draws all events of the devices of a replication that do not depend on the policy, in whole milliseconds.
/// The plan of a device depends only on the seed, the replication, the device, and the specifications.
public struct TimelineGenerator: Sendable {
  let population: PopulationSpecification
  public internal(set) var apps: [AppSpecification]
  public let parameters: ParameterSet
  let seed: UInt64
  /// How much time timelines cover, warm-up included.
  let horizon: TimeSpan
  let warmUpDays: Int

  public init(
    population: PopulationSpecification, apps: [AppSpecification], parameters: ParameterSet, seed: UInt64,
    horizon: TimeSpan, warmUpDays: Int
  ) {
    (self.population, self.apps, self.parameters, self.seed) = (population, apps, parameters, seed)
    (self.horizon, self.warmUpDays) = (horizon, warmUpDays)
  }

  /// The plan of one device of one replication; the function sets `stream` to new addresses, regardless of
  /// its state.
  public func plan(replication: Int, device: Int, stream: RandomStream) -> DevicePlan {
    let context = context(replication: replication, device: device, stream: stream)
    let archetype = archetype(context)
    let parts = GeneratedParts(self, context, archetype)
    // Packed as they are drawn: a list of all of them would be the largest part of a long run's memory.
    var timeline = TimelineBuilder(before: context.end)
    parts.addSessions(to: &timeline)
    timeline.append(contentsOf: parts.chargingEvents)
    timeline.append(contentsOf: parts.paths.events)
    var initial = parts.initial(charger: parts.initialCharger, network: parts.initialPath)
    let signals = parts.signals(path: initial.network, changes: parts.paths.events)
    initial.signal = signals.initial
    timeline.append(contentsOf: signals.events)
    parts.addNotifications(to: &timeline)
    parts.addServerEvents(to: &timeline)
    timeline.append(contentsOf: parts.modeEvents(of: parts.list.apps))
    if parts.isSynthetic || parameters.boolean("systemWork.scriptedPhones") {
      parts.addSystemWakes(to: &timeline)
    }
    return DevicePlan(
      replication: replication, device: device, archetype: archetype.name, apps: parts.list.apps,
      timeline: (consume timeline).finish(), initial: initial, end: context.end,
      warmUpEnd: .day(warmUpDays), stateOfHealth: parts.stateOfHealth,
      deviceProfile: archetype.deviceProfile, topUpLevel: parts.topUpLevel)
  }

  package func context(replication: Int, device: Int, stream: RandomStream) -> DrawContext {
    DrawContext(seed: seed, replication: replication, device: device, stream: stream, end: .zero + horizon)
  }

  /// The archetype of a device: one uniform number per replication, then the golden ratio.
  func archetype(_ context: DrawContext) -> Archetype {
    var fleet = context
    fleet.device = 0
    let uniform = fleet.event(.archetype).uniform()
    return population.archetypes[population.archetypeIndex(device: context.device, uniform: uniform)]
  }
}

/// The parts of a device's timeline, each drawn when it is asked for; a replay takes only those that its trace lacks.
struct GeneratedParts {
  let generator: TimelineGenerator
  let context: DrawContext
  let archetype: Archetype
  let traits: UserTraits
  /// The user's clock without day factors.
  let clock: ActivityClock
  let list: UserAppList
  let paths: (initial: NetworkPath, events: [TimelineEvent])
  let charging: ChargingModel
  private let connections: [ChargingModel.Connection]

  init(
    _ generator: TimelineGenerator, _ context: DrawContext, _ archetype: Archetype, fillers: Bool = true,
    required: Set<String> = []
  ) {
    (self.generator, self.context, self.archetype) = (generator, context, archetype)
    let parameters = generator.parameters
    traits = UserTraits(context, parameters)
    charging = ChargingModel(parameters)
    connections = charging.connections(context, archetype.charging, nightCharger: traits.nightCharger)
    paths = NetworkModel(parameters: parameters).paths(
      context, archetype.network, without: archetype.noNetwork, home: traits.hasWifi ? .wifi : .cellular,
      awayWifiShare: traits.hasWifi ? traits.awayWifiShare : 0)
    switch archetype.userModel {
    case .synthetic:
      clock = ActivityClock(
        phaseHours: traits.phaseHours, nightFloor: traits.nightFloor, sleepHours: traits.sleepHours,
        parameters: parameters, context: context)
      list = UserAppList(
        context, generator.apps, fillers: fillers ? (traits.appCount, traits.zipfExponent) : nil,
        required: required, favoriteFactor: parameters.number("user.favoriteFactor"))
    case .scripted(let user):
      clock = ActivityClock(awake: user.awake, context: context)
      list = UserAppList(context, generator.apps, fillers: nil, required: required)
    }
  }

  /// The state of health of the battery: as the archetype says, else drawn with the user; 1 for a scripted one.
  var stateOfHealth: Double { archetype.stateOfHealth ?? (isSynthetic ? traits.batteryHealth : 1) }
  var isSynthetic: Bool { archetype.userModel == .synthetic }

  var drawnSessions: [UserSession] {
    guard isSynthetic else { return [] }
    let model = SessionModel(generator.parameters)
    var busy = clock
    busy.dayFactors = model.dayFactors(context)
    var sessions = model.sessions(context, traits, busy)
    AppChoiceModel(generator.parameters).fill(&sessions, context, weights: list.weights)
    return sessions
  }

  private var chargingSessions: [UserSession] {
    guard case .scripted(let charges) = archetype.charging else { return [] }
    return (-1..<context.days).flatMap { day in
      charges.filter(\.screenOn).compactMap { charge -> UserSession? in
        guard let (start, end) = charge.interval.occurrence(on: day, context), end > .zero else { return nil }
        return UserSession(start: max(start, .zero), end: end, unlock: max(start, .zero))
      }
    }
  }

  /// All sessions, without overlap, with the clean-ups of users who have the habit.
  var sessions: [UserSession] {
    var sessions = UserSession.merged(
      drawnSessions + ScriptedUseModel.sessions(context, list.apps, generator.apps, clock) + chargingSessions
        + ModeModel(parameters: generator.parameters).sessions(context, list.apps, generator.apps, clock))
    let reaction = NotificationModel(generator.parameters)
    reaction.apply(to: &sessions, after: reaction.wishes(context, list.apps, generator.apps, clock))
    if isSynthetic, traits.cleansSwitcher {
      CleanUpModel(generator.parameters).apply(to: &sessions, context, clock)
    }
    return sessions
  }

  func addSessions(to timeline: inout TimelineBuilder) {
    for session in sessions where session.start < context.end { session.addEvents(to: &timeline) }
  }

  var chargingEvents: [TimelineEvent] {
    ChargingModel.events(connections, before: context.end)
      + charging.chances(context, archetype.charging, clock)
  }

  var topUpLevel: Double { charging.midLevel(archetype.charging) }

  /// Batches that light the screen once, Poisson on the user's clock; they belong to no app and do not move sessions.
  /// **Source** Usage sheet, section 9.11; definitions, section 4.
  func addNotifications(to timeline: inout TimelineBuilder) {
    guard isSynthetic, traits.notificationsPerDay > 0 else { return }
    for time in clock.arrivals(context.sequence(.notifications), perDay: traits.notificationsPerDay) {
      timeline.append(.notification(app: nil), at: .exogenous(time))
    }
  }

  func addServerEvents(to timeline: inout TimelineBuilder) {
    for (index, app) in list.apps.enumerated() {
      if let number = app.specification { addServerEvents(to: &timeline, index, generator.apps[number]) }
    }
  }

  /// Adds the changes of an app's content, drawn where none are given, and the pushes of its server.
  func addServerEvents(
    to timeline: inout TimelineBuilder, _ app: Int, _ specification: AppSpecification,
    changes: [Instant]? = nil
  ) {
    let changes =
      changes ?? ContentModel.changes(context, specification.bundleID, specification.content, clock)
    ContentModel.addEvents(to: &timeline, context, app: app, specification, changes: changes)
  }

  func modeEvents(of apps: [InstalledApp]) -> [TimelineEvent] {
    ModeModel(parameters: generator.parameters).events(context, apps, generator.apps, clock)
  }

  /// The signal at the start and its changes on a path and its changes; good throughout for a scripted user.
  func signals(path: NetworkPath, changes: [TimelineEvent]) -> (initial: SignalLevel, events: [TimelineEvent])
  {
    isSynthetic
      ? SignalModel(generator.parameters).signals(context, path: path, changes: changes) : (.good, [])
  }

  func addSystemWakes(to timeline: inout TimelineBuilder) {
    SystemWakeModel(generator.parameters).add(to: &timeline, context, clock)
  }

  private var cellularNetwork: NetworkProfile {
    let shares =
      archetype.cellularNetworks ?? generator.population.cellularNetworks
      ?? (isSynthetic ? NetworkShares(generator.parameters) : .standard)
    return shares.profile(context.event(.cellularNetwork))
  }

  var initialCharger: ChargerKind? {
    let drawn = connections.first.flatMap { $0.start < .zero ? $0.charger : nil }
    guard let isPlugged = archetype.start.isPlugged else { return drawn }
    return isPlugged ? drawn ?? .wired20W : nil
  }

  var initialPath: NetworkPath { archetype.start.path ?? paths.initial }

  /// The state at the start on a given charger and path: drawn charge, or 1 on the charger, and settings.
  func initial(charger: ChargerKind?, network: NetworkPath, apps: [InstalledApp]? = nil) -> InitialState {
    let bounds = generator.parameters.numbers("initial.charge")
    let drawn = context.event(.initialState).uniform(in: .ordered(bounds[0] / 100, bounds[1] / 100))
    var initial = InitialState(
      stateOfCharge: archetype.start.charge ?? (charger == nil ? drawn : 1), charger: charger,
      network: network)
    let installed = apps ?? list.apps
    initial.cellularNetwork = cellularNetwork
    initial.isLocked = archetype.start.isLocked
    initial.frontApp = archetype.start.frontApp.flatMap { id in installed.firstIndex { $0.bundleID == id } }
    let defaults = isSynthetic ? SettingShares(generator.parameters) : .allDefault
    (generator.population.settings ?? defaults).apply(to: &initial, context, installed)
    initial.newApps = installed.indices.filter { archetype.start.newApps.contains(installed[$0].bundleID) }
    return initial
  }
}
