import Basics
import EventSimulation
import ModelParameters
import Workload

/// Timelines as CSV: the columns of a trace and `value2`, exact numbers, rows of type `initial` for the start.
///
/// Time 0 is written as Monday, 5 January 1970, 00:00 UTC, or as the start day of the plan in that week. In
/// an `initial` row, the column app has a ``Key``, and value has its text; value2 is 1 for a heavy app, and
/// the number of the app for a step of the study's script. Reading a written timeline gives an equal plan.
public enum TimelineCSV {
  /// Days from 1970-01-01 to the Monday that stands for day 0.
  static let mondayOfWeek = 4

  public static func text(of plan: DevicePlan, deviceID: String) -> String {
    var writer = Writer(plan: plan, deviceID: CSVRecords.escaped(deviceID))
    writer.writeInitialRows()
    for event in plan.timeline.events { writer.write(event) }
    return writer.text
  }

  package enum Key: String, CaseIterable {
    case replication, device, archetype, deviceProfile, stateOfHealth, firstWeekday, topUpLevel
    case warmUpEnd, end, powerFromReadings
    case charge, charger, locked, frontApp, network, backgroundRefresh, lowPowerMode, cellularNetwork, signal
    /// A column of earlier versions.
    case has5G
    case installed, refreshOff, newApp, script
    case screen, lock, apps, notifications, charging, level, networkSource, pushes, content
  }

  private struct Writer {
    let plan: DevicePlan
    let deviceID: String
    var text = "device_id,timestamp,utc_offset_s,event_type,app,value,value2\n"

    mutating func row(_ time: Instant, _ type: String, _ app: String, _ value: String, _ value2: String) {
      let day = Instant.day(TimelineCSV.mondayOfWeek + plan.firstWeekday)
      let timestamp = time + (day - .zero)
      text += "\(deviceID),\(timestamp),0,\(type),\(CSVRecords.escaped(app)),"
      text += "\(CSVRecords.escaped(value)),\(value2)\n"
    }

    mutating func initial(_ key: Key, _ value: String, _ value2: String = "") {
      row(.zero, TraceEventType.initial.name, key.rawValue, value, value2)
    }

    mutating func initial(_ key: Key, _ value: Double) { initial(key, ParameterDefinition.text(value)) }

    mutating func writeInitialRows() {
      initial(.replication, Double(plan.replication))
      initial(.device, Double(plan.device))
      initial(.archetype, plan.archetype)
      initial(.deviceProfile, plan.deviceProfile)
      initial(.stateOfHealth, plan.stateOfHealth)
      initial(.firstWeekday, Double(plan.firstWeekday))
      initial(.topUpLevel, plan.topUpLevel)
      initial(.warmUpEnd, "\(plan.warmUpEnd)")
      initial(.end, "\(plan.end)")
      initial(.powerFromReadings, plan.powerFromReadings ? 1 : 0)
      let state = plan.initial
      initial(.charge, state.stateOfCharge)
      if let charger = state.charger { initial(.charger, charger.name) }
      if !state.isLocked { initial(.locked, 0) }
      initial(.network, state.network.name)
      initial(.backgroundRefresh, Double(state.backgroundRefresh))
      initial(.lowPowerMode, state.lowPowerMode ? 1 : 0)
      initial(.cellularNetwork, state.cellularNetwork.name)
      if state.signal != .good { initial(.signal, state.signal.name) }
      for app in plan.apps { initial(.installed, app.bundleID, app.isHeavy ? "1" : "") }
      if let front = state.frontApp { initial(.frontApp, plan.apps[front].bundleID) }
      for index in state.appsRefreshOff { initial(.refreshOff, plan.apps[index].bundleID) }
      for index in state.newApps { initial(.newApp, plan.apps[index].bundleID) }
      for step in plan.script { initial(.script, step.timelineText, "\(step.app)") }
      for (key, path) in TimelineCSV.sources { initial(key, plan.provenance[keyPath: path].rawValue) }
    }

    mutating func write(_ event: TimelineEvent) {
      let app =
        switch event.kind {
        case .plug(let charger, _), .plugChance(let charger, _, _): charger.name
        default: event.kind.app.map { plan.apps[$0].bundleID } ?? ""
        }
      let value =
        switch event.kind {
        case .network(let path): path.name
        case .signal(let level): level.name
        default: Self.isBare(event) ? "" : ParameterDefinition.text(event.value)
        }
      let value2 =
        event.value2 == 0 && event.type != .setting && event.type != .plugChance
        ? "" : ParameterDefinition.text(event.value2)
      row(event.time, event.type.csvName, app, value, value2)
    }

    private static func isBare(_ event: TimelineEvent) -> Bool {
      switch event.type {
      case .screenOn: event.value == 0
      case .plugChance, .batteryLevel, .baselinePower, .network, .pushSent, .setting, .script: false
      case .visiblePushSent, .voipPushSent, .moved, .regionCrossed, .appEvent, .systemWake, .notificationOpen:
        false
      default: true
      }
    }
  }

