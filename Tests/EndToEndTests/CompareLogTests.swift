import EndToEndTestSupport
import Foundation
import TestSupport
import Testing

@Suite("A phone's own log, imported and compared")
struct CompareLogTests {
  private static let study = """
    formatVersion: 1
    name: phone
    seed: 1
    horizonDays: 30
    replications: 1
    population: {devices: 1, archetypes: everyday, settings: {barOff: 0 %, barWifiOnly: 0 %, perAppOff: 0 %}}
    policies: [seven-factor]
    record: [attempts, timeseries]
    apps:
      - id: org.example.mail
        popularity: {installShare: 100 %, weight: 3, spread: 0.1}
        tasks:
          - {id: mail.refresh, kind: refresh, floor: 2 h}
          - {id: mail.cleanup, kind: processing, floor: 12 h, requiresExternalPower: true}
      - id: org.example.photos
        popularity: {installShare: 100 %, weight: 3, spread: 0.1}
        tasks:
          - {id: photos.index, kind: processing, floor: 6 h, requiresExternalPower: true}
          - {id: photos.upload, kind: processing, floor: 12 h, requiresExternalPower: true}

    """

  /// The PowerLog of a simulated phone: its times by a clock that is 411 s ahead, those of activities cut to
  /// the second.
  private struct PowerLog {
    private(set) var sql = """
      CREATE TABLE PLScreenStateAgent_EventPoint_BacklightEvent(timestamp REAL, BacklightLevel REAL);
      CREATE TABLE PLSpringBoardAgent_EventForward_SBLock(timestamp REAL, Locked INTEGER);
      CREATE TABLE PLScreenStateAgent_EventForward_ScreenState(timestamp REAL, bundleID TEXT);
      CREATE TABLE PLBatteryAgent_EventBackward_Battery(timestamp REAL, Level REAL, ExternalConnected INTEGER);
      CREATE TABLE PLSCDynamicStoreAgent_EventForward_WifiActive(timestamp REAL, Active INTEGER);
      CREATE TABLE PLDuetService_EventNone_DASActivity(timestamp REAL, startTime REAL, endTime REAL, duration REAL,
        bundleID TEXT, taskName TEXT, requiresPlugin INTEGER);
      CREATE TABLE PLStorageOperator_EventForward_TimeOffset(timestamp REAL, system REAL);
      INSERT INTO PLStorageOperator_EventForward_TimeOffset VALUES(1769990000, -411);

      """
    /// Monday, 2 February 2026, 00:00 UTC: day 0.
    private static let start = 1_769_990_400.0
    private static let ahead = 411.0

    private mutating func add(_ table: String, _ values: String) {
      sql += "INSERT INTO \(table) VALUES(\(values));\n"
    }

    private static func logged(_ second: Double) -> Double { start + second + ahead }

    mutating func addTimeline(_ rows: [[String]]) {
      add("PLSCDynamicStoreAgent_EventForward_WifiActive", "\(Self.logged(0)), 1")
      // Timelines begin on Monday, 5 January 1970.
      for row in rows.dropFirst() where row[3] != "initial" {
        let time = Self.logged((Double(row[1]) ?? 0) - 345_600)
        switch row[3] {
        case "screen_on": add("PLScreenStateAgent_EventPoint_BacklightEvent", "\(time), 500")
        case "screen_off": add("PLScreenStateAgent_EventPoint_BacklightEvent", "\(time), 0")
        case "lock", "unlock": add("PLSpringBoardAgent_EventForward_SBLock", "\(time), \(row[3] == "lock")")
        case "app_fg", "app_bg":
          let name = row[3] == "app_fg" ? row[4] : "com.apple.springboard.home-screen"
          add("PLScreenStateAgent_EventForward_ScreenState", "\(time), '\(name)'")
        case "network":
          add("PLSCDynamicStoreAgent_EventForward_WifiActive", "\(time), \(row.contains("wifi"))")
        default: break
        }
      }
    }

