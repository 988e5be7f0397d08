import EventSimulation
import ModelParameters
import PhoneSimulation
import SchedulingPolicies
import TestSupport
import Testing
import Workload

@Suite("Decisions of one instant")
struct DecisionRuleTests {
  // MARK: Chains of put-off decisions

  @Test(
    "GATE-7 LIFE-1 a task without work and earliest begin date is launched once in a chain of put-off decisions"
  )
  func chain() throws {
    var bench = try PhoneBench([.with(cpu: 0, resubmits: .atEnd) { $0 = .placeholder }], hours: 2)
    bench.initial.charger = .wired5W
    let result = try bench.run()
    // Each decision launches it, and the decision at the end of that run once more, joined; then it waits.
    let launches = result.log(.launched).map(\.time)
    holds(launches.count > 8 && launches.count < 300)
    holds(zip(launches, launches.dropFirst()).allSatisfy { $1 - $0 > .milliseconds(100) })
    let denied = result.log(.deferred, .alreadyRunning)
    holds(!denied.isEmpty && denied.allSatisfy { $0[.enforcement] == .text("hard") })
    // The denial holds in the decision that was put off by a tick, and its end is no decision point.
    holds(denied.allSatisfy { launches.contains($0.time - .tick) })
    holds(result.log(.decision).allSatisfy { !launches.contains($0.time - .tick) })
  }

  // MARK: Several items of one app

  /// A refresh that waits and a push that is held until the charger comes at 3 h.
  private func waitingPair(hours: Double = 4) throws -> PhoneBench {
    var app = try AppSpecification.with(earliestBegin: .hour, cpu: 5, modes: [.fetch, .remoteNotification])
    app.pushes = try AppSpecification.pushed(cpu: 3).pushes
    var bench = try PhoneBench([app], hours: hours)
    bench.push(at: .hours(2))
    bench.at(.hours(3), plug: .usb)
    return bench
  }

  /// Starts everything on the charger, in the order of the items or the other way round.
  private func onCharger(isReversed: Bool = false, enforces: BlockingSet = []) -> ClosurePolicy {
    ClosurePolicy { observation, candidates in
      guard observation.isPlugged else { return [] }
      let decisions = candidates.map { candidate -> Decision in
        candidate.denials.isDisjoint(with: enforces)
          ? .start(candidate) : .wait(candidate, candidate.denials.first ?? .policyChoice)
      }
      return isReversed ? decisions.reversed() : decisions
    }
  }