  static var sources: [(Key, WritableKeyPath<Provenance, Provenance.Source>)] {
    [
      (.screen, \.screen), (.lock, \.lock), (.apps, \.apps), (.notifications, \.notifications),
      (.charging, \.charging), (.level, \.level), (.networkSource, \.network), (.pushes, \.pushes),
      (.content, \.content),
    ]
  }
}

/// Steps of a study's script as words, for timelines: `submit refresh 900 org.example.mail.refresh`.
///
/// An identifier comes last, since it may contain any character. An earliest begin date is given in seconds, with `@` in front for a
/// time of day, `-` for none; a window by its two instants with `..` between.
extension ScriptStep {
  var timelineText: String {
    switch self {
    case .submit(_, let identifier, let mechanism, let earliestBegin):
      "submit \(mechanism.name) \(Self.text(earliestBegin)) \(identifier)"
    case .submitFromExtension(_, let identifier, let mechanism, let earliestBegin, let origin):
      "submitFromExtension \(origin.rawValue) \(mechanism.name) \(Self.text(earliestBegin)) \(identifier)"
    case .cancel(_, let identifier): "cancel \(identifier)"
    case .cancelAll: "cancelAll"
    case .listPending: "list"
    case .kill(_, let isCrash): isCrash ? "crash" : "kill"
    case .cancelContinued(_, let identifier): "cancelContinued \(identifier)"
    case .simulateLaunch(_, let identifier): "simulateLaunch \(identifier)"
    case .simulateExpiration(_, let identifier): "simulateExpiration \(identifier)"
    case .transfer(_, let index): "transfer \(index)"
    case .recordedTransfer(_, let index): "recordedTransfer \(index)"
    }
  }

  init?(timelineText text: String, app: Int) {
    var rest = text[...]
    func word() -> String {
      let word = rest.prefix { $0 != " " }
      rest = rest[word.endIndex...].dropFirst()
      return String(word)
    }
    func step(_ make: (String) -> ScriptStep) -> ScriptStep? { rest.isEmpty ? nil : make(String(rest)) }
    func request(_ make: (String, Mechanism, EarliestBegin?) -> ScriptStep) -> ScriptStep? {
      let name = word()
      guard let mechanism = Mechanism.allCases.first(where: { $0.name == name }), mechanism.isRequest,
        let earliestBegin = Self.earliestBegin(word())
      else { return nil }
      return step { make($0, mechanism, earliestBegin) }
    }
    let made: ScriptStep? =
      switch word() {
      case "submit": request { .submit(app: app, identifier: $0, mechanism: $1, earliestBegin: $2) }
      case "submitFromExtension":
        SubmissionOrigin(rawValue: word()).flatMap { origin in
          request {
            .submitFromExtension(app: app, identifier: $0, mechanism: $1, earliestBegin: $2, origin: origin)
          }
        }
      case "cancel": step { .cancel(app: app, identifier: $0) }
      case "cancelAll": .cancelAll(app: app)
      case "list": .listPending(app: app)
      case "kill": .kill(app: app, isCrash: false)
      case "crash": .kill(app: app, isCrash: true)
      case "cancelContinued": step { .cancelContinued(app: app, identifier: $0) }
      case "simulateLaunch": step { .simulateLaunch(app: app, identifier: $0) }
      case "simulateExpiration": step { .simulateExpiration(app: app, identifier: $0) }
      case "transfer": Int(rest).flatMap { $0 >= 0 ? .transfer(app: app, index: $0) : nil }
      case "recordedTransfer": Int(rest).flatMap { $0 >= 0 ? .recordedTransfer(app: app, index: $0) : nil }
      default: nil
      }
    guard let made, made.timelineText == text else { return nil }
    self = made
  }

  private static func text(_ earliestBegin: EarliestBegin?) -> String {
    switch earliestBegin {
    case .after(let delay): "\(delay)"
    case .at(let time): "@\(time)"
    case .window(let from, let to): "\(from)..\(to)"
    case nil: "-"
    }
  }

  /// Nil for a text that is no earliest begin date; `-` is none.
  private static func earliestBegin(_ text: String) -> EarliestBegin?? {
    if text == "-" { return .some(nil) }
    if let dots = text.firstRange(of: "..") {
      let ends = [text[..<dots.lowerBound], text[dots.upperBound...]].map {
        TraceRowReader.microseconds(String($0))
      }
      guard let from = ends[0], let to = ends[1], (0..<to).contains(from), to <= 3_200_000_000_000_000 else {
        return nil
      }
      return .window(from: Instant(microseconds: from), to: Instant(microseconds: to))
    }
    let isTime = text.hasPrefix("@")
    guard let microseconds = TraceRowReader.microseconds(isTime ? String(text.dropFirst()) : text),
      (0...(isTime ? TimeSpan.day.microseconds - 1 : 3_200_000_000_000_000)).contains(microseconds)
    else { return nil }
    let span = TimeSpan(microseconds: microseconds)
    return .some(isTime ? .at(span) : .after(span))
  }
}
