import Basics
import EventSimulation
import TestSupport
import Testing
import UsageModels
import Workload

@Suite("Trace files")
struct TraceFileTests {
  static let header = "device_id,timestamp,utc_offset_s,event_type,app,value"

  /// The errors of a file that consists of the header and these lines.
  private func errors(_ lines: [String], header: String = header) -> [String] {
    Fleet.errors(of: ([header] + lines).joined(separator: "\n"))
  }

  @Test(
    "An empty file, a wrong header and a header without rows are refused",
    arguments: cases(
      """
       | | line 1, header: found an empty file, expected `HEADER`
      device,time | a,1,0,lock,, | line 1, header: found another header, expected `HEADER`, optionally with `,value2`
      HEADER | | line 1, row: found no row, expected rows of at least one device
      """))
  func headers(_ row: [String]) {
    let texts = row.map { $0.replacing("HEADER", with: Self.header) }
    #expect(errors(parts(texts[1]), header: texts[0]) == [texts[2]])
  }

  @Test(
    "A wrong row is refused with its line, its column, the found value and the expected value",
    arguments: cases(
      """
      a,1,0,lock, | row: found 5 fields, expected 6 fields
      a,noon,0,lock,, | timestamp: found another value, expected Unix seconds with at most six decimals, such as `1488315824.049`
      a,1.1234567,0,lock,, | timestamp: found another value, expected Unix seconds with at most six decimals, such as `1488315824.049`
      a,1,99999,lock,, | utc_offset_s: found another value, expected whole seconds from -64800 to 64800
      a,1,64801,lock,, | utc_offset_s: found another value, expected whole seconds from -64800 to 64800
      a,1,-9223372036854775808,lock,, | utc_offset_s: found another value, expected whole seconds from -64800 to 64800
      a,1,0,screeen_on,, | event_type: found another value, expected an event type; nearest is `screen_on`
      a,1,0,teleport,, | event_type: found another value, expected one of TYPES
      ,1,0,lock,, | device_id: found an empty cell, expected the name of a device
      \u{1B}[1m,0,0,lock,, | device_id: found a control character, expected the name of a device
      a,1,0,lock,,1e999 | value: found another value, expected a number or an empty cell
      a,1,0,battery_level,,101 | value: found another value, expected a battery level from 0 to 100
      a,1,0,battery_level,,-0.5 | value: found another value, expected a battery level from 0 to 100
      a,1,0,battery_level,,full | value: found another value, expected a number or an empty cell
      a,1,0,plug,steam, | app: found another value, expected a charger (wired20W, magSafe, qi, wired5W, usb, ac) or an empty cell
      a,1,0,unplug,,101 | value: found another value, expected a battery level from 0 to 100 or an empty cell
      a,1,0,app_fg,, | app: found an empty cell, expected the name of an app
      a,1,0,audio_start,, | app: found an empty cell, expected the name of an app
      a,1,0,network,,3G | value: found another value, expected `wifi`, `cellular` or `none`
      a,1,0,push_sent,mail,1e300 | value: found another value, expected an age from 0 to 3200000000 s, -1 or an empty cell
      a,1,0,push_sent,mail,-2 | value: found another value, expected an age from 0 to 3200000000 s, -1 or an empty cell
      a,1,0,visible_push_sent,mail,4e9 | value: found another value, expected an age from 0 to 3200000000 s, -1 or an empty cell
      a,1,0,signal,,weak | value: found another value, expected good, fair or poor
      a,1,0,signal,, | value: found an empty cell, expected good, fair or poor
      a,1,0,moved,,-5 | value: found another value, expected a distance from 0 to 1000000000 m
      a,1,0,moved,,1e14 | value: found another value, expected a distance from 0 to 1000000000 m
      a,1,0,moved,, | value: found an empty cell, expected a distance from 0 to 1000000000 m
      a,1,0,region_crossed,mail,1.5 | value: found another value, expected the number of a region from 0 to 255
      a,1,0,system_wake,,86401 | value: found another value, expected a duration from 0 to 86400 s
      a,1,0,baseline_power,,1e9 | value: found another value, expected a power from 0 to 40 W
      a,1,0,script,,-1 | value: found another value, expected the number of a step of the script, from 0
      "a"b,1,0,lock,, | field 1: found text after a closing quote, expected a comma or the end of the line
      """))
  func rows(_ row: [String]) {
    let error = row[1].replacing("TYPES", with: TraceEventType.all.map(\.name).joined(separator: ", "))
    #expect(errors([row[0]]) == ["line 2, \(error)"])
  }

