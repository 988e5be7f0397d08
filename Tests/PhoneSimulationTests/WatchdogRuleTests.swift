import EventSimulation
import ModelParameters
import PhoneSimulation
import RandomStreams
import SchedulingPolicies
import TestSupport
import Testing
import Workload

@Suite("Watchdogs over processes")
struct WatchdogRuleTests {
  private func charged(_ apps: AppSpecification..., hours: Double = 2) throws -> PhoneBench {
    var bench = try PhoneBench(apps, hours: hours)
    bench.initial.charger = .wired20W
    // An app that was never opened may not process; these policies do not ask.
    return bench
  }

  @Test("LIFE-2 didEnterBackground may take five seconds, and no more", arguments: [3.0, 5.0, 6.0])
  func enterBackground(seconds: Double) throws {
    var bench = try PhoneBench([.with(submits: false) { $0.enterBackgroundTime = .seconds(seconds) }])
    bench.use(0, at: .hour)
    let result = try bench.run()
    #expect(result.seconds(.callback, .didEnterBackground) == [3660])
    if seconds <= 5 {
      #expect(result.seconds(.callback, .snapshot) == [3660 + seconds])
      #expect(result.seconds(.suspended) == [3661 + seconds])
      holds(result.log(.terminated).isEmpty)
    } else {
      #expect(result.seconds(.terminated, .enterBackgroundTimeout) == [3665])
      holds(result.log(.callback, .snapshot).isEmpty && result.log(.suspended).isEmpty)
    }
  }

  @Test("LIFE-4 a launch by the user may take twenty seconds", arguments: [20.0, 21.0])
  func launch(seconds: Double) throws {
    var bench = try PhoneBench([.with(submits: false) { $0.launchTime = .seconds(seconds) }])
    bench.use(0, at: .hour)
    let result = try bench.run()
    #expect(result.seconds(.stateChanged, .foregroundInactive) == [3600])
    if seconds <= 20 {
      #expect(result.seconds(.stateChanged, .foregroundActive) == [3620])
      holds(result.log(.terminated).isEmpty)
    } else {
      #expect(result.seconds(.terminated, .launchTimeout) == [3620])
      holds(result.log(.stateChanged, .foregroundActive).isEmpty)
    }
  }

  @Test(
    "LIFE-5 PROC-6 forty-eight seconds of processor time in a minute end a run, except with external power")
  func processor() throws {
    let without = try charged(.with(.processing, cpu: 2400)).run()
    #expect(without.seconds(.handlerStarted) == [302])
    #expect(without.log(.terminated, .cpuMonitor).map(\.time.seconds) == [350, 350])
    let with = try charged(.with(.processing, cpu: 2400, power: true)).run()
    holds(with.log(.terminated).isEmpty)
    #expect(with.seconds(.expired, .timeLimit) == [902])
  }

  @Test("LIFE-5 the limit is inclusive, waiting does not count, and a share of a core counts as such")
  func processorLimit() throws {
    #expect(try charged(.with(.processing, cpu: 48)).run().seconds(.completed, .success) == [350])
    let waiting = try charged(.with(.processing, cpu: 40, wait: 400)).run()
    #expect(waiting.seconds(.completed, .success) == [742])
    var half = try AppSpecification.with(.processing, cpu: 200)
    half.tasks[0].work.cpuShare = try Constant(0.5)
    #expect(try charged(half).run().seconds(.completed, .success) == [702])
  }

  @Test("LIFE-5 several runs of one app add up")
  func processorSum() throws {
    var app = try AppSpecification.with(.processing, cpu: 30)
    app.tasks.append(app.tasks[0])
    app.tasks[1].identifier = "other"
    let result = try charged(app).run()
    #expect(result.seconds(.terminated, .cpuMonitor) == [326, 326, 326])
    #expect(result.log(.terminated)[0][.runs] == .text("1 2"))
    // Two apps are two processes.
    let apart = try charged(
      .with(.processing, cpu: 30), .with(.processing, cpu: 30, bundleID: "org.other")
    ).run()
    #expect(apart.log(.completed, .success).count == 2)
  }

