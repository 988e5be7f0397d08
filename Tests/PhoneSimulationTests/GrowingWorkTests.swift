import EventSimulation
import PhoneSimulation
import RandomStreams
import TestSupport
import Testing
import Workload

@Suite("Work that grows with the changes that a run catches up with")
struct GrowingWorkTests {
  /// A refresh every so often whose work is 1 s of processor time and what grows; content changes at the end of each minute.
  private func bench(
    _ growth: [WorkGrowth: WorkSpecification], every earliestBegin: TimeSpan = .hour, hours: Double = 9.5,
    minutes: Int = 0,
    quality: (inout QualityProfile) -> Void = { _ in }
  ) throws -> PhoneBench {
    var app = try AppSpecification.with(earliestBegin: earliestBegin, resubmits: .atStart) {
      $0.checkpointInterval = nil
      quality(&$0)
    }
    app.tasks[0].work.growth = growth
    var bench = try PhoneBench([app], hours: hours)
    for minute in 0..<minutes { bench.at(.minutes(minute + 1), .contentChange, app: 0) }
    return bench
  }

  /// The work of each run beyond its first second.
  private func grown(_ result: DeviceResult) -> [Double] {
    result.log(.completed).map { (($0.value - 1) * 1e6).rounded() / 1e6 }
  }

  @Test(
    "waiting and bytes grow as well, and half a day of changes is more than a run can do without checkpoints")
  func backlog() throws {
    let growth = try [WorkGrowth.perChange: WorkSpecification.constant(wait: 0.1, down: 50_000)]
    // 50 kB take 0.01 s at 40 Mbit/s, beside the second of processor time.
    #expect(try grown(bench(growth, hours: 1.5, minutes: 300).run())[0] >= 6)
    var late = try bench(growth, every: .hours(12), hours: 24.5, minutes: 1440)
    let failed = try late.run()
    holds(failed.log(.expired, .timeLimit).count == 2 && failed.log(.completed, .success).isEmpty)
    late.use(0, at: .hours(23))
    late.apps[0].content.fetchOnOpen = true
    #expect(try late.run().log(.completed).map(\.word) == [.failure, .success])
  }

  @Test("the amount of a change is the same whichever run makes up for it")
  func pairing() throws {
    let law = try Exponential(mean: 0.05)
    var growth = try [WorkGrowth.perChange: WorkSpecification.constant()]
    growth[.perChange]?.cpu = law
    let sums = try [20, 60, 120].map { minutes in
      let work = try grown(bench(growth, every: .minutes(minutes), hours: 12.5, minutes: 360).run())
      return (work.reduce(0, +) * 1e6).rounded()
    }
    holds(sums[0] == sums[1] && sums[1] == sums[2] && abs(sums[0] / 1e6 - 18) < 5)
    let other = try grown(bench(growth, every: .minutes(120), hours: 12.5, minutes: 359).run())
    #expect((other.reduce(0, +) * 1e6).rounded() < sums[0])
  }

  @Test("each day adds its amount, in proportion, from the start and then from the last success")
  func days() throws {
    let growth = try [WorkGrowth.perDay: WorkSpecification.constant(cpu: 24)]
    let bench = try bench(growth, hours: 2.5)
    let result = try bench.run()
    let ends = result.seconds(.completed)
    #expect(abs(grown(result)[0] - 24 * 3602.0 / 86_400) < 1e-5)
    let next = try #require(result.seconds(.handlerStarted).last)
    #expect(abs(grown(result)[1] - 24 * (next - ends[0]) / 86_400) < 1e-5)
    var failing = bench
    failing.apps[0].quality.failureProbability = 1
    let failed = try failing.run()
    #expect(abs(grown(failed)[1] - 24 * (failed.seconds(.handlerStarted)[1]) / 86_400) < 1e-5)
  }

}
