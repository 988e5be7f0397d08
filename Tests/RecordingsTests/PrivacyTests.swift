import Recordings
import TestSupport
import Testing

@Suite("Privacy of imported recordings")
struct PrivacyTests {
  /// Names of apps, accounts, networks, places and a serial number.
  private static let planted = [
    "org.example.alices-diary", "com.whatsapp", "net.secret.Chat", "de.bank.Konto", "com.facebook.Messenger",
    "io.clinic.HeartCare",
    "alice@example.org", "bob.smith@mail.example", "+491701234567", "Casa-Pérez-WLAN", "CoffeeHouse Guest",
    "eduroam-Alice",
    "Hauptstraße 12", "Berlin Mitte", "C39XK1ABCD42", "0A1B2C3D-1111-2222-3333-444455556666",
    "a4:83:e7:00:11:22",
    "AliceIPhone", "com.vendor.tracker.SyncJob", "xyz.dating.app",
  ]

  @Test("twenty planted names do not appear in any file, from any place of the log")
  func planted() throws {
    let folder = try TemporaryFolder()
    var sql = PhoneDatabases.powerLog
    for (index, name) in Self.planted.enumerated() {
      let (time, id) = (1_635_800_900 + index, 100 + index)
      sql += """
        INSERT INTO PLDuetService_EventNone_DASActivity (ID, timestamp, duration, startTime, endTime, application, taskName, bundleID)
          VALUES (\(id), \(time), 5, \(time), \(time + 9), 'com.apple.AppStore, \(name)', 'com.apple.pushLaunch.\(name)', NULL),
          (\(id + 100), \(time), 5, \(time), \(time + 9), '\(name)', '\(name)', '\(name)'),
          (\(id + 200), \(time), 5, \(time), \(time + 9), NULL, 'bgRefresh-\(name)', NULL),
          (\(id + 300), \(time), 5, \(time), \(time + 9), NULL, '\(name) com.apple.CFNetwork-cc-177-17-Task <\(name)>.<2>', NULL);
        INSERT INTO PLPushAgent_EventPoint_ReceivedPush VALUES (\(id), \(time), '\(name)', '\(name)', 5, NULL, 82);
        INSERT INTO PLScreenStateAgent_EventForward_ScreenState VALUES (\(id), \(time), '\(name)');
        INSERT INTO PLXPCAgent_EventPoint_BackgroundTransfer (ID, timestamp, bundleID, state)
          VALUES (\(id), \(time), 'com.apple.appstored:[com.apple.AppStore:\(name)]', 3), (\(id + 100), \(time), '\(name)', 3);
        """
    }
    let files = try PhoneLog([PhoneDatabases.write(sql, to: folder)]).folder().files
    for name in Self.planted {
      for file in files { holds(!file.text.contains(name), "\(name) stands in \(file.name)") }
    }
    let activities = try #require(files.first { $0.name == "activities.csv" }?.text)
    holds(activities.contains("com.apple.CFNetwork-cc-177-17-Task"))
    holds(activities.contains("com.apple.pushLaunch.app-01"))
  }

  @Test(
    "names of Apple and Google are kept, without appended text",
    arguments: cases(
      """
      com.apple.ap.adprivacyd.deviceKnowledge | com.apple.ap.adprivacyd.deviceKnowledge
      com.google.android.apps.maps | com.google.android.apps.maps
      com.apple.fetch.0A1B2C3D-1111-2222-3333-444455556666 | com.apple.fetch.*
      com.apple.x.C39XK1ABCD42 | com.apple.x.*
      com.apple.x-net.secret.Chat | com.apple.x-app-02
      com.apple.x.de.bank.Konto | com.apple.x.app-02
      org.example.alices-diary.sync | app-01.task-01
      org.example.alices-diary/.Sync$1 | app-01/task-01$1
      Hauptstraße 12 | * 12
      """))
  func own(_ row: [String]) throws {
    let folder = try TemporaryFolder()
    let path = try PhoneDatabases.write(
      PhoneDatabases.powerLog + "UPDATE PLDuetService_EventNone_DASActivity SET taskName = '\(row[0])'",
      to: folder)
    let file = try PhoneLog([path]).folder().files.first { $0.name == "activities.csv" }
    let rows = try activityTable.read(name: "a", Array((file?.text ?? "").utf8))
    #expect(rows.first { $0.activity.kind == .activity }?.activity.name == row[1])
  }

  @Test("names stay with the option for it")
  func kept() throws {
    let folder = try TemporaryFolder()
    let log = try PhoneLog([PhoneDatabases.write(PhoneDatabases.powerLog, to: folder)])
    let text = try log.folder(keepsNames: true).files.map(\.text).joined()
    holds(text.contains("bgRefresh-org.example.alices-diary"))
    holds(!text.contains("app-01"))
  }
}
