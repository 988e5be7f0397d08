import Libc
import Workload

/// Reads the databases `app_usage` and `turbo` of Android's Digital Wellbeing, which belong to one phone. The
/// numbers of the events are those of Android's `UsageEvents.Event`.
struct WellbeingReader {
  private var recording = Recording()
  private var zone = Steps()

  private static let (events, packages, battery) = ("events", "packages", "battery_event")

  static func recognizes(_ database: SourceDatabase) -> Bool {
    database.has(battery, "timestamp_millis")
      || database.has(events, "package_id") && database.has(packages, "package_name")
  }

  static func read(_ databases: [SourceDatabase]) throws(RecordingError) -> Recording {
    var reader = Self()
    // Rows are written at changes only: at night the level of a resting phone stays for hours.
    reader.recording.longestSilence = 6 * 3600
    func lack(_ cost: String) { reader.recording.missing.append(cost) }
    // The time zone stands in the battery's rows.
    if !databases.contains(where: { $0.has(battery) }) {
      lack(
        "No table `battery_event` (database `turbo`): battery and charger are generated, and days begin at midnight UTC."
      )
    }
    if !databases.contains(where: { $0.has(events) }) {
      lack("No table `events` (database `app_usage`): screen, apps, and notifications are generated.")
    }
    lack("These databases contain no network state and no jobs; the network is generated.")
    for database in databases where database.has(battery) { try reader.readBattery(database) }
    for database in databases where database.has(events) { try reader.readUse(database) }
    return reader.recording
  }

  private init() {}

  private mutating func add(
    _ type: TimelineEventType, at time: Double, app: String = "", _ value: String = ""
  ) {
    recording.events.append(
      .init(time: time, offset: Int(zone.value(at: time) ?? 0), type: type, app: app, value: value))
  }

  private mutating func readBattery(_ database: SourceDatabase) throws(RecordingError) {
    var rows: [(time: Double, level: Double?, charger: Int?)] = []
    var zones: [Steps.Step] = []
    var unknown = Set<String>()
    var local = ZoneOffsets()
    try database.read(Self.battery, ["timestamp_millis", "battery_level", "charge_type", "timezone"]) { row in
      guard let time = Self.time(row) else { return }
      rows.append((time, row.number(1), row.integer(2)))
      guard let name = row.text(3) else { return }
      if let offset = local.offset(name, at: time) {
        zones.append((time, offset))
      } else {
        unknown.insert(name)
      }
    }
    if !unknown.isEmpty {
      recording.missing.append(
        "\(unknown.count) time zones of the file are unknown on this machine; their days begin at midnight UTC."
      )
    }
    recording.rowsRead[Self.battery, default: 0] += rows.count
    zone = Steps(zone.steps + zones)
    for row in rows {
      let level = row.level.flatMap { (0...100).contains($0) ? "\(Int($0.rounded()))" : nil } ?? ""
      if let charger = row.charger {
        let kinds = [1: ChargerKind.ac, 2: .usb, 4: .qi]
        add(charger == 0 ? .unplug : .plug, at: row.time, app: kinds[charger]?.name ?? "", level)
      }
      if !level.isEmpty { add(.batteryLevel, at: row.time, level) }
    }
  }

  private mutating func readUse(_ database: SourceDatabase) throws(RecordingError) {
    var names: [Int: String] = [:]
    try database.read(Self.packages, ["_id", "package_name"]) { row in
      if let id = row.integer(0), let name = row.text(1) { names[id] = name }
    }
    var rows: [(time: Double, type: Int, app: String)] = []
    try database.read(Self.events, ["timestamp", "type", "package_id"]) { row in
      guard let time = Self.time(row), let type = row.integer(1) else { return }
      rows.append((time, type, row.integer(2).flatMap { names[$0] } ?? ""))
    }
    recording.rowsRead[Self.events, default: 0] += rows.count
    rows.sort { $0.time < $1.time }
    let kinds: [Int: TimelineEventType] = [
      1: .appForeground, 2: .appBackground, 12: .notification, 15: .screenOn, 16: .screenOff, 17: .lock,
      18: .unlock, 26: .shutdown, 27: .reboot,
    ]
    for row in rows {
      guard let kind = kinds[row.type] else { continue }
      let isOfApp = kind == .appForeground || kind == .appBackground || kind == .notification
      if isOfApp, row.app.isEmpty { continue }
      add(kind, at: row.time, app: isOfApp ? row.app : "")
    }
    if !rows.contains(where: { $0.type == 15 }) {
      recording.missing.append(
        "The recording has no screen events; the screen counts as on while an app is in the foreground.")
    }
  }

  private static func time(_ row: SourceDatabase.Row) -> Double? {
    row.number(0).flatMap { (0...4_102_444_800_000).contains($0) ? $0 / 1000 : nil }
  }
}

/// Offsets of time zones by their names, from the machine's table of zones.
struct ZoneOffsets {
  private var current: String?

  mutating func offset(_ name: String, at time: Double) -> Double? {
    if name != current {
      let isName = name.utf8.allSatisfy { $0 < 0x80 && ($0 >= 0x30 || [0x2B, 0x2D, 0x2F].contains($0)) }
      guard isName, name.first?.isLetter == true, access("/usr/share/zoneinfo/\(name)", R_OK) == 0 else {
        return nil
      }
      setenv("TZ", ":\(name)", 1)
      tzset()
      current = name
    }
    var seconds = time_t(time)
    var parts = tm()
    guard localtime_r(&seconds, &parts) != nil else { return nil }
    return Double(parts.tm_gmtoff)
  }
}