  @Test(
    "LIFE-5 while a continued task runs the monitor kills nothing in its process, unless continued.cpuMonitor is true",
    arguments: [true, false])
  func continuedTask(isWatched: Bool) throws {
    let tests = ContinuedRuleTests()
    var app = try tests.app(300)
    app.declarations.modes = .all
    app.tasks.append(try AppSpecification.with(cpu: 25, submits: false).tasks[0])
    app.declarations.permittedIdentifiers = ["org.example.*", "task"]
    var bench = try PhoneBench(
      [app], hours: 1, ["continued.cpuMonitor": "\(isWatched)", "submit.windowDelay": "0 s"])
    bench.use(0, at: .minutes(10), for: .minutes(2))
    bench.at(.minutes(11), tests.submit())
    bench.at(.minutes(13), .submit(app: 0, identifier: "task", mechanism: .refresh, floor: nil))
    // The second run begins within the window of the task that has just ended: the window is empty then.
    bench.at(.seconds(960), .submit(app: 0, identifier: "task", mechanism: .refresh, floor: nil))
    let result = try bench.run()
    #expect(result.seconds(.terminated, .cpuMonitor).first == (isWatched ? 768 : nil))
    if !isWatched {
      #expect(result.seconds(.completed, .success, .continued) == [960])
      #expect(result.log(.completed, .success, .refresh).count == 2)
    }
  }

  @Test("LIFE-5 processor time in the foreground does not count")
  func processorInFront() throws {
    var app = try AppSpecification.with(submits: false)
    app.exitWork = [ExitWork(name: "export", length: try Constant(100), usesAssertion: false, cpuShare: 1)]
    var bench = try PhoneBench([app])
    bench.use(0, at: .hour)
    bench.use(0, at: .hours(2), for: .seconds(200))
    let result = try bench.run()
    #expect(result.seconds(.completed, .success, .assertion) == [7299])
    holds(result.log(.terminated).isEmpty)
    // With extra time it goes on in the background, until the monitor ends it.
    app.exitWork[0].usesAssertion = true
    bench.apps = [app]
    bench.parameters.set("assertion.allowance", .number(90))
    #expect(try bench.run().seconds(.terminated, .cpuMonitor, .assertion).first == 3708)
  }

  @Test("LIFE-6 a heavy app in front puts memory under pressure for its stay")
  func heavyApp() throws {
    var heavy = try AppSpecification.with(submits: false, bundleID: "org.heavy")
    heavy.isHeavy = true
    var bench = try PhoneBench([.with(submits: false), heavy])
    bench.use(0, at: .minutes(30))
    bench.use(1, at: .hour)
    let result = try bench.run()
    #expect(result.seconds(.memoryChanged) == [3600, 3660])
    #expect(result.log(.memoryChanged).map(\.value) == [1, 0])
    holds(result.log(.terminated).isEmpty)
    bench.parameters.set("life.jetsamHeavyProbability", .number(1))
    #expect(try bench.run().seconds(.terminated, .memoryPressure, app: 0) == [3600])
    // Memory is short from the first reason to the end of the last one.
    bench.at(.seconds(3590), set: .memoryPressure, to: 1)
    bench.at(.seconds(3630), set: .memoryPressure, to: 0)
    #expect(try bench.run().seconds(.memoryChanged) == [3590, 3660])
  }

  @Test("LIFE-6 episodes of pressure by hazard remove suspended processes and last five minutes")
  func pressureHazard() throws {
    var bench = try PhoneBench([.with(submits: false)], hours: 240, ["life.pressureHazard": "0.5 1/h"])
    bench.use(0, at: .minutes(1))
    let result = try bench.run()
    let changes = result.log(.memoryChanged)
    holds(changes.count > 100 && changes.count < 400)
    #expect(result.log(.terminated, .memoryPressure).count == 1)
    for pair in stride(from: 0, to: changes.count - 1, by: 2) {
      #expect(changes[pair + 1].time - changes[pair].time == .minutes(5))
    }
  }

  @Test("LIFE-8 a process that holds a lock when it is suspended is killed")
  func lock() throws {
    var bench = try PhoneBench([.with(floor: .hours(3)) { $0.holdsLock = true }])
    bench.use(0, at: .hour)
    let result = try bench.run()
    #expect(result.seconds(.terminated, .lockHeld) == [3661, 10_804])
    holds(result.log(.suspended).isEmpty)
    // A system kill: the request has stayed, and no flag is set.
    #expect(result.seconds(.completed, .success) == [10_803])
  }

  @Test("PROC-10 a health request leaves the log of a processing request with equal fields")
  func health() throws {
    func log(_ mechanism: Mechanism) throws -> [String] {
      var bench = try charged(
        .with(mechanism, floor: .hour, cpu: 30, wait: 200, resubmits: .atStart), hours: 24)
      bench.use(0, at: .seconds(3720))
      bench.at(.hours(14), .unplug)
      return try bench.run().log.map {
        "\($0.time) \($0.event) \($0.app) \($0.identifier) \($0.word)"
      }
    }
    let processing = try log(.processing)
    #expect(processing.count > 30)
    #expect(try log(.health) == processing)
  }
}
