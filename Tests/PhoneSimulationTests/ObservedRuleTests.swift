import EventSimulation
import ModelParameters
import PhoneSimulation
import SchedulingPolicies
import TestSupport
import Testing
import Workload

/// The rules that come from observed phones, each switched on by its parameter.
@Suite("Rules seen on phones")
struct ObservedRuleTests {
  // MARK: The end of a run

  private static let warned = ["task.expiryWarns": "true"]

  @Test(
    "REF-1 REF-3 the expiry call comes before the limit, the kill at it; a completion at the limit is in time"
  )
  func limits() throws {
    let ignoring = try PhoneBench([.with(cpu: 100) { $0.expiryReaction = nil }], Self.warned).run()
    #expect(ignoring.log(.handlerStarted).map(\.value) == [25])
    #expect(ignoring.seconds(.expired, .timeLimit) == [27])
    #expect(ignoring.seconds(.terminated, .completionTimeout, .refresh) == [32])
    for (cpu, isInTime) in [(30.0, true), (30 + 1e-6, false)] {
      let late = try PhoneBench([.with(cpu: cpu) { $0.expiryReaction = nil }], Self.warned).run()
      #expect(late.seconds(.completed, .success) == (isInTime ? [32] : []))
      #expect(late.seconds(.terminated, .completionTimeout, .refresh) == (isInTime ? [] : [32]))
    }
    // What completes at the instant of the call is not called.
    holds(try PhoneBench([.with(cpu: 25)], Self.warned).run().log(.expired).isEmpty)
    let silent = try PhoneBench([.with(cpu: 100) { $0.setsExpirationHandler = false }], Self.warned).run()
    holds(silent.seconds(.expired, .timeLimit) == [27] && silent.seconds(.completed, .failure) == [27])
  }

  @Test("REF-2 REF-3 a shorter grant is the time to the call, and the kill follows the grace later")
  func shortGrants() throws {
    let changes = ["refresh.shortGrantProbability": "1"].merging(Self.warned) { $1 }
    let result = try PhoneBench([.with(cpu: 100) { $0.expiryReaction = nil }], changes).run()
    let granted = try #require(result.log(.handlerStarted).first?.value)
    holds((2...25).contains(granted))
    #expect(result.seconds(.expired) == [2 + granted])
    #expect(result.log(.terminated, nil, .refresh).map(\.time.seconds) == [7 + granted])
  }

