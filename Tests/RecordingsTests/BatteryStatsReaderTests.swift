import Basics
import Recordings
import TestSupport
import Testing
import Workload

@Suite("Histories of batterystats")
struct BatteryStatsReaderTests {
  static let history = PhoneDatabases.text("batterystats.txt")

  private func read(_ text: String) throws -> Recording { try recording(Array(text.utf8)) }

  private func message(_ text: String) -> String {
    do {
      _ = try read(text)
      return ""
    } catch {
      return "\(error)"
    }
  }

  /// 2026-03-01 08:00 in UTC, from which a history's times count.
  private static let start = 1_772_352_000.0

  @Test("rows become the events of a trace, with the clock of each start of the phone")
  func events() throws {
    let recording = try read(Self.history)
    let events = recording.events.map { event in
      let seconds = ((event.time - Self.start) * 1000).rounded() / 1000
      return "\(ShortestNumber.text(seconds)) \(event.type.csvName) \(event.app)\(event.value)"
    }
    #expect(
      events == [
        "0 battery_level 80", "0 signal fair", "0 app_fg org.example.reader", "0 network wifi",
        "0.25 screen_on ",
        "60 battery_level 79", "60 app_bg org.example.reader", "60 app_fg org.example.maps",
        "60 network cellular",
        "120 screen_off ", "120 setting 1", "3723.004 battery_level 78", "3723.004 plug usb",
        "3723.004 setting 0",
        "3726 shutdown ", "3726 app_bg org.example.maps",
        "5410 reboot ", "5411 screen_on ", "5411 signal good", "5411 network cellular",
        "5413 battery_level 79",
        "5413 unplug ",
      ])
    holds(recording.events.allSatisfy { $0.offset == 0 })
    #expect(
      recording.missing == [
        "The file has no time zone, so local times are treated as UTC. A full bug report contains the time zone.",
        "batterystats does not record lock state, job windows, or why jobs ended.",
        "1 temporary allowances for alarms, broadcasts, and services are ignored.",
      ])
  }

  @Test("jobs, syncs, pushes and steps of idle mode are activities, and no account is among them")
  func activities() throws {
    let activities = try read(Self.history).activities.map { activity in
      let started =
        activity.started.map { ShortestNumber.text((($0 - Self.start) * 1000).rounded() / 1000) } ?? "-"
      let duration = activity.duration.map { ShortestNumber.text($0) } ?? "-"
      let end = [activity.outcome?.rawValue, activity.reason].compactMap(\.self).filter { !$0.isEmpty }
      return
        "\(activity.kind) \(activity.app) \(activity.name) \(started) \(duration) \(end.joined(separator: " "))"
    }
    #expect(
      activities == [
        "job org.example.mail org.example.mail/.Fetch 0.25 1.25 ",
        "push org.example.mail broadcast:u0a1:com.google.android.c2dm.intent.RECEIVE 120 - delivered",
        "idleMode  light 120.01 59.99 ",
        "sync org.example.mail org.example.mail.provider/org.example 120.01 3605.99 stopped reboot",
        "idleMode  full 180 3543.004 ",
        "job org.example.mail org.example.mail/.Clean 3725 1 stopped reboot",
        "job org.example.mail org.example.mail/.Fetch 5413 - running",
      ])
  }

  @Test("battery readings keep the values that a row does not change")
  func power() throws {
    let power = try read(Self.history).power.map { sample in
      [
        sample.time - Self.start, sample.charge ?? -1, sample.voltage ?? -1, sample.temperature ?? -1,
        sample.level ?? -1,
      ]
      .map { ShortestNumber.text(($0 * 1000).rounded() / 1000) }.joined(separator: " ")
    }
    #expect(
      power == [
        "0 4000 4100 25.1 80", "60 3990 4100 25.1 79", "3723.004 3990 4100 26 78", "5411 -1 4000 -1 78",
      ])
  }

  @Test("the time zone comes from the bug report, whose other sections are ignored")
  func bugReport() throws {
    let head = Array("====\n== dumpstate: 2026-03-01 10:00:00\n".utf8) + [0xFF, 0xFE, 0x0A]
    let tail = Array(
      "DUMP OF SERVICE alarm:\n  nowRTC=1772355600123=2026-03-01 11:00:00.123 nowELAPSED=5\n".utf8)
    let recording = try recording(head + Array(Self.history.utf8) + tail)
    #expect(recording.events[0].offset == 7200)
    #expect(recording.events[0].time == Self.start - 7200)
    #expect(recording.activities[0].started == Self.start - 7200 + 0.25)
    #expect(recording.power[0].time == Self.start - 7200)
    holds(!recording.missing.contains { $0.contains("time zone") })
  }

  @Test("rows that begin with the clock are read, also past the end of a year")
  func wallClock() throws {
    let recording = try read(
      """
      Battery History [Format: 2] (1% used, 6KB used of 512KB, 12 strings using 1KB):
        12-31 23:59:58.000 TIME: 2025-12-31-23-59-58-000
        12-31 23:59:58.000 050 c4002820 status=charging plug=ac +screen
        01-01 00:00:01.250 051 84002820 +job=u0a1:"org.example.mail/.Fetch"


      """)
    #expect(recording.events.last?.type == .batteryLevel)
    #expect(recording.events.last?.time == 1_767_225_601.25)
    #expect(recording.activities.first?.started == 1_767_225_601.25)
    #expect(
      message("Battery History\n  12-31 23:59:58.000 050 +screen\n\n")
        == "phone.txt: line 2: found a row before the first clock, expected a row `TIME:` with the year")
  }

  @Test("a sign without a value repeats the last value; duplicates and ends without a start are counted")
  func repeats() throws {
    let recording = try read(
      Self.short(
        #"+1s000ms (2) 050 +sync=u0a1:"a.b/c.d""#, #"+2s000ms (2) 050 -sync"#, #"+3s000ms (2) 050 +sync"#,
        #"+4s000ms (2) 050 +sync"#, #"+4s000ms (2) 050 +sync"#, #"+4s500ms (2) 050 -sync"#,
        "+5s000ms (7) *OVERFLOW*",
        #"+6s000ms (2) 050 -sync"#, #"+7s000ms (2) 050 charge=10"#, #"+7s000ms (2) 050 charge=10"#))
    #expect(recording.activities.map(\.duration) == [1, 1.5])
    #expect(recording.power.count == 1)
    #expect(
      recording.missing.suffix(3) == [
        "2 repeated starts of running jobs and syncs are ignored.",
        "1 ends of jobs and syncs without a start are ignored.",
        "Line 10: the device log was full; later events are recorded only partly.",
      ])
    holds(recording.missing.contains("The history contains no jobs."))
    let two = try read(Self.short() + Self.short("+1s (2) 010"))
    #expect(two.missing.first == "Line 5: slumber ignores a second history.")
    #expect(two.events.map(\.value) == ["50", "none"])
  }

  @Test("a foreground row without a name ends the previous app and is not an app")
  func nameless() throws {
    let apps = try read(
      Self.short(
        #"+1s000ms (2) 050 +top=u0a1:"a.b""#, #"+2s000ms (2) 050 +top=u0a2:"""#, "+3s000ms (2) 050 +top=",
        "+4s000ms (2) 050 -top=")
    )
    .events.filter { $0.type == .appForeground || $0.type == .appBackground }
    #expect(apps.map(\.app) == ["a.b", "a.b"])
    #expect(apps.map(\.type) == [.appForeground, .appBackground])
  }

  @Test("a clock that is set while the phone is on holds for all rows since its start")
  func clockIsSet() throws {
    let recording = try read(
      Self.short("+1m00s000ms (2) 049", "+2m00s000ms (9) TIME: 2026-03-01-10-02-00", "+3m00s000ms (2) 048"))
    #expect(
      recording.events.filter { $0.type == .batteryLevel }.map { $0.time - Self.start } == [7200, 7260, 7380])
    #expect(
      recording.missing[0]
        == "Line 5: the clock was set forward by 2 h; slumber corrects earlier rows since the device start."
    )
  }

  private static func short(_ rows: String...) -> String { short(rows) }

  private static func short(_ rows: [String]) -> String {
    (["Battery History (1% used):", " 0 (9) RESET:TIME: 2026-03-01-08-00-00", " 0 (2) 050 plug=none"]
      + rows.map { " \($0)" } + ["", ""]).joined(separator: "\n")
  }

  /// Rows of a short history, whose first row is on line 4.
  @Test(
    "each kind of bad row has its sentence",
    arguments: cases(
      """
      +1x (2) 050 | line 4: found another time, expected a time such as +1h02m03s004ms
      +1s (2) 50 | line 4: found another level, expected three digits from 000 to 100
      +1s (2) 101 | line 4: found another level, expected three digits from 000 to 100
      +1s (2) 050 volt=high | line 4: found `volt=` without a whole number, expected a number such as 3726
      +1s (2) TIME: 2026-13-01-00-00-00 | line 4: found another clock, expected a clock such as 2026-01-31-13-30-02
      01-32 00:00:00.000 050 | line 4: found another time, expected a time such as 01-31 13:30:02.144
      +9m00s000ms (2) 050 / +2m00s000ms (2) 050 | line 5: found a time 7 min earlier than a row above, expected rows in order of time
      +9m (2) 050 / +9m (2) START / +9m (2) TIME: 2026-03-01-07-00-00 / +10m (2) 050 | line 8: found a device start above with a clock 1 h 9 min earlier than the rows before it, expected a clock at most 366 d later
      +9m (2) 050 / +9m (2) START / +9m (2) TIME: 2036-03-01-07-00-00 / +10m (2) 050 | line 8: found a device start above with a clock 3652 d 22 h later than the rows before it, expected a clock at most 366 d later
      +1s (2) 050 \u{301} +screen |
      """))
  func badRows(_ row: [String]) {
    #expect(message(Self.short(parts(row[0]))) == (row[1].isEmpty ? "" : "phone.txt: \(row[1])"))
  }

  @Test(
    "a text without a history, without rows, without a clock, or cut within it has its sentence",
    arguments: cases(
      """
      a letter / of two lines / | found no line `Battery History` in 2 lines, expected a PowerLog or Digital Wellbeing database, a sysdiagnose, a text of batterystats or a bug report
      Battery History (0% used): / / | line 2: found a history without rows, expected rows of the history
      Battery History (0% used): /  0 (2) 050 / / | line 3: found no clock in the rows above, expected a row `RESET:TIME:` or `TIME:`
      Battery History (0% used): /  0 (2) 050 /  0 (2) 0 | line 3: found the end of the file within the history, expected a complete file
      """))
  func incomplete(_ row: [String]) {
    let text = row[0].split(separator: " /", omittingEmptySubsequences: false)
    #expect(message(text.map { $0.trimmingPrefix(" ") }.joined(separator: "\n")) == "phone.txt: \(row[1])")
  }

  @Test("a text that is cut at any byte is read or refused, never half a row")
  func everyPrefix() {
    let bytes =
      Array(Self.short(#"+1s000ms (2) 049 +job=u0a1:"a.b/.C" charge=10"#).utf8)
      + Array("Per-PID Stats:\n".utf8)
    let length = bytes.count - "Per-PID Stats:\n".utf8.count
    for count in bytes.indices {
      let isRead = (try? recording(Array(bytes[..<count]))) != nil
      #expect(isRead == (count >= length), "\(count) of \(bytes.count) bytes")
    }
  }

  @Test("bytes that are not text within the history are an error")
  func noText() {
    var bytes = Array(Self.short("+1s (2) 050 +screen").utf8)
    bytes[bytes.count - 3] = 0xFF
    let error = #expect(throws: RecordingError.self) { try recording(bytes) }
    #expect(
      error?.description
        == "phone.txt: line 4: found bytes that are not text, expected a row of the history in UTF-8")
  }
}
