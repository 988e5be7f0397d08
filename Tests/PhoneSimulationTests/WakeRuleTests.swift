import EventSimulation
import ModelParameters
import PhoneSimulation
import SchedulingPolicies
import TestSupport
import Testing
import Workload

@Suite("Relaunches after a batch, and the resume delay")
struct WakeRuleTests {
  @Test("URL-7 one relaunch for a batch; a session that sends no launch events has none")
  func onePerBatch() throws {
    var bench = try PhoneBench([
      .moving(.files(3, "loud"), .files(2, "mute", sendsLaunchEvents: false))
    ])
    bench.use(0, at: .hour, for: .seconds(5))
    let result = try bench.run()
    #expect(result.seconds(.launched, nil, .wake) == [3660])
    #expect(result.log(.launched, nil, .wake).map(\.identifier) == ["loud"])
    #expect(result.seconds(.completed, .success, .wake) == [3660.2])
    holds(
      result.mechanism(.wake).counts[.submitted] == 1 && result.mechanism(.wake).counts[.completed] == 1)
  }

  @Test("URL-7 an executing app is told in place")
  func inPlace() throws {
    var bench = try PhoneBench([.moving(.files(3, fetches: true))])
    bench.use(0, at: .hour, for: .minutes(2))
    bench.use(0, at: .hours(2))
    let result = try bench.run()
    holds(result.log(.launched, nil, .wake).isEmpty && result.mechanism(.wake).counts[.submitted] == 0)
    #expect(result.apps[0].opens.map(\.contentAge.seconds) == [3600, 3540])
  }

