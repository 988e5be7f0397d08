import EventSimulation
import ModelParameters

/// Android's classes of apps by the time since they were last used: AND-2.
public enum StandbyBucket: Int, Sendable, Hashable, CaseIterable, Comparable {
  case active, workingSet, frequent, rare, restricted
  public static func < (a: StandbyBucket, b: StandbyBucket) -> Bool { a.rawValue < b.rawValue }
}

/// The ages at which an app moves on to the next bucket.
public struct BucketAges: Sendable, Hashable {
  /// Upper ends of all buckets but the last, which has none.
  public var upperEnds: [TimeSpan]

  public init(upperEnds: [TimeSpan]) { self.upperEnds = upperEnds }

  /// Ages with `android.bucketAges`, in hours.
  public init(_ parameters: ParameterSet) {
    self.init(upperEnds: parameters.numbers("android.bucketAges").map { .hours($0) })
  }

  /// The bucket of an app; one that was never used is restricted, as its age has no end.
  public func bucket(lastUse: Instant?, at now: Instant) -> StandbyBucket {
    guard let lastUse else { return .restricted }
    let passed = upperEnds.count { now >= lastUse + $0 }
    return StandbyBucket(rawValue: passed) ?? .restricted
  }

  /// When an app that is not used again enters its next bucket; the distant future from the last one.
  public func nextChange(lastUse: Instant?, after now: Instant) -> Instant {
    guard let lastUse else { return .distantFuture }
    return upperEnds.map { lastUse + $0 }.filter { $0 > now }.min() ?? .distantFuture
  }
}

/// The quota of a bucket on battery per rolling window: AND-3.
public struct BucketQuota: Sendable, Hashable {
  /// Length of the rolling window to which the quota applies.
  public var window: TimeSpan
  /// Longest run time within the window.
  public var runtime: TimeSpan
  /// Largest number of starts within the window.
  public var maxStarts: Int
  /// Largest number of sessions within the window: stretches of run time with gaps of at least `android.sessionMerge`
  /// between them.
  public var maxSessions: Int

  public init(window: TimeSpan, runtime: TimeSpan, maxStarts: Int, maxSessions: Int) {
    self.window = window
    self.runtime = runtime
    self.maxStarts = maxStarts
    self.maxSessions = maxSessions
  }

  /// The quotas of all buckets in their order, by `android.quotaProfile`.
  public static func all(_ parameters: ParameterSet) -> [BucketQuota] {
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
