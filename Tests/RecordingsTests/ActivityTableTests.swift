import Basics
import Recordings
import Testing

@Suite("Tables of a recording's folder")
struct ActivityTableTests {
  private static let header =
    "device_id,kind,app,name,submitted,window_start,window_end,started,duration_s,outcome,reason,requires_power,"
    + "requires_network,requires_idle,discretionary,priority,bytes_sent,bytes_received,amount,scores"

  private func errors(_ lines: String...) -> [String] {
    do throws(RowErrors) {
      _ = try activityTable.read(name: "a.csv", Array(lines.joined(separator: "\n").utf8))
      return []
    } catch {
      return error.errors.map(\.description)
    }
  }

  @Test("an activity is written with empty fields for unknown values, and reads back equal")
  func roundTrip() throws {
    var full = Recording.Activity(.transfer)
    (full.app, full.name, full.reason) = ("app-01", "a, \"b\"", "done")
    (full.submitted, full.windowStart, full.windowEnd) = (1_488_315_824.049, 1_488_315_825, 1_488_319_425)
    (full.started, full.duration, full.outcome) = (1_488_315_830.5, 12.25, .completed)
    (full.requiresPower, full.requiresNetwork, full.requiresIdle) = (true, false, nil)
    (full.discretionary, full.priority, full.amount) = (true, -3, 0.1)
    (full.bytesSent, full.bytesReceived, full.scores) = (0, 1e9, ["thermal": 0.25, "app": 1])
    let rows = [ActivityRow(device: "phone-1", full), ActivityRow(device: "phone-2", .init(.idleMode))]
    let text = activityTable.text(rows)
    #expect(
      text == Self.header + "\n"
        + "phone-1,transfer,app-01,\"a, \"\"b\"\"\",1488315824.049,1488315825,1488319425,1488315830.5,12.25,completed,"
        + "done,true,false,,true,-3,0,1000000000,0.1,app=1.0 thermal=0.25\n"
        + "phone-2,idleMode,,,,,,,,,,,,,,,,,,\n")
    #expect(try activityTable.read(name: "a.csv", Array(text.utf8)) == rows)
  }

  @Test("every invalid field is named with its line, value, and expected values")
  func badRows() {
    #expect(errors("") == ["line 1, header: found an empty file, expected `\(Self.header)`"])
    #expect(errors("device_id,kind") == ["line 1, header: found another header, expected `\(Self.header)`"])
    #expect(
      errors(Self.header, "a,b") == ["line 2, row: found 2 fields, expected 20 fields"])
    #expect(
      errors(Self.header, ",nap,,,noon,,,-1,-2,ended,,yes,,,,1.5,,,,x") == [
        "line 2, device_id: found an empty cell, expected a text",
        "line 2, kind: found `nap`, expected one of activity, job, sync, push, transfer, idleMode, budget",
        "line 2, submitted: found `noon`, expected Unix seconds, such as `1488315824.049`, or an empty cell",
        "line 2, started: found `-1`, expected Unix seconds, such as `1488315824.049`, or an empty cell",
        "line 2, duration_s: found `-2`, expected seconds from 0, or an empty cell",
        "line 2, outcome: found `ended`, expected one of completed, failed, stopped, running, delivered, dropped, "
          + "or an empty cell",
        "line 2, requires_power: found `yes`, expected true, false, or an empty cell",
        "line 2, priority: found `1.5`, expected a whole number, or an empty cell",
        "line 2, scores: found `x`, expected `name=number` separated by spaces, or an empty cell",
      ])
  }

  @Test("readings of the battery are read with gaps as gaps")
  func power() throws {
    let text =
      "timestamp_s,current_ma,voltage_mv,temperature_c,raw_level_pct,remaining_mah\n20.5,-150,,21.5,,1500\n"
    var sample = Recording.PowerSample(time: 20.5)
    (sample.current, sample.temperature, sample.charge) = (-150, 21.5, 1500)
    #expect(try powerTable.read(name: "power.csv", Array(text.utf8)) == [sample])
    #expect(powerTable.text([sample]) == text)
  }
}
