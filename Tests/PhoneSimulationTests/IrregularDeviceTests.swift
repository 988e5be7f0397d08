import Basics
import EventSimulation
import ModelParameters
import PhoneSimulation
import SchedulingPolicies
import TestSupport
import Testing
import Workload

/// Devices that differ from one another and from day to day: the laws of their draws.
@Suite("Irregular devices")
struct IrregularDeviceTests {
  private func plan(_ device: Int, replication: Int = 0) -> DevicePlan {
    DevicePlan(
      replication: replication, device: device, archetype: "bench", apps: [],
      timeline: ExogenousTimeline([]), initial: InitialState(stateOfCharge: 1), end: .day(1), warmUpEnd: .zero
    )
  }

  private func parameters(_ changes: [String: String]) throws -> ParameterSet {
    var set = DocumentedRules.parameters()
    for (name, words) in changes { try set.set(name, parsing: [words]) }
    return set
  }

  /// Whether a count of successes in `n` trials lies within six deviations of its mean.
  private func isLikely(_ count: Int, of n: Int, _ p: Double) -> Bool {
    abs(Double(count) - p * Double(n)) < 6 * (p * (1 - p) * Double(n)).squareRoot()
  }

  @Test("DEV-1 the factors of devices are lognormal with median 1; thresholds above 1 are cut")
  func factors() throws {
    let study = try parameters(["device.thresholdSigma": "0.4", "device.gapSigma": "0.8"])
    let n = 4000
    let own = (0..<n).map { plan($0).ownParameters(of: study, seed: 7) }
    let thresholds = own.map { $0.number("score.thresholdEnd") / study.number("score.thresholdEnd") }
    let gaps = own.map { $0.number("push.minGap") / study.number("push.minGap") }
    for (factors, sigma) in [(thresholds, 0.4), (gaps, 0.8)] {
      // Shares below the quantiles -1, 0 and 1 of the logarithm in deviations.
      for (z, share) in [(-1.0, 0.158655), (0, 0.5), (1, 0.841345)] {
        holds(isLikely(factors.count { Elementary.log($0) < z * sigma }, of: n, share), "\(sigma) \(z)")
      }
    }
    holds(isLikely(zip(thresholds, gaps).count { ($0 < 1) == ($1 < 1) }, of: n, 0.5))
    for (index, set) in own.enumerated() {
      let start = min(1, study.number("score.thresholdStart") * thresholds[index])
      #expect(abs(set.number("score.thresholdStart") - start) < 1e-12)
      for name in ["refresh.minGap", "processing.minGap"] {
        #expect(abs(set.number(name) / study.number(name) - gaps[index]) < 1e-12)
      }
    }
    holds(own.contains { $0.number("score.thresholdStart") == 1 })
  }

  @Test("DEV-1 a factor depends on seed, replication and device only, and is absent at a deviation of 0")
  func keys() throws {
    let study = try parameters(["device.gapSigma": "0.8"])
    func gap(_ plan: DevicePlan, _ seed: UInt64 = 7) -> Double {
      plan.ownParameters(of: study, seed: seed).number("refresh.minGap")
    }
    #expect(gap(plan(3)) == gap(plan(3)))
    #expect(Set([gap(plan(3)), gap(plan(4)), gap(plan(3, replication: 1)), gap(plan(3), 8)]).count == 4)
    #expect(plan(3).ownParameters(of: study, seed: 7).number("score.thresholdEnd") == 0.2)
    let plain = try parameters([:])
    #expect(plan(3).ownParameters(of: plain, seed: 7) == plain)
  }

  @Test("DEV-1 RATE-1 the phone spaces launches by its own gap")
  func ownGap() throws {
    let changes = [
      "device.gapSigma": "0.5", "refresh.minGap": "60 min", "gate.evaluationInterval": "1440 min",
    ]
    let bench = try PhoneBench([.with(resubmits: .atStart)], hours: 48, changes)
    let own = plan(0).ownParameters(of: bench.parameters, seed: bench.seed)
    let launches = try bench.runObediently().log(.launched).map(\.time)
    let gaps = Set(zip(launches, launches.dropFirst()).map { $1 - $0 })
    #expect(gaps == [own.span("refresh.minGap")])
    #expect(own.span("refresh.minGap") != .hour)
  }

  /// The days of a phone on which nothing starts, although work waits at any time.
  private func quietDays(_ days: Int, apps: [AppSpecification], _ changes: [String: String]) throws -> [Bool]
  {
    let base = ["refresh.minGap": "360 min", "gate.evaluationInterval": "1440 min"]
    var bench = try PhoneBench(apps, hours: Double(24 * days), base.merging(changes) { $1 })
    bench.initial.charger = .wired20W
    let launches = Set(
      try bench.run(
        Immediate(enforces: .of(.rateLimit)), enforces: .of(.rateLimit), records: .log, checksGates: false
      ).log(.launched, app: 0).map(\.time.day))
    return (0..<days).map { !launches.contains($0) }
  }

