import Workload

/// Reads PowerLog, the SQLite log of iOS that a sysdiagnose holds. Its tables and columns change with each release, so each
/// is looked for. What they mean was found by reading a recording of iOS 15: the fields of the scheduler's table are named in
/// the forensic tools plaso and APOLLO.
final class PowerLogReader {
  private let database: SourceDatabase
  private var recording = Recording()
  private var clock = SystemClock()
  private var zone = Steps()

  private static let transfers = "PLXPCAgent_EventPoint_BackgroundTransfer"
  private static let activities = "PLDuetService_EventNone_DASActivity"
  private static let battery = "PLBatteryAgent_EventBackward_Battery"
  private static let backlight = "PLScreenStateAgent_EventPoint_BacklightEvent"

  static func recognizes(_ database: SourceDatabase) -> Bool {
    [transfers, activities, battery, backlight].contains { database.has($0) }
  }

  static func read(_ database: SourceDatabase) throws(RecordingError) -> Recording {
    let reader = PowerLogReader(database)
    try reader.readClocks()
    try reader.readUse()
    try reader.readBattery()
    try reader.readSurroundings()
    try reader.readActivities()
    try reader.readBudgets()
    try reader.readPushes()
    try reader.readTransfers()
    return reader.recording
  }

  private init(_ database: SourceDatabase) { self.database = database }

  /// Reads the rows of a table that have a time, which is their first column; `cost` is what its absence costs.
  private func read(
    _ table: String, _ others: [String], cost: String,
    _ body: (_ row: SourceDatabase.Row, _ time: Double) -> Void
  ) throws(RecordingError) {
    guard database.has(table) else {
      return recording.missing.append("No table `\(table)`: \(cost).")
    }
    let columns = ["timestamp"] + others
    for column in columns where !database.has(table, column) {
      recording.missing.append("No column `\(column)` in `\(table)`: its values are unknown.")
    }
    var rows = 0
    try database.read(table, columns) { row in
      rows += 1
      if let time = row.time(0) { body(row, time) }
    }
    recording.rowsRead[table, default: 0] += rows
  }

  private func add(_ type: TimelineEventType, at time: Double, app: String = "", _ value: String = "") {
    recording.events.append(
      .init(
        time: clock.mended(time), offset: Int(zone.value(at: time) ?? 0), type: type, app: app, value: value))
  }

  private func readClocks() throws(RecordingError) {
    var steps: [Steps.Step] = []
    try read(
      "PLStorageOperator_EventForward_TimeOffset", ["system"],
      cost: "times are not corrected and may be wrong by minutes"
    ) { row, time in if let offset = row.number(1) { steps.append((time, offset)) } }
    clock = SystemClock(Steps(steps))
    recording.missing += clock.stepsBack.map {
      "The clock was set back by \(Int($0.by.rounded())) s: rows until the clock caught up have the same time, "
        + "Unix second \(Int($0.time))."
    }
    var zones: [Steps.Step] = []
    try read(
      "PLLocaleAgent_EventForward_TimeZone", ["SecondsFromGMT"], cost: "days begin at midnight UTC"
    ) { row, time in
      if let offset = row.number(1), abs(offset) <= 64_800 { zones.append((time, offset)) }
    }
    zone = Steps(zones)
  }

  private func readUse() throws(RecordingError) {
    try read(Self.backlight, ["BacklightLevel"], cost: "the use of the screen is generated") { row, time in
      if let level = row.number(1) { add(level > 0 ? .screenOn : .screenOff, at: time) }
    }
    try read(
      "PLSpringBoardAgent_EventForward_SBLock", ["Locked"],
      cost: "unlock times are inferred or generated"
    ) { row, time in
      if let isLocked = row.flag(1) { add(isLocked ? .lock : .unlock, at: time) }
    }
    var front: String?
    try read(
      "PLScreenStateAgent_EventForward_ScreenState", ["bundleID"], cost: "foreground apps are generated"
    ) { row, time in
      guard let name = row.text(1), !name.isEmpty else { return }
      // The lock screen, the home screen and the passcode are no apps.
      let app = name == "com.apple.lock-screen" || name.hasPrefix("com.apple.springboard") ? nil : name
      guard app != front else { return }
      if let front, app == nil { add(.appBackground, at: time, app: front) }
      if let app { add(.appForeground, at: time, app: app) }
      front = app
    }
  }

