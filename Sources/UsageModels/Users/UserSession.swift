import EventSimulation
import RandomStreams
import Workload

/// One time with the screen on.
package struct UserSession: Hashable {
  package var start, end: Instant
  /// When the phone is unlocked; nil for a glance.
  package var unlock: Instant?
  /// Power of display and front app relative to the usual power.
  package var intensity = 1.0
  package var visits: [Visit] = []
  /// When the user removes all apps from the switcher; ends the last visit.
  var cleanUp: Instant?

  package struct Visit: Hashable {
    package var app: Int
    package var start, end: Instant
    /// Whether it comes from an app's script; such visits yield to no other visit.
    package var isScripted = false
    /// For an open because of a notification, the app that was drawn for it (USE-8).
    package var drawnApp: Int?

    /// Whether no notification replaces the open.
    var isFixed: Bool { isScripted || drawnApp != nil }

    /// Whether it stays where others have cut it: drawn visits without length go.
    var isKept: Bool { isScripted || start < end }
  }

  /// Sessions in order of time, overlapping ones joined; a visit ends where the next one begins.
  package static func merged(_ sessions: [UserSession]) -> [UserSession] {
    var result: [UserSession] = []
    var settled = 0
    for session in sessions.sorted(by: { $0.start < $1.start }) {
      let last = result.count - 1
      guard last >= 0, session.start <= result[last].end else {
        result.append(session)
        settled = 0
        continue
      }
      result[last].end = max(result[last].end, session.end)
      result[last].unlock = [result[last].unlock, session.unlock].compactMap(\.self).min()
      result[last].cleanUp = result[last].cleanUp ?? session.cleanUp
      Self.insert(session.visits, into: &result[last].visits, settled: &settled)
    }
    return result
  }

  /// Makes `visits`, of which the first `settled` are a sequence already, the sequence of themselves and `new` ones.
  /// Visits before the first new visit are unchanged, so that the time grows with their number and not with its square.
  static func insert(_ new: [Visit], into visits: inout [Visit], settled: inout Int) {
    func extendSettled() {
      while settled < visits.count, visits[settled].isKept,
        settled == 0 || visits[settled - 1].end <= visits[settled].start
      { settled += 1 }
    }
    extendSettled()
    guard let first = (visits[settled...].lazy.map(\.start) + new.lazy.map(\.start)).min() else { return }
    // A settled visit that begins before all others is cut by them at most, so those before it stay.
    var from = settled
    while from > 0, visits[from - 1].start > first { from -= 1 }
    from = max(0, from - 1)
    visits.replaceSubrange(from..., with: sequence(visits[from...] + new))
    settled = from
    extendSettled()
  }

  /// Visits in order of time, each ended by the next one.
  package static func sequence(_ visits: some Sequence<Visit>) -> [Visit] {
    var result: [Visit] = []
    for var visit in visits.sorted(by: { $0.start < $1.start }) {
      if let last = result.last, visit.start < last.end {
        if last.isScripted, !visit.isScripted {
          // What the script opens stays for its whole stay.
          visit.start = last.end
          if visit.end <= visit.start { continue }
        } else {
          result[result.count - 1].end = max(last.start, visit.start)
        }
      }
      result.append(visit)
    }
    return result.filter(\.isKept)
  }

  /// Adds the events of a session. The lock follows the screen at once. If the next app enters the foreground
  /// at the end of a visit, or the screen turns off, there is no event for leaving the app.
  package func addEvents(to timeline: inout TimelineBuilder) {
    timeline.append(.screenOn(intensity: intensity), at: start)
    if let unlock { timeline.append(.unlock, at: unlock) }
    addVisits(to: &timeline)
    timeline.append(.screenOff, at: end)
    if unlock != nil { timeline.append(.lock, at: end) }
  }

  func addVisits(to timeline: inout TimelineBuilder) {
    for (index, visit) in visits.enumerated() {
      timeline.append(
        visit.drawnApp.map { .notificationOpen(app: visit.app, otherwise: $0) }
          ?? .appForeground(app: visit.app), at: visit.start)
      let next = index + 1 < visits.count ? visits[index + 1].start : end
      guard visit.end < next else { continue }
      for app in [visit.app, visit.drawnApp].compactMap(\.self) {
        timeline.append(.appBackground(app: app), at: visit.end)
      }
    }
    if let cleanUp { timeline.append(.forceQuit(app: nil), at: cleanUp) }
  }
}

/// The opens that the study's apps script, as sessions of their own.
///
/// Each of given times of day happens with probability `opensPerDay` / number of times, displaced by a normal time;
/// without times the number of a day is Poisson on the user's clock. Opens at one instant come one after the other.
enum ScriptedUseModel {
  static func sessions(
    _ context: DrawContext, _ apps: [InstalledApp], _ specifications: [AppSpecification],
    _ clock: ActivityClock
  ) -> [UserSession] {
    var visits: [UserSession.Visit] = []
    for (index, app) in apps.enumerated() {
      guard let specification = app.specification,
        case .scripted(let use) = specifications[specification].usage
      else { continue }
      for day in 0..<context.days where day % max(1, use.everyDays) == 0 {
        for start in starts(context, app.bundleID, use, day, clock)
        where start >= .zero && start < context.end {
          visits.append(
            UserSession.Visit(
              app: index, start: start, end: start + max(use.stay, .millisecond), isScripted: true))
        }
      }
    }
    return queued(visits).map { UserSession(start: $0.start, end: $0.end, unlock: $0.start, visits: [$0]) }
  }

  private static func starts(
    _ context: DrawContext, _ bundleID: String, _ use: ScriptedUse, _ day: Int, _ clock: ActivityClock
  ) -> [Instant] {
    let stream = context.event(.scriptedUse, day, app: bundleID)
    guard !use.times.isEmpty else {
      let count = use.opensPerDay > 0 ? stream.poisson(mean: use.opensPerDay) : 0
      return (0..<count).map { _ in .exogenous(clock.time(day: day, quantile: stream.uniform())) }
    }
    let probability = use.opensPerDay / Double(use.times.count)
    return use.times.compactMap { time in
      let (happens, displacement) = (stream.bernoulli(probability), stream.normal())
      guard happens else { return nil }
      return (Instant.day(day, time) + .seconds(displacement * use.spread.seconds)).roundedToMillisecond
    }
  }

  private static func queued(_ visits: [UserSession.Visit]) -> [UserSession.Visit] {
    var result: [UserSession.Visit] = []
    var wanted: Instant?
    for var visit in visits.sorted(by: { $0.start < $1.start }) {
      let start = visit.start
      if let last = result.last, start == wanted {
        (visit.start, visit.end) = (last.end, last.end + (visit.end - start))
      }
      wanted = start
      result.append(visit)
    }
    return result
  }
}
