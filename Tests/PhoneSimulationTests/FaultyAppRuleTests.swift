import EventSimulation
import ModelParameters
import PhoneSimulation
import RandomStreams
import SchedulingPolicies
import TestSupport
import Testing
import Workload

@Suite("Faulty apps")
struct FaultyAppRuleTests {
  /// A refresh that is due at 1 h: launched cold at 3600 s, its handler starts at 3602 s.
  private func due(
    cpu: Double = 3, wait: Double = 0, resubmits: QualityProfile.Resubmission = .never, hours: Double = 2,
    _ changes: [String: String] = [:], quality: (inout QualityProfile) -> Void
  ) throws -> PhoneBench {
    try PhoneBench(
      [.with(earliestBegin: .hour, cpu: cpu, wait: wait, resubmits: resubmits, quality: quality)],
      hours: hours,
      changes)
  }

  @Test("BAD-3 a canceled task that does not complete on expiry stops its work and is killed")
  func canceled() throws {
    let result = try due(cpu: 60) {
      $0 = .cancelBug
      $0.failureProbability = 0
    }.run()
    #expect(result.log(.terminated, .completionTimeout).map(\.time.seconds) == [3637, 3637])
    #expect(result.log(.terminated)[0][.cause] == .text("missingCompletion"))
    let ignoring = try due(cpu: 60) { $0.expiryReaction = nil }.run()
    let (stopped, busy) = (
      result.mechanism(.refresh).counts[.energy], ignoring.mechanism(.refresh).counts[.energy]
    )
    #expect(stopped < busy)
  }

  @Test("BUD-2 usage-weighted refills follow the predicted opens and sum to the capacity")
  func weightedRefills() throws {
    var bench = try PhoneBench(
      [.with(submits: false)], hours: 97, ["budget.refillShape": "usageWeighted"])
    for day in 0..<4 { bench.use(0, at: .days(day) + .minutes(490)) }
    let refills = try bench.run().log(.budgetRefilled, .energy).filter { $0.app < 0 }
    let thursday = refills.filter { $0.time > .day(3) && $0.time <= .day(4) }
    #expect(thursday.count == 24)
    let amounts = thursday.map { $0.value / 467.28e9 }
    #expect(abs(amounts.reduce(0, +) - 1) < 1e-9)
    // All opens in one slot, and a tenth of the mean slot everywhere.
    #expect(abs(amounts[8] - (1 + 1.0 / 240) / 1.1) < 1e-9)
    #expect(abs(amounts[3] - (1.0 / 240) / 1.1) < 1e-9)
  }
}
