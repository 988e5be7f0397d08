import EventSimulation
import ModelParameters
import PhoneSimulation
import SchedulingPolicies
import TestSupport
import Testing
import Workload

@Suite("Processing tasks")
struct ProcessingRuleTests {
  /// Plugged in from the start, at 50 % so that the charge limits play no part.
  private func bench(
    _ app: AppSpecification..., hours: Double = 24, _ changes: [String: String] = [:]
  ) throws -> PhoneBench {
    var bench = try PhoneBench(app, hours: hours, changes)
    bench.initial = InitialState(stateOfCharge: 0.5, charger: .wired5W)
    return bench
  }

  @Test("PROC-1 starts when the device has been idle for the delay")
  func idleDelay() throws {
    #expect(try bench(.with(.processing)).run().seconds(.launched) == [300])
    var used = try bench(.with(.processing, floor: .hour))
    used.at(.minutes(58), .screenOn)
    used.at(.minutes(62), .screenOff)
    let result = try used.run()
    #expect(result.seconds(.deferred, .deviceInUse) == [3600])
    #expect(result.seconds(.launched) == [67 * 60])
  }

  @Test("PROC-2 unlocking, and the screen alone, expire a running task", arguments: [true, false])
  func userArrives(unlocks: Bool) throws {
    var bench = try bench(.with(.processing, wait: 500))
    bench.at(.seconds(400), .screenOn)
    if unlocks { bench.at(.seconds(400), .unlock) }
    let result = try bench.run()
    #expect(result.seconds(.expired, .deviceInUse) == [400])
    #expect(result.seconds(.completed, .failure) == [400.5])
  }

  @Test("PROC-2 the condition is checked again when the handler starts")
  func userArrivesDuringLaunch() throws {
    var bench = try bench(.with(.processing, wait: 500))
    bench.unlock(at: .seconds(301))
    let result = try bench.run()
    #expect(result.seconds(.launched) == [300])
    #expect(result.seconds(.handlerStarted) == [302])
    #expect(result.seconds(.expired, .deviceInUse) == [302])
  }

  @Test(
    "PROC-3 PROC-4 unplugging expires the run that required power, and only that", arguments: [true, false])
  func unplugging(requires: Bool) throws {
    var bench = try bench(.with(.processing, wait: 200, power: requires))
    bench.at(.seconds(400), .unplug)
    let result = try bench.run()
    #expect(result.seconds(.expired, .unplugged) == (requires ? [400] : []))
    #expect(result.log(.completed).map(\.word) == [requires ? .failure : .success])
  }

  @Test("PROC-4 without the flag it still waits for the charger, unless battery starts are allowed")
  func battery() throws {
    var onBattery = try PhoneBench([.with(.processing)])
    onBattery.at(.hours(3), plug: .qi)
    let waited = try onBattery.run()
    #expect(waited.seconds(.launched) == [10_800])
    #expect(waited.log(.deferred).map(\.word) == [.externalPower])
    onBattery.parameters.set("processing.allowOnBattery", .boolean(true))
    #expect(try onBattery.run().seconds(.launched) == [300])
    onBattery.initial.stateOfCharge = 0.7
    #expect(try onBattery.run().seconds(.launched) == [10_800])
  }

  @Test("PROC-5 connectivity is needed at the start; a lost path stalls the run until its limit")
  func network() throws {
    var late = try bench(.with(.processing, network: true))
    late.initial.network = .none
    late.at(.hour, network: .cellular)
    let waited = try late.run()
    #expect(waited.seconds(.launched) == [3600])
    #expect(waited.log(.deferred).map(\.word) == [.deviceInUse, .noNetwork])

    // 2 GB at 40 Mbit/s take 400 s; the path is away from 400 s to 500 s.
    var stalled = try bench(.with(.processing, cpu: 1, down: 2e9, network: true))
    stalled.at(.seconds(400), network: .none)
    stalled.at(.seconds(500), network: .wifi)
    let result = try stalled.run()
    holds(result.log(.expired).isEmpty)
    let length = try #require(result.log(.completed, .success).first).value
    #expect(abs(length - 500) < 1)
  }

