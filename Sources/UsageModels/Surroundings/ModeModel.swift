import Basics
import EventSimulation
import ModelParameters
import RandomStreams
import Workload

/// When a user listens, records a route, moves, and crosses the borders of regions, and when other events come that
/// apps wait for.
///
/// **Idea** Spans of audio and location begin in the app: at given times of every day, or Poisson on the user's clock;
/// each brings a short open of the app. Trips are Poisson on the same clock, once for all apps and only where one asks
/// for significant changes. Visits to regions are Poisson, one after the other, each to a region drawn at random.
/// **Parameters** `movement.…`, `modes.startStay`.
/// **Known weakness** All assumed. Trips are independent of the network model's commute and of region visits.
struct ModeModel {
  let parameters: ParameterSet

  func events(
    _ context: DrawContext, _ apps: [InstalledApp], _ specifications: [AppSpecification],
    _ clock: ActivityClock
  ) -> [TimelineEvent] {
    var events: [TimelineEvent] = []
    var needsMovement = false
    for (index, app) in apps.enumerated() {
      guard let specification = app.specification.map({ specifications[$0] }) else { continue }
      let modes = specification.modes
      for (number, wake) in specification.wakes.enumerated() {
        events += times(of: wake, context, app.bundleID, clock).map {
          TimelineEvent(time: $0, kind: .appEvent(app: index, source: number))
        }
      }
      needsMovement = needsMovement || modes.significantChanges
      for span in spans(context, app.bundleID, modes.audio, .audioUse, clock) {
        events.append(TimelineEvent(time: span.start, kind: .audioStart(app: index)))
        events.append(TimelineEvent(time: span.end, kind: .audioStop(app: index)))
      }
      for span in spans(context, app.bundleID, modes.location, .locationUse, clock) {
        events.append(TimelineEvent(time: span.start, kind: .locationStart(app: index)))
        events.append(TimelineEvent(time: span.end, kind: .locationStop(app: index)))
      }
      if let regions = modes.regions { events += visits(context, index, app.bundleID, regions, clock) }
    }
    if needsMovement { events += movement(context, clock) }
    return events.filter { $0.time < context.end }
  }

  func sessions(
    _ context: DrawContext, _ apps: [InstalledApp], _ specifications: [AppSpecification],
    _ clock: ActivityClock
  ) -> [UserSession] {
    let stay = parameters.span("modes.startStay")
    var sessions: [UserSession] = []
    for (index, app) in apps.enumerated() {
      guard let modes = app.specification.map({ specifications[$0].modes }) else { continue }
      let starts =
        spans(context, app.bundleID, modes.audio, .audioUse, clock)
        + spans(context, app.bundleID, modes.location, .locationUse, clock)
      sessions += starts.map { span in
        let end = span.start + stay
        let visit = UserSession.Visit(app: index, start: span.start, end: end, isScripted: true)
        return UserSession(start: span.start, end: end, unlock: span.start, visits: [visit])
      }
    }
    return sessions
  }

  /// Spans of one app and mode in order of time; one that would begin within another is left out.
  private func spans(
    _ context: DrawContext, _ bundleID: String, _ use: ModeUse?, _ purpose: StreamPurpose,
    _ clock: ActivityClock
  ) -> [(start: Instant, end: Instant)] {
    guard let use else { return [] }
    var spans: [(start: Instant, end: Instant)] = []
    func add(_ start: Instant, _ stream: RandomStream) {
      let length = use.duration.sample(stream)
      if let last = spans.last, start < last.end { return }
      spans.append((start, start + max(.exogenous(length), .millisecond)))
    }
    if use.times.isEmpty {
      guard use.perDay > 0 else { return [] }
      let stream = context.sequence(purpose, app: bundleID)
      for time in clock.arrivals(stream, perDay: use.perDay) { add(.exogenous(time), stream) }
    } else {
      let starts: [Instant] = (0..<context.days).flatMap { day in use.times.sorted().map { .day(day, $0) } }
      for (ordinal, start) in starts.enumerated() {
        add(start, context.event(purpose, ordinal, app: bundleID))
      }
    }
    return spans
  }

  private func times(
    of wake: WakeSpecification, _ context: DrawContext, _ bundleID: String, _ clock: ActivityClock
  ) -> [Instant] {
    switch wake.arrival {
    case .random(let perDay):
      guard perDay > 0 else { return [] }
      let stream = context.sequence(.appEvents, app: "\(bundleID) \(wake.identifier)")
      return clock.arrivals(stream, perDay: perDay).map { .exogenous($0) }
    case .every(let step, let spans):
      let parts =
        spans.isEmpty
        ? [(start: Instant.zero + step, end: context.end)]
        : (-1..<context.days).flatMap { day in spans.compactMap { $0.occurrence(on: day, context) } }
      return parts.flatMap { part in
        Array(sequence(first: part.start) { $0 + step }.prefix { $0 < min(part.end, context.end) })
          .filter { $0 >= .zero }
      }
    }
  }

  private func visits(
    _ context: DrawContext, _ app: Int, _ bundleID: String, _ regions: RegionSpecification,
    _ clock: ActivityClock
  ) -> [TimelineEvent] {
    guard regions.visitsPerDay > 0, regions.count > 0 else { return [] }
    let stream = context.sequence(.regionVisits, app: bundleID)
    var events: [TimelineEvent] = []
    var position = 0.0
    while let next = clock.advance(from: position, by: stream.exponential(mean: 1 / regions.visitsPerDay)) {
      let region = min(regions.count - 1, Int(stream.uniform() * Double(regions.count)))
      let enter = Instant.exogenous(next)
      let leave = enter + max(.exogenous(regions.stay.sample(stream)), .millisecond)
      events.append(TimelineEvent(time: enter, kind: .regionCrossed(app: app, region: region)))
      events.append(TimelineEvent(time: leave, kind: .regionCrossed(app: app, region: region)))
      position = leave.seconds
      guard leave < context.end else { break }
    }
    return events
  }

  private func movement(_ context: DrawContext, _ clock: ActivityClock) -> [TimelineEvent] {
    let trips = parameters.number("movement.tripsPerDay")
    guard trips > 0 else { return [] }
    let stream = context.sequence(.movement)
    let median = Elementary.log(parameters.base("movement.tripMedian"))
    let sigma = parameters.number("movement.tripSigma")
    let speed = parameters.number("movement.distancePerMinute") / 60
    let step = parameters.span("movement.reportInterval")
    var events: [TimelineEvent] = []
    var position = 0.0
    while let next = clock.advance(from: position, by: stream.exponential(mean: 1 / trips)) {
      var time = Instant.exogenous(next)
      let end = time + max(.exogenous(stream.lognormal(zeta: median, sigma: sigma)), .millisecond)
      while time < end, time < context.end {
        let stop = min(time + step, end)
        let meters = ((stop - time).seconds * speed).rounded()
        events.append(TimelineEvent(time: stop, kind: .moved(meters: meters)))
        time = stop
      }
      position = end.seconds
      guard end < context.end else { break }
    }
    return events
  }
}
