import EventSimulation
import ModelParameters
import Workload

/// The decision rule of Android's JobScheduler and Doze on the same phones: AND-1 to AND-6.
///
/// Nothing ends a run that outlives its quota, so the last run of a window may exceed the run time by its own
/// length. A push counts as a start like any other, and is held back in the two least used buckets besides.
package struct AndroidBuckets: SchedulingPolicy {
  private struct AppUse {
    var isInFront = false
    var lastUse: Instant?
    var reported = StandbyBucket.restricted
    var runs = 0
    var quota: RollingQuota
  }

  let ages: BucketAges
  let quotas: [BucketQuota]
  let burstLimit: Int
  let enforces: BlockingSet
  private let unused: AppUse
  private var doze: DozeClock
  /// By app, as far as apps have been met.
  private var apps: [AppUse] = []
  private var isPlugged = false
  private var lastDecision: Instant = .zero
  /// The app of each item that was last offered, and of each that runs.
  private var offered: [Int32: Int32] = [:]
  private var running: [Int32: Int32] = [:]

  static let burstWindow = TimeSpan.minute

  /// Every app starts in the restricted bucket, as never used.
  package init(_ parameters: ParameterSet, enforces: BlockingSet = []) {
    ages = BucketAges(parameters)
    quotas = BucketQuota.all(parameters)
    burstLimit = parameters.count("android.burstLimit")
    doze = DozeClock(parameters)
    self.enforces = enforces
    unused = AppUse(
      quota: RollingQuota(
        sessionMerge: parameters.span("android.sessionMerge"),
        longestWindow: max(quotas.map(\.window).max() ?? .zero, Self.burstWindow)))
  }

  package var traits: PolicyTraits {
    PolicyTraits(listens: [.runStarted, .runEnded, .device], ignoresLikelihoodWhenDenied: nil)
  }

  package mutating func decide(
    _ observation: Observation, _ candidates: [Candidate], into answer: inout PolicyAnswer
  ) {
    let now = observation.now
    lastDecision = now
    offered.removeAll(keepingCapacity: true)
    for candidate in candidates {
      meet(candidate.app)
      offered[candidate.item] = candidate.app
    }
    var planned: [Int32: Int] = [:]
    answer.decide(candidates.oldestFirst, obeying: enforces) { candidate in
      let next =
        observation.isPlugged
        ? now : nextStart(of: candidate, at: now, planned: planned[candidate.app, default: 0])
      if next <= now { planned[candidate.app, default: 0] += 1 }
      return .start(candidate, notBefore: next, at: now)
    }
  }

  /// The first instant not before `now` at which a candidate can start on battery, as far as is known now.
  private func nextStart(of candidate: Candidate, at now: Instant, planned: Int) -> Instant {
    let app = apps[Int(candidate.app)]
    let bucket = bucket(of: app, at: now)
    // AND-5: no background network for these, so a message waits for what needs no decision.
    if candidate.mechanism == .push, bucket >= .rare { return .distantFuture }
    var free = max(
      app.quota.nextStart(quotas[bucket.rawValue], at: now, planned: planned),
      app.quota.nextStart(burst: burstLimit, in: Self.burstWindow, at: now, planned: planned))
    if free > now, !app.isInFront {
      // Another bucket has other quotas.
      free = min(free, ages.nextChange(lastUse: app.lastUse, after: now))
    }
    return free == .distantFuture ? free : doze.nextStart(at: free)
  }

  private func bucket(of app: AppUse, at now: Instant) -> StandbyBucket {
    app.isInFront ? .active : ages.bucket(lastUse: app.lastUse, at: now)
  }

  package func bucket(of app: Int32, at now: Instant) -> StandbyBucket {
    bucket(of: apps.indices.contains(Int(app)) ? apps[Int(app)] : unused, at: now)
  }

  private mutating func meet(_ app: Int32) { while apps.count <= Int(app) { apps.append(unused) } }

  // MARK: What happens meanwhile

  package mutating func observe(_ event: PolicyEvent) {
    switch event {
    case .runStarted(let item):
      guard let app = offered[item] else { return }
      running[item] = app
      apps[Int(app)].runs += 1
      // Starts on the charger are free.
      guard !isPlugged else { return }
      apps[Int(app)].quota.start(at: lastDecision)
      apps[Int(app)].quota.resume(at: lastDecision)
    case .runEnded(let outcome):
      guard let app = running.removeValue(forKey: outcome.item) else { return }
      apps[Int(app)].runs -= 1
      if apps[Int(app)].runs == 0 { apps[Int(app)].quota.pause(at: outcome.ended) }
    case .device(let event, let now): follow(event, at: now)
    case .outcome: break
    }
  }

  /// No run time is counted while the phone is plugged in.
  private mutating func follow(_ event: DeviceEvent, at now: Instant) {
    doze.follow(event, at: now)
    switch event {
    case .plugged:
      isPlugged = true
      for app in apps.indices { apps[app].quota.pause(at: now) }
    case .unplugged:
      isPlugged = false
      for app in apps.indices where apps[app].runs > 0 { apps[app].quota.resume(at: now) }
    case .opened(let app):
      meet(app)
      apps[Int(app)].isInFront = true
    case .left(let app):
      meet(app)
      apps[Int(app)].isInFront = false
      apps[Int(app)].lastUse = now
    case .screenOn, .screenOff, .unlocked, .pathChanged: break
    }
  }

  package mutating func reportBuckets(at now: Instant) -> BucketReport {
    var report = BucketReport()
    for app in apps.indices {
      let bucket = bucket(of: apps[app], at: now)
      if bucket != apps[app].reported {
        report.changes.append(
          BucketChange(app: Int32(app), old: apps[app].reported.rawValue, new: bucket.rawValue))
        apps[app].reported = bucket
      }
      if !apps[app].isInFront {
        report.next = min(report.next, ages.nextChange(lastUse: apps[app].lastUse, after: now))
      }
    }
    return report
  }

  package static let descriptor = PolicyDescriptor(
    name: "android-buckets",
    summary: "Applies Android's rule to the same devices: quotas by time since use, and Doze.",
    idea: """
      Standby buckets give a recently used app more run time, starts, and sessions per rolling window than an \
      app without recent use. An unused device on battery lets work start in maintenance windows only. The hard \
      gates of iOS still apply, so the policy compares decision rules and not platforms.
      """,
    rule: """
      the device is plugged in, or the quotas of the app's bucket allow one more run while the device does not \
      doze or is in a maintenance window. Pushes of rare and restricted apps wait for a run, a use, or the \
      charger. The oldest window is first.
      """,
    parameterNames: [
      "android.bucketAges", "android.quotaProfile", "android.window", "android.runtime",
      "android.docs.window", "android.docs.runtime", "android.maxJobs", "android.maxSessions",
      "android.sessionMerge", "android.burstLimit", "android.lightDoze", "android.deepDoze",
      "android.dozeFactor",
    ],
    weakness: """
      Android predicts use to assign its buckets; this policy uses age only. Only a change of the network path \
      counts as motion, so deep Doze lasts longer than in a pocket. Runs continue when their quota ends.
      """,
    source: "`QuotaController` and `DeviceIdleController` [AOSP]; [AndroidPower]",
    make: { AndroidBuckets($0.parameters, enforces: $0.enforces) })
}