  @Test(
    "URL-7 the relaunch brings the content of the batch's last file; without events the next run does",
    arguments: [true, false])
  func content(sendsLaunchEvents: Bool) throws {
    var bench = try PhoneBench([.moving(.files(3, sendsLaunchEvents: sendsLaunchEvents, fetches: true))])
    bench.use(0, at: .hour, for: .seconds(5))
    bench.use(0, at: .hours(2), for: .seconds(5))
    bench.use(0, at: .hours(3), for: .seconds(5))
    let result = try bench.run()
    // Told at 3660 by a relaunch, or at 7200 by the open that found the old content.
    #expect(
      result.apps[0].opens.map(\.contentAge.seconds)
        == (sendsLaunchEvents ? [3600, 3540, 3540] : [3600, 7200, 7140]))
  }

  @Test("A relaunched app that moves no files has lost what it downloaded")
  func lost() throws {
    var bench = try PhoneBench([.moving(.files(fetches: true)) { $0.movesFiles = false }])
    bench.use(0, at: .hour, for: .seconds(5))
    bench.use(0, at: .hours(2), for: .seconds(5))
    #expect(try bench.run().apps[0].opens.map(\.contentAge.seconds) == [3600, 7200])
  }

  @Test(
    "URL-8 a relaunch ends with its completion handler, at the limit at the latest", arguments: [30.0, 31])
  func late(seconds: Double) throws {
    var bench = try PhoneBench([.moving(.files(handling: seconds))])
    bench.use(0, at: .hour, for: .seconds(5))
    let result = try bench.run()
    let isLate = seconds > 30
    holds(result.log(.expired).isEmpty && result.log(.penaltyApplied).isEmpty)
    #expect(result.seconds(.handlerStarted, nil, .wake) == [3620.2])
    #expect(result.seconds(.completed, .success, .wake) == (isLate ? [] : [3650.2]))
    #expect(result.seconds(.terminated, .transferCompletionLate, .wake) == (isLate ? [3650.2] : []))
    #expect(result.mechanism(.wake).counts[.killed] == (isLate ? 1 : 0))
  }

  @Test("URL-8 an app that never calls the completion handler is killed")
  func noCompletion() throws {
    var bench = try PhoneBench([.moving(.files()) { $0.callsWakeCompletion = false }])
    bench.use(0, at: .hour, for: .seconds(5))
    #expect(try bench.run().seconds(.terminated, .transferCompletionLate, .wake) == [3650.2])
  }

  @Test("URL-9 a chain of single files: each wake doubles the delay of the next, up to the cap")
  func chain() throws {
    var bench = try PhoneBench([.moving(.files(9, chained: true))], ["transfer.delayCap": "1 h"])
    bench.initial.charger = .wired20W
    bench.use(0, at: .hour, for: .seconds(5))
    let result = try bench.runObediently()
    let delays: [Double] = [60, 120, 240, 480, 960, 1920, 3600, 3600]
    #expect(result.log(.launched, nil, .transferD).map { $0.seconds(.delay) } == delays)
    #expect(result.log(.launched, nil, .wake).map { $0.seconds(.delay) } == [0] + delays)
    // Each file starts its delay after the handler of the wake before it, which takes 0.2 s to resume.
    var time = 3620.2
    var starts: [Double] = []
    for delay in delays {
      starts.append(time + delay)
      time += delay + 20.2
    }
    let found = result.seconds(.launched, nil, .transferD)
    holds(zip(found, starts).allSatisfy { abs($0 - $1) < 1e-6 } && found.count == starts.count)
    #expect(result.log(.deferred, .resumeDelay, .transferD).count == 8)
    // One batch of the same files is over long before.
    var batch = try PhoneBench([.moving(.files(9))])
    batch.use(0, at: .hour, for: .seconds(5))
    #expect(try batch.run().transferSeconds(.completed).last == 3780)
  }

  @Test("URL-10 opening the app returns the delay to 0")
  func openResets() throws {
    var bench = try PhoneBench([.moving(.files(5, chained: true, on: .script))])
    bench.initial.charger = .wired20W
    bench.use(0, at: .hour, for: .seconds(5))
    bench.at(.seconds(3602), .transfer(app: 0, index: 0))
    // While the third file waits for its 120 s.
    bench.use(0, at: .seconds(3750), for: .seconds(5))
    let result = try bench.runObediently()
    // It keeps the delay that it was made with; the wake after it finds none.
    #expect(result.log(.launched, nil, .transferD).map { $0.seconds(.delay) } == [60, 120, 60, 120])
    #expect(result.log(.launched, nil, .wake).map { $0.seconds(.delay) } == [0, 60, 0, 60, 120])
  }

  @Test("URL-10 so does a full delay of quiet", arguments: [(70.0, 60.0), (85, 0)])
  func quiet(later: Double, delay: Double) throws {
    var bench = try PhoneBench([.refreshing(.files(on: .success(of: "task")))])
    for time in [3600, 3600 + later] {
      bench.at(.seconds(time), .submit(app: 0, identifier: "task", mechanism: .refresh, floor: nil))
    }
    let result = try bench.run()
    // The first file is made at 3603 and the wake comes at 3623; the second is made 48 or 63 s later.
    #expect(result.seconds(.launched, nil, .wake).first == 3623)
    let transfers = result.log(.launched, nil, .transferD)
    #expect(transfers.map { $0.seconds(.delay) } == [0, delay])
    #expect(result.log(.launched, nil, .wake).map { $0.seconds(.delay) } == [0, delay])
  }

  @Test("URL-10 transfers that end while the app executes do not raise the delay")
  func executing() throws {
    var bench = try PhoneBench([.moving(.files(4, chained: true))])
    bench.use(0, at: .hour, for: .minutes(5))
    let result = try bench.run()
    #expect(result.transferSeconds(.completed) == [3620, 3640, 3660, 3680])
    holds(result.log(.submitted).allSatisfy { $0.mechanism == .transferN })
    holds(result.log(.launched, nil, .wake).isEmpty)
  }

  @Test("BUD-8 QUIT-1 a relaunch waits beyond the overdraft and after a force quit; an open takes its place")
  func denied() throws {
    var bench = try PhoneBench(
      [.moving(.files())],
      [
        "budget.relaxedOverdraft": "0", "budget.initialFraction": "0", "budget.slotsPerDay": "1",
        "budget.relaxedDenied": "true",
      ])
    bench.initial.charger = .wired20W
    bench.use(0, at: .hour, for: .seconds(5))
    bench.at(.seconds(3610), .unplug)
    var plugged = bench
    plugged.at(.hours(2), plug: .wired20W)
    let result = try plugged.run()
    #expect(result.seconds(.deferred, .energyBudget, .wake) == [3620])
    #expect(result.seconds(.launched, nil, .wake) == [7200])

    bench.at(.hours(2), .forceQuit, app: 0)
    bench.at(.hours(3), plug: .wired20W)
    bench.use(0, at: .hours(4))
    let removed = try bench.run()
    #expect(removed.log(.deferred, nil, .wake).map(\.word) == [.energyBudget, .forceQuit])
    holds(removed.log(.launched, nil, .wake).isEmpty)
    #expect(removed.seconds(.cancelled, .app, .wake) == [14_400])
  }

  @Test("URL-7 a batch that ends during a launch is told when the handler starts")
  func duringLaunch() throws {
    var app = try AppSpecification.refreshing(.files(2, on: .open))
    app.quality.resubmits = .never
    var bench = try PhoneBench([app])
    bench.use(0, at: .hour, for: .seconds(5))
    bench.at(.seconds(3620), .kill(app: 0, isCrash: false))
    // A cold launch from 3639 to 3641; the batch ends at 3640.
    bench.at(.seconds(3639), .submit(app: 0, identifier: "task", mechanism: .refresh, floor: nil))
    let result = try bench.run()
    #expect(result.transferSeconds(.completed) == [3620, 3640])
    #expect(result.seconds(.launched) == [3600, 3600, 3639])
    #expect(result.mechanism(.wake).counts[.submitted] == 0)
  }
}
