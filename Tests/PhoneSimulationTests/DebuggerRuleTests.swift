import DeviceModel
import EventSimulation
import PhoneSimulation
import RandomStreams
import SchedulingPolicies
import TestSupport
import Testing
import UsageModels
import Workload

@Suite("Debugger injection")
struct DebuggerRuleTests {
  private let attached = ["debug.attached": "true"]

  @Test("DBG-1 an injected launch passes floor and gates, debits nothing and starts no rate clock")
  func launch() throws {
    var bench = try PhoneBench(
      [.with(floor: .hours(20), down: 500_000, resubmits: .never)], hours: 6, attached)
    bench.initial.lowPowerMode = true
    bench.initial.network = .cellular
    bench.at(.hours(1), .simulateLaunch(app: 0, identifier: "task"))
    let result = try bench.runObediently()
    #expect(result.seconds(.launched) == [3600])
    #expect(result.log(.launched)[0][.synthetic] == .flag(true))
    #expect(result.log(.completed, .success).count == 1)
    holds(result.log(.budgetDebited).isEmpty)
  }

  @Test("DBG-1 without a pending request or a debugger the injection is refused")
  func refused() throws {
    var without = try PhoneBench([.with(floor: .hours(20))], hours: 6)
    without.at(.hours(1), .simulateLaunch(app: 0, identifier: "task"))
    var nothing = try PhoneBench([.with(submits: false)], hours: 6, attached)
    nothing.at(.hours(1), .simulateLaunch(app: 0, identifier: "task"))
    for bench in [without, nothing] {
      let result = try bench.run()
      #expect(result.seconds(.rejected, .unavailable) == [3600])
      holds(result.log(.launched).isEmpty)
    }
  }

  @Test("DBG-1 RATE-3 the next real launch keeps no distance from an injected one")
  func clock() throws {
    var bench = try PhoneBench([.with(resubmits: .never)], hours: 6, attached)
    bench.apps[0].tasks[0].submitsAtFirstLaunch = false
    for minute in [60.0, 61] {
      bench.at(
        .minutes(minute),
        .submit(
          app: 0, identifier: "task", mechanism: .refresh, floor: .after(.minutes(minute == 60 ? 30 : 2))))
    }
    bench.at(.minutes(60) + .seconds(30), .simulateLaunch(app: 0, identifier: "task"))
    let result = try bench.runObediently()
    #expect(result.seconds(.launched) == [3630, 3780])
  }

  @Test("DBG-1 an injected processing run passes the gates of its kind too, also with the phone in hand")
  func processing() throws {
    var bench = try PhoneBench([.with(.processing, cpu: 20, power: true, network: true)], hours: 1, attached)
    bench.initial.network = .none
    bench.use(0, at: .minutes(10), for: .minutes(10))
    bench.at(.minutes(11), .simulateLaunch(app: 0, identifier: "task"))
    let result = try bench.run()
    #expect(result.seconds(.launched, .joined) == [660])
    holds(result.seconds(.completed, .success) == [680] && result.log(.expired).isEmpty)
  }

  @Test("DBG-1 DBG-2 a phone that is off takes no injection")
  func off() throws {
    var bench = try PhoneBench([.with(floor: .hours(20))], hours: 4, attached)
    bench.initial.stateOfCharge = 0
    bench.at(.hours(2), .simulateLaunch(app: 0, identifier: "task"))
    let result = try bench.run()
    holds(result.seconds(.rejected, .unavailable) == [7200] && result.log(.launched).isEmpty)
  }

  @Test("DBG-2 an injected expiration expires the running task at once")
  func expiration() throws {
    var bench = try PhoneBench([.with(wait: 25)], hours: 1, attached)
    bench.at(.seconds(10), .simulateExpiration(app: 0, identifier: "task"))
    bench.at(.seconds(100), .simulateExpiration(app: 0, identifier: "task"))
    let result = try bench.run()
    #expect(result.seconds(.expired, .debug) == [10])
    #expect(result.seconds(.completed, .failure) == [10.5])
    #expect(result.seconds(.rejected, .unavailable) == [100])
  }

  @Test("DBG-3 kills of grace and watchdog are suppressed but visible, pushes come at once")
  func suppressed() throws {
    var silent = try PhoneBench([.with(wait: 100) { $0.completesOn = .success }], hours: 1, attached)
    silent.apps[0].pushes = try AppSpecification.pushed().pushes
    let result = try silent.run()
    holds(result.log(.terminated).isEmpty && result.log(.penaltyApplied).isEmpty)
    #expect(result.seconds(.warned, .killSuppressed) == [37])
    #expect(result.seconds(.completed, .failure) == [37])

    var pushes = try PhoneBench([.pushed()], hours: 2, attached)
    pushes.push(at: .minutes(10), .minutes(11), .minutes(12))
    let delivered = try pushes.runObediently()
    #expect(delivered.seconds(.launched) == [600, 660, 720])
  }

