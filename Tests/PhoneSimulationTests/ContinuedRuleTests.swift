import EventSimulation
import PhoneSimulation
import TestSupport
import Testing
import Workload

@Suite("Continued processing")
struct ContinuedRuleTests {
  /// An app with so many continued tasks of constant processor time.
  func app(
    _ seconds: Double = 300, tasks: Int = 1, _ request: ContinuedRequest = ContinuedRequest(),
    bundleID: String = "org.example", gpuEntitlement: Bool = false, permitted: [String]? = nil,
    quality: (inout QualityProfile) -> Void = { _ in }
  ) throws -> AppSpecification {
    let work = try WorkSpecification.constant(cpu: seconds)
    var app = AppSpecification(
      bundleID: bundleID, declarations: Declarations(permittedIdentifiers: permitted, modes: []),
      tasks: (0..<tasks).map { index in
        var task = TaskSpecification(
          identifier: "\(bundleID).export.\(index)", mechanism: .continued, floor: .after(.hours(5)),
          work: work,
          fetches: false, submitsAtFirstLaunch: false)
        task.continued = request
        return task
      },
      quality: .flawless {
        $0.resubmits = .never
        quality(&$0)
      })
    app.declarations.hasGPUEntitlement = gpuEntitlement
    return app
  }

  func submit(_ index: Int = 0, app: Int = 0, bundleID: String = "org.example") -> ScriptStep {
    .submit(
      app: app, identifier: "\(bundleID).export.\(index)", mechanism: .continued, floor: .after(.hours(5)))
  }

  /// The CPU monitor does not concern these tests.
  let calm = ["life.cpuMonitorLimit": "60 s", "life.cpuMonitorWindow": "20 s"]

  /// A phone whose user opens the first app at 600 s for a stay, and starts so many of its tasks at 660 s.
  func started(
    _ apps: AppSpecification..., stay: TimeSpan = .minutes(2), hours: Double = 1, starting tasks: Int = 1
  ) throws -> PhoneBench {
    var bench = try PhoneBench(apps, hours: hours, calm)
    bench.use(0, at: .minutes(10), for: stay)
    for index in 0..<tasks { bench.at(.minutes(11), submit(index)) }
    return bench
  }

  @Test("CONT-1 submission outside the foreground is refused without a code; it does not wake the app")
  func foreground() throws {
    var bench = try PhoneBench([app()], hours: 2, calm)
    bench.at(.minutes(30), submit())
    let result = try bench.run()
    #expect(result.seconds(.rejected, .notForeground) == [1800])
    #expect(result.log(.rejected).map(\.value) == [0])
    holds(result.log(.launched).isEmpty)
  }

  @Test("CONT-2 the identifier must match a permitted wildcard entry that holds the bundle id")
  func wildcard() throws {
    for (permitted, isAccepted) in [
      (["org.example.export.*"], true), (["org.example.*"], true), (["org.example.export.0"], false),
      (["org.other.*"], false), (["*"], false),
    ] {
      let bench = try started(app(permitted: permitted))
      let result = try bench.run()
      #expect(result.log(.rejected, .notPermitted).isEmpty == isAccepted, "\(permitted)")
      #expect(result.log(.launched).count == (isAccepted ? 1 : 0))
    }
  }

  @Test("CONT-3 SUB-6 with a slot free it starts at once, whatever its floor, and outlives the foreground")
  func startsAtOnce() throws {
    let bench = try started(app())
    let result = try bench.run()
    holds(result.seconds(.submitted) == [660] && result.seconds(.launched) == [660])
    #expect(result.seconds(.stateChanged, .background) == [720])
    #expect(result.seconds(.completed, .success) == [960])
    #expect(result.seconds(.suspended) == [961])
  }

