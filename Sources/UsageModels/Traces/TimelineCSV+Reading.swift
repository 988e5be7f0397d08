import Basics
import EventSimulation
import ModelParameters
import Workload

extension TimelineCSV {
  /// The plan that an exported timeline describes, as far as its rows can be read, and all that is wrong with them. The
  /// apps of the study are recognized by their bundle ids.
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
      where !seen.contains(key) {
        fail("no `initial` row `\(key.rawValue)`", meaning)
      }
      if seen.contains(.end), plan.warmUpEnd >= plan.end {
        fail("a warm-up that does not end before the timeline", "`warmUpEnd` before `end`")
      }
    }

    mutating func read(_ row: TraceRow) {
      switch row.type {
      case .initial:
        guard let key = Key(rawValue: row.app) else {
          fail(row, "app", row.app, "one of \(Key.allCases.map(\.rawValue).joined(separator: ", "))")
          return
        }
        let isList = [.installed, .refreshOff, .newApp, .script].contains(key)
        guard seen.insert(key).inserted || isList else {
          return errors.append(
            RowError(
              line: row.line, place: "app", found: "`\(key.rawValue)` a second time",
              expected: "each key once"))
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

    private mutating func number(_ row: TraceRow, _ range: ClosedRange<Double>) -> Double {
      guard let value = Quantity.number(row.text), range.contains(value) else {
        let (low, high) = (
          ParameterDefinition.text(range.lowerBound), ParameterDefinition.text(range.upperBound)
        )
        fail(row, "value", row.text, "a number from \(low) to \(high)")
        return range.lowerBound
      }
      return value
    }

    private mutating func instant(_ row: TraceRow, from first: TimeSpan) -> Instant {
      guard let microseconds = TraceRowReader.microseconds(row.text),
        (first...Self.longest).contains(TimeSpan(microseconds: microseconds))
      else {
        fail(row, "value", row.text, "seconds since the start, from \(first) to \(Self.longest)")
        return .zero
      }
      return Instant(microseconds: microseconds)
    }

    private mutating func readInitial(_ key: Key, _ row: TraceRow) {
      let large = 4_294_967_295.0
      switch key {
      case .replication: plan.replication = Int(number(row, 0...large))
      case .device: plan.device = Int(number(row, 0...large))
      case .archetype: plan.archetype = row.text
      case .deviceProfile:
        guard (DeviceCatalogue.names + [DevicePlan.simulatorProfile]).contains(row.text) else {
          return fail(
            row, "value", row.text, "a phone of `slumber devices`, or \(DevicePlan.simulatorProfile)")
        }
        plan.deviceProfile = row.text
      case .stateOfHealth: plan.stateOfHealth = number(row, 0.01...1.5)
      case .firstWeekday: plan.firstWeekday = Int(number(row, 0...6))
      case .topUpLevel: plan.topUpLevel = number(row, 0...1)
      case .warmUpEnd: plan.warmUpEnd = instant(row, from: .zero)
      case .end: plan.end = instant(row, from: .tick)
      case .powerFromReadings: plan.powerFromReadings = number(row, 0...1) == 1
      case .charge: plan.initial.stateOfCharge = number(row, 0...1)
      case .charger:
        plan.initial.charger = ChargerKind.allCases.first { $0.name == row.text }
        if plan.initial.charger == nil { fail(row, "value", row.text, "a charger") }
      case .locked: plan.initial.isLocked = number(row, 0...1) == 1
      case .frontApp:
        guard let app = index[row.text] else { return fail(row, "value", row.text, "an app installed above") }
        plan.initial.frontApp = app
      case .network:
        guard let path = NetworkPath.allCases.first(where: { $0.name == row.text }) else {
          return fail(row, "value", row.text, "wifi, cellular or none")
        }
        plan.initial.network = path
      case .backgroundRefresh: plan.initial.backgroundRefresh = Int(number(row, 0...2))
      case .lowPowerMode: plan.initial.lowPowerMode = number(row, 0...1) == 1
      case .cellularNetwork:
        guard let profile = NetworkProfile(name: row.text) else {
          return fail(row, "value", row.text, "a network of `slumber networks`")
        }
        plan.initial.cellularNetwork = profile
      case .signal:
        guard let level = SignalLevel.allCases.first(where: { $0.name == row.text }) else {
          return fail(row, "value", row.text, "good, fair or poor")
        }
        plan.initial.signal = level
      case .has5G: plan.initial.cellularNetwork = number(row, 0...1) == 1 ? .nsaVerizon : .lteVerizon
      case .installed: install(row)
      case .script: addStep(row)
      case .refreshOff:
        guard let app = index[row.text] else { return fail(row, "value", row.text, "an app installed above") }
        plan.initial.appsRefreshOff.append(app)
      case .newApp:
        guard let app = index[row.text] else { return fail(row, "value", row.text, "an app installed above") }
        plan.initial.newApps.append(app)
      case .screen, .lock, .apps, .notifications, .charging, .level, .networkSource, .pushes, .content:
        guard let source = Provenance.Source(rawValue: row.text) else {
          return fail(row, "value", row.text, "real, derived or generated")
        }
        for (name, path) in TimelineCSV.sources where name == key { plan.provenance[keyPath: path] = source }
      }
    }

    private mutating func install(_ row: TraceRow) {
      guard !row.text.isEmpty, index[row.text] == nil else {
        return fail(row, "value", row.text, "the bundle id of an app that is not yet installed")
      }
      guard plan.apps.count < TraceReplay.appLimit else {
        return fail(row, "value", row.text, "at most \(TraceReplay.appLimit) apps")
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
        return fail(row, "value", row.text, "a step of a script, such as `submit refresh 900 IDENTIFIER`")
      }
      let sessions = plan.apps[app].specification.map { studyApps[$0].transfers.count } ?? 0
      switch step {
      case .transfer(_, let index), .recordedTransfer(_, let index):
        guard index < sessions else {
          return fail(row, "value", row.text, "the number of a session of the app, from 0")
        }
      default: break
      }
      plan.script.append(step)
    }

    private mutating func readEvent(_ type: TimelineEventType, _ row: TraceRow) {
      var app = -1
      if type == .plug || type == .plugChance {
        app = Int(ChargerKind.allCases.first { $0.name == row.app }?.rawValue ?? ChargerKind.ac.rawValue)
      } else if !row.app.isEmpty, type != .network {
        guard let known = index[row.app] else { return fail(row, "app", row.app, "an app installed above") }
        app = known
      }
      if type == .script, (row.value ?? -1) >= Double(plan.script.count) {
        return fail(row, "value", row.text, "the number of a step of the script in a row above, from 0")
      }
      events.append(
        TimelineEvent(
          time: Instant(microseconds: row.localMicroseconds - origin.microseconds), type: type, app: app,
          value: row.value ?? 0, value2: row.value2 ?? 0))
    }
  }
}
