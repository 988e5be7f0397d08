import Basics
import EventSimulation
import ModelParameters
import RandomStreams
import Workload

/// Which visible notifications make the user open their app, and when.
///
/// **Idea** After a notification, the user opens its app with a probability, after a delay drawn from recorded delays. The
/// open replaces the next drawn open of the local day. If the screen is off, the session of that open comes earlier, and
/// glances before it come after it. If the phone is in use, the open takes place in the present session. Opens and
/// sessions per day keep their numbers and lengths. A user who sleeps does not react.
/// **Parameters** `user.notificationOpenShare`.
/// **Known weakness** Delays count from the instant at which the server sends the notification. Sessions of a trace and opens of a
/// script do not move. A session comes earlier even if its notification is lost; the phone then opens the drawn app.
/// **Source** USE-8; delays on the recorded phones android-C and android-D.
package struct NotificationModel {
  /// The wish to open an app at an instant.
  package struct Wish: Hashable {
    package var time: Instant
    package var app: Int

    package init(time: Instant, app: Int) { (self.time, self.app) = (time, app) }
  }

  private let share: Double

  /// Seconds from a notification to the open of its app: 0, 10, …, 100 % quantiles of 73 delays from 1 s to 5 min, after
  /// notifications of apps without use in the 5 min before. Shorter delays belong to notifications that an open causes.
  private static let delays = [1.1, 4.8, 9.6, 13.0, 24.9, 51.3, 77.6, 122.2, 172.6, 202.0, 299.1]

  /// The longest glance after which the user still reacts.
  private static let longestGlance = TimeSpan.minutes(5)

  package init(_ parameters: ParameterSet) { share = parameters.number("user.notificationOpenShare") }

  /// The delay at a quantile, on a line between those that are known.
  package static func delay(quantile u: Double) -> Double {
    let place = u * Double(delays.count - 1)
    let index = min(delays.count - 2, Int(place))
    return delays[index] + (place - Double(index)) * (delays[index + 1] - delays[index])
  }

  /// The wishes of the user, in order of time. Each notification has draws of its own.
  func wishes(
    _ context: DrawContext, _ apps: [InstalledApp], _ specifications: [AppSpecification],
    _ clock: ActivityClock
  ) -> [Wish] {
    guard share > 0 else { return [] }
    var wishes: [Wish] = []
    for (index, app) in apps.enumerated() {
      guard let number = app.specification else { continue }
      let times = ContentModel.notifications(context, specifications[number], clock)
      for (ordinal, time) in times.enumerated() {
        let stream = context.event(.notificationOpens, ordinal, app: app.bundleID)
        let opens = stream.bernoulli(share)
        let delay = TimeSpan.exogenous(Self.delay(quantile: stream.uniform()))
        if opens, clock.isAwake(at: time + delay) { wishes.append(Wish(time: time + delay, app: index)) }
      }
    }
    return wishes.sorted { ($0.time, $0.app) < ($1.time, $1.app) }
  }

  /// Fulfills the wishes in sessions that are in order of time and do not overlap.
  package func apply(to sessions: inout [UserSession], after wishes: [Wish]) {
    for wish in wishes {
      let next = sessions.partitionPoint { $0.start > wish.time }
      if next > 0, let unlock = sessions[next - 1].unlock, sessions[next - 1].end > wish.time {
        let time = max(wish.time, unlock)
        Self.open(wish.app, at: time, in: next - 1, of: &sessions)
      } else {
        Self.bringForward(to: wish, before: next, of: &sessions)
      }
    }
  }

  /// The next session with an open, if that open is drawn and all opens of the session are on a day.
  private static func donor(from next: Int, day: Int, _ sessions: [UserSession]) -> Int? {
    guard let donor = sessions[next...].firstIndex(where: { !$0.visits.isEmpty }),
      sessions[donor].visits.allSatisfy({ $0.start.day == day }), !sessions[donor].visits[0].isFixed
    else { return nil }
    return donor
  }

  /// Moves the session of the next open to the instant of the wish, or to the end of a glance at that instant.
  private static func bringForward(to wish: Wish, before next: Int, of sessions: inout [UserSession]) {
    guard let donor = donor(from: next, day: wish.time.day, sessions),
      !sessions[donor].visits.contains(where: \.isFixed),
      sessions[next..<donor].allSatisfy({ $0.unlock == nil })
    else { return }
    let start = next > 0 ? max(wish.time, sessions[next - 1].end + .millisecond) : wish.time
    guard start - wish.time <= longestGlance else { return }
    var session = sessions.remove(at: donor)
    session.move(by: start - session.start)
    session.divert(0, to: wish.app)
    sessions.insert(session, at: next)
    // Glances that the session would meet come after it. They need no more time than it took before.
    for index in next + 1..<donor + 1 {
      let earliest = sessions[index - 1].end + .millisecond
      guard sessions[index].start < earliest else { break }
      sessions[index].move(by: earliest - sessions[index].start)
    }
  }

  /// Opens an app in a session, in place of the next open in it or in a later session.
  private static func open(_ app: Int, at time: Instant, in index: Int, of sessions: inout [UserSession]) {
    let later = sessions[index].visits.firstIndex { $0.start > time } ?? sessions[index].visits.count
    guard later > 0 else { return }
    let front = sessions[index].visits[later - 1]
    guard front.app != app, !front.isScripted, front.start < time, time < front.end else { return }
    if later < sessions[index].visits.count {
      let drawn = sessions[index].visits[later]
      guard !drawn.isFixed, drawn.start.day == time.day else { return }
      sessions[index].visits[later].start = time
    } else {
      guard let donor = donor(from: index + 1, day: time.day, sessions) else { return }
      let drawn = sessions[donor].visits.removeFirst()
      if !sessions[donor].visits.isEmpty, !sessions[donor].visits[0].isFixed {
        sessions[donor].visits[0].start = drawn.start
      }
      sessions[index].visits.append(UserSession.Visit(app: drawn.app, start: time, end: front.end))
    }
    sessions[index].visits[later - 1].end = time
    sessions[index].divert(later, to: app)
  }
}

extension UserSession {
  fileprivate mutating func move(by span: TimeSpan) {
    (start, end, unlock) = (start + span, end + span, unlock.map { $0 + span })
    for index in visits.indices {
      (visits[index].start, visits[index].end) = (visits[index].start + span, visits[index].end + span)
    }
  }

  /// Makes a visit an open because of a notification. If the same app comes next, the two visits change their places.
  fileprivate mutating func divert(_ index: Int, to app: Int) {
    let drawn = visits[index].app
    (visits[index].app, visits[index].drawnApp) = (app, drawn)
    if index + 1 < visits.count, visits[index + 1].app == app, !visits[index + 1].isFixed {
      visits[index + 1].app = drawn
    }
  }
}
