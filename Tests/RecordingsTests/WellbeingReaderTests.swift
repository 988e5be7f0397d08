import Recordings
import TestSupport
import Testing

@Suite("Digital Wellbeing of Android")
struct WellbeingReaderTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func recording(_ databases: (name: String, sql: String)...) throws -> RecordingFolder {
    try PhoneLog(databases.map { try PhoneDatabases.write($0.sql, as: $0.name, to: folder) }).folder()
  }

  @Test(
    "apps, unlocks, notifications, charger and level of two databases are one phone"
  )
  func events() throws {
    let recording = try recording(("u", PhoneDatabases.appUsage), ("t", PhoneDatabases.turbo))
    #expect(
      recording.files.first?.text == """
        device_id,timestamp,utc_offset_s,event_type,app,value,value2
        span-1,1685400000,0,unplug,,50,
        span-1,1685400000,0,battery_level,,50,
        span-1,1685400000,0,notif_post,com.google.android.gm,,
        span-1,1685400100,0,app_fg,app-01,,
        span-1,1685400100.6,0,unlock,,,
        span-1,1685400160,0,app_bg,app-01,,
        span-1,1685400161,0,app_fg,com.google.android.gm,,
        span-1,1685400170,0,app_bg,com.google.android.gm,,
        span-1,1685400200,0,notif_post,com.google.android.gm,,
        span-1,1685401000,0,battery_level,,49,
        span-1,1685402000,0,plug,usb,49,
        span-1,1685402000,0,battery_level,,49,
        span-1,1685402600,0,battery_level,,51,
        span-1,1685403000,0,app_fg,com.google.android.gm,,
        span-1,1685403000.7,0,unlock,,,
        span-1,1685403030,0,app_bg,com.google.android.gm,,
        span-1,1685403600,0,unplug,,52,
        span-1,1685403600,0,battery_level,,52,

        """)
  }

  @Test("each database is sufficient, and the missing data of the other are named")
  func alone() throws {
    let usage = try recording(("u", PhoneDatabases.appUsage))
    holds(usage.remarks.contains { $0.hasPrefix("No table `battery_event`") })
    #expect(usage.spans.map(\.events) == [10])
    let turbo = try recording(("t", PhoneDatabases.turbo))
    holds(turbo.remarks.contains { $0.hasPrefix("No table `events`") })
    #expect(turbo.spans.map(\.events) == [8])
  }

  @Test("a time zone that no machine knows is said")
  func unknownZone() throws {
    let sql = PhoneDatabases.turbo.replacing("UTC", with: "../../etc/passwd")
    let recording = try recording(("t", sql))
    #expect(recording.remarks.contains { $0.hasPrefix("1 time zones") } == true)
  }
}
