import Basics
import EventSimulation
import ModelParameters
import Recordings
import UsageModels
import Workload

/// The log that an app keeps of its own background work: columns `timestamp,event,identifier`, and any of `level`, `charging` and
/// `network`; others, `granted_s` for one, are left alone.
///
/// A `submitted` opens a request, `started` is its start, or that of a request that the log does not have, and `expired` or
/// `completed` ends it. Flags, floor and app are those of the study's task with that identifier.
package struct DeveloperLog {
  private enum Event: String, CaseIterable, Sendable { case submitted, started, expired, completed }

  private struct Entry: Sendable {
    var time: Double?
    var event: Event?
    var identifier = ""
    var level: Double?
    var charging: Bool?
    var network: Network?
  }

  private enum Network: String, CaseIterable, Sendable { case wifi, cellular, none }

  private static let table = RecordingTable<Entry>(
    columns: [
      .number("timestamp", \.time, expecting: "Unix seconds", 0...1e11, isRequired: true),
      .word("event", \.event, isRequired: true),
      .name("identifier", \.identifier, isRequired: true),
      .number("level", \.level, expecting: "percent from 0 to 100, or nothing", 0...100),
      .flag("charging", \.charging),
      .word("network", \.network),
    ], empty: Entry(), isOpen: true)

  static let device = "log"
  package private(set) var rows: [ActivityRow] = []
  /// A trace of what the log says of the phone; its times are UTC.
  private var trace = "device_id,timestamp,utc_offset_s,event_type,app,value\n"

  package init(name: String, _ bytes: [UInt8], tasks apps: [AppSpecification]) throws(RowErrors) {
    let entries = try Self.table.read(name: name, bytes)
    var latest: [String: Int] = [:]
    var last = Entry()
    for entry in entries.sorted(by: { ($0.time ?? 0) < ($1.time ?? 0) }) {
      guard let time = entry.time, let event = entry.event else { continue }
      trace += Self.readings(entry, after: &last)
      let open = latest[entry.identifier]
      switch event {
      case .submitted:
        let floor = append(entry, apps, to: &latest)
        rows[rows.count - 1].activity.submitted = time
        rows[rows.count - 1].activity.windowStart = floor.map { time + $0 }
      case .started:
        if open.map({ rows[$0].activity.started != nil }) != false { append(entry, apps, to: &latest) }
        if let place = latest[entry.identifier] { rows[place].activity.started = time }
      case .expired, .completed:
        guard let open, let start = rows[open].activity.started else { continue }
        rows[open].activity.duration = time - start
        rows[open].activity.outcome = event == .expired ? .stopped : .completed
      }
    }
  }

  /// Appends a new activity of an identifier.
  /// - Returns: The seconds from a submission to the floor of its task.
  @discardableResult private mutating func append(
    _ entry: Entry, _ apps: [AppSpecification], to latest: inout [String: Int]
  ) -> Double? {
    var floor: Double?
    var activity = Recording.Activity(.activity)
    activity.name = entry.identifier
    for app in apps {
      guard let task = app.tasks.first(where: { $0.identifier == entry.identifier }) else { continue }
      activity.app = app.bundleID
      activity.requiresPower = task.mechanism.isProcessing
      activity.requiresNetwork = task.requiresNetworkConnectivity
      floor = task.floor?.delay?.seconds
    }
    latest[entry.identifier] = rows.count
    rows.append(ActivityRow(device: Self.device, activity))
    return floor
  }

  /// The rows of a trace for what has changed since the last entry that told of it.
  private static func readings(_ entry: Entry, after last: inout Entry) -> String {
    var text = ""
    let time = ShortestNumber.text(((entry.time ?? 0) * 1000).rounded() / 1000)
    func add(_ event: String, _ value: String) { text += "\(device),\(time),0,\(event),,\(value)\n" }
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

  /// The study on the phone of the log: what the log does not tell of it is drawn as the study says.
  package func phone(of study: Study, name: String) throws(RowErrors) -> Study {
    let file = try TraceFile(name: name, bytes: Array(trace.utf8))
    let generator = DevicePlanner(study).generator
    var study = study
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
