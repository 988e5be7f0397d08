import EventSimulation
import Workload

/// One time with the screen on.
struct UserSession: Hashable {
  var start: Instant
  var end: Instant
  /// When the phone is unlocked; nil for a glance.
  var unlock: Instant?
  var visits: [Visit] = []
  /// When the user removes all apps from the switcher; ends the last visit.
  var cleanUp: Instant?

  /// An app in the foreground.
  struct Visit: Hashable {
    /// Index into the device's apps.
    var app: Int
    var start: Instant
    var end: Instant
    /// Whether it comes from an app's script; such visits yield to no other visit.
    var isScripted = false
  }

  /// Sessions in order of time, overlapping ones joined; a visit ends where the next one begins.
  static func merged(_ sessions: [UserSession]) -> [UserSession] {
    let ordered = sessions.enumerated().sorted {
      $0.element.start != $1.element.start ? $0.element.start < $1.element.start : $0.offset < $1.offset
    }.map(\.element)
    var result: [UserSession] = []
    for session in ordered {
      guard var last = result.last, session.start <= last.end else {
        result.append(session)
        continue
      }
      last.end = max(last.end, session.end)
      last.unlock = [last.unlock, session.unlock].compactMap(\.self).min()
      last.cleanUp = last.cleanUp ?? session.cleanUp
      last.visits = Self.sequence(last.visits + session.visits)
      result[result.count - 1] = last
    }
    return result
  }

  /// Visits in order of time, each ended by the next one.
  static func sequence(_ visits: [Visit]) -> [Visit] {
    let ordered = visits.enumerated().sorted {
      $0.element.start != $1.element.start ? $0.element.start < $1.element.start : $0.offset < $1.offset
    }.map(\.element)
    var result: [Visit] = []
    for var visit in ordered {
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
    return result.filter { $0.isScripted || $0.start < $0.end }
  }

  /// The events of sessions, of instants before `end`.
  ///
  /// The lock follows the screen at once. Where the next app comes to the front at the end of a visit, or the
  /// screen goes off, no event says that the app was left.
  static func events(_ sessions: [UserSession], before end: Instant) -> [TimelineEvent] {
    var events: [TimelineEvent] = []
    events.reserveCapacity(sessions.count * 6)
    for session in sessions where session.start < end {
      events.append(TimelineEvent(time: session.start, kind: .screenOn))
      if let unlock = session.unlock { events.append(TimelineEvent(time: unlock, kind: .unlock)) }
      appendVisits(of: session, to: &events)
      events.append(TimelineEvent(time: session.end, kind: .screenOff))
      if session.unlock != nil { events.append(TimelineEvent(time: session.end, kind: .lock)) }
    }
    return events.filter { $0.time < end }
  }

  /// The events of the visits and of the clean-up of a session.
  static func appendVisits(of session: UserSession, to events: inout [TimelineEvent]) {
    for (index, visit) in session.visits.enumerated() {
      events.append(TimelineEvent(time: visit.start, kind: .appForeground, app: visit.app))
      let next = index + 1 < session.visits.count ? session.visits[index + 1].start : session.end
      if visit.end < next {
        events.append(TimelineEvent(time: visit.end, kind: .appBackground, app: visit.app))
      }
    }
    if let cleanUp = session.cleanUp { events.append(TimelineEvent(time: cleanUp, kind: .forceQuit)) }
  }
}
