import EventSimulation
import ModelParameters
import PhoneSimulation
import SchedulingPolicies
import TestSupport
import Testing
import Workload

@Suite("Silent pushes")
struct PushRuleTests {
  @Test("PUSH-1 priority 10 is refused and not counted as sent", arguments: [5, 10])
  func priority(priority: Int) throws {
    var bench = try PhoneBench([.pushed(priority: priority)])
    bench.push(at: .hour)
    let result = try bench.run()
    #expect(result.log(.rejected, .badPriority, .push).count == (priority > 5 ? 1 : 0))
    #expect(result.mechanism(.push).counts[.sent] == (priority > 5 ? 0 : 1))
    #expect(result.mechanism(.push).counts[.delivered] == (priority > 5 ? 0 : 1))
  }

  @Test("PUSH-2 of three pushes to a phone out of reach the newest survives")
  func server() throws {
    var bench = try PhoneBench([.pushed()])
    bench.initial.network = .none
    bench.push(at: .hour, .hours(2), .hours(3))
    bench.at(.hours(4), network: .wifi)
    let result = try bench.run()
    #expect(result.seconds(.stored) == [3600, 7200, 10_800])
    #expect(result.seconds(.coalesced, .server) == [7200, 10_800])
    // Sent an hour before it was launched, and a cold launch later.
    #expect(result.log(.delivered, .launch).map(\.value) == [3602])
  }

  @Test("PUSH-2 the server may keep two, or one at random")
  func serverChoice() throws {
    func lost(_ changes: [String: String] = [:]) throws -> [Int32] {
      var bench = try PhoneBench([.pushed()], hours: 12, changes)
      bench.initial.network = .none
      for index in 1...40 { bench.push(at: .minutes(10 * index)) }
      return try bench.run().log(.coalesced, .server).map(\.item)
    }
    #expect(try lost() == Array(1...39))
    #expect(try lost(["push.serverSlots": "2"]) == Array(1...38))
    // Of some the new one is lost, and later the one that had stayed.
    let random = try lost(["push.serverKeep": "random"])
    holds(Set(random).count == 39 && random != random.sorted())
  }

  @Test("PUSH-3 a stored push is lost at its expiration; expiration 0 means no storage")
  func expiration() throws {
    var bench = try PhoneBench([.pushed()])
    bench.initial.network = .none
    bench.push(at: .hour, expiration: 0)
    bench.push(at: .hours(2), expiration: 1800)
    bench.at(.hours(4), network: .wifi)
    let result = try bench.run()
    #expect(result.seconds(.dropped, .expired) == [3600, 9000])
    holds(result.log(.launched).isEmpty)
  }

  @Test("PUSH-3 the same time ends its stay in the hold slot; expiration 0 has one attempt")
  func heldExpiration() throws {
    var bench = try PhoneBench([.pushed()])
    bench.push(at: .hour, expiration: 0)
    bench.push(at: .hours(2), expiration: 1800)
    let held = try bench.run(NeverStart())
    #expect(held.seconds(.held) == [3600, 7200])
    #expect(held.log(.dropped, .expired).map(\.time.seconds) == [3600.000001, 9000])
    #expect(try bench.run().mechanism(.push).counts[.delivered] == 2)
  }

  @Test("PUSH-4 in the foreground or while executing a push is delivered at once, whatever the gates say")
  func inPlace() throws {
    var bench = try PhoneBench([.pushed()])
    bench.initial.lowPowerMode = true
    bench.use(0, at: .hour)
    bench.push(at: .seconds(3630), .seconds(3660.5))
    let result = try bench.run()
    #expect(result.seconds(.delivered, .foreground) == [3630])
    // In the background until it is suspended a second after the user left.
    #expect(result.seconds(.delivered, .joined) == [3660.5])
    holds(result.log(.held).isEmpty && result.log(.launched).isEmpty && result.log(.budgetDebited).isEmpty)
  }

  @Test("PUSH-4 a push for a running app joins and starts no clock")
  func joined() throws {
    var bench = try PhoneBench([.pushed(cpu: 10)])
    bench.push(at: .hour, .seconds(3605), .hours(2))
    let result = try bench.runObediently()
    #expect(result.log(.delivered).map(\.word) == [.launch, .joined, .launch])
    #expect(result.seconds(.launched) == [3600, 7200])
    #expect(result.log(.launched).map(\.word) == [.cold, .resume])
  }

  @Test("PUSH-5 a newer push replaces a held one, which is lost")
  func holdSlot() throws {
    var bench = try PhoneBench([.pushed()])
    bench.initial.lowPowerMode = true
    bench.push(at: .hour, .hours(2))
    bench.at(.hours(3), set: .lowPowerMode, to: 0)
    let result = try bench.run()
    #expect(result.seconds(.held) == [3600, 7200])
    #expect(result.seconds(.coalesced, .device) == [7200])
    #expect(result.seconds(.launched) == [10_800])
    holds(
      result.mechanism(.push).counts[.delivered] == 1 && result.mechanism(.push).counts[.coalesced] == 1)
  }

  @Test("PUSH-6 force quit or the end of the process discards a held push", arguments: [true, false])
  func discarded(byUser: Bool) throws {
    var bench = try PhoneBench([.pushed()])
    bench.use(0, at: .minutes(30))
    bench.push(at: .hour)
    if byUser {
      bench.at(.hours(2), .forceQuit, app: 0)
    } else {
      bench.at(.hours(2), .kill(app: 0, isCrash: false))
    }
    let result = try bench.run(NeverStart())
    #expect(result.seconds(.dropped, byUser ? .forceQuit : .processKilled) == [7200])
  }

