import ResultsStore
import Studies
import Synchronization
import TestSupport
import Testing

@Suite("Charging by day")
struct DayChargeTests {
  @Test(
    "charging happens at the stated rate without background work",
    arguments: [
      StatedRate("night", night: 0.94, day: 0.8), StatedRate("topUp", night: 0.77, day: 1.35),
      StatedRate("docked", night: 0.79, day: 1.0), StatedRate("irregular", night: 0.25, day: 1.0),
      StatedRate("scattered", night: 0.05, day: 1.1),
    ])
  func rate(_ stated: StatedRate) throws {
    let file = try StudyFile(
      path: ShippedStudy.path("quickstart"),
      overrides: [
        ("population.archetypes", "[{name: all, share: 100 %, charging: \(stated.habit)}]"),
        ("population.devices", "40"),
      ], policies: ["never"])
    let plan = RunPlan(file, command: "slumber", replications: 1)
    let plugs = Mutex(Int64(0))
    try StudyRunner(file, runs: plan.entries).run(jobs: 2) { finished in
      let rows = finished.accumulator.eventCountRows(runID: "")
      plugs.withLock {
        $0 += rows.filter { $0.event == "powerChanged" && $0.reason == "plugged" }.reduce(0) { $0 + $1.count }
      }
    }
    // A fleet of 40 over 28 days has a standard error of about 0.04 a day.
    let rate = Double(plugs.withLock { $0 }) / (40 * 28)
    #expect(abs(rate - stated.perDay) < 0.2, "\(stated.habit): \(rate) a day, stated \(stated.perDay)")
  }
}

/// Charges a day that a habit is stated to have.
struct StatedRate: Sendable {
  var habit: String
  var perDay: Double

  init(_ habit: String, night: Double, day: Double) {
    self.habit = habit
    perDay = night + day
  }
}
