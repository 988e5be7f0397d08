import EventSimulation
import ModelParameters
import RandomStreams
import Workload

struct ReplayAssembly {
  private let replay: TraceReplay
  private let recorded: RecordedDevice
  private let parts: GeneratedParts
  private let windows: [ReplayWindow]
  private let end: Instant
  private let apps: ReplayApps
  /// The kinds of the rows that become events one by one.
  private let kinds: Set<TimelineEventType>

  init(_ replay: TraceReplay, _ recorded: RecordedDevice, replication: Int, device: Int, stream: RandomStream)
  {
    (self.replay, self.recorded) = (replay, recorded)
    let generator = replay.generator
    windows = replay.windows
    end = .zero + replay.length
    var context = generator.context(replication: replication, device: device, stream: stream)
    context.firstWeekday = recorded.firstWeekday
    let day = TimeSpan.day.microseconds
    // What is drawn goes on to the end of the last day.
    context.end = .day(Int(-(-end.microseconds).dividedDown(by: day)))
    let archetype = generator.archetype(context)
    let required = Set(recorded.others.map { replay.appNames[$0.app] ?? $0.app }).union(
      (recorded.visits?.namesByFrequency ?? []).map { replay.appNames[$0] ?? $0 })
    parts = GeneratedParts(generator, context, archetype, fillers: recorded.visits == nil, required: required)
    apps = ReplayApps(parts.list, recorded.visits?.namesByFrequency ?? [], names: replay.appNames)
    kinds = Set(recorded.others.compactMap(\.kind))
  }

  var plan: DevicePlan {
    var provenance = Provenance()
    var timeline = TimelineBuilder(before: end)
    addSessions(to: &timeline, &provenance)
    let (charger, chargingEvents) = charging(&provenance)
    timeline.append(contentsOf: chargingEvents)
    let (path, networkEvents) = network(&provenance)
    timeline.append(contentsOf: networkEvents)
    let signals = has(.signal) ? (.good, []) : parts.signals(path: path, changes: networkEvents)
    timeline.append(contentsOf: signals.events)
    addNotifications(to: &timeline, &provenance)
    addServerEvents(to: &timeline, &provenance)
    timeline.append(contentsOf: otherEvents)
    timeline.append(contentsOf: modeEvents)
    if !has(.systemWake) { parts.addSystemWakes(to: &timeline) }
    let usesReadings = recorded.battery.hasChargers && !recorded.battery.readings.isEmpty
    var initial = parts.initial(charger: charger, network: path, apps: apps.installed)
    initial.signal = signals.initial
    if usesReadings {
      provenance.level = .real
      timeline.append(contentsOf: levelEvents)
      initial.stateOfCharge =
        recorded.battery.stateOfCharge(at: windows.first?.start ?? recorded.start) ?? initial.stateOfCharge
    }
    let warmUp = TimeSpan.days(replay.generator.warmUpDays)
    let isLong = end - .zero >= warmUp + .day
    // The first row, before which nothing is known.
    let observed = recorded.start - recorded.midnight
    return DevicePlan(
      replication: parts.context.replication, device: parts.context.device, archetype: recorded.id,
      apps: apps.installed, timeline: timeline.finish(), initial: initial,
      end: end, warmUpEnd: .zero + max(observed, isLong ? warmUp : .zero), powerFromReadings: usesReadings,
      provenance: provenance, stateOfHealth: parts.archetype.stateOfHealth ?? 1,
      deviceProfile: parts.archetype.deviceProfile, firstWeekday: recorded.firstWeekday,
      topUpLevel: parts.topUpLevel)
  }

  private func addSessions(to timeline: inout TimelineBuilder, _ provenance: inout Provenance) {
    guard var screen = recorded.screen else { return parts.addSessions(to: &timeline) }
    provenance.screen = screen.isDerived ? .derived : .real
    provenance.lock =
      screen.hasLocks
      ? (screen.recordsLocking ? .real : .derived) : recorded.visits == nil ? .generated : .derived
    if !screen.hasLocks { screen = unlocked(screen) }
    var emitter = ScreenEmitter()
    for window in windows { emitter.replay(screen, in: window) }
    var sessions = ReplayWindow.map(screen.usableTimes, windows).map {
      UserSession(start: $0.start, end: $0.end, unlock: $0.start)
    }
    if let visits = recorded.visits {
      provenance.apps = apps.byRank ? .derived : .real
      place(visits.visits, in: &sessions)
    } else if parts.isSynthetic {
      AppChoiceModel(replay.generator.parameters).fill(&sessions, parts.context, weights: parts.list.weights)
    }
    addScriptedVisits(to: &sessions)
    if parts.isSynthetic, parts.traits.cleansSwitcher, !has(.forceQuit) {
      CleanUpModel(replay.generator.parameters).apply(to: &sessions, parts.context, parts.clock)
    }
    timeline.append(contentsOf: emitter.events)
    for session in sessions { session.addVisits(to: &timeline) }
  }