  @Test(
    "A wrong row of a file with value2 is refused",
    arguments: cases(
      """
      plug,qi,50,1e300 | value2: found another value, expected a duration from 0 to 3200000000 s or an empty cell
      plug_chance,qi,0.5,-1 | value2: found another value, expected a duration from 0 to 3200000000 s
      plug_chance,qi,1.5,600 | value: found another value, expected a number from 0 to 1
      voip_push_sent,mail,,2 | value2: found another value, expected a number from 0 to 1 or an empty cell
      push_sent,mail,,12 | value2: found another value, expected a number from 0 to 11 or an empty cell
      system_wake,,80,-1 | value2: found another value, expected bytes from 0 to 1000000000000 or an empty cell
      setting,,1,9 | value2: found another value, expected the number of a setting
      setting,,256,6 | value: found another value, expected one of 0, 1, 2, 3 for `thermal`
      setting,,1e300,0 | value: found another value, expected one of 0, 1, 2, 3 for `backgroundRefresh`
      setting,,55,4 | value: found another value, expected a number from 0 to 1
      setting,,0.5,3 | value: found another value, expected one of 0, 1 for `busy`
      setting,,1,1 | app: found an empty cell, expected the name of an app
      """))
  func values(_ row: [String]) {
    #expect(errors(["a,0,0,\(row[0])"], header: Self.header + ",value2") == ["line 2, \(row[1])"])
  }

  @Test(
    "The ends of the domains are accepted",
    arguments: [
      "-64800,lock,,,", "0,push_sent,mail,-1,", "0,push_sent,mail,3.2e9,10.5", "0,setting,,3,6",
      "0,setting,,1,4", "0,setting,mail,2,1", "0,baseline_power,,40,", "0,moved,,1e9,",
      "0,system_wake,,86400,1e12", "0,system_wake,,0,", "0,plug_chance,qi,0.25,600",
    ])
  func accepted(_ row: String) { #expect(errors(["a,0,\(row)"], header: Self.header + ",value2") == []) }

  @Test(
    "Every error of a file is reported, in the order of its lines",
    arguments: cases(
      """
      a,10,0,lock,, / b,3,0,lock,, / a,9.5,0,lock,, | line 4, timestamp: found an earlier time, expected a time at or after the device's previous row
      a,10,0,lock,, / b,3,0,lock,, / a,10,0,lock,, |
      a,1,0,lock, / ,1,0,lock,, | line 2, row: found 5 fields, expected 6 fields / line 3, device_id: found an empty cell, expected the name of a device
      a,0,0,setting,,1 / a,0,0,push_sent,, | line 2, value2: found an empty cell, expected the number of a setting / line 3, app: found an empty cell, expected the name of an app
      "a,1,0,lock,, | line 2, field 1: found the end of the file, expected a closing quote / line 2, row: found 1 fields, expected 6 fields
      """))
  func several(_ row: [String]) { #expect(errors(parts(row[0])) == parts(row[1])) }

  @Test("fields in quotes keep commas, quotes and line breaks, and lines are counted through them")
  func quotes() throws {
    let text =
      Self.header + "\r\n\"a,1\",0,0,app_fg,\"say \"\"hi\"\"\nthere\",\r\n\"a,1\",1,0,screen_off,,\r\n"
    let file = try Fleet.trace(text)
    #expect(file.devices.map(\.id) == ["a,1"])
    #expect(file.devices[0].rows.map(\.app) == ["say \"hi\"\nthere", ""])
    #expect(file.devices[0].rows.map(\.line) == [2, 4])
  }

  @Test("timestamps are exact to the microsecond, local, and never run backwards at a change of zone")
  func timestamps() throws {
    let text = Self.header + "\na,100.000001,7200,lock,,\na,200.5,3600,lock,,"
    let file = try Fleet.trace(text)
    #expect(file.devices[0].rows.map(\.localMicroseconds) == [7_300_000_001, 7_300_000_001])
    #expect(TraceRowReader.microseconds("-1.5") == -1_500_000)
    #expect(TraceRowReader.microseconds("1e3") == nil)
  }

  @Test("more than a hundred errors are counted, not listed")
  func many() throws {
    let lines = (0..<150).map { _ in "a,x,0,lock,," }
    let errors = try #require(throws: RowErrors.self) {
      try Fleet.trace(([Self.header] + lines).joined(separator: "\n"))
    }
    holds(errors.errors.count == 100 && errors.count == 150)
    holds("\(errors)".hasSuffix("t: and 50 more"))
  }

  @Test("value2 is optional on input")
  func value2() throws {
    let row = try Fleet.trace(Self.header + ",value2\na,0,0,plug_chance,qi,0.25,600\n").devices[0].rows[0]
    holds(row.value == 0.25 && row.value2 == 600)
  }

  @Test("A byte-order mark is skipped, bytes that are no UTF-8 are named with their line")
  func encoding() throws {
    let file = try TraceFile(
      name: "t", bytes: [0xEF, 0xBB, 0xBF] + Array("\(Self.header)\na,0,0,lock,,".utf8))
    #expect(file.device("a")?.rows.count == 1)
    let errors = #expect(throws: RowErrors.self) {
      try TraceFile(name: "t", bytes: Array("\(Self.header)\na,0,0,".utf8) + [0xFF])
    }
    #expect(
      errors?.description == "t: line 2: found bytes that are not text, expected a trace encoded as UTF-8")
  }
}
