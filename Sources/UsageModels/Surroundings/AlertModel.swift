import EventSimulation
import RandomStreams
import Workload

/// Which visible and VoIP pushes the server of an app sends.
///
/// Triggers are those of silent pushes; all draws belong to the app and to the kind of push, so that visible
/// pushes leave the silent ones as they are.
enum AlertModel {
  /// Adds the pushes of an app; `changes` are those of its content.
  static func addEvents(
    to timeline: inout TimelineBuilder, _ context: DrawContext, app: Int, _ specification: AppSpecification,
    changes: [Instant]
  ) {
    let bundleID = specification.bundleID
    // The uniform number becomes a paging delay where the network finds the phone asleep.
    let group = DrawContext.group(bundleID)
    func paging(_ kind: Int, _ ordinal: Int) -> Double {
      context.event(.pushNetworkDelay, kind << 24 + ordinal, group: group).uniform()
    }
    if let pushes = specification.visiblePushes {
      let sent = ContentModel.instants(
        context, pushes.trigger, .visiblePushes, app: bundleID, changes: changes)
      for (ordinal, time) in sent.enumerated() {
        timeline.append(
          .visiblePushSent(app: app, expiration: pushes.expiration?.seconds, paging: paging(1, ordinal)),
          at: time)
      }
    }
    if let pushes = specification.voipPushes {
      let sent = ContentModel.instants(
        context, pushes.trigger, .voipPushes, app: bundleID, changes: changes)
      for (ordinal, time) in sent.enumerated() {
        timeline.append(
          .voipPushSent(app: app, expiration: pushes.expiration?.seconds, paging: paging(2, ordinal)),
          at: time)
      }
    }
  }
}