  private func readBattery() throws(RecordingError) {
    try read(
      Self.battery,
      [
        "Level", "ExternalConnected", "InstantAmperage", "Voltage", "Temperature", "RawLevel",
        "AppleRawCurrentCapacity",
      ], cost: "battery level and charger are generated, and power.csv is not written"
    ) { row, time in
      let level = row.number(1).flatMap { (0...100).contains($0) ? "\(Int($0.rounded()))" : nil } ?? ""
      // Folders keep the changes.
      if let isConnected = row.flag(2) { add(isConnected ? .plug : .unplug, at: time, level) }
      if !level.isEmpty { add(.batteryLevel, at: time, level) }
      var sample = Recording.PowerSample(time: clock.mended(time))
      sample.current = row.number(3)
      sample.voltage = row.number(4)
      sample.temperature = row.number(5)
      sample.level = row.number(6)
      sample.charge = row.number(7)
      recording.power.append(sample)
    }
  }

  private func readSurroundings() throws(RecordingError) {
    try read(
      "PLSCDynamicStoreAgent_EventForward_WifiActive", ["Active"], cost: "the network is generated"
    ) { row, time in
      // PowerLog does not say whether a phone without Wi-Fi has any network.
      guard let isActive = row.flag(1) else { return }
      add(.network, at: time, (isActive ? NetworkPath.wifi : .cellular).name)
    }
    try read(
      "PLDuetService_EventForward_BatterySaverMode", ["Mode", "Value"],
      cost: "Low Power Mode is always off"
    ) { row, time in
      guard row.text(1) == "com.apple.system.lowpowermode", let isOn = row.flag(2) else { return }
      add(.setting, at: time, isOn ? "1" : "0")
    }
  }

  private func readActivities() throws(RecordingError) {
    let scores = [
      "Application", "BatteryLevel", "ChargerPluggedIn", "DeviceActivity", "EnergyBudget", "NetworkQuality",
    ].map { (name: $0, column: "score\($0)Policy") }
    try read(
      Self.activities,
      [
        "startTime", "endTime", "duration", "bundleID", "application", "taskName", "priority",
        "requiresPlugin", "networkTaskSize", "requiresDeviceInactivity",
      ] + scores.map(\.column), cost: "the recording has no scheduler activities"
    ) { row, time in
      var activity = Recording.Activity(.activity)
      activity.duration = row.number(3).flatMap { $0 >= 0 ? $0 : nil }
      // `timestamp` is when it started, in whole seconds: timestamp + duration grows from row to row and timestamp does not, and
      // timestamp − duration would lie before the window. A row is written at the end, so the clock is mended by the offset
      // then. `startTime` and `endTime` are its window in real time; a start may lie up to 1 s before, as it is cut off.
      activity.started = time + clock.offset(at: time + (activity.duration ?? 0))
      activity.windowStart = row.time(1)
      activity.windowEnd = row.time(2)
      let others = row.text(5)?.split { ", ".contains($0) }.map(String.init)
      activity.app = row.text(4) ?? others?.first ?? ""
      activity.name = row.text(6) ?? ""
      activity.priority = row.integer(7)
      activity.requiresPower = row.flag(8)
      activity.requiresNetwork = row.number(9).map { $0 > 0 }
      activity.requiresIdle = row.flag(10)
      for (place, score) in scores.enumerated() {
        // −1 stands for none.
        if let value = row.number(Int32(11 + place)), value >= 0 { activity.scores[score.name] = value }
      }
      recording.activities.append(activity)
    }
  }

