import ResultsStore
import StudyExecution
import StudyFormat
import Synchronization
import TestSupport
import Testing

@Suite("Charging by day")
struct DayChargeTests {
  @Test(
    "happens at the stated rate when nothing runs in the background",
    arguments: [
      ("night", 0.94 + 0.8), ("topUp", 0.77 + 1.35), ("docked", 0.79 + 1.0), ("irregular", 0.25 + 1.35),
    ])
  func rate(habit: String, perDay: Double) throws {
    let file = try StudyFile(
      path: ShippedStudy.path("quickstart"),
      overrides: [
        ("population.archetypes", "[{name: all, share: 100 %, charging: \(habit)}]"),
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
    #expect(abs(rate - perDay) < 0.2, "\(habit): \(rate) a day, stated \(perDay)")
  }
}