  @Test("PROC-7 REF-3 another cause keeps its grace, cut off at the limit", arguments: [100.0, 297])
  func otherCauses(use: Double) throws {
    var bench = try PhoneBench(
      [.with(.processing, cpu: 1000, power: true) { $0.expiryReaction = nil }],
      ["processing.runtimeLimit": "300 s"].merging(Self.warned) { $1 })
    bench.initial.charger = .wired20W
    let start = 302.0
    bench.at(.seconds(start + use), .screenOn)
    let result = try bench.run()
    #expect(result.seconds(.handlerStarted) == [start])
    #expect(result.seconds(.expired) == [use < 295 ? start + use : start + 295])
    #expect(
      result.seconds(.terminated, .completionTimeout, .processing) == [
        use < 295 ? start + use + 5 : start + 300
      ]
    )
  }

  @Test("PUSH-8 a push has no call: it completes up to its limit and is killed there", arguments: [30.0, 31])
  func pushes(cpu: Double) throws {
    var bench = try PhoneBench([.pushed(cpu: cpu)], Self.warned)
    bench.push(at: .hour)
    let result = try bench.run()
    #expect(result.log(.handlerStarted).map(\.value) == [30])
    #expect(result.seconds(.completed, .success) == (cpu <= 30 ? [3632] : []))
    #expect(result.seconds(.terminated, .completionTimeout, .push) == (cpu <= 30 ? [] : [3632]))
  }

  // MARK: Bytes before and after the wait

  /// A refresh on cellular with bytes both ways, and how it went.
  private func exchange(
    cpu: Double = 0.1, wait: Double, up: Double = 0, down: Double = 0, bytesFirst: Bool,
    change: (inout PhoneBench) -> Void = { _ in }, quality: (inout QualityProfile) -> Void = { _ in }
  ) throws -> DeviceResult {
    var app = try AppSpecification.with(cpu: cpu, quality: quality)
    app.tasks[0].work = try .constant(cpu: cpu, wait: wait, up: up, down: down)
    var bench = try PhoneBench(
      [app], hours: 1,
      [
        "work.bytesFirst": "\(bytesFirst)", "radio.wifi.upRate": "8 Mbit/s",
        "radio.wifi.downRate": "8 Mbit/s",
      ])
    change(&bench)
    return try bench.run()
  }

  @Test("a run sends, waits and receives beside its processor work; without a wait its bytes move as before")
  func stagedWork() throws {
    func end(cpu: Double, wait: Double, bytesFirst: Bool = false) throws -> Double? {
      try exchange(cpu: cpu, wait: wait, up: 1e6, down: 3e6, bytesFirst: bytesFirst)
        .seconds(.completed, .success).first.map { (($0 - 2) * 100).rounded() / 100 }
    }
    // A second up and three down at 1 MB/s each.
    #expect(try end(cpu: 0.1, wait: 2) == 6)
    #expect(try end(cpu: 8, wait: 2) == 8)
    #expect(try end(cpu: 8, wait: 2, bytesFirst: true) == 10)
    #expect(try end(cpu: 0.1, wait: 0) == end(cpu: 0.1, wait: 0, bytesFirst: true))
  }

  @Test("a path that is lost during the wait fails the run at its reply; a radio is held in between")
  func stagedPath() throws {
    let lost = try exchange(wait: 4, down: 1e6, bytesFirst: false) { $0.at(.seconds(4), network: .none) }
    #expect(lost.seconds(.completed, .failure) == [6])
    let back = try exchange(wait: 4, down: 1e6, bytesFirst: false) {
      $0.at(.seconds(4), network: .none)
      $0.at(.seconds(5), network: .wifi)
    }
    #expect(back.seconds(.completed, .success) == [7])
    func energy(_ bytesFirst: Bool) throws -> Int64 {
      let result = try exchange(wait: 3, up: 1e4, down: 1e4, bytesFirst: bytesFirst) {
        $0.initial.network = .cellular
      }
      return result.mechanism(.refresh).counts[.energy]
    }
    #expect(try energy(false) > energy(true))
  }

  @Test("BAD-9 checkpoints count what was sent, waited for and received", arguments: [0, 1, 2])
  func stagedProgress(part: Int) throws {
    // A second up, ten of waiting, and four down; the user's expiry comes in each of them.
    let killed = [2.5, 8, 15][part]
    let result = try exchange(
      wait: 10, up: 1e6, down: 4e6, bytesFirst: false,
      change: { $0.at(.seconds(killed), .kill(app: 0, isCrash: false)) },
      quality: { $0.checkpointInterval = .seconds(0.5) })
    let share = try #require(result.log(.progress).first?.value)
    #expect(abs(share - (killed - 2) / 15) < 0.001)
  }

  // MARK: The opening of a window

  @Test(
    "SUB-8 a window opens so long after the submission, or at a later floor", arguments: [0.0, 300, 1000])
  func opening(floor: Double) throws {
    let result = try PhoneBench([.with(floor: .seconds(floor))], ["submit.windowDelay": "450 s"]).run()
    #expect(result.seconds(.eligible) == [max(450, floor)])
    #expect(result.seconds(.launched) == [max(450, floor)])
    #expect(result.log(.submitted).first?[.floor] == .instant(.zero + .seconds(floor)))
    #expect(result.log(.deferred).first?.word == .earliestBeginDate)
  }

  @Test("SUB-8 DBG-1 a debugger passes it; the wait of a chain begins at its earliest opening")
  func openingOfChains() throws {
    let delay = ["submit.windowDelay": "450 s"]
    var debugged = try PhoneBench([.with()], delay.merging(["debug.attached": "true"]) { $1 })
    debugged.at(.seconds(60), .simulateLaunch(app: 0, identifier: "task"))
    #expect(try debugged.run().seconds(.launched) == [60])
    var replaced = try PhoneBench([.with()], delay)
    replaced.at(.seconds(300), .submit(app: 0, identifier: "task", mechanism: .refresh, floor: nil))
    let result = try replaced.run()
    #expect(result.seconds(.launched) == [750])
    #expect(result.attempts.last?.waitFrom == .zero + .seconds(450))
  }

  @Test(
    "SUB-8 a recorded window is taken as it stands: its own opening, and its own length for the threshold")
  func recordedWindow() throws {
    var bench = try PhoneBench([.with(submits: false)], ["submit.windowDelay": "450 s"])
    let window = Floor.window(from: .seconds(200), to: .zero + .hours(2))
    bench.at(.seconds(100), .submit(app: 0, identifier: "task", mechanism: .refresh, floor: window))
    let result = try bench.run()
    let submitted = try #require(result.log(.submitted).first)
    holds(
      submitted[.open] == .instant(.seconds(200)) && submitted[.deadline] == .instant(.zero + .hours(2)))
    holds(result.seconds(.eligible) == [200] && result.seconds(.launched) == [200])
    #expect(result.log(.deferred).first?.word == .earliestBeginDate)
    #expect(result.attempts.last?.waitFrom == .seconds(200))
    // Past its end it goes on waiting.
    let waiting = try bench.run(NeverStart())
    holds(waiting.log(.launched).isEmpty && waiting.attempts.last?.outcome == .pending)
  }

  // MARK: Settling

  private func settling(_ changes: [String: String] = [:]) throws -> PhoneBench {
    let values = ["processing.settlingMean": "60 min", "gate.evaluationInterval": "1440 min"].merging(changes)
    { $1 }
    var bench = try PhoneBench([.with(.processing, submits: false)], hours: 240, values)
    bench.initial.charger = .wired20W
    // USE-3 wants a session; the request comes once the phone has settled for it.
    bench.use(0, at: .seconds(60), for: .seconds(20))
    bench.at(.seconds(100), .submit(app: 0, identifier: "task", mechanism: .processing, floor: nil))
    return bench
  }

  @Test("GATE-10 a phone that is plugged and idle settles before it processes; the end is a decision point")
  func settles() throws {
    let bench = try settling()
    let result = try bench.runObediently()
    let start = try #require(result.seconds(.launched).first)
    holds(start > 380 && start < 86_400)
    let denied = result.log(.deferred, .settling)
    holds(denied.map(\.time.seconds) == [380] && denied.first?[.enforcement] == .text("soft"))
    // A policy that does not obey it starts at once; so does every one without it.
    #expect(try bench.run().seconds(.launched) == [380])
    #expect(try settling(["processing.settlingMean": "0 min"]).runObediently().seconds(.launched) == [380])
  }

  @Test(
    "GATE-10 each occasion of a day has a time of its own, whatever the policy does; use and unplugging end it"
  )
  func occasions() throws {
    var bench = try PhoneBench(
      [.with(.processing, floor: .hour, resubmits: .atStart)], hours: 24 * 60,
      ["processing.settlingMean": "10 min", "processing.minGap": "0 min"])
    for day in 0..<59 {
      bench.use(0, at: .days(day) + .hours(20))
      for hour in [1, 4, 7] {
        bench.at(.days(day) + .hours(hour), plug: .wired20W)
        bench.at(.days(day) + .hours(hour + 2), .unplug)
      }
    }
    let obedient = try bench.runObediently()
    // Seconds after the occasion's beginning, which is at the plug: the phone is idle for long.
    let waits = obedient.seconds(.launched).map { ($0 - 3600).truncatingRemainder(dividingBy: 10_800) }
    let first: [Double] = waits.filter { $0 < 3600 }
    // Exponential with a mean of 600 s: 6 standard deviations over 170 occasions are 280 s.
    #expect(first.count > 150)
    let mean = first.reduce(0, +) / Double(first.count)
    #expect(abs(mean - 600) < 280)
    #expect(Set(first).count == first.count)
    // An unrelated app that starts more changes no occasion.
    bench.apps.append(
      try AppSpecification.with(floor: .minutes(15), bundleID: "org.other", resubmits: .atStart))
    let crowded = try bench.runObediently()
    #expect(crowded.seconds(.launched, nil, nil, app: 0) == obedient.seconds(.launched))
  }

  // MARK: Use of the app

  private static let hourly = ["gate.evaluationInterval": "60 min", "refresh.minGap": "0 s"]

  @Test("USE-6 no refresh once the last open is too long ago; a new app has none", arguments: [false, true])
  func recency(isNew: Bool) throws {
    var bench = try PhoneBench(
      [.with(floor: .hour, resubmits: .atStart)], hours: 24 * 6,
      ["usage.recency": "36 h", "usage.learningDays": "0 d"].merging(Self.hourly) { $1 })
    bench.initial.charger = .wired5W
    if isNew { bench.initial.newApps = [0] }
    bench.use(0, at: .days(3))
    let hours = try bench.runObediently().log(.launched).map { Int($0.time.seconds / 3600) }
    // Up to 36 h after the start, and from the open in hour 72 to 36 h after it.
    let expected = Set(isNew ? [] : Array(0...36)).union(72...108)
    holds(Set(hours).isSubset(of: expected) && hours.count > expected.count - 6)
    #expect(try bench.run().log(.launched).count > 100)
  }

  @Test("USE-7 a new app is processed from its second day with an open on")
  func processingLearning() throws {
    var bench = try PhoneBench([.with(.processing)], hours: 24 * 5, ["usage.processingLearningDays": "2 d"])
    bench.initial.charger = .wired20W
    bench.initial.newApps = [0]
    for time in [TimeSpan.hours(9), .hours(15), .days(2) + .hours(9)] { bench.use(0, at: time) }
    let start = try #require(bench.runObediently().seconds(.launched).first)
    holds(start >= 2 * 86_400 + 9 * 3600 && start < 3 * 86_400)
    // One that was there at the start has been opened often enough.
    bench.initial.newApps = []
    #expect(try #require(bench.runObediently().seconds(.launched).first) < 86_400)
  }

  @Test("USE-5 much use in the last seven days raises the score of refreshes")
  func intensity() throws {
    func launches(_ weight: String) throws -> Int {
      var bench = try PhoneBench(
        [.with(floor: .minutes(15), resubmits: .atStart)], hours: 24 * 10,
        ["usage.intensityWeight": weight, "budget.energyFraction": "1", "budget.appShare": "1"])
      bench.initial.charger = .wired20W
      // All within minutes of another hour each day, so that no open is foreseen.
      for day in 0..<10 {
        for open in 0..<20 {
          bench.use(0, at: .days(day) + .hours(day * 7 % 24) + .minutes(open), for: .seconds(20))
        }
      }
      return try bench.runSevenFactor().seconds(.launched).count { $0 > 8 * 86_400 }
    }
    #expect(try launches("1") > 2 * launches("0"))
  }

  // MARK: Budgets and tokens

  @Test("BUD-7 BUD-9 the share of an app follows its share of opens, from the next day on")
  func shares() throws {
    var bench = try PhoneBench(
      [.with(submits: false), .with(submits: false, bundleID: "org.other")], hours: 24 * 9,
      ["budget.useWeight": "1", "budget.appShare": "0.25", "budget.initialFraction": "1"])
    for hour in [8, 12, 16] { bench.use(0, at: .hours(hour)) }
    bench.use(1, at: .hours(20))
    let result = try bench.run()
    func refills(_ app: Int32, day: Int) -> Double {
      let records = result.log(.budgetRefilled, .energy, app: app).filter { ($0.time - .tick).day == day }
      return records.map(\.value).reduce(0, +)
    }
    let device = refills(-1, day: 1)
    #expect(refills(0, day: 0) == (device / 4).rounded())
    // A quarter, and three and one quarter of the rest.
    #expect(abs(refills(0, day: 1) / device - 0.8125) < 1e-9)
    #expect(abs(refills(1, day: 1) / device - 0.4375) < 1e-9)
    // After seven days without an open a balance above the capacity is clipped.
    #expect(abs(refills(0, day: 8) / device - 0.25) < 1e-9)
    let clipped = result.log(.budgetRefilled, .energy, app: 0).filter { $0.value == 0 }
    #expect(clipped.map(\.time.day) == [8])
  }

  @Test("RATE-4 push launches of all apps share tokens; the token that ends a denial is a decision point")
  func deviceTokens() throws {
    var bench = try PhoneBench(
      [.pushed(bundleID: "a"), .pushed(bundleID: "b"), .pushed(bundleID: "c")], hours: 3,
      [
        "push.deviceBucketCapacity": "2", "push.deviceBucketRefill": "10 min",
        "gate.evaluationInterval": "1440 min",
      ])
    for app in 0...2 { bench.at(.seconds(3600), .pushSent, app: app, value: -1) }
    let result = try bench.runObediently()
    #expect(result.seconds(.launched) == [3600, 3600, 4200])
    let denied = result.log(.deferred, .rateLimit)
    holds(denied.map(\.app) == [2] && denied.first?[.scope] == .text("device"))
    // Joined, foreground and visible deliveries take none.
    bench.use(0, at: .seconds(3590), for: .minute)
    #expect(try bench.runObediently().seconds(.launched) == [3600, 3600])
  }

  @Test(
    "PUSH-12 a push for an app that has not been opened for weeks is dropped", arguments: ["soft", "off"])
  func unopened(factor: String) throws {
    var bench = try PhoneBench(
      [.pushed()], hours: 24 * 30, ["push.recency": "21 d", "factor.appUsage": factor])
    bench.initial.charger = .wired20W
    bench.push(at: .days(20), .days(22))
    bench.use(0, at: .days(24))
    bench.push(at: .days(25))
    let result = try bench.run()
    let isDropped = factor == "soft"
    #expect(result.log(.launched).map { $0.time.day } == (isDropped ? [20, 25] : [20, 22, 25]))
    #expect(result.log(.dropped, .appUsage).map { $0.time.day } == (isDropped ? [22] : []))
  }

  @Test("PUSH-2 LOG-2 visible and silent pushes share the slot of an app at the server")
  func sharedSlots() throws {
    var app = try AppSpecification.pushed()
    app.visiblePushes = VisiblePushSpecification(trigger: .schedule([]), expiration: nil)
    var bench = try PhoneBench([app], hours: 8, ["push.serverSlotsShared": "true"])
    bench.initial.network = .none
    bench.push(at: .hour)
    bench.at(.hours(2), .visiblePushSent, app: 0, value: -1)
    bench.push(at: .hours(3))
    bench.at(.hours(4), network: .wifi)
    let result = try bench.run()
    let lost = result.log(.coalesced, .server)
    holds(lost.map(\.mechanism) == [.push, .mode] && lost.map(\.time.seconds) == [7200, 10_800])
    #expect(lost.first?[.by] == .text("visible"))
    holds(result.log(.delivered, nil, .push).count == 1 && result.log(.delivered, nil, .mode).isEmpty)
  }
}
