import OutputAnalysis
import ResultsStore
import StudyReports
import Synchronization
import Testing

@testable import Studies

@Suite("Running an ablation") struct AblationRunnerTests {
  private static let metrics = ["energy_j_per_day", "launches_per_day", "staleness_at_open_s"]

  private func run(_ file: StudyFile, jobs: Int) throws -> (AblationPlan, AblationResults) {
    let plan = AblationPlan(file.study.policies[0])
    let runner = AblationRunner(
      file, point: file.points[0], policy: file.study.policies[0], plan: plan, replications: 2,
      metrics: Self.metrics)
    #expect(runner.runCount == plan.settings.count * 2)
    #expect(runner.cellCount == 4)
    let steps = Mutex<[Int]>([])
    let results = try runner.run(
      jobs: jobs,
      progress: { step in
        steps.withLock { $0.append(step) }
      })
    let told = steps.withLock { $0 }
    let cells = (1...4).map { $0 * runner.deviceDays / 4 }
    if jobs == 1 {
      #expect(told == cells)
    } else {
      // The last cells are cut into their runs.
      #expect(told == Set(told).sorted() && told.last == runner.deviceDays)
      #expect(told.first.map { $0 > 0 && $0 <= cells[0] } == true)
    }
    return (plan, results)
  }

  /// Metrics of the first policy of a file by replication, run as a study.
  private func study(_ file: StudyFile) throws -> [[String: Double]] {
    let found = Mutex<[Int: [String: Double]]>([:])
    let entries = RunPlan(file, command: "").entries.filter { $0.policy == 0 }
    try StudyRunner(file, runs: entries).run(jobs: 1) { finished in
      var values: [String: Double] = [:]
      for name in Self.metrics { values[name] = finished.accumulator.populationMetrics([name]).values[name] }
      found.withLock { $0[finished.entry.planned.replication] = values }
    }
    return (0..<2).compactMap { replication in found.withLock { $0[replication] } }
  }

  @Test("a factor off is the study with its parameter at off, and nothing off the study itself")
  func equalsStudies() throws {
    let (plan, results) = try run(try AblationStudies.file(), jobs: 2)
    func values(_ place: Int) -> [[String: Double]] {
      results.runs.filter { $0.policy == AblationResults.name(ofSetting: place) }.map(\.values)
    }
    #expect(values(0) == (try study(try AblationStudies.file())))
    var different = 0
    for (place, variant) in plan.variants.enumerated() where variant.kind == .factor {
      let other = try study(try AblationStudies.file([("factor.\(variant.name)", "off")]))
      #expect(values(place + 1) == other, "\(variant.name)")
      if other != values(0) { different += 1 }
    }
    #expect(different >= 3)
    let softOff = ["lowBattery", "appUsage", "budgets", "rateLimit"].map {
      (path: "factor.\($0)", value: "off")
    }
    let enforces = (
      path: "policies",
      value: "[{name: seven-factor, enforces: [forceQuit, barOff, barWifiOnly, lowPowerMode]}]"
    )
    let allSoft = try study(try AblationStudies.file(softOff + [enforces]))
    #expect(values(plan.variants.count) == allSoft)
  }

  @Test("any number of workers gives the same bytes, and a stop stops")
  func workers() throws {
    let file = try AblationStudies.file()
    let (_, alone) = try run(file, jobs: 1)
    let (_, together) = try run(file, jobs: 3)
    #expect(alone.runs == together.runs && alone.failures == together.failures)
    let plan = AblationPlan(file.study.policies[0])
    let runner = AblationRunner(
      file, point: file.points[0], policy: file.study.policies[0], plan: plan, replications: 2,
      metrics: Self.metrics)
    #expect(throws: StudyRunner.Stop.interrupted) { try runner.run(jobs: 1, shouldStop: { true }) }
  }
}