  @Test("CONT-4 without a free slot `fail` is refused with code 4 and `queue` waits in order of submission")
  func slots() throws {
    for strategy in ContinuedRequest.Strategy.allCases {
      var bench = try PhoneBench([app(120, tasks: 4, ContinuedRequest(strategy: strategy))], hours: 1, calm)
      bench.use(0, at: .minutes(10), for: .minutes(20))
      for index in 0..<4 { bench.at(.minutes(11) + .seconds(Double(index)), submit(index)) }
      let result = try bench.run()
      if strategy == .fail {
        #expect(result.log(.rejected, .immediateRunIneligible).map(\.value) == [4, 4])
        #expect(result.seconds(.launched) == [660, 661])
      } else {
        #expect(result.log(.deferred, .concurrency).count == 2)
        #expect(result.log(.launched).map(\.item) == [1, 2, 3, 4])
        #expect(result.seconds(.launched) == [660, 661, 780, 781])
      }
    }
  }

  @Test("CONT-4 a slot that is freed at the instant of a submission goes to whoever waits longer")
  func order() throws {
    var bench = try started(app(120, tasks: 4), stay: .minutes(20), starting: 3)
    bench.at(.minutes(13), submit(3))
    let result = try bench.run()
    #expect(result.log(.launched).map(\.item) == [1, 2, 3, 4])
    #expect(result.seconds(.launched) == [660, 660, 780, 780])
    // Three tasks and one free slot at the instant: `fail` is refused although a slot is free for a moment.
    var failing = try app(120, tasks: 4)
    failing.tasks[3].continued.strategy = .fail
    bench.apps = [failing]
    bench.parameters = try PhoneBench([], ["continued.maxConcurrent": "1"].merging(calm) { $1 }).parameters
    let refused = try bench.run()
    #expect(refused.seconds(.rejected, .immediateRunIneligible) == [780])
    #expect(refused.seconds(.launched) == [660, 780, 900])
  }

  @Test("CONT-3 CONT-4 GATE-9 under critical heat `fail` is refused with code 4, and `queue` waits")
  func submissionUnderCriticalHeat() throws {
    for strategy in ContinuedRequest.Strategy.allCases {
      var bench = try PhoneBench([app(120, ContinuedRequest(strategy: strategy))], hours: 1, calm)
      bench.use(0, at: .minutes(10), for: .minutes(10))
      bench.at(.minutes(10), set: .thermal, to: 3)
      bench.at(.minutes(11), submit())
      bench.at(.minutes(12), set: .thermal, to: 0)
      let result = try bench.run()
      #expect(result.log(.rejected, .immediateRunIneligible).map(\.value) == (strategy == .fail ? [4] : []))
      #expect(result.seconds(.launched) == (strategy == .fail ? [] : [720]))
    }
  }