    /// A reading every ten minutes, so that nothing is taken for a gap, and one at each change of power.
    mutating func addBattery(levels: [[String: String]], power: [(time: Double, isPlugged: Bool)]) {
      let levels = levels.map { Double($0["state_of_charge"] ?? "") ?? 0 }
      var isPlugged = false
      var changes = power[...]
      for reading in 0..<30 * 144 {
        let time = Double(reading) * 600
        while let change = changes.first, change.time <= time {
          isPlugged = change.isPlugged
          addReading(change.time, levels, isPlugged)
          changes.removeFirst()
        }
        addReading(time, levels, isPlugged)
      }
    }

    private mutating func addReading(_ time: Double, _ levels: [Double], _ isPlugged: Bool) {
      let place = time / 3600
      let (before, after) = (levels[Int(place)], levels[min(Int(place) + 1, levels.count - 1)])
      let level = (100 * (before + (after - before) * (place - place.rounded(.down)))).rounded()
      add("PLBatteryAgent_EventBackward_Battery", "\(Self.logged(time)), \(level), \(isPlugged)")
    }

    mutating func addActivities(_ attempts: [[String: String]]) {
      for row in attempts {
        func second(_ column: String) -> Double? { row[column].flatMap(Double.init) }
        guard let launched = second("launched_s"), let submitted = second("submitted_s") else { continue }
        let isProcessing = row["mechanism"] == "processing"
        let open = max(submitted + 450, second("floor_s") ?? 0)
        let names = "'\(row["app"] ?? "")', '\(row["app"] ?? "").\(row["identifier"] ?? "")'"
        add(
          "PLDuetService_EventNone_DASActivity",
          "\(Self.logged(launched).rounded(.down)), \(Self.start + open), "
            + "\(Self.start + open + (isProcessing ? 7 : 1) * 86_400), "
            + "\(((second("ended_s") ?? launched) - launched).rounded()), \(names), \(isProcessing)")
      }
    }
  }

  /// Runs the phone and writes the PowerLog that it would have kept, `phone.PLSQL`.
  private func record(_ folder: TestFolder) throws {
    try folder.slumber("timeline", "small.yaml", "--to", "timeline.csv", code: 0)
    try folder.slumber("trace", "small.yaml", "--to", "log.csv", code: 0)
    try folder.slumber("run", "small.yaml", "--results", "r.sqlite", "--progress", "none", code: 0)
    let export = try folder.export("r.sqlite")
    var events = CSVRecords.read(try folder.text("log.csv"))
    let header = events.removeFirst()
    let (time, event, new) = try (
      #require(header.firstIndex(of: "t_us")), #require(header.firstIndex(of: "event")),
      #require(header.firstIndex(of: "new"))
    )
    let power = events.filter { $0[event] == "powerChanged" && $0[new].hasSuffix("plugged") }.map {
      (time: (Double($0[time]) ?? 0) / 1e6, isPlugged: $0[new] == "plugged")
    }
    var log = PowerLog()
    log.addTimeline(CSVRecords.read(try folder.text("timeline.csv")))
    log.addBattery(levels: try export.rows("timeseries.csv"), power: power)
    log.addActivities(try export.rows("attempts.csv"))
    try folder.write("", to: "phone.PLSQL")
    try ForeignDatabase.execute("BEGIN;\(log.sql)COMMIT;", on: folder.path("phone.PLSQL"))
  }

