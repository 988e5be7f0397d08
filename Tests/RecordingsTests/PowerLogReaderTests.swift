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

  /// An activity starts at its timestamp, and its window needs no mending. Rows of transfers are paired by client in the order
  /// of their creation; transfers stand in the order in which they started, or else were created.
  @Test("activities of the scheduler, budgets, pushes and transfers are rows")
  func activities() throws {
    let text = try #require(try files(PhoneDatabases.powerLog)["activities.csv"])
    #expect(
      text.drop { $0 != "\n" }.dropFirst() == """
        span-1,activity,com.apple.AppStore,bgRefresh-app-01,,1635799000,1635810000,1635800050,600,,,false,,true,,5,,,,
        span-1,activity,,com.apple.biomesyncd.periodic-sync,,1635800000,1635803600,1635800100,30,,,true,true,,,30,,,,Application=0.5
        span-1,budget,,energy available,,,,1635800200,,,,,,,,,,,70,
        span-1,budget,,processor energy used,,,,1635800200,,,,,,,,,,,15,
        span-1,push,app-01,app-01,,,,1635800300,,delivered,,,,,,5,,82,,
        span-1,push,com.apple.mobileme.fmip,com.apple.mobileme.fmip,,,,1635800360,,dropped,,,,,,10,,100,,
        span-1,transfer,com.apple.imagent,com.apple.cloudd,1635800401,,,,,failed,"error 6, tried again",,,,false,,0,0,,
        span-1,transfer,com.apple.imagent,com.apple.cloudd,1635800400,,,1635800402,8,completed,,,,,true,,500,1900,,
        span-1,transfer,app-01,com.apple.appstored,,,,1635800430,,stopped,,,,,false,,10,0,,

        """)
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
      json.contains("No table `PLStorageOperator_EventForward_TimeOffset`: times are not corrected"))
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

  @Test("gaps over 1 h separate spans, each a device; a period under 10 min is ignored")
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
    holds(json.contains("1 period shorter than 10 min"))
    #expect(files["recording.csv"]?.contains("span-2,1635809600,3600,unplug,,50,") == true)
    #expect(
      files["study.yaml"]?.contains(
        "#   span-2: 2021-11-02 00:33 to 2021-11-02 00:50 local time, 16 min 40 s") == true)
  }
}
