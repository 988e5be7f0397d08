import EventSimulation
import ModelParameters
import RandomStreams

/// The habit of removing all apps from the switcher.
///
/// A user with the habit (`user.forceQuitShare`) wants to clean up a Poisson number of times a day
/// (`user.forceQuitRate`), keyed by day, at times of the user's clock, and does so at the end of the unlocked
/// session that is under way then or comes next; one session sees at most one clean-up.
struct CleanUpModel {
  /// How long before the screen goes off the clean-up happens, at most half of the session.
  private static let lead = TimeSpan.second
  private let perDay: Double

  init(_ parameters: ParameterSet) { perDay = parameters.number("user.forceQuitRate") }

  func apply(to sessions: inout [UserSession], _ context: DrawContext, _ clock: ActivityClock) {
    guard perDay > 0 else { return }
    var wishes: [Instant] = []
    for day in 0..<context.days {
      let stream = context.event(.forceQuitHabit, day)
      let count = stream.poisson(mean: perDay)
      for _ in 0..<count { wishes.append(.exogenous(clock.time(day: day, quantile: stream.uniform()))) }
    }
    wishes.sort()
    var next = 0
    for wish in wishes {
      while next < sessions.count, sessions[next].unlock == nil || sessions[next].end <= wish { next += 1 }
      guard next < sessions.count else { return }
      sessions[next].cleanUp(lead: Self.lead)
      next += 1
    }
  }
}

extension UserSession {
  /// Puts a clean-up shortly before the end of an unlocked session and ends the visits there.
  fileprivate mutating func cleanUp(lead: TimeSpan) {
    guard let unlock else { return }
    let latest = end - min(lead, (end - unlock) / 2)
    let time = max(unlock, latest.roundedToMillisecond)
    cleanUp = time
    visits = visits.compactMap { visit in
      guard visit.start < time || visit.isScripted else { return nil }
      var visit = visit
      visit.start = min(visit.start, time)
      visit.end = min(visit.end, time)
      return visit
    }
  }
}
