import DeviceModel
import EventSimulation
import ModelParameters
import PhoneSimulation
import RandomStreams
import SchedulingPolicies
import TestSupport
import Testing
import Workload

@Suite("Extra time after the app has been left")
struct ExtraTimeRuleTests {
  /// One app with work that is left at each exit, opened at 1 h for a minute.
  private func bench(
    _ lengths: Double..., usesAssertion: Bool = true, origin: ExitWork.Origin = .app, cpuShare: Double = 0.2,
    set changes: [String: String] = [:], quality: (inout QualityProfile) -> Void = { _ in }
  ) throws -> PhoneBench {
    var app = try AppSpecification.with(submits: false, quality: quality)
    app.exitWork = try lengths.enumerated().map {
      ExitWork(
        name: "work-\($0.offset)", length: try Constant($0.element), usesAssertion: usesAssertion,
        origin: origin, cpuShare: cpuShare)
    }
    var bench = try PhoneBench([app], hours: 6, changes)
    bench.use(0, at: .hour)
    return bench
  }

  @Test("EXT-1 EXT-6 an assertion keeps the process in the background until its work is done")
  func untilDone() throws {
    let result = try bench(20).run()
    #expect(result.seconds(.assertionBegan, nil, .assertion) == [3660])
    #expect(result.log(.assertionBegan)[0][.remaining] == .span(.seconds(30)))
    #expect(result.seconds(.completed, .success, .assertion) == [3680])
    #expect(result.log(.completed)[0].value == 20)
    #expect(result.log(.completed)[0][.workDone] == .number(1))
    #expect(result.log(.completed)[0][.name] == .text("work-0"))
    #expect(result.seconds(.assertionEnded) == [3680])
    #expect(result.log(.assertionEnded)[0][.remaining] == .span(.seconds(10)))
    #expect(result.seconds(.stateChanged, .background) == [3660])
    #expect(result.seconds(.suspended) == [3681])
    holds(result.log(.expired).isEmpty && result.log(.terminated).isEmpty)
    #expect(result.mechanism(.assertion).counts[.completed] == 1)
  }

  @Test("EXT-1 an extension gets no extra time; what it left waits for the process")
  func extensions() throws {
    var bench = try bench(20, origin: .extension)
    bench.use(0, at: .hours(2))
    let result = try bench.run()
    #expect(result.seconds(.rejected, .unavailable, .assertion) == [3660, 7260])
    holds(result.log(.assertionBegan).isEmpty)
    // One second before suspension, nineteen after the next open.
    #expect(result.seconds(.completed, .success, .assertion) == [7219])
  }

  @Test("EXT-2 the allowance counts from the exit and is shared by all assertions")
  func shared() throws {
    let result = try bench(40, 50, 60).run()
    #expect(result.seconds(.expired, .timeLimit, .assertion) == [3685, 3685, 3685])
    #expect(result.seconds(.assertionEnded) == [3685.5, 3685.5, 3685.5])
    #expect(result.seconds(.completed, .failure, .assertion) == [3685.5, 3685.5, 3685.5])
    #expect(result.log(.completed)[0][.workDone] == .number(25.0 / 40))
    #expect(result.seconds(.suspended) == [3686.5])
  }

  @Test("EXT-2 while a run keeps the process in the background the allowance starts at the end of that run")
  func afterRun() throws {
    var bench = try bench(100)
    bench.apps[0].tasks = try AppSpecification.with(floor: .seconds(3665), cpu: 0, wait: 10).tasks
    let result = try bench.run()
    #expect(result.seconds(.launched, .joined) == [3665])
    #expect(result.seconds(.completed, .success, .refresh) == [3675])
    #expect(result.seconds(.expired, .timeLimit, .assertion) == [3700])
  }

  @Test("EXT-3 under memory pressure the allowance is half as long, also when the pressure comes later")
  func pressure() throws {
    var early = try bench(40)
    early.at(.minutes(50), set: .memoryPressure, to: 1)
    #expect(try early.run().seconds(.expired, .timeLimit, .assertion) == [3670])
    var late = try bench(40) { $0.endsAssertion = .never }
    late.at(.seconds(3680), set: .memoryPressure, to: 1)
    // Once the handlers have been called, the end stands.
    late.at(.seconds(3682), set: .memoryPressure, to: 0)
    let result = try late.run()
    #expect(result.seconds(.expired, .timeLimit, .assertion) == [3680])
    #expect(result.log(.terminated, .assertionExpired).map(\.time.seconds) == [3685, 3685])
  }

  @Test("EXT-4 at expiry only: the assertion stays open when its work is done, and ends with the handler")
  func atExpiryOnly() throws {
    let result = try bench(10) { $0.endsAssertion = .atExpiryOnly }.run()
    #expect(result.seconds(.completed, .success, .assertion) == [3670])
    #expect(result.seconds(.expired, .timeLimit, .assertion) == [3685])
    #expect(result.seconds(.assertionEnded) == [3685.5])
    holds(result.log(.terminated).isEmpty)
  }