  @Test(
    "GATE-2 GATE-3 several items of one app that are started in one decision all run, in any order",
    arguments: [false, true])
  func severalItems(isReversed: Bool) throws {
    let result = try waitingPair().run(onCharger(isReversed: isReversed))
    let launched = result.log(.launched)
    #expect(launched.map(\.word) == [.cold, .joined])
    #expect(launched.map(\.time.seconds) == [10_800, 10_800])
    #expect(Set(launched.compactMap(\.mechanism)) == [.refresh, .push])
    #expect(launched.first?.mechanism == (isReversed ? .push : .refresh))
    // A joined handler starts when the launch ends, and has the event only.
    #expect(result.seconds(.handlerStarted) == [10_802, 10_802])
    #expect(
      result.log(.callback).map(\.word) == [
        .didFinishLaunching, .didEnterBackground, .eventDelivered, .snapshot, .eventDelivered,
      ])
    #expect(result.log(.delivered).map(\.word) == [.launch])
    #expect(Set(result.log(.completed, .success).map(\.time.seconds)) == [10_807, 10_805])
    #expect(result.log(.suspended).count == 1)
    holds(result.violations.isEmpty)
  }

  @Test("RATE-3 each of several items has its own clock, and a push its token", arguments: [false, true])
  func clocks(isReversed: Bool) throws {
    var bench = try waitingPair()
    bench.push(at: .hours(3) + .minutes(1))
    bench.at(
      .hours(3) + .seconds(61), .submit(app: 0, identifier: "task", mechanism: .refresh, earliestBegin: nil))
    let result = try bench.run(
      onCharger(isReversed: isReversed, enforces: .of(.rateLimit)), enforces: .of(.rateLimit))
    holds(
      result.seconds(.launched, nil, .push) == [10_800, 11_700]
        && result.seconds(.launched, nil, .refresh) == [10_800, 11_700])
  }

  @Test("RATE-3 only a held push that the policy did not start is delivered joined, without a launch")
  func notStarted() throws {
    var bench = try waitingPair()
    bench.push(at: .hours(3) + .minutes(1))
    let result = try bench.run(
      ClosurePolicy { observation, candidates in
        observation.isPlugged ? candidates.filter { $0.mechanism == .refresh }.map { .start($0) } : []
      })
    #expect(result.log(.launched).map(\.mechanism) == [.refresh])
    #expect(result.log(.delivered).map(\.word) == [.joined])
  }

  @Test("REF-6 each of several items has its own slot")
  func slots() throws {
    var bench = try waitingPair()
    try bench.parameters.set("refresh.maxConcurrent", parsing: ["1"])
    let result = try bench.run(onCharger())
    // The push finds no slot; the handler of the refresh takes it along.
    #expect(result.log(.launched).map(\.mechanism) == [.refresh])
    #expect(result.seconds(.deferred, .concurrency) == [10_800])
    #expect(result.log(.delivered).map(\.word) == [.joined])
  }

  @Test("PUSH-5 several held pushes of one app are started together, each with its run")
  func severalPushes() throws {
    var bench = try PhoneBench([.pushed(cpu: 3)], hours: 4, ["push.holdSlots": "2"])
    bench.push(at: .hours(1), .hours(2))
    bench.at(.hours(3), plug: .usb)
    let result = try bench.run(onCharger())
    #expect(result.log(.launched).map(\.word) == [.cold, .joined])
    #expect(result.log(.delivered).map(\.word) == [.launch, .launch])
  }

  // MARK: Decision points

  @Test("GATE-3 what changes no state that a gate reads is no decision point", arguments: 0..<6)
  func noDecisionPoint(which: Int) throws {
    let apps = try [
      AppSpecification.with(), .with(submits: false, bundleID: "org.other"),
      .moving(.files(earliestBegin: .seconds(1600))),
    ]
    var bench = try PhoneBench(apps, hours: 2, ["gate.evaluationInterval": "60 min"])
    let time = TimeSpan.seconds(1700)
    let change = bench
    /// The second change of the pair is a decision point.
    let isAsked = try [false, true].map { isOther in
      bench = change
      switch which {
      case 0:
        if isOther {
          bench.at(
            time - .second, .submit(app: 1, identifier: "task", mechanism: .refresh, earliestBegin: nil))
        } else {
          bench.use(1, at: .seconds(400), for: .seconds(5))
        }
        bench.at(time, .kill(app: 1, isCrash: false))
      case 1:
        for (at, earliestBegin) in [(101.0, 1599.0)] + (isOther ? [] : [(200.0, 9000.0)]) {
          bench.at(
            .seconds(at),
            .submit(
              app: 1, identifier: "task", mechanism: .refresh, earliestBegin: .after(.seconds(earliestBegin)))
          )
        }
      case 2:
        bench.use(2, at: .seconds(100), for: .seconds(5))
        if !isOther { bench.at(.seconds(200), .forceQuit, app: 2) }
      case 3: bench.at(time, set: isOther ? .thermal : .cpuLoad, to: 1)
      case 4:
        // On the charger Low Power Mode denies no refresh here.
        bench.initial.charger = .wired5W
        try bench.parameters.set("lpm.appliesWhilePlugged", parsing: ["false"])
        bench.at(time, set: .lowPowerMode, to: isOther ? 1 : 0)
      default: bench.at(time, set: .backgroundRefresh, to: isOther ? 1 : 2)
      }
      var instants: Set<Double> = []
      _ = try bench.run(
        ClosurePolicy { observation, candidates in
          instants.insert(observation.now.seconds)
          return candidates.filter { $0.app == 1 }.map { .start($0) }
        })
      return instants.contains(1700)
    }
    #expect(isAsked == [false, true])
  }

  @Test(
    "GATE-3 RATE-2 a token is a decision point while a push is held, for any previous content of the bucket")
  func token() throws {
    func instants(_ times: TimeSpan...) throws -> Set<Double> {
      var bench = try PhoneBench([.pushed(), .with(bundleID: "org.waiting")], hours: 2)
      try bench.parameters.set("gate.evaluationInterval", parsing: ["60 min"])
      for time in times { bench.push(at: time) }
      var instants: Set<Double> = []
      _ = try bench.run(
        ClosurePolicy { observation, candidates in
          instants.insert(observation.now.seconds)
          return candidates.filter { $0.app == 0 && observation.now.seconds < 1050 }.map { .start($0) }
        })
      return instants
    }
    // The first push takes one of three tokens, and the second one is held.
    holds(try instants(.seconds(1000), .seconds(1100)).contains(2200))
    holds(try !instants(.seconds(1000)).contains(2200))
    // Two launches before: tokens are complete after 20 and 40 minutes.
    let later = try instants(.seconds(100), .seconds(1010), .seconds(1100))
    holds(later.isSuperset(of: [1300, 2500]))
  }

  // MARK: Wishes

  @Test("GATE-3 only decision points that exist because of a wish count against the limit")
  func ownWishes() throws {
    // The wish is for the very instants at which the charger comes or goes.
    var bench = try PhoneBench([.with()], hours: 1, ["gate.wakesPerHour": "60"])
    for second in stride(from: 20, through: 3000, by: 20) {
      let time = TimeSpan.seconds(Double(second))
      if second.isMultiple(of: 40) { bench.at(time, .unplug) } else { bench.at(time, plug: .usb) }
    }
    let result = try bench.run(
      ClosurePolicy.each {
        [.wait($1, until: .zero + .seconds(20 * (($0.now.seconds / 20).rounded(.down) + 1)))]
      })
    holds(result.violations.isEmpty && result.counts[.decisions] >= 150)
  }
}
