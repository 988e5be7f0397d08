import Basics
import Recordings
import TestSupport
import Testing

@Suite("PowerLog of iOS")
struct PowerLogReaderTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func files(_ sql: String, keepsNames: Bool = false) throws -> [String: String] {
    let log = try PhoneLog([PhoneDatabases.write(sql, to: folder)])
    return Dictionary(
      uniqueKeysWithValues: try log.folder(keepsNames: keepsNames).files.map { ($0.name, $0.text) })
  }

  private func activities(_ text: String?) throws -> [Recording.Activity] {
    try activityTable.read(name: "activities.csv", Array((text ?? "").utf8)).map(\.activity)
  }

  @Test(
    "screen, lock, app, charger, level, network and Low Power Mode are events, with the clock and the zone mended"
  )
  func events() throws {
    let files = try files(PhoneDatabases.powerLog)
    #expect(
      files["recording.csv"] == """
        device_id,timestamp,utc_offset_s,event_type,app,value,value2
        span-1,1635799600,3600,plug,,80,
        span-1,1635799600,3600,battery_level,,80,
        span-1,1635799601,3600,network,,wifi,
        span-1,1635799620,3600,battery_level,,80,
        span-1,1635800600,3600,screen_on,,,
        span-1,1635800602,3600,unlock,,,
        span-1,1635800603,3600,app_fg,app-01,,
        span-1,1635800650,3600,app_bg,app-01,,
        span-1,1635800720,3600,screen_off,,,
        span-1,1635800720,3600,lock,,,
        span-1,1635801100,3600,network,,cellular,
        span-1,1635801200,3600,setting,,1,2
        span-1,1635801600,3600,unplug,,81,
        span-1,1635801600,3600,battery_level,,81,

        """)
    #expect(
      files["power.csv"] == """
        timestamp_s,current_ma,voltage_mv,temperature_c,raw_level_pct,remaining_mah
        1635799600,573,3999,21.5,79.6,3196
        1635799620,570,4001,21.5,79.7,3199
        1635801600,-120,4010,22,80.9,3250

        """)
  }

  @Test("an activity starts at its timestamp, and its window needs no mending")
  func scheduler() throws {
    let found = try activities(files(PhoneDatabases.powerLog)["activities.csv"]).filter {
      $0.kind == .activity
    }
    #expect(found.map(\.started) == [1_635_800_050, 1_635_800_100])
    #expect(found.map(\.windowStart) == [1_635_799_000, 1_635_800_000])
    #expect(found.map(\.windowEnd) == [1_635_810_000, 1_635_803_600])
    #expect(found.map(\.duration) == [600, 30])
    #expect(found.map(\.name) == ["bgRefresh-app-01", "com.apple.biomesyncd.periodic-sync"])
    #expect(found.map(\.app) == ["com.apple.AppStore", ""])
    #expect(found.map(\.requiresPower) == [false, true])
    #expect(found.map(\.requiresNetwork) == [nil, true])
    #expect(found.map(\.requiresIdle) == [true, nil])
    #expect(found.map(\.scores) == [[:], ["Application": 0.5]])
  }

  @Test("budgets, pushes and transfers, whose rows are paired by client in the order of their creation")
  func others() throws {
    let found = try activities(files(PhoneDatabases.powerLog)["activities.csv"])
    let budgets = found.filter { $0.kind == .budget }
    #expect(budgets.map(\.name) == ["energy available", "processor energy used"])
    #expect(budgets.map(\.amount) == [70, 15])
    let pushes = found.filter { $0.kind == .push }
    #expect(pushes.map(\.app) == ["app-01", "com.apple.mobileme.fmip"])
    #expect(pushes.map(\.outcome) == [.delivered, .dropped])
    let transfers = found.filter { $0.kind == .transfer }
    // In the order in which they started, or else were created.
    #expect(transfers.map(\.submitted) == [1_635_800_401, 1_635_800_400, nil])
    #expect(transfers.map(\.started) == [nil, 1_635_800_402, 1_635_800_430])
    #expect(transfers.map(\.duration) == [nil, 8, nil])
    #expect(transfers.map(\.outcome) == [.failed, .completed, .stopped])
    #expect(transfers.map(\.reason) == ["error 6, tried again", "", ""])
    #expect(transfers.map(\.discretionary) == [false, true, false])
    #expect(transfers.map(\.bytesReceived) == [0, 1900, 0])
    #expect(transfers.map(\.app) == ["com.apple.imagent", "com.apple.imagent", "app-01"])
  }

  @Test("a table or column that is not there costs what hangs on it, and is named")
  func missing() throws {
    let files = try files(
      PhoneDatabases.powerLog + """
        DROP TABLE PLStorageOperator_EventForward_TimeOffset; DROP TABLE PLPushAgent_EventPoint_ReceivedPush;
        ALTER TABLE PLBatteryAgent_EventBackward_Battery DROP COLUMN Temperature;
        """)
    let json = try #require(files["import.json"])
    holds(
      json.contains("No table `PLStorageOperator_EventForward_TimeOffset`: times are as the file has them"))
    holds(json.contains("No table `PLPushAgent_EventPoint_ReceivedPush`: pushes are unknown."))
    holds(json.contains("No column `Temperature` in `PLBatteryAgent_EventBackward_Battery`"))
    #expect(files["power.csv"]?.contains("\n1635800000,573,3999,,79.6,3196\n") == true)
    #expect(files["activities.csv"]?.contains("push") == false)
  }

  @Test("a clock that is set back keeps the order of rows, and its step is said")
  func clock() throws {
    let files = try files(
      PhoneDatabases.powerLog + """
        INSERT INTO PLStorageOperator_EventForward_TimeOffset VALUES (2, 1635801001, -500);
        """)
    #expect(
      files["recording.csv"]?.contains(
        """
        span-1,1635800600,3600,screen_on,,,
        span-1,1635800601,3600,unlock,,,
        span-1,1635800601,3600,app_fg,app-01,,
        span-1,1635800601,3600,app_bg,app-01,,
        span-1,1635800620,3600,screen_off,,,
        """) == true)
    #expect(files["import.json"]?.contains("The clock was set back by 100 s") == true)
  }

  @Test("rows over 1 h apart are spans, each a device; a stretch under 10 min is left out")
  func spans() throws {
    let files = try files(
      PhoneDatabases.powerLog + """
        INSERT INTO PLBatteryAgent_EventBackward_Battery (ID, timestamp, Level, ExternalConnected) VALUES
          (10, 1635810000, 50, 0), (11, 1635811000, 50, 0), (12, 1635820000, 40, 0), (13, 1635820300, 40, 0);
        """)
    let json = try #require(files["import.json"])
    for text in [
      "\"start\": 1635799600,", "\"start\": 1635809600,", "\"events\": 14,", "\"events\": 3,",
      "\"hours\": 2.22",
    ] {
      holds(json.contains(text), "\(text) is missing")
    }
    holds(json.contains("1 stretch under 10 min"))
    #expect(files["recording.csv"]?.contains("span-2,1635809600,3600,unplug,,50,") == true)
    #expect(
      files["study.yaml"]?.contains(
        "#   span-2: 2021-11-02 00:33 to 2021-11-02 00:50 local time, 16 min 40 s") == true)
  }
}
