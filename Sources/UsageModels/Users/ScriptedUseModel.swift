import EventSimulation
import RandomStreams
import Workload

/// The opens that the study's apps script, as sessions of their own.
///
/// At given times of day every one happens with probability `opensPerDay` / number of times (1 for all of them),
/// displaced by a normal time; without times the number of a day is Poisson and the opens follow the user's
/// clock. Opens at one instant come one after the other.
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

  /// Visits that start at one instant, one after the other.
  private static func queued(_ visits: [UserSession.Visit]) -> [UserSession.Visit] {
    let ordered = visits.enumerated().sorted {
      $0.element.start != $1.element.start ? $0.element.start < $1.element.start : $0.offset < $1.offset
    }.map(\.element)
    var result: [UserSession.Visit] = []
    var wanted: Instant?
    for var visit in ordered {
      let start = visit.start
      if let last = result.last, start == wanted {
        let stay = visit.end - visit.start
        visit.start = last.end
        visit.end = visit.start + stay
      }
      wanted = start
      result.append(visit)
    }
    return result
  }
}
