import Testing
import UsageModels
import Workload

/// A row of a trace with a number outside of its domain.
struct WrongRow: Sendable, CustomTestStringConvertible {
  var row: String
  var error: String
  var testDescription: String { row }

  init(_ row: String, _ error: String) {
    self.row = row
    self.error = error
  }
}

@Suite("Numbers of trace rows")
struct TraceRowValueTests {
  private func errors(_ row: String) -> [String] {
    Fleet.errors(of: "\(TraceFileTests.header),value2\na,0,\(row)\n")
  }

  static let offset = "utc_offset_s: found another value, expected whole seconds from -64800 to 64800"
  static let age = "value: found another value, expected an age from 0 to 3200000000 s, -1 or nothing"
  static let wrong = [
    WrongRow("-9223372036854775808,lock,,,", offset),
    WrongRow("64801,lock,,,", offset),
    WrongRow("0,battery_level,,-0.5,", "value: found another value, expected a battery level from 0 to 100"),
    WrongRow(
      "0,unplug,,101,", "value: found another value, expected a battery level from 0 to 100 or nothing"),
    WrongRow(
      "0,plug,qi,50,1e300",
      "value2: found another value, expected a duration from 0 to 3200000000 s or nothing"),
    WrongRow(
      "0,plug_chance,qi,0.5,-1", "value2: found another value, expected a duration from 0 to 3200000000 s"),
    WrongRow("0,push_sent,mail,1e300,", age),
    WrongRow("0,push_sent,mail,-2,", age),
    WrongRow("0,visible_push_sent,mail,4e9,", age),
    WrongRow(
      "0,voip_push_sent,mail,,2", "value2: found another value, expected a number from 0 to 1 or nothing"),
    WrongRow(
      "0,push_sent,mail,,12", "value2: found another value, expected a number from 0 to 11 or nothing"),
    WrongRow("0,signal,,weak,", "value: found another value, expected good, fair or poor"),
    WrongRow("0,signal,,,", "value: found nothing, expected good, fair or poor"),
    WrongRow("0,moved,,1e14,", "value: found another value, expected a distance from 0 to 1000000000 m"),
    WrongRow("0,moved,,,", "value: found nothing, expected a distance from 0 to 1000000000 m"),
    WrongRow(
      "0,region_crossed,mail,1.5,",
      "value: found another value, expected the number of a region from 0 to 255"),
    WrongRow("0,system_wake,,86401,", "value: found another value, expected a duration from 0 to 86400 s"),
    WrongRow(
      "0,system_wake,,80,-1",
      "value2: found another value, expected bytes from 0 to 1000000000000 or nothing"),
    WrongRow("0,baseline_power,,1e9,", "value: found another value, expected a power from 0 to 40 W"),
    WrongRow(
      "0,script,,-1,", "value: found another value, expected the number of a step of the script, from 0"),
    WrongRow("0,setting,,1,9", "value2: found another value, expected the number of a setting"),
    WrongRow(
      "0,setting,,256,6", "value: found another value, expected one of 0, 1, 2, 3 for `thermal`"),
    WrongRow(
      "0,setting,,1e300,0", "value: found another value, expected one of 0, 1, 2, 3 for `backgroundRefresh`"),
    WrongRow("0,setting,,55,4", "value: found another value, expected a number from 0 to 1"),
    WrongRow("0,setting,,0.5,3", "value: found another value, expected one of 0, 1 for `busy`"),
    WrongRow("0,setting,,1,1", "app: found nothing, expected the name of an app"),
    WrongRow("0,audio_start,,,", "app: found nothing, expected the name of an app"),
    WrongRow("0,lock,,1e999,", "value: found another value, expected a number or nothing"),
  ]

  @Test("A number outside of its domain is refused with its column", arguments: wrong)
  func refused(_ wrong: WrongRow) { #expect(errors(wrong.row) == ["line 2, \(wrong.error)"]) }

  @Test("The ends of the domains are accepted")
  func accepted() {
    for row in [
      "-64800,lock,,,", "0,push_sent,mail,-1,", "0,push_sent,mail,3.2e9,10.5", "0,setting,,3,6",
      "0,setting,,1,4", "0,setting,mail,2,1", "0,baseline_power,,40,", "0,moved,,1e9,",
      "0,system_wake,,86400,1e12", "0,system_wake,,0,",
    ] { #expect(errors(row) == [], "\(row)") }
  }

  @Test("A name of a device with a control character is refused")
  func controls() {
    let text = "\(TraceFileTests.header)\n\u{1B}[1m,0,0,lock,,\n"
    #expect {
      _ = try Fleet.trace(text)
    } throws: {
      "\($0)" == "t: line 2, device_id: found a control character, expected the name of a device"
    }
  }

  @Test("A byte-order mark is skipped, bytes that are no UTF-8 are named with their line")
  func encoding() throws {
    let file = try TraceFile(
      name: "t", bytes: [0xEF, 0xBB, 0xBF] + Array("\(TraceFileTests.header)\na,0,0,lock,,".utf8))
    #expect(file.device("a")?.rows.count == 1)
    #expect {
      _ = try TraceFile(name: "t", bytes: Array("\(TraceFileTests.header)\na,0,0,".utf8) + [0xFF])
    } throws: { "\($0)" == "t: line 2: found bytes that are no text, expected a trace encoded as UTF-8" }
  }
}