  /// Which sessions of a phone without recorded locks are unlocked: those with apps, or else drawn.
  private func unlocked(_ screen: RecordedScreen) -> RecordedScreen {
    guard let visits = recorded.visits?.visits else {
      return screen.unlocking { ordinal, _ in
        parts.context.event(.sessionLength, ordinal).bernoulli(parts.traits.unlockedShare)
      }
    }
    var next = 0
    let withApps = screen.usableTimes.filter { span in
      while next < visits.count, visits[next].end <= span.start { next += 1 }
      return next < visits.count && visits[next].start < span.end
    }
    let starts = Set(withApps.map(\.start))
    return screen.unlocking { starts.contains($1) }
  }

  private func place(_ visits: [RecordedVisits.Visit], in sessions: inout [UserSession]) {
    let placed = windows.flatMap { window in
      visits.compactMap { visit -> UserSession.Visit? in
        guard visit.end > window.start, visit.start < window.end, let app = apps.index[visit.app] else {
          return nil
        }
        return UserSession.Visit(
          app: app, start: max(visit.start, window.start) + window.shift,
          end: min(visit.end, window.end) + window.shift)
      }
    }
    var next = 0
    for index in sessions.indices {
      while next < placed.count, placed[next].end <= sessions[index].start { next += 1 }
      while next < placed.count, placed[next].start < sessions[index].end {
        sessions[index].visits.append(placed[next])
        next += 1
      }
    }
  }

  private func addScriptedVisits(to sessions: inout [UserSession]) {
    var next = 0
    var settled = 0
    for scripted in ScriptedUseModel.sessions(
      parts.context, apps.installed, replay.generator.apps, parts.clock)
    {
      while next < sessions.count, sessions[next].end <= scripted.start {
        next += 1
        settled = 0
      }
      guard next < sessions.count else { return }
      let (earliest, latest) = (sessions[next].start, sessions[next].end)
      let visits = scripted.visits.map { visit in
        let start = max(visit.start, earliest)
        return UserSession.Visit(
          app: visit.app, start: start, end: min(start + (visit.end - visit.start), latest), isScripted: true)
      }
      UserSession.insert(visits, into: &sessions[next].visits, settled: &settled)
    }
  }

  private func charging(_ provenance: inout Provenance) -> (ChargerKind?, [TimelineEvent]) {
    guard recorded.battery.hasChargers else { return (parts.initialCharger, parts.chargingEvents) }
    provenance.charging = .real
    let recordedOnes = recorded.battery.connections
    let connections = ReplayWindow.map(recordedOnes.map { ($0.start, $0.end) }, windows).map {
      ChargingModel.Connection(
        start: $0.start > .zero ? $0.start : Instant(microseconds: -1), end: $0.end,
        charger: recordedOnes[$0.index].charger,
        hold: parts.charging.hold(parts.context, night: $0.start.day, length: $0.end - $0.start))
    }
    let initial = connections.first.flatMap { $0.start < .zero ? $0.charger : nil }
    return (initial, ChargingModel.events(connections, before: end))
  }

  /// Energy of the new battery: that of the phone that the study names, else of the study.
  private var nominalJoules: Double {
    let device = DeviceCatalogue.device(parts.archetype.deviceProfile)
    let parameters = replay.generator.parameters
    guard let device, !device.values.isEmpty else { return replay.nominalJoules }
    return device.parameters(of: parameters).base("battery.capacity")
  }

  private var levelEvents: [TimelineEvent] {
    var events = ReplayWindow.map(recorded.battery.readings, windows) { $0.time }.map {
      TimelineEvent(time: $0.time, kind: .batteryLevel(percent: $0.element.level))
    }
    for window in windows {
      let steps = recorded.battery.power(
        from: window.start, to: window.end,
        nominalJoules: nominalJoules * (parts.archetype.stateOfHealth ?? 1),
        largest: replay.generator.parameters.base("trace.powerMax"))
      events += steps.map {
        TimelineEvent(time: $0.time + window.shift, kind: .baselinePower(watts: $0.watts))
      }
    }
    return events
  }

