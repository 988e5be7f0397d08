import DeviceModel
import EventSimulation
import ModelParameters
import PhoneSimulation
import RandomStreams
import SchedulingPolicies
import TestSupport
import Testing
import UsageModels
import Workload

/// The treatment of wishes that a policy may not have; that the policies of the catalogue have none is
/// the business of the conformance check.
@Suite("The driver of policies")
struct PolicyDriverTests {
  @Test("GATE-2 starts of items that are not candidates are reported and not carried out")
  func starter() throws {
    var bench = try PhoneBench(
      [.with(earliestBegin: .hours(2)), .with(earliestBegin: .hour, bundleID: "org.other")], hours: 4)
    bench.initial.charger = .usb
    let result = try bench.run(
      ClosurePolicy { _, _ in (1...5).map { Decision(item: $0, verdict: .start) } })
    #expect(result.seconds(.launched) == [3600, 7200])
    let count = try #require(result.violations[.notACandidate])
    #expect(count > 0)
    #expect(result.log(.policyViolation).count == Int(count))
  }

  @Test("GATE-2 starting twice is one launch and one violation")
  func twice() throws {
    let result = try PhoneBench([.with()]).run(ClosurePolicy.each { [.start($1), .start($1)] })
    #expect(result.log(.launched).count == 1)
    #expect(result.violations == [.notACandidate: 1])
  }

  @Test("an until that is not in the future is a violation", arguments: [-3_600_000_000, 0])
  func past(microseconds: Int64) throws {
    let result = try PhoneBench([.with()]).run(
      ClosurePolicy.each { [.wait($1, until: $0.now + .microseconds(microseconds))] })
    holds(result.log(.launched).isEmpty)
    #expect((result.violations[.untilInThePast] ?? 0) > 0)
  }

  @Test(
    "GATE-3 a policy that wants to be asked again and again fails its run, and the failure names the limit",
    arguments: [1, 100_000])
  func hurried(microseconds: Int64) throws {
    let bench = try PhoneBench([.with()], hours: 3, ["gate.wakesPerHour": "100"])
    let failure = try #require(throws: SimulationFailure.self) {
      try bench.run(ClosurePolicy.each { [.wait($1, until: $0.now + .microseconds(microseconds))] })
    }
    #expect(failure.cause == .wakes(limit: 100, hour: .zero))
    #expect(
      "\(failure.naming("mine"))"
        == "replication 0, device 0: policy `mine` requested more than 100 decision points in the hour from 0 s "
        + "(`gate.wakesPerHour`)")
  }

  @Test("a run that is to stop ends within a thousand events, and the query changes no event")
  func stops() throws {
    let bench = try PhoneBench([.with(resubmits: .atStart)], hours: 24 * 60)
    let plain = try bench.run(Immediate())
    try #require(plain.events > 3000)
    var questions = 0
    let asked = try bench.run(Immediate()) {
      questions += 1
      return false
    }
    holds(asked.eventHash == plain.eventHash && asked.events == plain.events)
    #expect(questions == Int(plain.events) / 1000 + 2)
    var left = 3
    let failure = #expect(throws: SimulationFailure.self) {
      try bench.run(Immediate()) {
        left -= 1
        return left == 0
      }
    }
    #expect(failure?.cause == .interrupted)
    #expect(left == 0)
  }

  @Test("wake-ups within the limit are all granted, and later hours are not limited")
  func patient() throws {
    let result = try PhoneBench([.with()], hours: 3, ["gate.wakesPerHour": "60"]).run(
      ClosurePolicy.each { [.wait($1, until: $0.now + .minute)] })
    holds(result.violations.isEmpty)
    #expect(result.counts[.decisions] >= 179)
  }

  // MARK: A stored result

  @Test("ORD-2 a small scenario has the hash that it has always had")
  func stored() throws {
    var bench = try PhoneBench(
      [
        .with(
          earliestBegin: .minutes(30), cpu: 2, wait: 1, down: 120_000, resubmits: .atStart, takesPushes: true),
        .with(.processing, cpu: 60, power: true, bundleID: "org.other"),
      ], hours: 48)
    for hour in [1, 7, 13, 31, 37] { bench.push(at: .hours(hour), .hours(hour) + .minutes(7)) }
    bench.use(0, at: .hours(8))
    bench.use(1, at: .hours(12))
    bench.at(.hours(20), network: .cellular)
    bench.at(.hours(23), plug: .qi)
    bench.at(.hours(31), .unplug)
    bench.at(.hours(32), .forceQuit, app: 0)
    bench.use(0, at: .hours(35))
    let result = try bench.runSevenFactor()
    let launches = result.seconds(.launched).map { Int($0) }
    #expect(
      launches.reduce(UInt64(14_695_981_039_346_656_037)) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
        == 17_007_783_115_331_228_045)
    #expect(String(result.eventHash, radix: 16) == "67999da37e7b6c09")
  }
}
