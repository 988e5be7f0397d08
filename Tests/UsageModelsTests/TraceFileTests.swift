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
  private func errors(_ lines: String..., header: String = header) -> [String] {
    Fleet.errors(of: ([header] + lines).joined(separator: "\n"))
  }

  @Test("an empty file and a wrong header are named")
  func headers() {
    #expect(errors(header: "") == ["line 1, header: found nothing, expected `\(Self.header)`"])
    #expect(
      errors("a,1,0,lock,,", header: "device,time")
        == ["line 1, header: found another header, expected `\(Self.header)`, then `,value2` or nothing"])
  }

  @Test("a header without rows is refused")
  func noRows() {
    #expect(errors() == ["line 1, row: found no row, expected rows of at least one device"])
  }

  @Test("every wrong row is reported, with line, column, what was found and what was expected")
  func rows() {
    let messages = errors(
      "a,1,0,lock,", "a,noon,0,lock,,", "a,1,99999,lock,,", "a,1,0,scren_on,,", "a,1,0,teleport,,",
      ",1,0,lock,,", "a,1.1234567,0,lock,,", "a,1,0,battery_level,,101", "a,1,0,plug,steam,",
      "a,1,0,app_fg,,",
      "a,1,0,network,,3G", "a,1,0,battery_level,,full")
    #expect(
      messages == [
        "line 2, row: found 5 fields, expected 6 fields",
        "line 3, timestamp: found another value, expected Unix seconds with at most six decimals, such as `1488315824.049`",
        "line 4, utc_offset_s: found another value, expected whole seconds from -64800 to 64800",
        "line 5, event_type: found another value, expected an event type; nearest is `screen_on`",
        "line 6, event_type: found another value, expected one of "
          + TraceEventType.all.map(\.name).joined(separator: ", "),
        "line 7, device_id: found nothing, expected the name of a device",
        "line 8, timestamp: found another value, expected Unix seconds with at most six decimals, such as `1488315824.049`",
        "line 9, value: found another value, expected a battery level from 0 to 100",
        "line 10, app: found another value, expected a charger (wired20W, magSafe, qi, wired5W, usb, ac) or nothing",
        "line 11, app: found nothing, expected the name of an app",
        "line 12, value: found another value, expected wifi, cellular or none",
        "line 13, value: found another value, expected a number or nothing",
      ])
  }

  @Test("rows of one device must be in order of time, those of others need not")
  func order() {
    #expect(
      errors("a,10,0,lock,,", "b,3,0,lock,,", "a,9.5,0,lock,,")
        == [
          "line 4, timestamp: found an earlier time, expected a time that is not before that of the device's row before"
        ])
    holds(errors("a,10,0,lock,,", "b,3,0,lock,,", "a,10,0,lock,,").isEmpty)
  }

  @Test("fields in quotes keep commas, quotes and line breaks, and lines are counted through them")
  func quotes() throws {
    let text =
      Self.header + "\r\n\"a,1\",0,0,app_fg,\"say \"\"hi\"\"\nthere\",\r\n\"a,1\",1,0,screen_off,,\r\n"
    let file = try Fleet.trace(text)
    #expect(file.devices.map(\.id) == ["a,1"])
    #expect(file.devices[0].rows.map(\.app) == ["say \"hi\"\nthere", ""])
    #expect(file.devices[0].rows.map(\.line) == [2, 4])
  }

  @Test("quotes that do not close or close too early are errors")
  func brokenQuotes() {
    #expect(
      errors("\"a,1,0,lock,,")
        == [
          "line 2, field 1: found the end of the file, expected a closing quote",
          "line 2, row: found 1 fields, expected 6 fields",
        ])
    #expect(
      errors("\"a\"b,1,0,lock,,")
        == ["line 2, field 1: found text behind a closing quote, expected a comma or the end of the line"])
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
  func many() {
    let lines = (0..<150).map { _ in "a,x,0,lock,," }
    #expect {
      _ = try Fleet.trace(([Self.header] + lines).joined(separator: "\n"))
    } throws: { error in
      guard let errors = error as? RowErrors else { return false }
      return errors.errors.count == 100 && errors.count == 150
        && errors.description.hasSuffix("t: and 50 more")
    }
  }

  @Test("value2 is optional on input")
  func value2() throws {
    let text = Self.header + ",value2\na,0,0,plug_chance,qi,0.25,600\n"
    let row = try Fleet.trace(text).devices[0].rows[0]
    holds(row.value == 0.25 && row.value2 == 600)
    #expect(
      errors("a,0,0,plug_chance,qi,1.5,600", header: Self.header + ",value2")
        == ["line 2, value: found another value, expected a number from 0 to 1"])
    #expect(
      errors("a,0,0,setting,,1", "a,0,0,push_sent,,").count == 2)
  }
}