  @Test(
    "30 days under seven-factor are inside for it, outside for another, too few to tell where nothing runs")
  func ownPolicy() throws {
    let folder = try TestFolder(Self.study)
    try record(folder)
    try folder.slumber("import", "phone.PLSQL", "--to", "phone", code: 0)
    let words = [
      "compare-log", "phone", "--policy", "seven-factor", "--policy", "immediate", "--policy", "never",
    ]
    let output = try folder.slumber(words + ["--json", "--svg", "waits.svg"], code: 0).output
    let json = try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
    let policies = try #require(json["policies"] as? [[String: Any]])
    let classes = policies.map { $0["classes"] as? [[String: Any]] ?? [] }
    #expect(
      classes.map { $0.map { $0["verdict"] as? String } } == [
        // The charger, not the policy, decides when most processing starts.
        ["inside", "inside"], ["outside", "inside"], ["too few to tell", "too few to tell"],
      ])
    let shares = classes[2].map { ($0["simulated"] as? [String: Any])?["share_run"] as? Double }
    #expect(shares == [0, 0])
    holds(try folder.text("waits.svg").contains("seven-factor"))
    // No name of the phone's own apps is left.
    for name in try folder.names("phone") {
      holds(try !folder.text("phone/\(name)").contains("org.example"), "\(name)")
    }
    holds(try folder.slumber(words, code: 0).output.contains("too few to tell"))
  }

  @Test("a study that somebody has edited is not written over, and the same one is")
  func editedStudy() throws {
    let folder = try TestFolder()
    let log = PackageRoot.file("scenarios/examples/batterystats.txt").path
    for _ in 0..<2 { try folder.slumber("import", log, "--to", "phone", code: 0) }
    try folder.write(folder.text("phone/study.yaml") + "# mine\n", to: "phone/study.yaml")
    let refusal = try folder.slumber("import", log, "--to", "phone", code: 1)
    holds(
      refusal.error.contains(
        "`phone/study.yaml` exists already, is another study and stays as it is; remove it or name another folder"
      ))
    holds(try folder.text("phone/study.yaml").hasSuffix("# mine\n"))
  }

  @Test("the log of one's own app is compared from its first row on")
  func ownLog() throws {
    let folder = try TestFolder(Self.study)
    // 2 February 2026, 02:40 UTC.
    try folder.write(
      """
      timestamp,event,identifier,level,charging,network
      1770000000,submitted,mail.refresh,81,false,wifi
      1770016300,started,mail.refresh,80,false,wifi
      1770016318,completed,mail.refresh,80,false,wifi
      1770086400,started,mail.cleanup,90,true,wifi
      1770096400,submitted,mail.refresh,90,true,wifi

      """, to: "log.csv")
    let words = ["compare-log", "small.yaml", "--log", "log.csv", "--json"]
    let output = try folder.slumber(words, code: 0).output
    let json = try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
    let classes = ((json["policies"] as? [[String: Any]])?.first?["classes"] as? [[String: Any]]) ?? []
    #expect(classes.map { $0["requires_power"] as? Bool } == [false, true])
    #expect(classes.map { ($0["observed"] as? [String: Any])?["ran"] as? Int } == [1, 1])
    // The request of the last row is made when nothing is replayed any more.
    #expect(
      json["notes"] as? [String] == [
        "1 request outside the replayed time: left out",
        "2 requests without a window: made at the first time that the log has",
      ])
    let stranger = try folder.slumber("compare-log", "small.yaml", "--log", "small.yaml", code: 3)
    let missing = "small.yaml: line 1, header: found no column `timestamp`, `event`, `identifier`"
    holds(stranger.error.contains(missing))
  }

  /// The log that the apps of the study's phone keep, in three columns with ISO times.
  private func ownLog(_ folder: TestFolder) throws -> String {
    try folder.slumber("trace", "small.yaml", "--to", "day.csv", code: 0)
    let records = CSVRecords.read(try folder.text("day.csv"))
    let head = try #require(records.first)
    let columns = try ["t_us", "event", "identifier"].map { try #require(head.firstIndex(of: $0)) }
    let names = ["submitted": "submitted", "launched": "started", "completed": "completed"]
    let form = ISO8601DateFormatter()
    form.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
    let rows = records.dropFirst().compactMap { row -> String? in
      guard let event = names[row[columns[1]]], let time = Double(row[columns[0]]) else { return nil }
      // Monday, 2 February 2026, is day 0.
      let date = Date(timeIntervalSince1970: 1_769_990_400 + time / 1e6)
      return "\(form.string(from: date)),\(event),\(row[columns[2]])\n"
    }
    return "timestamp,event,identifier\n" + rows.joined()
  }

  private func classes(_ folder: TestFolder, log: String) throws -> [[String: Any]] {
    let output = try folder.slumber("compare-log", "small.yaml", "--log", log, "--json", code: 0).output
    let json = try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
    return ((json["policies"] as? [[String: Any]])?.first?["classes"] as? [[String: Any]]) ?? []
  }

  /// A second app, whose work the replay does as well.
  private static let news = """
      - id: org.example.news
        popularity: {installShare: 100 %, weight: 2, spread: 0.1}
        content: {process: poisson, perDay: 10}
        tasks:
          - {id: news.refresh, kind: refresh, floor: 1 h}
          - {id: news.cleanup, kind: processing, floor: 6 h, requiresExternalPower: true, work: {cpu: 1 min}}

    """

  @Test(
    "three columns of a simulated app's log replay as many runs on a phone of its population",
    arguments: [(14, ""), (30, news)])
  func threeColumns(days: Int, others: String) throws {
    let folder = try TestFolder(
      """
      formatVersion: 1
      name: own
      horizonDays: \(days)
      replications: 1
      population: {devices: 1, archetypes: everyday, settings: {barOff: 0 %, barWifiOnly: 0 %, perAppOff: 0 %}}
      policies: [seven-factor]
      apps:
        - id: org.example.mail
          popularity: {installShare: 100 %, weight: 3, spread: 0.1}
          content: {process: poisson, perDay: 10}
          tasks:
            - {id: mail.refresh, kind: refresh, floor: 2 h}
            - {id: mail.cleanup, kind: processing, floor: 12 h, requiresExternalPower: true}

      """ + others)
    try folder.write(try ownLog(folder), to: "log.csv")
    func runs(_ side: String) throws -> Int {
      try classes(folder, log: "log.csv").reduce(0) { sum, row in
        sum + ((row[side] as? [String: Any])?["ran"] as? Int ?? 0)
      }
    }
    let (observed, simulated) = (try runs("observed"), try runs("simulated"))
    holds(observed > 50 && abs(simulated - observed) * 10 <= observed, "\(observed) \(simulated)")
  }

  @Test("an identifier or app that the study lacks is an error with its line and the nearest name")
  func strangers() throws {
    let folder = try TestFolder(Self.study)
    try folder.write(
      """
      event,identifier,timestamp
      submitted,mail.refesh,2026-02-02T02:40:00Z
      opened,org.example.mial,2026-02-02T03:40:00+01:00
      started,mail.refresh,noon

      """, to: "log.csv")
    let form = try folder.slumber("compare-log", "small.yaml", "--log", "log.csv", code: 3).error
    holds(form.contains("line 4, timestamp: found `noon`, expected Unix seconds, or a time with its zone"))
    let log = try folder.text("log.csv")
    try folder.write(log.replacing("noon", with: "2026-02-29T05:40:00Z"), to: "log.csv")
    let day = try folder.slumber("compare-log", "small.yaml", "--log", "log.csv", code: 3).error
    holds(day.contains("line 4, timestamp: found `2026-02-29T05:40:00Z`"), "2026 has no such day: \(day)")
    try folder.write(log.replacing("noon", with: "2026-02-02T05:40:00Z"), to: "log.csv")
    let names = try folder.slumber("compare-log", "small.yaml", "--log", "log.csv", code: 3).error
    let task = "expected the identifier of a task of the study; did you mean `mail.refresh`?"
    holds(names.contains("line 2, identifier: found `mail.refesh`, \(task)"))
    let app = "expected the id of an app of the study; did you mean `org.example.mail`?"
    holds(names.contains("line 3, identifier: found `org.example.mial`, \(app)"))
  }

  @Test("the population opens the app of a log, or rows with `opened` do")
  func opens() throws {
    let folder = try TestFolder(
      Self.study.replacing("policies: [seven-factor]", with: "policies: [immediate]"))
    let log =
      "timestamp,event,identifier\n1770000000,submitted,mail.refresh\n1771000000,submitted,mail.refresh\n"
    func ran(_ rows: String) throws -> Int? {
      try folder.write(log + rows, to: "log.csv")
      return (try classes(folder, log: "log.csv").first?["simulated"] as? [String: Any])?["ran"] as? Int
    }
    // USE-1: a refresh needs an app that was opened in the last days.
    #expect(try ran("") == 1)
    #expect(try ran("1770990000,opened,org.example.mail\n") == 1)
  }
}