  @Test(
    "EXT-5 an assertion that is still open when the allowance ends kills the process",
    arguments: [10.0, 40.0])
  func kill(length: Double) throws {
    let result = try bench(length) { $0.endsAssertion = .never }.run()
    let kills = result.log(.terminated, .assertionExpired)
    #expect(kills.map(\.time.seconds) == [3690, 3690])
    #expect(kills.map(\.mechanism) == [nil, .assertion])
    #expect(kills[0][.cause] == .text(length > 30 ? "expiryIgnored" : "missingCompletion"))
    holds(result.log(.suspended).isEmpty)
  }

  @Test(
    "EXT-2 EXT-3 EXT-5 a lead beyond the allowance calls the handlers at once, and the allowance holds",
    arguments: [true, false])
  func longLead(isPressed: Bool) throws {
    let allowance = isPressed ? "assertion.pressureAllowance" : "assertion.allowance"
    var bench = try bench(200, set: [allowance: "5 s", "assertion.handlerLead": "10 s"]) {
      $0.endsAssertion = .never
    }
    if isPressed { bench.at(.minutes(50), set: .memoryPressure, to: 1) }
    let result = try bench.run()
    #expect(result.seconds(.expired, .timeLimit, .assertion) == [3660])
    #expect(result.seconds(.terminated, .assertionExpired, .assertion) == [3665])
  }

  @Test("EXT-4 EXT-5 BAD-5 a handler that does not react, or is not set, leaves the five seconds to the work")
  func noReaction() throws {
    let inTime = try bench(27) { $0.expiryReaction = nil }.run()
    #expect(inTime.seconds(.expired, .timeLimit, .assertion) == [3685])
    #expect(inTime.seconds(.completed, .success, .assertion) == [3687])
    holds(inTime.log(.terminated).isEmpty)
    let late = try bench(40) { $0.setsExpirationHandler = false }.run()
    #expect(late.log(.expired, .timeLimit)[0][.handler] == .text("none"))
    #expect(late.seconds(.terminated, .assertionExpired, .assertion) == [3690])
  }

  @Test("EXT-6 before version 13 the allowance is three minutes, also under memory pressure")
  func oldVersion() throws {
    var bench = try bench(100, set: ["os.version": "12"])
    bench.at(.minutes(50), set: .memoryPressure, to: 1)
    let result = try bench.run()
    #expect(result.seconds(.completed, .success, .assertion) == [3760])
    let longer = try self.bench(200, set: ["os.version": "12"]).run()
    #expect(longer.seconds(.expired, .timeLimit, .assertion) == [3660 + 175])
  }

  @Test("EXT-2 opening the app again stops the clock, and the next exit starts it anew")
  func reopened() throws {
    var bench = try bench(100)
    bench.apps[0].exitWork[0].length = try Constant(100)
    bench.use(0, at: .seconds(3670), for: .seconds(20))
    let result = try bench.run()
    // Ten seconds in the background, twenty in front, then 25 more: no hundred.
    #expect(result.seconds(.expired, .timeLimit, .assertion) == [3715, 3715])
  }

  @Test("Without an assertion work stops at suspension, goes on with the process, and is lost when it dies")
  func unasserted() throws {
    var bench = try bench(20, usesAssertion: false)
    bench.use(0, at: .hours(2))
    let waited = try bench.run()
    #expect(waited.seconds(.suspended) == [3661, 7261])
    #expect(waited.seconds(.completed, .success, .assertion) == [7219])
    bench.at(.minutes(90), .kill(app: 0, isCrash: false))
    let lost = try bench.run()
    holds(lost.log(.completed, nil, .assertion).isEmpty)
    holds(
      lost.mechanism(.assertion).counts[.killed] == 1 && lost.mechanism(.assertion).counts[.unfinished] == 1)
  }

  @Test("BUD-3 extra time debits no budget, and its energy is billed to its cause")
  func energy() throws {
    let result = try bench(20).run()
    holds(result.log(.budgetDebited).isEmpty)
    let billed = result.ledgerObserved.filter { $0.payer.cause == .assertion && $0.payer.app == 0 }
    let processor = billed.filter { $0.component == .processor }.map(\.energyNanojoules).reduce(0, +)
    let idle = try bench(20, cpuShare: 0).run().ledgerObserved.filter {
      $0.payer.cause == .assertion && $0.component == .processor
    }.map(\.energyNanojoules).reduce(0, +)
    holds(processor > idle && !billed.isEmpty)
    #expect(result.mechanism(.assertion).counts[.energy] > 0)
  }
}