  private func network(_ provenance: inout Provenance) -> (NetworkPath, [TimelineEvent]) {
    guard let first = recorded.paths.first else { return (parts.initialPath, parts.paths.events) }
    provenance.network = .real
    var current: NetworkPath?
    var initial = first.path
    var events: [TimelineEvent] = []
    for window in windows {
      let before = recorded.paths.last { $0.time <= window.start } ?? first
      let inside = recorded.paths.filter { $0.time > window.start && $0.time < window.end }
      for entry in [(time: window.start, path: before.path)] + inside where entry.path != current {
        let time = entry.time + window.shift
        if current == nil {
          initial = entry.path
        } else {
          events.append(TimelineEvent(time: time, kind: .network(entry.path)))
        }
        current = entry.path
      }
    }
    return (initial, events)
  }

  private func addNotifications(to timeline: inout TimelineBuilder, _ provenance: inout Provenance) {
    guard !recorded.notifications.isEmpty else { return parts.addNotifications(to: &timeline) }
    provenance.notifications = .real
    for entry in ReplayWindow.map(recorded.notifications, windows, time: \.time) {
      timeline.append(.notification(app: apps.index[entry.element.app]), at: entry.time)
    }
  }

  private func addServerEvents(to timeline: inout TimelineBuilder, _ provenance: inout Provenance) {
    let (hasContent, hasPushes) = (has(.contentChange), has(.pushSent))
    if hasContent { provenance.content = .real }
    provenance.pushes = hasPushes ? .real : hasContent ? .derived : .generated
    for (index, app) in apps.installed.enumerated() {
      guard let number = app.specification else { continue }
      var specification = replay.generator.apps[number]
      if hasPushes { specification.pushes = nil }
      if has(.visiblePushSent) {
        if specification.visiblePushes?.launches != nil, specification.pushes?.isWakingAlert == true {
          specification.pushes = nil
        }
        specification.visiblePushes = nil
      }
      if has(.voipPushSent) { specification.voipPushes = nil }
      parts.addServerEvents(
        to: &timeline, index, specification, changes: hasContent ? times(of: .contentChange, index) : nil)
    }
  }

  /// Events of kinds that the recording lacks. A span that is drawn takes effect when the recorded user opens the app.
  private var modeEvents: [TimelineEvent] {
    parts.modeEvents(of: apps.installed).filter { event in
      switch event.type {
      case .audioStart, .audioStop: !has(.audioStart)
      case .locationStart, .locationStop: !has(.locationStart)
      case .moved: !has(.moved)
      case .appEvent: !has(.appEvent)
      default: !has(.regionCrossed)
      }
    }
  }

  private var otherEvents: [TimelineEvent] {
    ReplayWindow.map(recorded.others, windows, time: \.time).enumerated().compactMap { ordinal, entry in
      let row = entry.element
      // The number of its other app is a place on another phone.
      guard let type = row.kind, type != .contentChange, type != .notificationOpen else { return nil }
      // Without an app the row would be about all apps.
      if type == .forceQuit, !row.app.isEmpty, apps.index[row.app] == nil { return nil }
      var app = apps.index[row.app] ?? -1
      var (value, value2) = (row.value ?? 0, row.value2 ?? 0)
      switch type {
      case .pushSent, .visiblePushSent, .voipPushSent:
        value = row.value ?? -1
        value2 = row.value2 ?? parts.context.event(.pushNetworkDelay, ordinal, app: row.app).uniform()
      case .plugChance: app = Int(ChargerKind.allCases.first { $0.name == row.app }?.rawValue ?? 0)
      default: break
      }
      return TimelineEvent(time: entry.time, type: type, app: app, value: value, value2: value2)
    }
  }

  private func times(of kind: TimelineEventType, _ app: Int) -> [Instant] {
    let rows = recorded.others.filter { $0.kind == kind && apps.index[$0.app] == app }
    return ReplayWindow.map(rows, windows, time: \.time).map(\.time)
  }

  private func has(_ kind: TimelineEventType) -> Bool { kinds.contains(kind) }
}
