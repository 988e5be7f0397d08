import EventSimulation
import PhoneSimulation
import TestSupport
import Testing
import Workload

@Suite("App refresh")
struct RefreshRuleTests {
  @Test("REF-1 ORD-1 work that ends at the limit is in time, one tick more expires", arguments: [0, 1])
  func limit(ticks: Int) throws {
    // Processor time in whole microseconds: 30 s and one tick more.
    let result = try PhoneBench([.with(cpu: 30 + Double(ticks) * 1e-6)]).run()
    #expect(result.seconds(.handlerStarted) == [2])
    #expect(result.seconds(.expired, .timeLimit) == (ticks > 0 ? [32] : []))
    #expect(result.seconds(.completed, ticks > 0 ? .failure : .success) == [ticks > 0 ? 32.5 : 32])
  }

  @Test("REF-2 a share of the grants is shorter, uniform down to the shortest")
  func shortGrants() throws {
    var bench = try PhoneBench(
      [.with(floor: .minutes(15), resubmits: .atStart)], hours: 24 * 20,
      ["refresh.shortGrantProbability": "0.2"])
    bench.initial.charger = .wired20W
    let grants = try bench.run().log(.handlerStarted).map(\.value)
    let short = grants.filter { $0 < 30 }
    #expect(grants.count > 1800)
    holds(grants.allSatisfy { (2...30).contains($0) })
    // Binomial: 6 standard deviations of a share of 0.2 over 1,900 runs are 0.055.
    let share = Double(short.count) / Double(grants.count)
    #expect(abs(share - 0.2) < 0.055)
    // Uniform on 2…30: mean 16, 6 · 8.08 / √380 = 2.5.
    let mean = short.reduce(0, +) / Double(short.count)
    #expect(abs(mean - 16) < 2.5)
  }

  @Test("REF-3 BAD-3 BAD-10 a run that is not completed after its expiry is killed after the grace")
  func grace() throws {
    let ignoring = try PhoneBench([.with(cpu: 100) { $0.expiryReaction = nil }]).run()
    #expect(ignoring.seconds(.expired, .timeLimit) == [32])
    #expect(ignoring.log(.terminated, .completionTimeout, .refresh).map(\.time.seconds) == [37])
    #expect(ignoring.log(.penaltyApplied).map(\.app) == [0])
    holds(
      ignoring.mechanism(.refresh).counts[.killed] == 1 && ignoring.mechanism(.refresh).counts[.expired] == 1)
    // The path of success forgets to complete: awake to the limit, then killed.
    let forgetful = try PhoneBench([.with(cpu: 1) { $0.completesOn = [] }]).run()
    #expect(forgetful.seconds(.expired, .timeLimit) == [32])
    #expect(forgetful.log(.terminated, .completionTimeout, .refresh).map(\.time.seconds) == [37])
    // A reaction of exactly the grace is in time.
    let slow = try PhoneBench([.with(cpu: 100) { $0.expiryReaction = .seconds(5) }]).run()
    holds(slow.seconds(.completed, .failure) == [37] && slow.log(.terminated).isEmpty)
  }

  @Test("REF-4 after its deadline a request still waits, and starts when it can")
  func deadline() throws {
    var bench = try PhoneBench([.with()], hours: 24 * 5, ["charge.limitLevel": "100 %"])
    bench.initial.lowPowerMode = true
    bench.at(.days(4), set: .lowPowerMode, to: 0)
    #expect(try bench.runSevenFactor().seconds(.launched) == [4 * 86_400])
  }

  @Test("REF-5 the user starting to use the device does not stop a refresh")
  func userArrives() throws {
    var bench = try PhoneBench([.with(floor: .hour, cpu: 20)])
    bench.unlock(at: .seconds(3605))
    let result = try bench.run()
    holds(result.log(.expired).isEmpty)
    #expect(result.seconds(.completed, .success) == [3622])
  }

  @Test("REF-6 PUSH-4 no more than the slots run at once; the others follow when one frees")
  func slots() throws {
    let apps = try (0..<7).map {
      try AppSpecification.with(floor: .hour, cpu: 10, bundleID: "org.example.\($0)")
    }
    let result = try PhoneBench(apps).run()
    #expect(result.seconds(.launched) == Array(repeating: 3600, count: 4) + Array(repeating: 3612, count: 3))
    #expect(result.seconds(.deferred, .concurrency) == [3600, 3600, 3600])
    holds(result.log(.policyViolation).isEmpty)
  }

  @Test(
    "REF-7 more than the guideline is counted as oversize and nothing else", arguments: [100_000, 100_001])
  func oversize(bytes: Double) throws {
    let result = try PhoneBench([.with(down: bytes)]).run()
    #expect(result.log(.warned, .oversize).map(\.value) == (bytes > 100_000 ? [bytes] : []))
    #expect(result.log(.completed, .success).count == 1)
  }
}