  @Test("DEV-2 quiet days have their share, and runs of them their mean length")
  func chain() throws {
    let (share, length, n) = (0.3, 2.0, 2000)
    let quiet = try quietDays(
      n, apps: [.with(resubmits: .atStart)],
      ["device.quietDayShare": "\(share)", "device.quietDayLength": "\(length) d"])
    let runs = quiet.split(separator: false).map(\.count)
    // The correlation of neighboring days widens the limit of the share.
    let correlation = (1 - 1 / length) - share / (length * (1 - share))
    let deviation = (share * (1 - share) / Double(n) * (1 + correlation) / (1 - correlation)).squareRoot()
    holds(abs(Double(quiet.count { $0 }) / Double(n) - share) < 6 * deviation)
    let mean = Double(runs.reduce(0, +)) / Double(runs.count)
    holds(abs(mean - length) < 6 * (length * (length - 1) / Double(runs.count)).squareRoot(), "\(mean)")
  }

  @Test("DEV-2 the quiet days of a device do not depend on its apps; without a share there are none")
  func independent() throws {
    let app = try AppSpecification.with(resubmits: .atStart)
    let other = try AppSpecification.with(bundleID: "org.other", resubmits: .atStart)
    let changes = ["device.quietDayShare": "0.4"]
    let quiet = try quietDays(60, apps: [app], changes)
    #expect(try quietDays(60, apps: [app, other], changes) == quiet)
    holds(quiet.contains(true) && quiet.contains(false))
    holds(try !quietDays(60, apps: [app], [:]).contains(true))
  }

  /// The delays of an app's requests from their openings to their launches, in seconds.
  private func delays(_ apps: [AppSpecification], days: Int, _ changes: [String: String]) throws -> [Double] {
    let base = ["gate.evaluationInterval": "1440 min", "refresh.minGap": "0 s"]
    var bench = try PhoneBench(apps, hours: Double(24 * days), base.merging(changes) { $1 })
    bench.initial.charger = .wired20W
    let result = try bench.run(records: .log, checksGates: days < 10)
    return zip(result.seconds(.eligible, app: 0), result.seconds(.launched, app: 0)).map { $1 - $0 }
  }

  @Test("DEV-3 first evaluations are lognormal and come within a day")
  func firstEvaluations() throws {
    let app = try AppSpecification.with(resubmits: .atStart)
    let delays = try delays([app], days: 60, ["decision.firstDelay": "10 min"])
    for (z, share) in [(-1.0, 0.158655), (0, 0.5), (1, 0.841345)] {
      let bound = 600 * Elementary.exp(1.5 * z)
      holds(isLikely(delays.count { $0 < bound }, of: delays.count, share), "\(z) \(delays.count)")
    }
    holds(delays.count > 1000)
    let long = try self.delays([app], days: 60, ["decision.firstDelay": "60 min"])
    holds(long.allSatisfy { $0 > 0 && $0 <= 86_400 })
  }

  @Test("DEV-3 the delay of a request depends on its app, task and ordinal only; 0 gives none")
  func requestKeys() throws {
    let app = try AppSpecification.with(resubmits: .atStart)
    let other = try AppSpecification.with(bundleID: "org.other", resubmits: .atStart)
    let changes = ["decision.firstDelay": "10 min"]
    #expect(try delays([app, other], days: 3, changes) == delays([app], days: 3, changes))
    let plain = try PhoneBench([app], ["refresh.minGap": "15 min"]).run(records: .log)
    holds(plain.log(.deferred, .firstEvaluation).isEmpty)
  }

  @Test("DEV-3 GATE-10 the settling time and the first delay run at the same time", arguments: 1...8)
  func settling(seed: Int) throws {
    func launch(_ changes: [String: String]) throws -> Double {
      let base = ["gate.evaluationInterval": "1440 min", "processing.idleDelay": "1 min"]
      var bench = try PhoneBench(
        [.with(.processing, submits: false)], hours: 240, base.merging(changes) { $1 })
      bench.seed = UInt64(seed)
      bench.initial.charger = .wired20W
      bench.use(0, at: .minute, for: .seconds(20))
      // The request comes at the instant at which the phone begins to settle.
      let submission = ScriptStep.submit(
        app: 0, identifier: "task", mechanism: .processing, earliestBegin: nil)
      bench.at(.seconds(140), submission)
      return try #require(try bench.runObediently().seconds(.launched).first)
    }
    let settled = try launch(["processing.settlingMean": "30 min"])
    let evaluated = try launch(["decision.firstDelay": "30 min"])
    let both = try launch(["processing.settlingMean": "30 min", "decision.firstDelay": "30 min"])
    #expect(both == max(settled, evaluated))
  }
}