/// Android's classes of apps by the time since they were last used: AND-2.
package enum StandbyBucket: Int, Sendable, Hashable, CaseIterable, Comparable {
  case active, workingSet, frequent, rare, restricted
  package static func < (a: StandbyBucket, b: StandbyBucket) -> Bool { a.rawValue < b.rawValue }
}

package struct BucketAges: Sendable, Hashable {
  /// The upper ends of all buckets but the last, which is unbounded.
  package var upperEnds: [TimeSpan]

  package init(_ parameters: ParameterSet) {
    upperEnds = parameters.numbers("android.bucketAges").map { .hours($0) }
  }

  /// The bucket of an app; one that was never used is restricted, as its age has no end.
  package func bucket(lastUse: Instant?, at now: Instant) -> StandbyBucket {
    guard let lastUse else { return .restricted }
    let passed = upperEnds.count { now >= lastUse + $0 }
    return StandbyBucket(rawValue: passed) ?? .restricted
  }

  /// When an app that is not used again enters its next bucket; the distant future from the last one.
  package func nextChange(lastUse: Instant?, after now: Instant) -> Instant {
    guard let lastUse else { return .distantFuture }
    return upperEnds.map { lastUse + $0 }.filter { $0 > now }.min() ?? .distantFuture
  }
}

/// The quota of a bucket on battery per rolling window: AND-3.
package struct BucketQuota: Sendable, Hashable {
  package var window, runtime: TimeSpan
  /// Sessions are stretches of run time with gaps of at least `android.sessionMerge` between them.
  package var maxStarts, maxSessions: Int

  package init(window: TimeSpan, runtime: TimeSpan, maxStarts: Int, maxSessions: Int) {
    (self.window, self.runtime, self.maxStarts, self.maxSessions) = (window, runtime, maxStarts, maxSessions)
  }

  package static func all(_ parameters: ParameterSet) -> [BucketQuota] {
    let prefix = parameters.choice("android.quotaProfile") == "docs" ? "android.docs" : "android"
    let windows = parameters.numbers("\(prefix).window")
    let runtimes = parameters.numbers("\(prefix).runtime")
    let starts = parameters.numbers("android.maxJobs")
    let sessions = parameters.numbers("android.maxSessions")
    return StandbyBucket.allCases.map {
      BucketQuota(
        window: .minutes(windows[$0.rawValue]), runtime: .minutes(runtimes[$0.rawValue]),
        maxStarts: Int(starts[$0.rawValue]), maxSessions: Int(sessions[$0.rawValue]))
    }
  }
}
