import Basics
import EventSimulation
import ModelParameters
import Workload

extension TimelineCSV {
  /// The plan of an exported timeline as far as its rows can be read, and all that is wrong with them.
  package static func read(_ device: TraceDevice, apps: [AppSpecification]) -> (
    plan: DevicePlan, errors: [RowError]
  ) {
    var reader = Reader(device, apps)
    for row in device.rows { reader.read(row) }
    reader.finish(lastLine: device.rows.last?.line ?? 0)
    var plan = reader.plan
    plan.timeline = ExogenousTimeline(reader.events)
    return (plan, reader.errors)
  }

  private struct Reader {
    var plan: DevicePlan
    var events: [TimelineEvent] = []
    var errors: [RowError] = []
    private var seen: Set<Key> = []
    private var index: [String: Int] = [:]
    private let specifications: [String: Int]
    private let deviceID: String
    private let studyApps: [AppSpecification]
    private let origin: Instant
    /// Longest timeline: that of the longest study.
    private static let longest = TimeSpan.days(3660)

    init(_ device: TraceDevice, _ apps: [AppSpecification]) {
      origin = .day(device.firstDay)
      studyApps = apps
      deviceID = device.id
      plan = DevicePlan(
        replication: 0, device: 0, archetype: device.id, apps: [], timeline: ExogenousTimeline([]),
        initial: InitialState(stateOfCharge: 1), end: .zero, warmUpEnd: .zero)
      specifications = Dictionary(
        apps.enumerated().map { ($0.element.bundleID, $0.offset) }, uniquingKeysWith: { first, _ in first })
    }

    /// Checks what only all rows together tell.
    mutating func finish(lastLine: Int) {
      func fail(_ found: String, _ expected: String) {
        errors.append(RowError(line: lastLine, place: deviceID, found: found, expected: expected))
      }
      for (key, meaning) in [(Key.charge, "the charge at the start"), (.end, "the end of the timeline")]
      where !seen.contains(key) { fail("no `initial` row `\(key.rawValue)`", meaning) }
      if seen.contains(.end), plan.warmUpEnd >= plan.end {
        fail("a warm-up that does not end before the timeline", "`warmUpEnd` before `end`")
      }
    }

