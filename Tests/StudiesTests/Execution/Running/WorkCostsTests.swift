import ResultsStore
import StudyTestSupport
import Synchronization
import TestSupport
import Testing

@testable import Studies

@Suite("The cost of runs, and the time left")
struct WorkCostsTests {
  private func isNear(_ found: Double, _ expected: Double) -> Bool { abs(found - expected) < 1e-12 }

  private func entry(_ point: Int, _ policy: String) -> RunPlan.Entry {
    var planned = PlannedRun()
    planned.policy = policy
    return RunPlan.Entry(point: point, policy: 0, planned: planned)
  }
  private func cell(_ point: Int, _ policy: String) -> WorkCosts.Cell { WorkCosts.Cell(entry(point, policy)) }

  @Test("a cell without runs has the rate of its point times the relative rate of its policy")
  func rates() {
    var costs = WorkCosts()
    #expect(costs.seconds(for: [cell(0, "a"): 5]) == nil)
    costs.add(seconds: 2, days: 10, of: cell(0, "a"))
    costs.add(seconds: 6, days: 10, of: cell(0, "b"))
    costs.add(seconds: 10, days: 10, of: cell(1, "a"))
    func rate(_ point: Int, _ policy: String) -> Double {
      costs.seconds(for: [cell(point, policy): 1]) ?? -1
    }
    #expect(rate(0, "a") == 0.2)
    #expect(rate(0, "b") == 0.6)
    // Point 1 takes 1 s a day. Policy b takes as long as the mean of all work, 18 s in 30 days.
    #expect(isNear(rate(1, "b"), 1 * 0.6 / 0.6))
    #expect(isNear(rate(2, "b"), 0.6))
    #expect(isNear(rate(2, "c"), 0.6))
    #expect(costs.seconds(for: [:]) == 0)
  }

  @Test("the share of the time follows the cost of each point, and the days if no times are known")
  func share() {
    let all = [cell(0, "a"): 100.0, cell(1, "a"): 100.0]
    var work = WorkLeft(all)
    work.finish(entry(0, "a"), days: 10, seconds: 1)
    work.finish(entry(1, "a"), days: 10, seconds: 9)
    #expect(isNear(work.share, 0.1))
    for _ in 0..<9 { work.finish(entry(0, "a"), days: 10, seconds: 1) }
    // 19 of 100 seconds have passed, and 110 of 200 days are done.
    #expect(isNear(work.share, 0.19))
    var untimed = WorkLeft(all)
    untimed.finish(entry(0, "a"), days: 50, seconds: 0)
    holds(isNear(untimed.share, 0.25) && untimed.done == 50 && untimed.simulations == 1)
  }

  @Test("four blocks of each design point run first, and shares grow from 0 to 1")
  func order() throws {
    let file = try StudyFolder().study(
      """
      formatVersion: 1
      name: order
      horizonDays: 1
      replications: 5
      population: {devices: 2}
      policies: [never]
      factors: {refresh.minGap: [10 min, 20 min]}
      """)
    let tasks = BlockPlan(file, RunPlan(file, command: "").entries).tasks(missingIn: StoredWork())
    let found = Mutex<(points: [Int], shares: [Double])>(([], []))
    let ticks = Mutex(0.0)
    let clock: @Sendable () -> Double = {
      ticks.withLock {
        $0 += 1
        return $0
      }
    }
    try StudyRunner(file, blocks: tasks, clock: clock).run(
      jobs: 1, progress: { _, share in found.withLock { $0.shares.append(share()) } },
      finish: { finished in found.withLock { $0.points.append(finished.entry.point) } })
    let (points, shares) = found.withLock { $0 }
    #expect(points == [0, 0, 0, 0, 1, 1, 1, 1, 0, 1])
    holds(shares.count == 20 && shares == shares.sorted() && shares.last == 1, "\(shares)")
  }
}
