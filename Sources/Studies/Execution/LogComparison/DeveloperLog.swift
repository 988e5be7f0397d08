import Basics
import EventSimulation
import ModelParameters
import Recordings
import UsageModels
import Workload

/// A log that an app keeps of its background work: columns `timestamp,event,identifier`, and any of `level`,
/// `charging` and `network`. Other columns, such as `granted_s`, are ignored.
///
/// A `submitted` opens a request, `started` is its start, or the start of a request that the log lacks, and
/// `expired` or `completed` ends it. `opened` is an open of an app. Flags, earliest begin date, and app come
/// from the study's task with that identifier.
package struct DeveloperLog {
  private enum Event: String, CaseIterable, Sendable { case submitted, started, expired, completed, opened }

  private struct Entry: Sendable {
    var line = 0
    var time: Double?
    var offset = 0
    var event: Event?
    var identifier = ""
    var level: Double?
    var charging: Bool?
    var network: Network?
  }

  private enum Network: String, CaseIterable, Sendable { case wifi, cellular, none }

  private static let table = RecordingTable<Entry>(
    columns: [
      .instant("timestamp", \.time, offset: \.offset), .word("event", \.event, isRequired: true),
      .name("identifier", \.identifier, isRequired: true),
      .number("level", \.level, expecting: "percent from 0 to 100, or an empty cell", 0...100),
      .flag("charging", \.charging), .word("network", \.network),
    ], empty: Entry(), line: \.line)

  static let device = "log"
  package private(set) var rows: [ActivityRow] = []
  /// The opens of apps in the log.
  package private(set) var opens: [LoggedOpen] = []
  /// A trace of the logged states of the phone, which also names the apps of the study.
  private var trace = "device_id,timestamp,utc_offset_s,event_type,app,value\n"

  package init(name: String, _ bytes: [UInt8], tasks apps: [AppSpecification]) throws(RowErrors) {
    let entries = try Self.table.read(name: name, bytes)
    let strangers = entries.compactMap { Self.stranger($0, among: apps) }
    guard strangers.isEmpty else { throw RowErrors(file: name, errors: strangers) }
    var latest: [String: Int] = [:]
    var last = Entry()
    let sorted = entries.sorted { ($0.time ?? 0) < ($1.time ?? 0) }
    for (place, entry) in sorted.enumerated() {
      guard let time = entry.time, let event = entry.event else { continue }
      trace += Self.readings(entry, after: &last)
      if place == 0 || place == sorted.count - 1 {
        trace += apps.map { Self.row(entry, "app_bg", app: $0.bundleID) }.joined()
      }
      let open = latest[entry.identifier]
      switch event {
      case .submitted:
        let earliestBegin = append(entry, apps, to: &latest)
        rows[rows.count - 1].activity.submitted = time
        rows[rows.count - 1].activity.windowStart = earliestBegin.map { time + $0 }
      case .started:
        if open.map({ rows[$0].activity.started != nil }) != false { append(entry, apps, to: &latest) }
        if let place = latest[entry.identifier] { rows[place].activity.started = time }
      case .expired, .completed:
        guard let open, let start = rows[open].activity.started else { continue }
        rows[open].activity.duration = time - start
        rows[open].activity.outcome = event == .expired ? .stopped : .completed
      case .opened: opens.append(LoggedOpen(time: time, app: entry.identifier))
      }
    }
  }

  /// The error of an entry whose identifier the study does not have.
  private static func stranger(_ entry: Entry, among apps: [AppSpecification]) -> RowError? {
    let isOpen = entry.event == .opened
    let names = apps.flatMap { app in
      isOpen ? [app.bundleID] : app.tasks.map(\.identifier) + (app.declarations.permittedIdentifiers ?? [])
    }
    let isKnown = names.contains { name in
      name.hasSuffix("*") ? entry.identifier.hasPrefix(name.dropLast()) : name == entry.identifier
    }
    guard !isKnown else { return nil }
    return RowError(
      line: entry.line, place: "identifier", found: "`\(entry.identifier.prefix(60).escapingControls)`",
      expected: (isOpen ? "the id of an app" : "the identifier of a task") + " of the study"
        + NameSuggestion.question(for: entry.identifier, in: names))
  }

  /// Appends a new activity of an identifier.
  /// - Returns: The seconds from a submission to the earliest begin date of its task.
  @discardableResult private mutating func append(
    _ entry: Entry, _ apps: [AppSpecification], to latest: inout [String: Int]
  ) -> Double? {
    var earliestBegin: Double?
    var activity = Recording.Activity(.activity)
    activity.name = entry.identifier
    for app in apps {
      if app.declarations.permittedIdentifiers?.contains(entry.identifier) == true {
        activity.app = app.bundleID
      }
      guard let task = app.tasks.first(where: { $0.identifier == entry.identifier }) else { continue }
      activity.app = app.bundleID
      activity.requiresPower = task.mechanism.isProcessing
      activity.requiresNetwork = task.requiresNetworkConnectivity
      earliestBegin = task.earliestBegin?.delay?.seconds
    }
    latest[entry.identifier] = rows.count
    rows.append(ActivityRow(device: Self.device, activity))
    return earliestBegin
  }

  /// The rows of a trace for what has changed since the last entry that told of it.
  private static func readings(_ entry: Entry, after last: inout Entry) -> String {
    var text = ""
    func add(_ event: String, _ value: String) { text += row(entry, event, value) }
    if let charging = entry.charging, charging != last.charging {
      if charging || last.charging != nil { add(charging ? "plug" : "unplug", "") }
      last.charging = charging
    }
    if let level = entry.level { add("battery_level", ShortestNumber.text(level)) }
    if let network = entry.network, network != last.network {
      add("network", network.rawValue)
      last.network = network
    }
    return text
  }

  private static func row(_ entry: Entry, _ event: String, app: String = "", _ value: String = "") -> String {
    let time = ShortestNumber.text(((entry.time ?? 0) * 1000).rounded() / 1000)
    return "\(device),\(time),\(entry.offset),\(event),\(app),\(value)\n"
  }

  /// The study on the phone of the log: the states that the log lacks are drawn from the study's population.
  ///
  /// The phone has all apps of the log. An app whose opens the log has is not opened otherwise.
  package func phone(of study: Study, name: String) throws(RowErrors) -> Study {
    let file = try TraceFile(name: name, bytes: Array(trace.utf8))
    var study = study
    let logged = Set(rows.map(\.activity.app))
    for place in study.apps.indices {
      if opens.contains(where: { $0.app == study.apps[place].bundleID }) { study.apps[place].usage = .none }
      guard logged.contains(study.apps[place].bundleID),
        case .popularity(_, let weight, let spread) = study.apps[place].usage
      else { continue }
      study.apps[place].usage = .popularity(installShare: 1, weight: weight, spread: spread)
    }
    let days = file.devices.map { ($0.length / .day).rounded(.up) + 1 }.max() ?? 1
    study.horizon = max(study.horizon, .days(Int(days)))
    let generator = DevicePlanner(study).generator
    study.trace = TraceSection(
      path: name, digest: "",
      devices: try file.devices.map { (device) throws(RowErrors) in
        TraceReplayer(
          id: device.id,
          replay: try TraceReplay(
            device: device, generator: generator,
            nominalEnergyWattHours: study.parameters.number("battery.capacity"), wholeDays: false, file: name)
        )
      })
    return study
  }
}

/// An open of an app that a log has.
package struct LoggedOpen: Sendable, Hashable {
  /// Unix seconds.
  let time: Double
  let app: String
  /// The time for which the app stays in the foreground.
  static let stay = TimeSpan.minute
}
