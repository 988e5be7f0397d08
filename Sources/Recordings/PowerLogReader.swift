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

  /// Reads a table; `cost` is what its absence costs.
  private func read(
    _ table: String, _ columns: [String], cost: String, _ body: (SourceDatabase.Row) -> Void
  ) throws(RecordingError) {
    guard database.has(table) else {
      recording.missing.append("No table `\(table)`: \(cost).")
      return
    }
    for column in columns where !database.has(table, column) {
      recording.missing.append("No column `\(column)` in `\(table)`: what it would tell is unknown.")
    }
    var rows = 0
    try database.read(table, columns) { row in
      rows += 1
      body(row)
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
      "PLStorageOperator_EventForward_TimeOffset", ["timestamp", "system"],
      cost: "times are as the file has them, which may be minutes off"
    ) { row in if let time = row.time(0), let offset = row.number(1) { steps.append((time, offset)) } }
    clock = SystemClock(Steps(steps))
    recording.missing += clock.stepsBack.map {
      "The clock was set back by \(Int($0.by.rounded())) s: rows until it had caught up stand at one instant, "
        + "Unix second \(Int($0.time))."
    }
    var zones: [Steps.Step] = []
    try read(
      "PLLocaleAgent_EventForward_TimeZone", ["timestamp", "SecondsFromGMT"], cost: "days are those of UTC"
    ) { row in
      if let time = row.time(0), let offset = row.number(1), abs(offset) <= 64_800 {
        zones.append((time, offset))
      }
    }
    zone = Steps(zones)
  }

  private func readUse() throws(RecordingError) {
    try read(Self.backlight, ["timestamp", "BacklightLevel"], cost: "the use of the screen is generated") {
      guard let time = $0.time(0), let level = $0.number(1) else { return }
      add(level > 0 ? .screenOn : .screenOff, at: time)
    }
    try read(
      "PLSpringBoardAgent_EventForward_SBLock", ["timestamp", "Locked"],
      cost: "when the phone was unlocked is inferred or generated"
    ) {
      guard let time = $0.time(0), let isLocked = $0.flag(1) else { return }
      add(isLocked ? .lock : .unlock, at: time)
    }
    var front: String?
    try read(
      "PLScreenStateAgent_EventForward_ScreenState", ["timestamp", "bundleID"],
      cost: "the apps in front are generated"
    ) {
      guard let time = $0.time(0), let name = $0.text(1), !name.isEmpty else { return }
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
        "timestamp", "Level", "ExternalConnected", "InstantAmperage", "Voltage", "Temperature", "RawLevel",
        "AppleRawCurrentCapacity",
      ], cost: "the level of the battery and the charger are generated, and there is no power.csv"
    ) {
      guard let time = $0.time(0) else { return }
      let level = $0.number(1).flatMap { (0...100).contains($0) ? "\(Int($0.rounded()))" : nil } ?? ""
      // Folders keep the changes.
      if let isConnected = $0.flag(2) { add(isConnected ? .plug : .unplug, at: time, level) }
      if !level.isEmpty { add(.batteryLevel, at: time, level) }
      var sample = Recording.PowerSample(time: clock.mended(time))
      sample.current = $0.number(3)
      sample.voltage = $0.number(4)
      sample.temperature = $0.number(5)
      sample.level = $0.number(6)
      sample.charge = $0.number(7)
      recording.power.append(sample)
    }
  }

  private func readSurroundings() throws(RecordingError) {
    try read(
      "PLSCDynamicStoreAgent_EventForward_WifiActive", ["timestamp", "Active"],
      cost: "the network is generated"
    ) {
      guard let time = $0.time(0), let isActive = $0.flag(1) else { return }
      // PowerLog does not say whether a phone without Wi-Fi has any network.
      add(.network, at: time, (isActive ? NetworkPath.wifi : .cellular).name)
    }
    try read(
      "PLDuetService_EventForward_BatterySaverMode", ["timestamp", "Mode", "Value"],
      cost: "Low Power Mode is off throughout"
    ) {
      guard let time = $0.time(0), $0.text(1) == "com.apple.system.lowpowermode", let isOn = $0.flag(2)
      else { return }
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
        "timestamp", "startTime", "endTime", "duration", "bundleID", "application", "taskName", "priority",
        "requiresPlugin", "networkTaskSize", "requiresDeviceInactivity",
      ] + scores.map(\.column), cost: "there are no activities of the scheduler"
    ) {
      guard let time = $0.time(0) else { return }
      var activity = Recording.Activity(.activity)
      activity.duration = $0.number(3).flatMap { $0 >= 0 ? $0 : nil }
      // `timestamp` is when it started, in whole seconds: timestamp + duration grows from row to row and timestamp does not, and
      // timestamp − duration would lie before the window. A row is written at the end, so the clock is mended by the offset
      // then. `startTime` and `endTime` are its window in real time; a start may lie up to 1 s before, as it is cut off.
      activity.started = time + clock.offset(at: time + (activity.duration ?? 0))
      activity.windowStart = $0.time(1)
      activity.windowEnd = $0.time(2)
      let others = $0.text(5)?.split { ", ".contains($0) }.map(String.init)
      activity.app = $0.text(4) ?? others?.first ?? ""
      activity.name = $0.text(6) ?? ""
      activity.priority = $0.integer(7)
      activity.requiresPower = $0.flag(8)
      activity.requiresNetwork = $0.number(9).map { $0 > 0 }
      activity.requiresIdle = $0.flag(10)
      for (place, score) in scores.enumerated() {
        // −1 stands for none.
        if let value = $0.number(Int32(11 + place)), value >= 0 { activity.scores[score.name] = value }
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
      try read(table, ["timestamp"] + columns.map(\.0), cost: "that budget is unknown") { row in
        guard let time = row.time(0) else { return }
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
      ["timestamp", "BundleID", "Topic", "Priority", "IsDropped", "Size"], cost: "pushes are unknown"
    ) {
      guard let time = $0.time(0) else { return }
      var push = Recording.Activity(.push)
      push.app = $0.text(1) ?? ""
      push.name = $0.text(2) ?? ""
      push.started = clock.mended(time)
      push.priority = $0.integer(3)
      push.outcome = $0.flag(4) == true ? .dropped : .delivered
      push.bytesReceived = $0.number(5).flatMap { $0 >= 0 ? $0 : nil }
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
        "timestamp", "bundleID", "state", "taskKind", "taskUUID", "bytesSent", "bytesReceived",
        "isDiscretionary", "errorCode", "willRetry",
      ], cost: "background transfers are unknown"
    ) {
      guard let time = $0.time(0).map(clock.mended), let state = $0.integer(2) else { return }
      let key = Key(client: $0.text(1) ?? "", id: $0.text(4) ?? "", kind: $0.integer(3))
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
        let error = $0.integer(8).map { "error \($0)" }
        let retry = $0.flag(9) == true ? "tried again" : nil
        var transfer = recording.activities[place]
        transfer.outcome = state == 3 ? .completed : state == 4 ? .stopped : .failed
        transfer.duration = transfer.started.map { max(0, time - $0) }
        // A transfer whose beginning the file does not have stands at its end.
        if transfer.started == nil, transfer.submitted == nil { transfer.started = time }
        transfer.bytesSent = $0.number(5).flatMap { $0 >= 0 ? $0 : nil }
        transfer.bytesReceived = $0.number(6).flatMap { $0 >= 0 ? $0 : nil }
        transfer.discretionary = $0.flag(7)
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