  @Test("PUSH-7 a held push is delivered when the user opens the app")
  func opened() throws {
    var bench = try PhoneBench([.pushed()])
    bench.push(at: .hour)
    bench.use(0, at: .hours(2))
    let result = try bench.run(NeverStart())
    #expect(result.seconds(.delivered, .foreground) == [7200])
    holds(result.log(.launched).isEmpty)
  }

  @Test("PUSH-7 and when the app starts a handler for another item, as a joined delivery")
  func heldJoins() throws {
    var bench = try PhoneBench([.with(floor: .hours(2), cpu: 1, takesPushes: true)])
    bench.push(at: .hour)
    let result = try bench.run(ClosurePolicy.only(.refresh))
    #expect(result.seconds(.delivered, .joined) == [7202])
    #expect(result.log(.launched).map(\.mechanism) == [.refresh])
  }

  @Test("PUSH-8 a push run has no expiry; after limit and grace its process is killed", arguments: [35, 36])
  func late(seconds: Double) throws {
    var bench = try PhoneBench([.pushed(cpu: seconds)])
    bench.push(at: .hour)
    let result = try bench.run()
    holds(result.log(.expired).isEmpty)
    #expect(result.seconds(.completed, .success) == (seconds > 35 ? [] : [3637]))
    #expect(result.seconds(.terminated, .completionTimeout, .push) == (seconds > 35 ? [3637] : []))
  }

  @Test("PUSH-9 opening the app every day leaves its push log unchanged, other things equal")
  func usage() throws {
    func launches(_ likelihood: Bool) throws -> [Double] {
      var bench = try PhoneBench([.pushed(), .pushed(bundleID: "org.other")], hours: 24 * 9)
      bench.initial.charger = .wired20W
      // The same use of the phone, of one app or of the other.
      for day in 0..<8 { bench.use(likelihood ? 0 : 1, at: .days(day) + .hours(8)) }
      bench.push(at: .days(8) + .minutes(465))
      return try bench.runSevenFactor().seconds(.launched)
    }
    #expect(try launches(true) == launches(false))
    #expect(try launches(true).count == 1)
  }

  @Test("PUSH-10 low battery, Low Power Mode, budget and rate hold a push and never discard it")
  func held() throws {
    let cases: [(LogWord, [String: String], (inout PhoneBench) -> Void)] = [
      (.lowPowerMode, [:], { $0.initial.lowPowerMode = true }),
      (.lowBattery, [:], { $0.initial.stateOfCharge = 0.15 }),
      (.energyBudget, ["budget.initialFraction": "0", "budget.slotsPerDay": "1"], { _ in }),
      (.rateLimit, ["push.minGap": "5 h"], { $0.push(at: .minutes(59)) }),
    ]
    for (reason, changes, prepare) in cases {
      var bench = try PhoneBench([.pushed()], hours: 3, changes)
      prepare(&bench)
      bench.push(at: .hour)
      let result = try bench.runObediently()
      #expect(result.log(.deferred).map(\.word) == [reason])
      holds(result.log(.dropped).isEmpty)
      #expect(result.mechanism(.push).counts[.pending] == 1)
    }
  }

  @Test("PUSH-10 a push ages over half an hour")
  func window() throws {
    var bench = try PhoneBench([.pushed()], hours: 2)
    bench.push(at: .hour)
    let policy = Recorder()
    _ = try bench.run(policy)
    #expect(policy.seen.first.map { $0.deadline - $0.open } == .minutes(30))
  }

  @Test("RATE-2 PUSH-5 fourteen pushes 6.5 minutes apart: seven launches 15 minutes apart, seven lost")
  func fourteen() throws {
    var bench = try PhoneBench([.pushed()], hours: 4, ["push.bucketCapacity": "6"])
    for index in 0..<14 { bench.push(at: .hour + .minutes(6.5 * Double(index))) }
    let result = try bench.runObediently()
    #expect(result.seconds(.launched) == Array(stride(from: 3600, to: 9900, by: 900)))
    #expect(result.seconds(.coalesced, .device).count == 7)
    #expect(result.mechanism(.push).counts[.delivered] == 7)
  }

  @Test("RATE-2 with the default bucket the store of three is followed by one launch every 20 minutes")
  func bucket() throws {
    var bench = try PhoneBench([.pushed()], hours: 8)
    for index in 0..<60 { bench.push(at: .hour + .minutes(Double(index) * 5)) }
    let launches = try bench.runObediently().seconds(.launched).map { ($0 - 3600) / 60 }
    // A token is complete every 20 min from the first launch on: with 15 min gaps the store is empty at 120.
    #expect(launches == [0, 15, 30, 45, 60, 75, 90, 105, 120, 140, 160, 180, 200, 220, 240, 260, 280, 300])
  }

  @Test("RATE-3 clocks are separate per mechanism, or one for all", arguments: ["perMechanism", "perApp"])
  func scope(scope: String) throws {
    var bench = try PhoneBench(
      [.with(floor: .hour, cpu: 1, takesPushes: true)], hours: 4, ["rate.scope": scope])
    bench.push(at: .minutes(65))
    let result = try bench.runObediently()
    #expect(result.seconds(.launched, nil, .refresh) == [3600])
    #expect(result.seconds(.launched, nil, .push) == [scope == "perApp" ? 4500 : 3900])
  }

  @Test("RATE-1 refresh launches of an app keep the gap under a policy that obeys it")
  func refreshGap() throws {
    let bench = try PhoneBench([.with(floor: .minutes(1), resubmits: .atStart)], hours: 6)
    let launches = try bench.run(Immediate(enforces: .of(.rateLimit)), enforces: .of(.rateLimit))
      .seconds(.launched)
    #expect(launches.count == 24)
    holds(zip(launches, launches.dropFirst()).allSatisfy { $1 - $0 == 900 })
  }
}
