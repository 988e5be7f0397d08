import EventSimulation
import RandomStreams
import Workload

/// Which visible and VoIP pushes the server of an app sends.
///
/// Triggers are those of silent pushes; all draws belong to the app and to the kind of push, so that visible
/// pushes leave the silent ones as they are.
enum AlertModel {
  /// The pushes of an app as events; `changes` are those of its content.
  static func events(
    _ context: DrawContext, app: Int, _ specification: AppSpecification, changes: [Instant]
  ) -> [TimelineEvent] {
    var events: [TimelineEvent] = []
    if let pushes = specification.visiblePushes {
      events += Self.events(
        context, app, specification.bundleID, .visiblePushSent, pushes.trigger, pushes.expiration, changes)
    }
    if let pushes = specification.voipPushes {
      events += Self.events(
        context, app, specification.bundleID, .voipPushSent, pushes.trigger, pushes.expiration, changes)
    }
    return events
  }

  private static func events(
    _ context: DrawContext, _ app: Int, _ bundleID: String, _ kind: TimelineEvent.Kind,
    _ trigger: PushSpecification.Trigger, _ expiration: TimeSpan?, _ changes: [Instant]
  ) -> [TimelineEvent] {
    let isVoIP = kind == .voipPushSent
    let purpose: StreamPurpose = isVoIP ? .voipPushes : .visiblePushes
    let sent = ContentModel.instants(context, trigger, purpose, app: bundleID, changes: changes)
    return sent.enumerated().map { ordinal, time in
      // The uniform number becomes a paging delay where the network finds the phone asleep.
      TimelineEvent(
        time: time, kind: kind, app: app, value: expiration?.seconds ?? -1,
        value2: context.event(.pushNetworkDelay, (isVoIP ? 2 : 1) << 24 + ordinal, app: bundleID).uniform())
    }
  }
}
