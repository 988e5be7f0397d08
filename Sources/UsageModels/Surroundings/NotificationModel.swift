import EventSimulation
import RandomStreams
import Workload

/// Visible notifications, as batches that light the screen once: Poisson on the user's clock.
///
/// They belong to no app and do not move sessions.
///
/// **Source** Usage sheet, section 9.11; definitions, section 4.
enum NotificationModel {
  static func add(
    to timeline: inout TimelineBuilder, _ context: DrawContext, perDay: Double, _ clock: ActivityClock
  ) {
    guard perDay > 0 else { return }
    let stream = context.sequence(.notifications)
    var position = 0.0
    while let next = clock.advance(from: position, by: stream.exponential(mean: 1 / perDay)) {
      position = next
      timeline.append(.notification(app: nil), at: .exogenous(next))
    }
  }
}
