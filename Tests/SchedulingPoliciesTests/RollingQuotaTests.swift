import EventSimulation
import ModelParameters
import SchedulingPolicies
import Testing

@Suite("The rolling quota")
struct RollingQuotaTests {
  private static func minute(_ minutes: Double) -> Instant { .zero + .minutes(minutes) }

  /// Runs of one app on battery, from and to in minutes.
  private func quota(_ runs: [(Double, Double)], merge: TimeSpan = .seconds(5)) -> RollingQuota {
    var quota = RollingQuota(sessionMerge: merge, longestWindow: .day)
    for (start, end) in runs {
      quota.start(at: Self.minute(start))
      quota.resume(at: Self.minute(start))
      quota.pause(at: Self.minute(end))
    }
    return quota
  }

  private func limits(
    _ window: Double, runtime: Double = 1000, starts: Int = 1000, sessions: Int = 1000
  ) -> BucketQuota {
    BucketQuota(
      window: .minutes(window), runtime: .minutes(runtime), maxStarts: starts, maxSessions: sessions)
  }

  @Test("AND-3 a window is closed: a start exactly one window ago counts, a tick later it does not")
  func closedWindow() {
    let quota = quota([(0, 1), (10, 11)])
    #expect(quota.starts(in: .minutes(10), at: Self.minute(10)) == 2)
    #expect(quota.starts(in: .minutes(10), at: Self.minute(10) + .tick) == 1)
    #expect(quota.nextStart(limits(20, starts: 2), at: Self.minute(12)) == Self.minute(20) + .tick)
    #expect(quota.nextStart(limits(20, starts: 3), at: Self.minute(12)) == Self.minute(12))
  }

  @Test("AND-3 run time is cut at the start of the window and frees as the window moves on")
  func runtime() {
    let quota = quota([(0, 4), (10, 13)])
    #expect(quota.runtime(in: .minutes(20), at: Self.minute(13)) == .minutes(7))
    #expect(quota.runtime(in: .minutes(10), at: Self.minute(13)) == .minutes(4))
    // Of 7 minutes in the window, 2 and a tick must leave it for less than 5: at minute 2 + 20.
    #expect(quota.nextStart(limits(20, runtime: 5), at: Self.minute(13)) == Self.minute(22) + .tick)
    // 5 and a tick: 4 of the first stretch, 1 of the second, which began at minute 10.
    #expect(quota.nextStart(limits(20, runtime: 2), at: Self.minute(13)) == Self.minute(31) + .tick)
    #expect(quota.nextStart(limits(20, runtime: 8), at: Self.minute(13)) == Self.minute(13))
  }

  @Test("AND-3 overlapping runs are one stretch of run time")
  func overlap() {
    var quota = RollingQuota(sessionMerge: .seconds(5), longestWindow: .day)
    for start in [0.0, 1, 2] {
      quota.start(at: Self.minute(start))
      quota.resume(at: Self.minute(start))
    }
    quota.pause(at: Self.minute(3))
    #expect(quota.starts(in: .hour, at: Self.minute(3)) == 3)
    #expect(quota.runtime(in: .hour, at: Self.minute(3)) == .minutes(3))
    #expect(quota.sessions(in: .hour, at: Self.minute(3)) == 1)
  }

  @Test("AND-3 runs less than the merging gap apart are one session, at the gap itself two")
  func sessions() {
    let near = quota([(0, 1), (1 + 4.999 / 60, 2)])
    #expect(near.sessions(in: .hour, at: Self.minute(3)) == 1)
    let apart = quota([(0, 1), (1 + 5.0 / 60, 2)])
    #expect(apart.sessions(in: .hour, at: Self.minute(3)) == 2)
    // Two sessions of two: room when the older one has ended more than an hour ago.
    #expect(apart.nextStart(limits(60, sessions: 2), at: Self.minute(3)) == Self.minute(61) + .tick)
    // A run that joins the newest session needs no room for one more.
    let joining = Self.minute(2) + .seconds(4)
    #expect(apart.nextStart(limits(60, sessions: 2), at: joining) == joining)
    #expect(apart.nextStart(limits(60, sessions: 2), at: Self.minute(3), planned: 1) == Self.minute(3))
  }

  @Test("AND-3 the burst limit counts starts of the last minute, planned ones among them")
  func burst() {
    let quota = quota([(0, 0.1), (0.5, 0.6)])
    // The first start leaves the minute at 60 s, the session that it began, which ended at 6 s, at 66 s.
    #expect(quota.nextStart(burst: 2, in: .minute, at: Self.minute(0.7)) == Self.minute(1.1) + .tick)
    #expect(quota.nextStart(burst: 3, in: .minute, at: Self.minute(0.7)) == Self.minute(0.7))
    #expect(
      quota.nextStart(burst: 3, in: .minute, at: Self.minute(0.7), planned: 1) == Self.minute(1) + .tick)
  }

  @Test("a limit of 0 never has room")
  func none() {
    let quota = quota([])
    #expect(quota.nextStart(limits(60, starts: 0), at: .day(1)) == .distantFuture)
    #expect(quota.nextStart(limits(60, sessions: 0), at: .day(1)) == .distantFuture)
    #expect(quota.nextStart(limits(60, runtime: 0), at: .day(1)) == .distantFuture)
  }

  @Test("AND-3 starts at the first allowed instants never exceed a limit in any window")
  func anyWindow() {
    let limits = limits(60, runtime: 12, starts: 7, sessions: 4)
    var quota = RollingQuota(sessionMerge: .seconds(5), longestWindow: .day)
    var now = Instant.zero
    var starts: [Instant] = []
    var runs: [(start: Instant, end: Instant)] = []
    for step in 0..<300 {
      let next = quota.nextStart(limits, at: now)
      // One tick earlier there is no room, unless there was room at once.
      if next > now { #expect(quota.nextStart(limits, at: next - .tick) == next) }
      quota.start(at: next)
      quota.resume(at: next)
      let end = next + .seconds(20 + step * 37 % 200)
      quota.pause(at: end)
      starts.append(next)
      runs.append((next, end))
      now = end + .seconds([0, 3, 70, 400][step % 4])
    }
    for index in starts.indices {
      let window = starts[index] - .hour
      #expect(starts[...index].count { $0 >= window } <= 7)
      // Nothing stops a run, so what was used before the newest start is what the limit holds for.
      let used = runs[..<index].filter { $0.end >= window }.reduce(TimeSpan.zero) {
        $0 + ($1.end - max($1.start, window))
      }
      #expect(used < .minutes(12))
      var sessions = 0
      var last: Instant?
      for run in runs[...index] where run.end >= window {
        if last.map({ run.start - $0 >= .seconds(5) }) ?? true { sessions += 1 }
        last = run.end
      }
      #expect(sessions <= 4)
    }
  }
}
