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

  @Test("REF-2 REF-3 a shorter grant is the time to the call, and the kill follows the grace later")
  func shortGrants() throws {
    let changes = ["refresh.shortGrantProbability": "1"].merging(Self.warned) { $1 }
    let result = try PhoneBench([.with(cpu: 100) { $0.expiryReaction = nil }], changes).run()
    let granted = try #require(result.log(.handlerStarted).first?.value)
    holds((2...25).contains(granted))
    #expect(result.seconds(.expired) == [2 + granted])
    #expect(result.log(.terminated, nil, .refresh).map(\.time.seconds) == [7 + granted])
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

  @Test("a run sends, waits and receives during its CPU work; without a wait its bytes move as before")
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

  // MARK: Settling

  @Test(
    "GATE-10 each occasion of a day has a separate time under any policy; use and unplugging end it"
  )
  func occasions() throws {
    var bench = try PhoneBench(
      [.with(.processing, earliestBegin: .hour, resubmits: .atStart)], hours: 24 * 60,
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
      try AppSpecification.with(earliestBegin: .minutes(15), bundleID: "org.other", resubmits: .atStart))
    let crowded = try bench.runObediently()
    #expect(crowded.seconds(.launched, nil, nil, app: 0) == obedient.seconds(.launched))
  }

  // MARK: Use of the app

  private static let hourly = ["gate.evaluationInterval": "60 min", "refresh.minGap": "0 s"]

  @Test(
    "USE-6 no refresh once the last open is too long ago, or for a new app without opens",
    arguments: [false, true])
  func recency(isNew: Bool) throws {
    var bench = try PhoneBench(
      [.with(earliestBegin: .hour, resubmits: .atStart)], hours: 24 * 6,
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

  @Test("USE-5 much use in the last seven days raises the score of refreshes")
  func intensity() throws {
    func launches(_ weight: String) throws -> Int {
      var bench = try PhoneBench(
        [.with(earliestBegin: .minutes(15), resubmits: .atStart)], hours: 24 * 10,
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
}
