import EventSimulation
import PhoneSimulation
import RandomStreams
import TestSupport
import Testing
import Workload

@Suite("Work that grows with what a run makes up for")
struct GrowingWorkTests {
  /// A refresh every so often whose work is 1 s of processor time and what grows; content changes at the end of each minute.
  private func bench(
    _ growth: [WorkGrowth: WorkSpecification], every floor: TimeSpan = .hour, hours: Double = 9.5,
    minutes: Int = 0,
    quality: (inout QualityProfile) -> Void = { _ in }
  ) throws -> PhoneBench {
    var app = try AppSpecification.with(floor: floor, resubmits: .atStart) {
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

  @Test("each change that the app does not have adds its amount; a success or an open takes the changes away")
  func changes() throws {
    let growth = try [WorkGrowth.perChange: WorkSpecification.constant(cpu: 0.1)]
    var bench = try bench(growth, hours: 4.5, minutes: 150)
    // Handlers start at 60 min 2 s, 120 min 4 s, 180 min 6 s … and have the changes before that.
    #expect(try grown(bench.run()) == [6, 6, 3, 0])
    bench.apps[0].content.fetchOnOpen = true
    bench.use(0, at: .seconds(100 * 60 + 30))
    #expect(try grown(bench.run()) == [6, 2, 3, 0])
    // A run that brings no content leaves them.
    bench.apps[0].tasks[0].fetches = false
    #expect(try grown(bench.run()) == [6, 2, 5, 5])
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

  @Test("BAD-9 with checkpoints the next run has what is left, and nothing for what came since")
  func resumes() throws {
    let growth = try [WorkGrowth.perChange: WorkSpecification.constant(cpu: 1)]
    let result = try bench(growth, hours: 4.5, minutes: 180) { $0.checkpointInterval = .seconds(10) }.run()
    let lengths = result.log(.completed).map(\.value)
    #expect(result.log(.completed).map(\.word) == [.failure, .failure, .success, .success])
    // 61 s of the first hour: 30 s, 30 s and 1 s. That run brings what there is.
    holds(abs(lengths[2] - 1) < 0.01 && lengths[0] == lengths[1] && lengths[3] == 1)
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

  @Test("silent pushes grow by what pushes have brought, processing by what its own runs have done")
  func otherMechanisms() throws {
    var pushed = try PhoneBench([.pushed()], hours: 13)
    pushed.apps[0].pushes?.work.growth[.perDay] = try .constant(cpu: 8)
    pushed.push(at: .hours(6), .hours(12))
    #expect(try pushed.run().log(.completed).map { ($0.value * 10).rounded() } == [30, 30])
    var charged = try PhoneBench([.with(.processing, cpu: 1, power: true)], hours: 2)
    charged.initial = InitialState(stateOfCharge: 0.5, charger: .wired5W)
    charged.apps[0].tasks[0].work.growth[.perDay] = try .constant(cpu: 86_400)
    let length = try #require(charged.run().log(.completed).first).value
    #expect(abs(length - 303) < 0.01)
  }

  @Test("growth ends at 24 h of processor time")
  func cap() throws {
    var bench = try PhoneBench(
      [.with(.processing, cpu: 1, power: true)], hours: 2, ["processing.runtimeLimit": "600 s"])
    bench.initial = InitialState(stateOfCharge: 0.5, charger: .wired5W)
    bench.apps[0].tasks[0].work.growth[.perDay] = try .constant(cpu: 1e9)
    guard case .number(let done)? = try bench.run().log(.completed)[0][.workDone] else {
      return holds(Bool(false))
    }
    #expect(abs(done - 600.0 / 86_400) < 1e-6)
  }
}