  @Test("DBG-3 URL-8 a relaunch without its completion handler is not killed either")
  func suppressedWake() throws {
    var bench = try PhoneBench([.moving(.files()) { $0.callsWakeCompletion = false }], hours: 4, attached)
    bench.use(0, at: .hour, for: .seconds(5))
    let result = try bench.run()
    holds(result.log(.terminated).isEmpty)
    #expect(result.seconds(.warned, .killSuppressed) == [3650.2])
    #expect(result.seconds(.completed, .failure, .wake) == [3650.2])
  }

  @Test("DBG-3 LIFE-8: a process that holds a lock is suspended, its kill suppressed")
  func suppressedLock() throws {
    var bench = try PhoneBench([.with(submits: false) { $0.holdsLock = true }], hours: 2, attached)
    bench.use(0, at: .hour)
    let result = try bench.run()
    holds(result.seconds(.warned, .killSuppressed) == [3661] && result.seconds(.suspended) == [3661])
  }

  @Test("DBG-3 LIFE-2: a callback that takes too long returns, and the app is suspended")
  func suppressedCallback() throws {
    var bench = try PhoneBench(
      [.with(submits: false) { $0.enterBackgroundTime = .seconds(8) }], hours: 2, attached)
    bench.use(0, at: .hour)
    let result = try bench.run()
    #expect(result.seconds(.warned, .killSuppressed) == [3665])
    holds(result.seconds(.callback, .snapshot) == [3668] && result.seconds(.suspended) == [3669])
    holds(result.log(.terminated).isEmpty)
  }

  @Test("DBG-3 LIFE-4: a launch that takes too long ends, and the app is suspended when it is left")
  func suppressedLaunch() throws {
    var bench = try PhoneBench([.with(submits: false) { $0.launchTime = .seconds(25) }], hours: 2, attached)
    bench.use(0, at: .hour)
    let result = try bench.run()
    #expect(result.seconds(.warned, .killSuppressed) == [3620])
    #expect(result.seconds(.stateChanged, .foregroundActive) == [3625])
    holds(result.seconds(.suspended) == [3661] && result.log(.terminated).isEmpty)
  }

  @Test("DBG-3 EXT-5: the extra time ends without a kill, and the app is suspended")
  func suppressedAssertion() throws {
    var app = try AppSpecification.with(submits: false) { $0.endsAssertion = .never }
    app.exitWork = [ExitWork(name: "save", length: try Constant(40))]
    var bench = try PhoneBench([app], hours: 2, attached)
    bench.use(0, at: .hour)
    let result = try bench.run()
    #expect(result.seconds(.warned, .killSuppressed) == [3690])
    holds(result.seconds(.assertionEnded) == [3690] && result.seconds(.suspended) == [3691])
    holds(result.log(.terminated).isEmpty)
  }

  @Test("DBG-4 neither places, calls, pushes nor transfers start anything on a simulator")
  func simulatorEvents() throws {
    var app = AppSpecification.moving(try .files(on: .open))
    app.modes = ModeSpecification(significantChanges: true)
    app.declarations.modes = .all
    app.pushes = try AppSpecification.pushed().pushes
    var bench = try PhoneBench([app], hours: 6)
    bench.deviceProfile = DevicePlan.simulatorProfile
    bench.use(0, at: .hour, for: .seconds(5))
    bench.at(.hours(2), .moved, value: 5000)
    bench.push(at: .hours(3))
    let result = try bench.run()
    holds(result.log(.launched).isEmpty && result.log(.delivered).isEmpty)
    #expect(result.seconds(.stored) == [10_800])
    bench.deviceProfile = "standard"
    #expect(try Set(bench.run().log(.launched).compactMap(\.mechanism)) == [.transferN, .wake, .mode, .push])
  }

  @Test("DBG-4 SUB-2 on a simulator nothing is launched and every submission and injection is refused")
  func simulator() throws {
    var bench = try PhoneBench([.with(resubmits: .atStart)], hours: 6, attached)
    bench.apps[0].pushes = try AppSpecification.pushed().pushes
    bench.deviceProfile = DevicePlan.simulatorProfile
    bench.use(0, at: .hours(2))
    bench.push(at: .hours(3))
    bench.at(.hours(4), .simulateLaunch(app: 0, identifier: "task"))
    bench.at(.hours(4), .simulateExpiration(app: 0, identifier: "task"))
    let result = try bench.run()
    holds(result.log(.launched).isEmpty && result.log(.submitted).isEmpty)
    #expect(result.seconds(.rejected, .unavailable) == [0, 7200, 14_400, 14_400])
  }
}
