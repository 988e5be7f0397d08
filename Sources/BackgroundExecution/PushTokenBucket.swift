import EventSimulation

/// The spacing of an app's push launches: rule RATE-2.
///
/// A launch must keep `minimumGap` from the previous launch and takes a whole token. The bucket starts full
/// and refills one token per `refill`, counted from the launch that took it out of the full state. The state
/// is the instant when the bucket will be full again; the number of tokens follows from it.
public struct PushTokenBucket: Sendable, Hashable {
  public let capacity: Int
  public let refill, minimumGap: TimeSpan
  private var fullAt: Instant?
  /// The last launch that started the clock.
  private var lastLaunch: Instant?

  public init(capacity: Int, refill: TimeSpan, minimumGap: TimeSpan) {
    self.capacity = capacity
    self.refill = refill
    self.minimumGap = minimumGap
  }

  public func tokens(at now: Instant) -> Int {
    guard let fullAt, fullAt > now else { return capacity }
    let missing = (fullAt - now).microseconds
    let whole = (missing + refill.microseconds - 1) / refill.microseconds
    return max(0, capacity - Int(whole))
  }

  public func nextAllowed(from now: Instant) -> Instant {
    var time = now
    if let lastLaunch { time = max(time, lastLaunch + minimumGap) }
    if let fullAt { time = max(time, fullAt - refill * Int64(capacity - 1)) }
    return time
  }

  /// The first instant after `now` when a token is complete; the distant future for a full bucket.
  public func nextToken(after now: Instant) -> Instant {
    let missing = capacity - tokens(at: now)
    guard let fullAt, missing > 0 else { return .distantFuture }
    return fullAt - refill * Int64(missing - 1)
  }

  /// Takes a token and starts the clock. A launch that finds no token leaves the bucket empty.
  public mutating func launch(at now: Instant) {
    if tokens(at: now) > 0 { fullAt = max(fullAt ?? now, now) + refill }
    lastLaunch = now
  }
}
