import EventSimulation
import ModelParameters
import TestSupport
import Testing
import UsageModels
import Workload

/// A small recording: rows of `SECONDS TYPE APP VALUE` from Thursday, 1 January 1970.
func recording(_ rows: String...) throws -> TraceDevice { try recording(of: rows) }

func recording(of rows: [String]) throws -> TraceDevice {
  let lines = rows.map { row in
    let words: [String] =
      row.split(separator: " ", omittingEmptySubsequences: false).map(String.init) + ["", ""]
    return "a,\(words[0]),0,\(words[1]),\(words[2]),\(words[3])"
  }
  let text = ([TraceFileTests.header] + lines).joined(separator: "\n")
  return try Fleet.trace(text).devices[0]
}

@Suite("Cleaning recordings")
struct RecordingTests {
  private func screen(_ device: TraceDevice) -> RecordedScreen {
    RecordedScreen(device.rows, lockDelay: .seconds(30), unlockSlack: .seconds(5))
  }

  /// The case, the recorded rows, and the changes of screen and lock.
  @Test(
    "screen and lock are made consistent",
    arguments: cases(
      """
      derived: on while an app is in front | 0 app_fg x / 1 unlock / 10 app_bg x / 14 app_fg y / 20 app_bg y / 100 unlock / 200 app_fg x / 210 app_bg x | 0 screenOn / 1 unlock / 20 screenOff / 50 lock / 100 screenOn / 100 unlock / 100 screenOff / 130 lock / 200 screenOn / 210 screenOff
      derived: locked with the screen off | 0 app_fg x / 10 app_bg x / 12 unlock / 14 lock / 60 app_fg x / 70 lock / 80 app_bg x | 0 screenOn / 12 unlock / 12 screenOff / 14 lock / 60 screenOn / 80 screenOff
      a lock is inferred after 30 s | 0 screen_on / 1 unlock / 10 screen_off / 100 screen_on / 105 screen_off | 0 screenOn / 1 unlock / 10 screenOff / 40 lock / 100 screenOn / 105 screenOff
      back within 30 s: still unlocked | 0 screen_on / 1 unlock / 10 screen_off / 20 screen_on / 25 screen_off / 25.1 lock | 0 screenOn / 1 unlock / 10 screenOff / 20 screenOn / 25 screenOff / 25.1 lock
      doubled and early events, an end at the last sign of life | 0 screen_off / 2 unlock / 3 screen_on / 4 unlock / 9 app_fg x / 60 screen_on / 70 screen_off / 70 lock / 71 lock | 3 screenOn / 3 unlock / 9 screenOff / 39 lock / 60 screenOn / 70 screenOff
      unlocked at all times: locked after a restart | 0 screen_on / 10 shutdown / 15 reboot / 20 screen_on / 25 screen_off | 0 screenOn / 0 unlock / 10 screenOff / 10 lock / 20 screenOn / 20 unlock / 25 screenOff / 55 lock
      """))
  func screens(_ row: [String]) throws {
    var screen = screen(try recording(of: parts(row[1])))
    #expect(screen.isDerived == row[0].hasPrefix("derived"))
    if row[0].hasPrefix("unlocked") { screen = screen.unlocking { _, _ in true } }
    #expect(screen.changes.map { "\($0.time) \($0.change)" } == parts(row[2]))
    if row[0].hasPrefix("a lock is inferred") { #expect(screen.inferredLocks == 1) }
    if row[0].hasPrefix("back") { #expect(screen.usableTimes.map(\.start) == [.seconds(1), .seconds(20)]) }
  }

  @Test(
    "a visit ends at the next app, at its own background, or with the screen; the top app returns at unlock")
  func visits() throws {
    let device = try recording(
      "0 screen_on", "0.5 app_fg home", "1 unlock", "5 app_fg x", "9 app_fg y", "12 app_bg y", "20 app_fg x",
      "30 screen_off", "30 lock", "40 screen_on", "45 screen_off", "50 screen_on", "52 unlock",
      "60 screen_off")
    let visits = RecordedVisits(device.rows, screen(device)).visits
    #expect(
      visits.map { "\($0.app) \($0.start) \($0.end)" } == [
        "home 1 5", "x 5 9", "y 9 12", "x 20 30", "x 52 60",
      ])
  }

  @Test("charges less than two minutes apart are one, and the first unplugging ends an unseen one")
  func charging() throws {
    let device = try recording(
      "10 unplug  50", "100 plug usb 50", "200 unplug  55", "300 plug ac 55", "400 unplug  60", "600 plug  60"
    )
    let battery = RecordedBattery(device.rows, mergeGap: .minutes(2))
    #expect(battery.connections.map(\.charger) == [.ac, .ac])
    #expect(battery.connections.map(\.end) == [.seconds(400), .distantFuture])
    #expect(battery.connections.map(\.start).last == .seconds(600))
    let apart = RecordedBattery(device.rows, mergeGap: .seconds(50))
    #expect(apart.connections.map(\.charger) == [.ac, .usb, .ac, .ac])
  }

  @Test("power is the fall of the level by the time between readings a point apart")
  func power() throws {
    let device = try recording(
      "0 unplug  80", "1800 battery_level  80", "3600 battery_level  79", "7200 battery_level  77",
      "9000 plug ac 77")
    let battery = RecordedBattery(device.rows, mergeGap: .minutes(2))
    let steps = battery.power(from: .zero, to: .seconds(10_000), nominalJoules: 36_000, largest: 12)
    #expect(steps.map(\.time) == [.zero, .seconds(3600), .seconds(7200), .seconds(9000)])
    #expect(steps.map(\.watts) == [0.1, 0.2, 0.2, 0])
  }

  private func knots(_ levels: [(Int, Int)]) throws -> [String] {
    let device = try recording(of: levels.map { "\($0.0) battery_level  \($0.1)" })
    let readings = RecordedBattery(device.rows, mergeGap: .zero).readings
    return LevelCurve.curves(readings, fastest: 0.1).map { curve in
      curve.knots.map { "\($0.time) \($0.level)" }.joined(separator: ", ")
    }
  }

  @Test(
    "the level curve falls from reading to reading, averages wobbles, restarts at a rise, and spreads a jump",
    arguments: [
      ([(0, 90), (100, 89), (200, 88)], ["0 90.0, 100 89.0, 200 88.0"]),
      ([(0, 90), (100, 90), (200, 89)], ["0 90.0, 200 89.0"]),
      // A plateau before a fall of several points.
      ([(0, 90), (100, 90), (200, 88)], ["0 90.0, 100 89.5, 200 88.0"]),
      ([(0, 91), (100, 89), (200, 90), (300, 88)], ["0 91.0, 100 89.5, 200 89.0, 300 88.0"]),
      ([(0, 60), (100, 59), (200, 75), (300, 74)], ["0 60.0, 100 59.0", "200 75.0, 300 74.0"]),
      ([(0, 31), (1, 30), (100, 29)], ["0 31.0, 100 29.0"]),
    ])
  func levelCurve(_ levels: [(Int, Int)], _ curves: [String]) throws { #expect(try knots(levels) == curves) }

  @Test("posts of one app less than 10 s apart are one notification")
  func notifications() throws {
    let device = try recording(
      "0 screen_on", "100 notif_post x", "108 notif_post x", "110 notif_post y", "117 notif_post x",
      "127 notif_post x",
      "172900 screen_off")
    let recorded = try RecordedDevice(device, ParameterSet())
    #expect(recorded.notifications.map { "\($0.app) \($0.time)" } == ["x 100", "y 110", "x 127"])
  }

  @Test("the first full day keeps its weekday; midnight itself begins a full day")
  func weekday() throws {
    let parameters = ParameterSet()
    let midnight = try RecordedDevice(try recording("0 screen_on", "86400 screen_off"), parameters)
    holds(midnight.firstWeekday == 3 && midnight.start == .zero)
    let later = try RecordedDevice(try recording("0.001 screen_on", "172800 screen_off"), parameters)
    holds(later.firstWeekday == 4 && later.start == .day(1))
  }

  @Test(
    "without whole days a recording starts at its first row, in the hours of its first day, and counts from there"
  )
  func firstRow() throws {
    let device = try recording(
      "90000 unplug  50", "90000 battery_level  50", "90010 screen_on", "90060 screen_off",
      "97200 plug usb 49")
    let recorded = try RecordedDevice(device, ParameterSet(), wholeDays: false)
    holds(recorded.midnight == .day(1) && recorded.start == .seconds(90_000) && recorded.firstWeekday == 4)
    let replay = try TraceReplay(
      device: device, generator: Fleet.generator(apps: [], days: 3, warmUp: 0), nominalEnergyWattHours: 12.98,
      wholeDays: false)
    let plan = replay.plan(0)
    holds(plan.warmUpEnd == .seconds(3600) && plan.end == .seconds(10_800))
    holds(plan.initial.stateOfCharge == 0.5 && plan.initial.charger == nil)
    #expect(plan.events(.screenOn).map(\.time) == [.seconds(3610)])
    holds(plan.events(.plug).isEmpty)
    #expect {
      try TraceReplay(
        device: device, generator: Fleet.generator(.scripted(), days: 3), nominalEnergyWattHours: 12.98,
        file: "x.csv")
    } throws: {
      "\($0)".hasSuffix("expected at least one full local day")
    }
  }

  @Test("recordings that cannot drive a device are refused with the reason")
  func refused() throws {
    let parameters = ParameterSet()
    let short = try recording("10 screen_on", "7210 screen_off")
    #expect {
      try RecordedDevice(short, parameters)
    } throws: {
      "\($0)"
        == "line 3, a: found the end 2.0 h after the first event, expected at least one full local day"
    }
  }
}
