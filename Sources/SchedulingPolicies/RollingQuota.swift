import EventSimulation

/// One app's use of the device on battery, and what of it still counts: AND-3.
///
/// A rolling window is closed: what happened exactly one window ago counts. Starts, sessions and run time are
/// kept for the longest window only. Run time is the time with at least one run; sessions are stretches of it
/// with gaps shorter than the merging gap between them.
package struct RollingQuota: Sendable, Hashable {
  struct Stretch: Sendable, Hashable {
    var start, end: Instant
  }

  let sessionMerge, longestWindow: TimeSpan
  private var starts: [Instant] = []
  private var stretches: [Stretch] = []
  /// Since when a run executes on battery.
  private var runningSince: Instant?

  package init(sessionMerge: TimeSpan, longestWindow: TimeSpan) {
    (self.sessionMerge, self.longestWindow) = (sessionMerge, longestWindow)
  }

  package mutating func start(at now: Instant) {
    starts.append(now)
    forget(before: now - longestWindow)
  }

  package mutating func resume(at now: Instant) { runningSince = runningSince ?? now }

  package mutating func pause(at now: Instant) {
    guard let since = runningSince else { return }
    stretches.append(Stretch(start: since, end: now))
    runningSince = nil
    forget(before: now - longestWindow)
  }

  private mutating func forget(before time: Instant) {
    starts.removeFirst(starts.firstIndex { $0 >= time } ?? starts.count)
    stretches.removeFirst(stretches.firstIndex { $0.end >= time } ?? stretches.count)
  }

  package func starts(in window: TimeSpan, at now: Instant) -> Int { starts.count { $0 >= now - window } }

  package func runtime(in window: TimeSpan, at now: Instant) -> TimeSpan {
    counted(in: window, at: now).reduce(.zero) { $0 + ($1.end - $1.start) }
  }

  /// Sessions that reach into the window that ends now.
  package func sessions(in window: TimeSpan, at now: Instant) -> Int {
    sessionEnds(in: window, at: now).count
  }

  /// The stretches of run time in the window, cut at its start.
  private func counted(in window: TimeSpan, at now: Instant) -> [Stretch] {
    let opening = now - window
    var found = stretches.filter { $0.end >= opening }
    if let since = runningSince { found.append(Stretch(start: since, end: now)) }
    return found.map { Stretch(start: max($0.start, opening), end: $0.end) }
  }

  private func sessionEnds(in window: TimeSpan, at now: Instant) -> [Instant] {
    var ends: [Instant] = []
    for stretch in counted(in: window, at: now) {
      if let last = ends.last, stretch.start - last < sessionMerge {
        ends[ends.count - 1] = stretch.end
      } else {
        ends.append(stretch.end)
      }
    }
    return ends
  }

  private func joinsSession(at now: Instant) -> Bool {
    runningSince != nil || stretches.last.map { now - $0.end < sessionMerge } ?? false
  }

  /// The first instant from now when the quota has room for one more run if no run starts until then; the
  /// distant future if a limit of 0 never leaves room.
  ///
  /// - Parameter planned: Starts at this instant that have been decided on but not carried out.
  package func nextStart(_ quota: BucketQuota, at now: Instant, planned: Int = 0) -> Instant {
    let next = max(
      nextByStarts(quota.window, quota.maxStarts, at: now, planned: planned),
      nextBySessions(quota.window, quota.maxSessions, at: now, planned: planned),
      nextByRuntime(quota.window, quota.runtime, at: now))
    // What would join the newest session now may need a session of its own by then.
    guard next > now, next < .distantFuture, planned == 0, runningSince == nil else { return next }
    return nextStart(quota, at: next)
  }

  /// The same for the limit on starts and sessions within a short window.
  package func nextStart(burst limit: Int, in window: TimeSpan, at now: Instant, planned: Int = 0) -> Instant
  {
    max(
      nextByStarts(window, limit, at: now, planned: planned),
      nextBySessions(window, limit, at: now, planned: planned))
  }

  private func nextByStarts(_ window: TimeSpan, _ limit: Int, at now: Instant, planned: Int) -> Instant {
    guard limit > 0 else { return .distantFuture }
    let counted = starts.filter { $0 >= now - window } + Array(repeating: now, count: planned)
    guard counted.count >= limit else { return now }
    return counted[counted.count - limit] + window + .tick
  }

  private func nextBySessions(_ window: TimeSpan, _ limit: Int, at now: Instant, planned: Int) -> Instant {
    guard limit > 0 else { return .distantFuture }
    if planned > 0 || joinsSession(at: now) { return now }
    let ends = sessionEnds(in: window, at: now)
    guard ends.count >= limit else { return now }
    return ends[ends.count - limit] + window + .tick
  }

  private func nextByRuntime(_ window: TimeSpan, _ limit: TimeSpan, at now: Instant) -> Instant {
    guard limit > .zero else { return .distantFuture }
    var excess = runtime(in: window, at: now) - limit + .tick
    guard excess > .zero else { return now }
    for stretch in counted(in: window, at: now) {
      let length = stretch.end - stretch.start
      if excess <= length { return stretch.start + excess + window }
      excess -= length
    }
    return now
  }
}