    mutating func read(_ row: TraceRow) {
      switch row.type {
      case .initial:
        guard let key = Key(rawValue: row.app) else {
          return fail(row, "app", row.app, "one of \(Key.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        let isList = [.installed, .refreshOff, .newApp, .script].contains(key)
        guard seen.insert(key).inserted || isList else {
          let found = "`\(key.rawValue)` a second time"
          return errors.append(
            RowError(line: row.line, place: "app", found: found, expected: "each key once"))
        }
        readInitial(key, row)
      case .timeline(let kind): readEvent(kind, row)
      case .notificationRemoved, .notificationSeen: break
      }
    }

    private mutating func fail(_ row: TraceRow, _ place: String, _ found: String, _ expected: String) {
      errors.append(
        RowError(line: row.line, place: place, found: TraceRowReader.described(found), expected: expected))
    }

    private mutating func failValue(_ row: TraceRow, _ expected: String) {
      fail(row, "value", row.text, expected)
    }

    private mutating func number(_ row: TraceRow, _ range: ClosedRange<Double>) -> Double {
      if let value = Quantity.number(row.text), range.contains(value) { return value }
      let (low, high) = (range.lowerBound, range.upperBound)
      failValue(row, "a number from \(ParameterDefinition.text(low)) to \(ParameterDefinition.text(high))")
      return low
    }

    private mutating func instant(_ row: TraceRow, from first: TimeSpan) -> Instant {
      let span = TraceRowReader.microseconds(row.text).map { TimeSpan(microseconds: $0) }
      if let span, (first...Self.longest).contains(span) { return .zero + span }
      failValue(row, "seconds since the start, from \(first) to \(Self.longest)")
      return .zero
    }

    /// The value whose name the row has.
    private mutating func named<Value: CaseIterable>(
      _ row: TraceRow, _ name: (Value) -> String, _ expected: String
    ) -> Value? {
      let found = Value.allCases.first { name($0) == row.text }
      if found == nil { failValue(row, expected) }
      return found
    }

    private mutating func installed(_ row: TraceRow) -> Int? {
      if index[row.text] == nil { failValue(row, "an app installed above") }
      return index[row.text]
    }

    private mutating func readInitial(_ key: Key, _ row: TraceRow) {
      let large = 4_294_967_295.0
      switch key {
      case .replication: plan.replication = Int(number(row, 0...large))
      case .device: plan.device = Int(number(row, 0...large))
      case .archetype: plan.archetype = row.text
      case .deviceProfile:
        guard (DeviceCatalogue.names + [DevicePlan.simulatorProfile]).contains(row.text) else {
          return failValue(row, "a device of `slumber devices`, or \(DevicePlan.simulatorProfile)")
        }
        plan.deviceProfile = row.text
      case .stateOfHealth: plan.stateOfHealth = number(row, 0.01...1.5)
      case .firstWeekday: plan.firstWeekday = Int(number(row, 0...6))
      case .topUpLevel: plan.topUpLevel = number(row, 0...1)
      case .warmUpEnd: plan.warmUpEnd = instant(row, from: .zero)
      case .end: plan.end = instant(row, from: .tick)
      case .powerFromReadings: plan.powerFromReadings = number(row, 0...1) == 1
      case .charge: plan.initial.stateOfCharge = number(row, 0...1)
      case .charger: plan.initial.charger = named(row, \.name, "a charger")
      case .locked: plan.initial.isLocked = number(row, 0...1) == 1
      case .frontApp: if let app = installed(row) { plan.initial.frontApp = app }
      case .network:
        if let path: NetworkPath = named(row, \.name, "`wifi`, `cellular` or `none`") {
          plan.initial.network = path
        }
      case .backgroundRefresh: plan.initial.backgroundRefresh = Int(number(row, 0...2))
      case .lowPowerMode: plan.initial.lowPowerMode = number(row, 0...1) == 1
      case .cellularNetwork:
        guard let profile = NetworkProfile(name: row.text) else {
          return failValue(row, "a network of `slumber networks`")
        }
        plan.initial.cellularNetwork = profile
      case .signal:
        if let level: SignalLevel = named(row, \.name, "good, fair or poor") { plan.initial.signal = level }
      case .has5G: plan.initial.cellularNetwork = number(row, 0...1) == 1 ? .nsaVerizon : .lteVerizon
      case .installed: install(row)
      case .script: addStep(row)
      case .refreshOff: if let app = installed(row) { plan.initial.appsRefreshOff.append(app) }
      case .newApp: if let app = installed(row) { plan.initial.newApps.append(app) }
      case .screen, .lock, .apps, .notifications, .charging, .level, .networkSource, .pushes, .content:
        guard let source = Provenance.Source(rawValue: row.text) else {
          return failValue(row, "real, derived or generated")
        }
        for (name, path) in TimelineCSV.sources where name == key { plan.provenance[keyPath: path] = source }
      }
    }

    private mutating func install(_ row: TraceRow) {
      guard !row.text.isEmpty, index[row.text] == nil else {
        return failValue(row, "the bundle id of an app that is not yet installed")
      }
      guard plan.apps.count < TraceReplay.appLimit else {
        return failValue(row, "at most \(TraceReplay.appLimit) apps")
      }
      index[row.text] = plan.apps.count
      plan.apps.append(
        InstalledApp(specification: specifications[row.text], bundleID: row.text, isHeavy: row.value2 == 1))
    }

    private mutating func addStep(_ row: TraceRow) {
      guard let number = row.value2, let app = plan.apps.indices.first(where: { Double($0) == number }) else {
        return fail(row, "value2", "", "the number of an app installed above, from 0")
      }
      guard let step = ScriptStep(timelineText: row.text, app: app) else {
        return failValue(row, "a step of a script, such as `submit refresh 900 IDENTIFIER`")
      }
      let sessions = plan.apps[app].specification.map { studyApps[$0].transfers.count } ?? 0
      switch step {
      case .transfer(_, let index) where index >= sessions,
        .recordedTransfer(_, let index) where index >= sessions:
        failValue(row, "the number of a session of the app, from 0")
      default: plan.script.append(step)
      }
    }

    private mutating func readEvent(_ type: TimelineEventType, _ row: TraceRow) {
      var app = -1
      if type == .plug || type == .plugChance {
        app = Int((ChargerKind.allCases.first { $0.name == row.app } ?? .ac).rawValue)
      } else if !row.app.isEmpty, type != .network {
        guard let known = index[row.app] else { return fail(row, "app", row.app, "an app installed above") }
        app = known
      }
      if type == .script, (row.value ?? -1) >= Double(plan.script.count) {
        return failValue(row, "the number of a step of the script in a row above, from 0")
      }
      if type == .notificationOpen, (row.value ?? -1) >= Double(plan.apps.count) {
        return failValue(row, "the number of an app installed above, from 0")
      }
      events.append(
        TimelineEvent(
          time: Instant(microseconds: row.localMicroseconds - origin.microseconds), type: type, app: app,
          value: row.value ?? 0, value2: row.value2 ?? 0))
    }
  }
}