  @Test(
    "CONT-4 under a load above the ceiling `fail` is refused with code 4, and `queue` waits",
    arguments: ContinuedRequest.Strategy.allCases)
  func submissionUnderLoad(strategy: ContinuedRequest.Strategy) throws {
    for (load, ceiling, hasRoom) in [(0.81, "80 %", false), (0.8, "80 %", true), (1, "100 %", true)] {
      var bench = try PhoneBench(
        [app(120, ContinuedRequest(strategy: strategy))], hours: 1,
        calm.merging(["continued.loadCeiling": ceiling]) { $1 })
      bench.use(0, at: .minutes(10), for: .minutes(10))
      bench.at(.minutes(10), set: .cpuLoad, to: load)
      bench.at(.minutes(11), submit())
      bench.at(.minutes(12), set: .cpuLoad, to: 0)
      bench.at(.minutes(12), plug: .qi)
      let result = try bench.run()
      let isRefused = !hasRoom && strategy == .fail
      #expect(
        result.log(.rejected, .immediateRunIneligible).map(\.value) == (isRefused ? [4] : []), "\(load)")
      #expect(result.seconds(.deferred, .cpuLoad) == (hasRoom || isRefused ? [] : [660]), "\(load)")
      #expect(result.seconds(.launched) == (hasRoom ? [660] : isRefused ? [] : [720]), "\(load)")
    }
  }

  @Test("CONT-5 SUB-1 a request for the GPU needs an entitlement and hardware, or is refused with code 3")
  func gpu() throws {
    for (entitled, hardware, refuses) in [
      (false, true, true), (false, false, true), (true, false, true), (true, true, true),
      (false, true, false),
      (true, false, false),
    ] {
      var bench = try PhoneBench(
        [app(30, ContinuedRequest(usesGPU: true), gpuEntitlement: entitled)], hours: 1,
        ["device.gpuBackground": "\(hardware)", "continued.refusesGPU": "\(refuses)"])
      bench.use(0, at: .minutes(10), for: .minutes(5))
      bench.at(.minutes(11), submit())
      let result = try bench.run()
      let word: LogWord? = !entitled ? .gpuNotEntitled : refuses && !hardware ? .gpuNotAvailable : nil
      #expect(
        result.log(.rejected).map(\.word) == (word.map { [$0] } ?? []), "\(entitled) \(hardware) \(refuses)")
      holds(result.log(.rejected).allSatisfy { $0.value == (refuses ? 3 : 0) })
      #expect(result.log(.handlerStarted).map { $0[.gpu] } == (word == nil ? [.flag(hardware)] : []))
    }
  }

  @Test("CONT-6 without progress a task expires at the timeout, sooner under pressure")
  func stall() throws {
    for (pressure, expiry) in [(nil, 840.0), (SettingName.thermal, 720), (.memoryPressure, 720)]
      as [(SettingName?, Double)]
    {
      var bench = try PhoneBench([app { $0.progressInterval = nil }], hours: 1, calm)
      bench.use(0, at: .minutes(10), for: .minutes(20))
      if let pressure { bench.at(.seconds(650), set: pressure, to: 2) }
      bench.at(.minutes(11), submit())
      let result = try bench.run()
      #expect(result.seconds(.expired, .stalled) == [expiry])
      #expect(result.seconds(.completed, .failure) == [expiry + 0.5])
    }
  }

  @Test("CONT-6 the time counts from the last report")
  func reports() throws {
    var bench = try started(app(400) { $0.progressInterval = .seconds(50) }, stay: .minutes(20))
    // A report at 710 s; the pressure from 715 s on leaves it 60 s.
    bench.at(.seconds(715), set: .thermal, to: 2)
    let result = try bench.run()
    holds(result.log(.expired).isEmpty)
    holds(result.log(.progress).map(\.value).first == 0.125 && result.log(.progress).count == 7)
    #expect(result.seconds(.completed, .success) == [1060])
  }

  @Test("CONT-6 without a path the bytes stand still, and a task that cannot go on has nothing to report")
  func offline() throws {
    var specification = try app(1)
    // 1 GB over Wi-Fi at 20 Mbit/s takes 400 s.
    specification.tasks[0].work = try .constant(cpu: 1, up: 1e9)
    var bench = try started(specification, stay: .minutes(20))
    bench.at(.seconds(721), network: .none)
    bench.at(.seconds(1800), network: .wifi)
    let result = try bench.run()
    #expect(result.log(.networkChanged).map { $0[.old] } == [.text("wifi"), .text("offline")])
    // The last report; the bytes that have moved are kept when the task expires.
    #expect(result.seconds(.progress).last { $0 < 900 } == 720)
    #expect(result.seconds(.expired, .stalled) == [900])
  }

  @Test("CONT-6 the end of unreported work is the last progress; of a resumed task all counts")
  func unreported() throws {
    let bench = try started(
      app(30) {
        $0.completesOn = .expiry
        $0.progressInterval = .seconds(20)
      }, stay: .minutes(20))
    let result = try bench.run()
    #expect(result.seconds(.expired, .stalled) == [690 + 180])
    #expect(result.seconds(.progress).filter { $0 < 870 } == [680])

    var resumed = try PhoneBench([app(100) { $0.progressInterval = .seconds(20) }], hours: 1, calm)
    resumed.use(0, at: .minutes(10), for: .minutes(20))
    resumed.at(.minutes(11), submit())
    resumed.at(.seconds(710), .cancelContinued(app: 0, identifier: "org.example.export.0"))
    resumed.at(.minutes(12), submit())
    // Two reports, what is saved at the end, and two reports more.
    let reports = try resumed.run().log(.progress).map { ($0.value * 1000).rounded() / 1000 }
    #expect(reports == [0.2, 0.4, 0.5, 0.7, 0.9])
  }

  @Test(
    "ORD-1 CONT-8 the user's cancel comes before whatever ends the task at its instant",
    arguments: [SettingName?.none, .thermal])
  func cancelledAtExpiry(heat: SettingName?) throws {
    var bench = try started(app(600) { $0.progressInterval = nil })
    // Silent for 180 s at 840 s; under pressure that comes late at its onset.
    if let heat { bench.at(.seconds(750), set: heat, to: 2) }
    let instant = heat == nil ? 840.0 : 750
    bench.at(.seconds(instant), .cancelContinued(app: 0, identifier: "org.example.export.0"))
    let result = try bench.run()
    #expect(result.log(.expired).map(\.word) == [.userCancelled])
    #expect(result.seconds(.expired) == [instant])
  }

  @Test("CONT-7 of two tasks of one app only the silent one ends, and the process goes on")
  func pressureWithinAnApp() throws {
    var bench = try PhoneBench([app(600, tasks: 2)], hours: 1, calm)
    bench.use(0, at: .minutes(10), for: .minutes(2))
    // Reports every two seconds, at odd and at even ones.
    bench.at(.minutes(11), submit(0))
    bench.at(.seconds(661), submit(1))
    bench.at(.seconds(800.5), set: .thermal, to: 2)
    let result = try bench.run()
    #expect(result.log(.terminated).map(\.word) == [.resourcePressure])
    #expect(result.log(.terminated).map(\.item) == [2])
    #expect(result.seconds(.terminated) == [800.5])
    #expect(result.seconds(.completed, .success) == [1260])
    holds(result.seconds(.stateChanged, .notRunning).isEmpty && result.seconds(.suspended) == [1261])
  }

  @Test("CONT-7 ties go to the task with the smaller part done; without a task left the app is suspended")
  func pressureTies() throws {
    var bench = try started(app(600), app(300, bundleID: "org.short"))
    bench.use(1, at: .minutes(13), for: .minutes(1))
    bench.at(.minutes(13) + .seconds(10), submit(app: 1, bundleID: "org.short"))
    // At 850 s one has done 190 of 600 s, the other 60 of 300.
    bench.at(.seconds(851), set: .memoryPressure, to: 1)
    let result = try bench.run()
    #expect(result.log(.terminated, .resourcePressure).map(\.app) == [1])
    #expect(result.seconds(.suspended, nil, nil, app: 1) == [852])
    // One of two slots is free: a second onset ends nothing.
    bench.at(.seconds(900), set: .memoryPressure, to: 0)
    bench.at(.seconds(901), set: .memoryPressure, to: 1)
    #expect(try bench.run().log(.terminated, .resourcePressure).count == 1)
  }

  @Test("CONT-7 the onset of pressure ends the task with the oldest report, once")
  func pressure() throws {
    var slow = try app(1000, bundleID: "org.slow")
    slow.quality.progressInterval = .seconds(40)
    var bench = try started(app(1000), slow)
    bench.use(1, at: .minutes(13), for: .minutes(2))
    bench.at(.minutes(14), submit(app: 1, bundleID: "org.slow"))
    bench.at(.seconds(1019), set: .thermal, to: 2)
    bench.at(.seconds(1025), set: .memoryPressure, to: 1)
    let result = try bench.run()
    #expect(result.log(.terminated, .resourcePressure, .continued).map(\.app) == [1])
    #expect(result.seconds(.terminated, .resourcePressure, .continued) == [1019])
    #expect(result.seconds(.completed, .success) == [1660])
  }

  @Test("CONT-7 at a full tie the task that started first ends, also if its run is later in the table")
  func fullTie() throws {
    var specification = try app(tasks: 3)
    for (task, seconds) in [10.0, 600, 300].enumerated() {
      specification.tasks[task].work = try .constant(cpu: seconds)
    }
    var bench = try PhoneBench([specification], hours: 1, calm)
    bench.use(0, at: .minutes(10), for: .minutes(20))
    // The third task takes the place of the first one. At 860 s the two others have done 34 % each.
    for (task, seconds) in [640.0, 656, 758].enumerated() { bench.at(.seconds(seconds), submit(task)) }
    bench.at(.seconds(860), set: .thermal, to: 2)
    let result = try bench.run()
    #expect(result.log(.terminated, .resourcePressure).map(\.item) == [2])
  }

  @Test("CONT-7 of two tasks that tie and started together the task of the earlier app ends")
  func fullTieOfApps() throws {
    var bench = try PhoneBench([app(300), app(300, bundleID: "org.other")], hours: 1, calm)
    bench.at(.minutes(1), set: .thermal, to: 3)
    bench.use(1, at: .minutes(10), for: .minutes(1))
    bench.at(.seconds(610), submit(app: 1, bundleID: "org.other"))
    bench.use(0, at: .minutes(12), for: .minutes(1))
    bench.at(.seconds(730), submit())
    bench.at(.minutes(15), set: .thermal, to: 0)
    bench.at(.seconds(1000), set: .memoryPressure, to: 1)
    let result = try bench.run()
    #expect(result.seconds(.launched) == [900, 900])
    #expect(result.log(.terminated, .resourcePressure).map(\.app) == [0])
  }

  @Test("CONT-8 the user's cancel calls the expiration handler, and the task counts as failed")
  func cancelled() throws {
    var bench = try started(app())
    bench.at(.minutes(13), .cancelContinued(app: 0, identifier: "org.example.export.0"))
    let result = try bench.run()
    #expect(result.seconds(.expired, .userCancelled) == [780])
    #expect(result.seconds(.completed, .failure) == [780.5])
    holds(result.log(.terminated).isEmpty)
  }

  @Test(
    "CONT-9 QUIT-3 removal from the switcher cancels queued and running tasks without a callback, for good")
  func removed() throws {
    var bench = try started(app(tasks: 3), hours: 2, starting: 3)
    bench.at(.minutes(13), .forceQuit, app: 0)
    bench.use(0, at: .minutes(60), for: .minutes(2))
    let result = try bench.run()
    #expect(result.log(.cancelled, .appRemoved, .continued).map(\.item).sorted() == [1, 2, 3])
    holds(result.log(.expired).isEmpty && result.log(.completed).isEmpty)
    #expect(result.log(.launched).count == 2)
  }

  @Test("CONT-9 the cancellation follows the end of the process")
  func removalOrder() throws {
    var bench = try started(app(tasks: 3), starting: 3)
    bench.at(.minutes(13), .forceQuit, app: 0)
    let log = try bench.run().log.filter { $0.time.seconds == 780 && $0.event != .progress }
    #expect(
      log.map(\.event) == [
        .forceQuit, .terminated, .stateChanged, .cancelled, .cancelled, .settingChanged, .cancelled,
      ])
  }

  @Test("GATE-1 CONT-9 with the factor soft the losses stay, with the factor off they do not happen")
  func removalByFactor() throws {
    for (factor, isLost) in [("hard", true), ("soft", true), ("off", false)] {
      var bench = try PhoneBench(
        [app(tasks: 3), .pushed(bundleID: "org.pushed")], hours: 2,
        calm.merging(["factor.appSwitcher": factor]) { $1 })
      bench.use(0, at: .minutes(10), for: .minutes(2))
      for index in 0..<3 { bench.at(.minutes(11), submit(index)) }
      bench.at(.minutes(13), .forceQuit, app: 0)
      bench.at(.minutes(13), .forceQuit, app: 1)
      bench.at(.minutes(20), .pushSent, app: 1, value: -1)
      let result = try bench.run()
      #expect(result.log(.cancelled, .appRemoved).count == (isLost ? 3 : 0), "\(factor)")
      #expect(result.log(.dropped, .forceQuit).count == (isLost ? 1 : 0), "\(factor)")
      #expect(result.log(.launched, nil, .push).count == (isLost ? 0 : 1), "\(factor)")
      // The process ends in any case, and with it what ran; the task in the queue then has a slot.
      #expect(result.log(.launched, nil, .continued).count == (isLost ? 2 : 3), "\(factor)")
    }
  }

  @Test("BAR-2 BAR-3 switching Background App Refresh off cancels no continued task, queued or running")
  func switchedOff() throws {
    var bench = try started(app(120, tasks: 3), stay: .minutes(5), starting: 3)
    bench.at(.minutes(12), set: .backgroundRefresh, to: 0)
    let result = try bench.run()
    holds(result.log(.cancelled).isEmpty && result.log(.completed, .success).count == 3)
  }

  @Test("CONT-10 also the end by a missed completion costs the app nothing")
  func penalty() throws {
    var bench = try started(app { $0.expiryReaction = nil })
    bench.at(.minutes(13), .cancelContinued(app: 0, identifier: "org.example.export.0"))
    let result = try bench.run()
    #expect(result.seconds(.terminated, .completionTimeout, .continued) == [785])
    holds(result.log(.penaltyApplied).isEmpty && result.log(.budgetDebited).isEmpty)
  }

  @Test("CONT-1 the user starts a task so long after an open, in that visit only")
  func afterOpen() throws {
    var bench = try PhoneBench(
      [app(60, ContinuedRequest(startsAfterOpen: .seconds(30)))], hours: 2, calm)
    // Left too early, and opened again before the planned instant of the first visit.
    bench.use(0, at: .minutes(10), for: .seconds(20))
    bench.use(0, at: .seconds(625), for: .minutes(1))
    bench.use(0, at: .minutes(60), for: .minutes(1))
    let result = try bench.run()
    #expect(result.seconds(.submitted) == [655, 3630])
    holds(result.log(.rejected).isEmpty)
  }

  @Test("CONT-10 no factor touches it and no budget pays for it")
  func untouched() throws {
    var bench = try PhoneBench(
      [app()], hours: 3,
      calm.merging(["budget.initialFraction": "0", "factor.lowPowerMode": "hard"]) { $1 })
    bench.initial.lowPowerMode = true
    bench.initial.backgroundRefresh = 0
    bench.initial.stateOfCharge = 0.1
    bench.use(0, at: .minutes(10), for: .minutes(2))
    bench.at(.minutes(11), submit())
    let result = try bench.runObediently()
    #expect(result.seconds(.launched, nil, .continued) == [660])
    holds(result.log(.budgetDebited).isEmpty)
    #expect(result.mechanism(.continued).counts[.energy] > 0)
  }

  @Test("SUB-6 continued requests count toward neither limit")
  func limits() throws {
    var specification = try app(tasks: 4)
    specification.tasks.append(
      TaskSpecification(
        identifier: "refresh", mechanism: .refresh, floor: .after(.hours(9)), work: try .constant(cpu: 1),
        fetches: false))
    specification.declarations.permittedIdentifiers = ["refresh", "org.example.*"]
    specification.declarations.modes = .fetch
    var bench = try started(specification, stay: .minutes(5), starting: 4)
    bench.at(.minutes(12), .listPending(app: 0))
    let result = try bench.run()
    holds(result.log(.rejected).isEmpty)
    #expect(result.log(.submitted, nil, .continued).count == 4)
    #expect(result.log(.pendingList).map(\.value) == [3])
  }

  @Test("API-6 continued tasks exist from version 26 on")
  func version() throws {
    var bench = try PhoneBench([app(30)], hours: 1, ["os.version": "25"])
    bench.use(0, at: .minutes(10), for: .minutes(5))
    bench.at(.minutes(11), submit())
    #expect(try bench.run().log(.rejected, .unavailable).map(\.value) == [1])
  }

  @Test("GATE-9 at the critical thermal level heavy runs expire, and nothing opportunistic starts")
  func heat() throws {
    let processing = try AppSpecification.with(.processing, cpu: 500, bundleID: "org.processing")
    let refresh = try AppSpecification.with(floor: .minutes(1), bundleID: "org.refresh", resubmits: .atStart)
    var bench = try PhoneBench([app(2000), processing, refresh], hours: 1, calm)
    bench.initial.charger = .wired20W
    bench.use(0, at: .minutes(1), for: .minutes(2))
    bench.at(.minutes(2), submit())
    bench.at(.minutes(10), set: .thermal, to: 3)
    let result = try bench.run()
    #expect(result.log(.expired, .thermalCritical).map { [$0.mechanism] }.count == 2)
    #expect(result.seconds(.expired, .thermalCritical) == [600, 600])
    holds(result.seconds(.launched).allSatisfy { $0 < 600 })
    holds(!result.log(.deferred, .thermalCritical).isEmpty)
  }
}
