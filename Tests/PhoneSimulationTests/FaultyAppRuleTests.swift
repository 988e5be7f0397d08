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
      [.with(floor: .hour, cpu: cpu, wait: wait, resubmits: resubmits, quality: quality)], hours: hours,
      changes)
  }

  @Test("BAD-1 an app that ignores the refusal never tries again; one that notices tries at every open")
  func ignoredError() throws {
    for (handles, refusals) in [(true, 4), (false, 1)] {
      var bench = try PhoneBench([
        .with {
          $0.spelling = .wrong
          $0.handlesSubmitError = handles
        }
      ])
      for hour in [1, 2, 3] { bench.use(0, at: .hours(hour)) }
      let result = try bench.run()
      #expect(result.log(.rejected, .notPermitted).count == refusals)
      holds(result.log(.launched).isEmpty && result.log(.submitted).isEmpty)
    }
  }

  @Test("BAD-3 BAD-10 a path without completion keeps the process awake until the kill, and costs a penalty")
  func missingCompletion() throws {
    let result = try due {
      $0 = .errorPathBug
      $0.failureProbability = 1
    }.run()
    #expect(result.seconds(.expired, .timeLimit) == [3632])
    let kills = result.log(.terminated, .completionTimeout)
    #expect(kills.map(\.time.seconds) == [3637, 3637])
    holds(kills.allSatisfy { $0[.cause] == .text("missingCompletion") })
    let penalty = try #require(result.log(.penaltyApplied).first)
    // A fifth of a quarter of one per cent of 12.98 Wh.
    #expect(abs(penalty.value - 12.98 * 3600e9 * 0.01 * 0.25 * 0.2) < 2)
    #expect(result.log(.penaltyApplied).count == 1)
  }

  @Test("BAD-3 a cancelled task that completes nothing on expiry stops its work and is killed")
  func cancelled() throws {
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

  @Test("BAD-3 the return of a closure cannot be missed")
  func implicit() throws {
    let failed = try due {
      $0 = .errorPathBug
      $0.completionStyle = .implicit
      $0.failureProbability = 1
    }.run()
    #expect(failed.seconds(.completed, .failure) == [3605])
    let expired = try due(cpu: 60) {
      $0 = .errorPathBug
      $0.completionStyle = .implicit
      $0.failureProbability = 0
      $0.setsExpirationHandler = false
    }.run()
    #expect(expired.seconds(.completed, .failure) == [3632.5])
    holds(failed.log(.terminated).isEmpty && expired.log(.terminated).isEmpty)
  }

  @Test("BAD-4 without a handler the task ends unsuccessfully at the limit, and nobody is killed")
  func noHandler() throws {
    let result = try due(cpu: 60, resubmits: .atEnd) { $0.setsExpirationHandler = false }.run()
    // Nothing of the app runs at that moment, so it does not resubmit.
    #expect(result.log(.submitted).count == 1)
    #expect(result.log(.expired)[0][.handler] == .text("none"))
    #expect(result.seconds(.completed, .failure) == [3632])
    #expect(result.log(.completed)[0][.workDone] == .number(0.5))
    #expect(result.seconds(.suspended) == [3633])
    holds(result.log(.terminated).isEmpty)
  }

  @Test("BAD-5 a handler that does not stop the work ends in a kill; work that ends in the grace is in time")
  func ignored() throws {
    let killed = try due(cpu: 40) { $0.expiryReaction = nil }.run()
    #expect(killed.log(.expired)[0][.handler] == .text("set"))
    #expect(killed.log(.terminated, .completionTimeout).map(\.time.seconds) == [3637, 3637])
    holds(killed.log(.terminated).allSatisfy { $0[.cause] == .text("expiryIgnored") })
    for length in [33.0, 35.0] {
      let inTime = try due(cpu: length) { $0.expiryReaction = nil }.run()
      #expect(inTime.seconds(.completed, .success) == [3602 + length])
      holds(inTime.log(.terminated).isEmpty && inTime.log(.penaltyApplied).isEmpty)
    }
    let slow = try due(cpu: 40) { $0.expiryReaction = .seconds(6) }.run()
    #expect(slow.seconds(.terminated, .completionTimeout, .refresh) == [3637])
  }

  @Test(
    "BAD-6 the length of a series by the moment of resubmission",
    arguments: QualityProfile.Resubmission.allCases)
  func series(resubmits: QualityProfile.Resubmission) throws {
    func launches(failing: Bool, killed: Bool) throws -> Int {
      try due(hours: 5.5) {
        $0.resubmits = resubmits
        $0.failureProbability = failing ? 1 : 0
        if killed { $0.completesOn = [] }
      }.run().log(.launched).count
    }
    #expect(try launches(failing: false, killed: false) == (resubmits == .never ? 1 : 5))
    #expect(
      try launches(failing: true, killed: false) == (resubmits == .atStart || resubmits == .atEnd ? 5 : 1))
    #expect(try launches(failing: false, killed: true) == (resubmits == .atStart ? 5 : 1))
  }

  @Test("BAD-7 success is reported at once; the rest goes on when the process runs again, or is lost with it")
  func early() throws {
    var bench = try due(cpu: 2, wait: 10, hours: 2.9) { $0.completesEarly = true }
    bench.use(0, at: .hours(2))
    let result = try bench.run()
    #expect(result.seconds(.completed, .success) == [3602])
    #expect(result.log(.completed)[0][.workDone] == .number(0))
    #expect(result.seconds(.suspended) == [3603, 7261])
    // One second of twelve was done before the suspension.
    #expect(result.seconds(.progress) == [7211])
    #expect(result.apps[0].counts[.fetches] == 1)
    bench.at(.minutes(90), .kill(app: 0, isCrash: false))
    let lost = try bench.run()
    #expect(lost.seconds(.completed, .success) == [3602])
    holds(lost.log(.progress).isEmpty && lost.apps[0].counts[.fetches] == 0)
  }

  @Test("BAD-7 a placeholder runs, costs energy and brings nothing")
  func placeholder() throws {
    let result = try due(resubmits: .atStart, hours: 5.5) { $0 = .placeholder }.run()
    #expect(result.log(.completed, .success).count == 5)
    holds(result.log(.completed).allSatisfy { $0.value == 0 })
    #expect(result.mechanism(.refresh).counts[.energy] > 0)
    #expect(result.apps[0].counts[.fetches] == 0)
  }

  @Test("BAD-8 re-arming at every exit moves the floor for ever")
  func rearming() throws {
    for rearms in [true, false] {
      var bench = try PhoneBench([.with(floor: .hours(2)) { $0.rearmsAtExit = rearms }], hours: 11.5)
      for hour in 1...10 { bench.use(0, at: .hours(hour)) }
      let result = try bench.run()
      #expect(result.log(.replaced).count == (rearms ? 10 : 0))
      #expect(result.log(.launched).isEmpty == rearms)
    }
  }

  @Test("BAD-9 with checkpoints the next run goes on from the last one, without it starts from nothing")
  func checkpoints() throws {
    func starts(_ interval: TimeSpan?) throws -> [LogField.Value?] {
      try due(cpu: 0, wait: 72, resubmits: .atStart, hours: 3.5) { $0.checkpointInterval = interval }
        .run().log(.handlerStarted).map { $0[.workDone] }
    }
    func left(_ seconds: Double...) -> [LogField.Value?] { seconds.map { .number(1 - $0 / 72) } }
    #expect(try starts(.seconds(5)) == left(72, 42, 12))
    #expect(try starts(.seconds(7)) == left(72, 44, 16))
    #expect(try starts(nil) == left(72, 72, 72))
    let done = try due(cpu: 0, wait: 72, resubmits: .atStart, hours: 3.5) { _ in }.run()
    #expect(done.log(.completed).map(\.word) == [.failure, .failure, .success])
  }

  @Test("BAD-9 checkpoints of a failed run count, those of a killed run too")
  func checkpointsOfFailures() throws {
    let failed = try due(cpu: 0, wait: 12, resubmits: .atStart, hours: 2.5) { $0.failureProbability = 1 }
      .run()
    let left: [LogField.Value?] = [.number(0), .number(1 - 2.0 / 12)]
    #expect(failed.log(.handlerStarted).map { $0[.workDone] } == left)
    var killed = try due(cpu: 0, wait: 20, resubmits: .atStart, hours: 2.5) { _ in }
    killed.at(.seconds(3618), .kill(app: 0, isCrash: true))
    #expect(try killed.run().log(.handlerStarted).map { $0[.workDone] } == [.number(0), .number(0.75)])
  }

  @Test("PWR-6 an app that looks first does not submit what could not start; nothing else changes")
  func checks() throws {
    for looks in [true, false] {
      var bench = try PhoneBench([
        .with { $0.checksLowPowerMode = looks },
        .with(.processing, bundleID: "org.other") { $0.checksLowPowerMode = looks },
      ])
      bench.initial.lowPowerMode = true
      bench.at(.hours(2), set: .lowPowerMode, to: 0)
      bench.use(0, at: .hours(3))
      let result = try bench.run()
      #expect(result.seconds(.submitted, app: 0) == (looks ? [10_800] : [0, 10_800]))
      #expect(result.seconds(.submitted, app: 1) == [0])
      var off = try PhoneBench([.with { $0.checksRefreshStatus = looks }])
      off.initial.backgroundRefresh = 0
      #expect(try off.run().log(.rejected, .unavailable).count == (looks ? 0 : 1))
    }
    // A request that is pending stays pending.
    var pending = try PhoneBench([.with(floor: .hours(2)) { $0.checksLowPowerMode = true }])
    pending.at(.hour, set: .lowPowerMode, to: 1)
    pending.at(.hours(3), set: .lowPowerMode, to: 0)
    #expect(try pending.run().seconds(.launched) == [10_800])
  }

  @Test("API-5 an extension may submit, if its kind may; the launch goes to the app")
  func extensions() throws {
    var bench = try PhoneBench([.with(submits: false)])
    func submit(_ origin: SubmissionOrigin) -> ScriptStep {
      .submitFromExtension(app: 0, identifier: "task", mechanism: .refresh, floor: nil, origin: origin)
    }
    bench.at(.hour, submit(.limitedExtension))
    bench.at(.hours(2), submit(.extension))
    let result = try bench.run()
    #expect(result.seconds(.rejected, .unavailable) == [3600])
    #expect(result.log(.rejected)[0].value == 1)
    #expect(result.seconds(.submitted) == [7200])
    #expect(result.log(.submitted)[0][.origin] == .text("extension"))
    #expect(result.log(.launched, .cold).map(\.app) == [0])
    var own = try PhoneBench([.with()])
    own.apps[0].tasks[0].origin = .extension
    #expect(try own.run().log(.submitted)[0][.origin] == .text("extension"))
  }

  @Test(
    "API-6 what a version does not have cannot be submitted",
    arguments: [(12, 0), (13, 2), (16, 2), (17, 3)])
  func versions(version: Int, accepted: Int) throws {
    let mechanisms: [Mechanism] = [.refresh, .processing, .health]
    let apps = try mechanisms.map { try AppSpecification.with($0, bundleID: "org.example.\($0)") }
    let result = try PhoneBench(apps, ["os.version": "\(version)"]).run()
    #expect(result.log(.submitted).count == accepted)
    #expect(result.log(.rejected, .unavailable).count == 3 - accepted)
  }

  @Test("BUD-1 the energy ledger holds one per cent of the nominal energy, 467 J")
  func capacity() throws {
    let result = try PhoneBench([.with(submits: false)], hours: 24.5).run()
    let last = try #require(result.log(.budgetRefilled, .energy).last { $0.app < 0 })
    #expect(last[.balance] == .integer(467_280_000_000))
    let share = try #require(result.log(.budgetRefilled, .energy).last { $0.app == 0 })
    #expect(share[.balance] == .integer(116_820_000_000))
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

  @Test("GATE-8 after three hours without a path nothing starts for five minutes", arguments: [3.9, 4.0])
  func networkReturn(hours: Double) throws {
    var bench = try PhoneBench([.with(floor: .hours(hours))])
    bench.at(.hour, network: .none)
    bench.at(.hours(hours), network: .wifi)
    let result = try bench.runObediently()
    let held = hours >= 4
    #expect(result.seconds(.deferred, .herd) == (held ? [hours * 3600] : []))
    #expect(result.seconds(.launched) == [hours * 3600 + (held ? 300 : 0)])
  }
}