  private func readBudgets() throws(RecordingError) {
    let tables: KeyValuePairs = [
      "PLDuetService_EventForward_DASEnergyBudgetAvailable": [("energyAvailable", "energy available")],
      "PLDuetService_EventBackward_DASEnergyBudgetReport": [
        ("CPUEnergyCurrent", "processor energy used"), ("NetworkEnergyCurrent", "network energy used"),
      ],
    ]
    for (table, columns) in tables {
      try read(table, columns.map(\.0), cost: "that budget is unknown") { row, time in
        for (place, column) in columns.enumerated() {
          var budget = Recording.Activity(.budget)
          budget.name = column.1
          budget.started = clock.mended(time)
          budget.amount = row.number(Int32(1 + place))
          if budget.amount != nil { recording.activities.append(budget) }
        }
      }
    }
  }

  private func readPushes() throws(RecordingError) {
    try read(
      "PLPushAgent_EventPoint_ReceivedPush",
      ["BundleID", "Topic", "Priority", "IsDropped", "Size"], cost: "pushes are unknown"
    ) { row, time in
      var push = Recording.Activity(.push)
      push.app = row.text(1) ?? ""
      push.name = row.text(2) ?? ""
      push.started = clock.mended(time)
      push.priority = row.integer(3)
      push.outcome = row.flag(4) == true ? .dropped : .delivered
      push.bytesReceived = row.number(5).flatMap { $0 >= 0 ? $0 : nil }
      recording.activities.append(push)
    }
  }

  /// A transfer has a row when it is created (state 0), one when it starts to move (1), and one when it completes (3), is
  /// canceled (4) or fails (5). Rows of one belong together by client, kind and UUID; where several of a client run at once
  /// and the UUID is blank, the first created is the first to end.
  private func readTransfers() throws(RecordingError) {
    struct Key: Hashable { var client, id: String; var kind: Int? }
    struct Line { var places: [Int] = []; var begun = 0, ended = 0 }
    var lines: [Key: Line] = [:]
    try read(
      Self.transfers,
      [
        "bundleID", "state", "taskKind", "taskUUID", "bytesSent", "bytesReceived", "isDiscretionary",
        "errorCode", "willRetry",
      ], cost: "background transfers are unknown"
    ) { row, written in
      guard let state = row.integer(2) else { return }
      let time = clock.mended(written)
      let key = Key(client: row.text(1) ?? "", id: row.text(4) ?? "", kind: row.integer(3))
      var line = lines.removeValue(forKey: key) ?? Line()
      defer { lines[key] = line }
      func create() {
        var transfer = Recording.Activity(.transfer)
        (transfer.name, transfer.app) = Self.names(key.client)
        transfer.outcome = .running
        recording.activities.append(transfer)
        line.places.append(recording.activities.count - 1)
      }
      switch state {
      case 0:
        create()
        recording.activities[recording.activities.count - 1].submitted = time
      case 1:
        line.begun = max(line.begun, line.ended)
        if line.begun == line.places.count { create() }
        recording.activities[line.places[line.begun]].started = time
        line.begun += 1
      case 3, 4, 5:
        if line.ended == line.places.count { create() }
        let place = line.places[line.ended]
        line.ended += 1
        let error = row.integer(8).map { "error \($0)" }
        let retry = row.flag(9) == true ? "tried again" : nil
        var transfer = recording.activities[place]
        transfer.outcome = state == 3 ? .completed : state == 4 ? .stopped : .failed
        transfer.duration = transfer.started.map { max(0, time - $0) }
        // A transfer whose beginning the file does not have stands at its end.
        if transfer.started == nil, transfer.submitted == nil { transfer.started = time }
        transfer.bytesSent = row.number(5).flatMap { $0 >= 0 ? $0 : nil }
        transfer.bytesReceived = row.number(6).flatMap { $0 >= 0 ? $0 : nil }
        transfer.discretionary = row.flag(7)
        transfer.reason = [error, retry].compactMap(\.self).joined(separator: ", ")
        recording.activities[place] = transfer
      default: break
      }
    }
  }

  /// `daemon:[client:app]`, with `(null)` for none: the daemon, and the app or else the client.
  private static func names(_ text: String) -> (daemon: String, app: String) {
    let parts = text.split { ":[]".contains($0) }.map(String.init).filter { $0 != "(null)" }
    return (parts.first ?? "", parts.last ?? "")
  }
}