  @Test("PROC-7 PROC-8 a run may last ten minutes, whatever the battery and Low Power Mode")
  func limit() throws {
    var bench = try bench(.with(.processing, wait: 900))
    bench.initial.stateOfCharge = 0.1
    bench.initial.lowPowerMode = true
    let result = try bench.run()
    #expect(result.seconds(.handlerStarted) == [302])
    #expect(result.seconds(.expired, .timeLimit) == [902])
    #expect(result.log(.deferred).map(\.word) == [.deviceInUse])
  }

  @Test("PROC-9 two run at once, the third follows")
  func slots() throws {
    let apps = try (0..<3).map {
      try AppSpecification.with(.processing, cpu: 0, wait: 50, bundleID: "org.example.\($0)")
    }
    let result = try bench(apps[0], apps[1], apps[2]).run()
    #expect(result.seconds(.launched) == [300, 300, 352])
    #expect(result.seconds(.deferred, .concurrency) == [300])
  }

  @Test("PROC-9 the window of a processing request is seven days")
  func window() throws {
    let policy = Recorder()
    _ = try bench(.with(.processing)).run(policy)
    #expect(policy.seen.first.map { $0.deadline - $0.open } == .days(7))
  }

  @Test("RATE-1 a series keeps its gap under a policy that obeys the rate limit")
  func spacing() throws {
    var bench = try bench(.with(.processing, cpu: 1, resubmits: .atStart), hours: 20)
    bench.use(0, at: .zero)
    let result = try bench.run(Immediate(enforces: .of(.rateLimit)), enforces: .of(.rateLimit))
    let launches = result.seconds(.launched)
    #expect(launches.count == 4)
    holds(zip(launches, launches.dropFirst()).allSatisfy { $1 - $0 == 6 * 3600 })
    holds(result.log(.deferred).contains { $0.word == .rateLimit })
  }

  @Test(
    "RATE-1 from the launch of a run its series waits for the greater of the gap and a multiple of its wall time",
    arguments: [
      (60.0, "6 h", "0", 21_600.0), (1, "30 min", "72", 1800), (100, "30 min", "72", 7200),
      (100, "0 h", "10", 1000), (4000, "30 min", "72", 72 * 295.5),
    ])
  func rest(wait: Double, gap: String, factor: String, expected: Double) throws {
    let app = try AppSpecification.with(.processing, cpu: 0, wait: wait, power: true, resubmits: .atStart)
    var bench = try bench(
      app, hours: 16,
      [
        "processing.minGap": gap, "processing.restFactor": factor, "processing.runtimeLimit": "5 min",
        "task.expiryWarns": "true",
      ])
    bench.use(0, at: .zero)
    let result = try bench.run(Immediate(enforces: .of(.rateLimit)), enforces: .of(.rateLimit))
    let launches = result.seconds(.launched)
    let gaps = zip(launches, launches.dropFirst()).map { $1 - $0 }
    holds(gaps.count >= 2 && gaps.allSatisfy { abs($0 - expected) < 1e-6 }, "\(launches)")
  }

  @Test("RATE-1 a run whose process is killed rests its series as well, and an injected run does not")
  func restAfterKill() throws {
    let app = try AppSpecification.with(.processing, cpu: 0, wait: 300, resubmits: .atStart)
    var bench = try bench(
      app, hours: 6, ["processing.minGap": "0 s", "processing.restFactor": "72", "debug.attached": "true"])
    bench.use(0, at: .zero)
    let first = 360.0
    bench.at(.seconds(first + 50.2), .kill(app: 0, isCrash: true))
    bench.at(.seconds(first + 600), .simulateLaunch(app: 0, identifier: "task"))
    let result = try bench.run(Immediate(enforces: .of(.rateLimit)), enforces: .of(.rateLimit))
    #expect(
      result.seconds(.launched).prefix(3) == [first, first + 600, first + 3600],
      "\(result.seconds(.launched))")
  }

  @Test("USE-3 an app that was never opened is not eligible, until the next open")
  func eligibility() throws {
    var bench = try bench(.with(.processing), hours: 24)
    bench.use(0, at: .hours(5))
    let result = try bench.runObediently()
    #expect(result.log(.deferred, .appUsage).count == 1)
    let launch = try #require(result.seconds(.launched).first)
    #expect(launch == 5 * 3600 + 60 + 300)
  }
}
