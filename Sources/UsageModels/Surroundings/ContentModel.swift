import EventSimulation
import RandomStreams
import Workload

/// How the content of an app changes on its server, and which silent pushes the server sends.
///
/// Changes are Poisson in time, Poisson on the user's clock (`usageClock`), or at equal distances from the start
/// (`fixed`). All draws belong to the app, so that one app does not disturb another.
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

  static func addEvents(
    to timeline: inout TimelineBuilder, _ context: DrawContext, app: Int, _ specification: AppSpecification,
    changes: [Instant]
  ) {
    for change in changes { timeline.append(.contentChange(app: app), at: change) }
    guard let pushes = specification.pushes else { return }
    let sent = instants(context, pushes.trigger, .pushes, app: specification.bundleID, changes: changes)
    let individual = pushes.individual.filter { $0.time >= .zero && $0.time < context.end }
    var all = sent.map { ScheduledPush(time: $0) } + individual
    if !individual.isEmpty { all.sort { $0.time < $1.time } }
    let group = DrawContext.group(specification.bundleID)
    for (ordinal, push) in all.enumerated() {
      // The uniform number becomes a paging delay where the network finds the phone asleep.
      let paging = context.event(.pushNetworkDelay, ordinal, group: group).uniform()
      timeline.append(
        .push(
          at: push.time, app: app, expiration: push.expiration ?? pushes.expiration, priority: push.priority,
          paging: paging))
    }
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

/// Which visible and VoIP pushes the server of an app sends.
///
/// Triggers are those of silent pushes; all draws belong to the app and to the kind of push, so that visible
/// pushes leave the silent ones as they are.
enum AlertModel {
  static func addEvents(
    to timeline: inout TimelineBuilder, _ context: DrawContext, app: Int, _ specification: AppSpecification,
    changes: [Instant]
  ) {
    let bundleID = specification.bundleID
    let group = DrawContext.group(bundleID)
    func add(
      _ trigger: PushSpecification.Trigger?, _ purpose: StreamPurpose, _ kind: Int,
      _ event: (Double) -> TimelineEvent.Kind
    ) {
      guard let trigger else { return }
      let sent = ContentModel.instants(context, trigger, purpose, app: bundleID, changes: changes)
      for (ordinal, time) in sent.enumerated() {
        let paging = context.event(.pushNetworkDelay, kind << 24 + ordinal, group: group).uniform()
        timeline.append(event(paging), at: time)
      }
    }
    let (visible, voip) = (specification.visiblePushes, specification.voipPushes)
    add(visible?.trigger, .visiblePushes, 1) {
      .visiblePushSent(app: app, expiration: visible?.expiration?.seconds, paging: $0)
    }
    add(voip?.trigger, .voipPushes, 2) {
      .voipPushSent(app: app, expiration: voip?.expiration?.seconds, paging: $0)
    }
  }
}
