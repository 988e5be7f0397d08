import EventSimulation
import RandomStreams
import Workload

/// How the content of an app changes on its server, and which pushes the server sends.
///
/// Changes are Poisson in time, Poisson on the user's clock (`usageClock`), or at equal distances from the start
/// (`fixed`). All draws belong to the app and the kind of push, so that none disturbs another.
/// **Source** Definitions, section 4.
enum ContentModel {
  static func changes(
    _ context: DrawContext, _ bundleID: String, _ content: ContentSpecification, _ clock: ActivityClock
  ) -> [Instant] {
    let perDay = content.changesPerDay
    guard perDay > 0 else { return [] }
    switch content.process {
    case .none: return []
    case .fixed:
      return (1...).lazy.map { .exogenous(Double($0) * (1 / perDay) * 86_400) }.prefix { $0 < context.end }
        .map { $0 }
    case .poisson:
      return poisson(context.sequence(.contentChanges, app: bundleID), perDay: perDay, context.end)
    case .usageClock:
      return clock.arrivals(context.sequence(.contentChanges, app: bundleID), perDay: perDay)
        .map { .exogenous($0) }
    }
  }

  /// Adds the changes, and what the server sends: silent, visible and VoIP pushes.
  static func addEvents(
    to timeline: inout TimelineBuilder, _ context: DrawContext, app: Int, _ specification: AppSpecification,
    changes: [Instant]
  ) {
    for change in changes { timeline.append(.contentChange(app: app), at: change) }
    let bundleID = specification.bundleID
    let group = DrawContext.group(bundleID)
    // The uniform number becomes a paging delay where the network finds the phone asleep.
    func paging(_ ordinal: Int) -> Double {
      context.event(.pushNetworkDelay, ordinal, group: group).uniform()
    }
    func sent(_ trigger: PushSpecification.Trigger, _ purpose: StreamPurpose) -> [Instant] {
      instants(context, trigger, purpose, app: bundleID, changes: changes)
    }
    if let pushes = specification.pushes {
      for (ordinal, push) in Self.pushes(context, pushes, app: bundleID, changes: changes).enumerated() {
        timeline.append(
          .push(
            at: push.time, app: app, expiration: push.expiration ?? pushes.expiration,
            priority: push.priority,
            paging: paging(ordinal)))
      }
    }
    if let visible = specification.visiblePushes {
      let age = visible.expiration?.seconds
      for (ordinal, time) in sent(visible.trigger, .visiblePushes).enumerated() {
        timeline.append(
          .visiblePushSent(app: app, expiration: age, paging: paging(1 << 24 + ordinal)), at: time)
      }
    }
    if let voip = specification.voipPushes {
      let age = voip.expiration?.seconds
      for (ordinal, time) in sent(voip.trigger, .voipPushes).enumerated() {
        timeline.append(.voipPushSent(app: app, expiration: age, paging: paging(2 << 24 + ordinal)), at: time)
      }
    }
  }

  private static func pushes(
    _ context: DrawContext, _ pushes: PushSpecification, app bundleID: String, changes: [Instant]
  ) -> [ScheduledPush] {
    let individual = pushes.individual.filter { $0.time >= .zero && $0.time < context.end }
    let drawn = instants(context, pushes.trigger, .pushes, app: bundleID, changes: changes)
    let all = drawn.map { ScheduledPush(time: $0) } + individual
    return individual.isEmpty ? all : all.sorted { $0.time < $1.time }
  }

  /// When a server sends an app what its user sees: visible pushes, and alerts that wake the app.
  static func notifications(
    _ context: DrawContext, _ specification: AppSpecification, _ clock: ActivityClock
  ) -> [Instant] {
    let alerts = specification.pushes.flatMap { $0.isWakingAlert ? $0 : nil }
    guard specification.visiblePushes != nil || alerts != nil else { return [] }
    let bundleID = specification.bundleID
    let changes = changes(context, bundleID, specification.content, clock)
    return
      (specification.visiblePushes.map {
        instants(context, $0.trigger, .visiblePushes, app: bundleID, changes: changes)
      } ?? []) + (alerts.map { pushes(context, $0, app: bundleID, changes: changes).map(\.time) } ?? [])
  }

  /// The instants at which a server sends what a trigger says; `purpose` is that of a Poisson process.
  static func instants(
    _ context: DrawContext, _ trigger: PushSpecification.Trigger, _ purpose: StreamPurpose,
    app bundleID: String, changes: [Instant]
  ) -> [Instant] {
    switch trigger {
    case .contentChange: changes
    case .poisson(let perDay): poisson(context.sequence(purpose, app: bundleID), perDay: perDay, context.end)
    case .schedule(let instants): instants.filter { $0 >= .zero && $0 < context.end }.sorted()
    }
  }

  private static func poisson(_ stream: RandomStream, perDay: Double, _ end: Instant) -> [Instant] {
    guard perDay > 0 else { return [] }
    var instants: [Instant] = []
    var position = 0.0
    while true {
      position += stream.exponential(mean: 86_400 / perDay)
      guard position < end.seconds else { return instants }
      instants.append(.exogenous(position))
    }
  }
}
