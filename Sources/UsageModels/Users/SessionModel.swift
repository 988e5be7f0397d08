import Basics
import EventSimulation
import ModelParameters
import RandomStreams
import Workload

/// When a synthetic user turns the screen on, and for how long.
///
/// **Idea** The gaps from screen off to screen on are Weibull in operational time, so short gaps come in bursts; the
/// operational clock goes on during sessions. A session is a glance or unlocked; lengths and gaps are independent. The
/// mean gap is 1 / m − E[length in operational time], once per user, so that the user has m sessions a day in the mean.
/// Each session draws a power of its own.
/// **Parameters** `user.gapShape`, `user.unlockedBeta`, `user.glanceLength`, `user.unlockedLength`, `user.lengthScale`,
/// `user.lengthFactorSigma`, `user.dayFactorShape`, `user.sessionsPerDay…`, `user.screenIntensity`.
/// **Known weakness** Too many gaps below ten seconds; the power does not change within a session.
/// **Source** Usage sheet, sections 4 and 9.2 to 9.5; definitions, section 5.
package struct SessionModel {
  private let gapShape, gapScale, lengthScale, longest, dayShape, leastGapShare: Double
  private let glance, unlocked, intensities: [Double]

  package init(_ parameters: ParameterSet) {
    gapShape = parameters.number("user.gapShape")
    gapScale = 1 / Elementary.gamma(1 + 1 / gapShape)
    glance = parameters.numbers("user.glanceLength")
    unlocked = parameters.numbers("user.unlockedLength")
    lengthScale = parameters.number("user.lengthScale")
    intensities = parameters.numbers("user.screenIntensity")
    longest = parameters.base("user.sessionLongest")
    dayShape = parameters.number("user.dayFactorShape")
    leastGapShare = parameters.number("user.gapLeastShare")
  }

  package func dayFactors(_ context: DrawContext) -> [Double] {
    (0..<context.days).map { context.event(.dayFactor, $0).gamma(shape: dayShape, scale: 1 / dayShape) }
  }

  /// The mean gap of a user in operational time (days of activity).
  func meanGap(_ traits: UserTraits, _ clock: ActivityClock) -> Double {
    let length =
      lengthScale
      * (traits.unlockedShare * traits.lengthFactor * mixtureMean(unlocked)
        + (1 - traits.unlockedShare) * mixtureMean(glance))
    // A day's rate is its factor times the mean one, and busier days have more sessions: E[g²] / E[g].
    let busy = length * clock.meanRateInSessions * (1 + 1 / dayShape)
    let cycle = 1 / traits.sessionsPerDay
    return max(cycle - busy, leastGapShare * cycle)
  }

  package func sessions(_ context: DrawContext, _ traits: UserTraits, _ clock: ActivityClock) -> [UserSession]
  {
    let scale = gapScale * meanGap(traits, clock)
    var sessions: [UserSession] = []
    var last = Instant.zero
    while true {
      let ordinal = sessions.count
      let gap = context.event(.sessions, ordinal).weibull(scale: scale, shape: gapShape)
      guard let seconds = clock.advance(from: last.seconds, by: gap) else { return sessions }
      let start = max(Instant.exogenous(seconds), last + .millisecond)
      let drawn = draw(context, ordinal, traits)
      let end = start + max(.exogenous(drawn.length), .millisecond)
      sessions.append(
        UserSession(
          start: start, end: end, unlock: drawn.isUnlocked ? start : nil, intensity: drawn.intensity))
      last = end
    }
  }

  private func draw(
    _ context: DrawContext, _ ordinal: Int, _ traits: UserTraits
  ) -> (length: Double, isUnlocked: Bool, intensity: Double) {
    let stream = context.event(.sessionLength, ordinal)
    let isUnlocked = stream.bernoulli(traits.unlockedShare)
    let law = isUnlocked ? unlocked : glance
    let isShort = stream.bernoulli(law[0])
    let length =
      stream.lognormal(zeta: isShort ? law[1] : law[3], sigma: isShort ? law[2] : law[4])
      * lengthScale * (isUnlocked ? traits.lengthFactor : 1)
    let intensity = min(
      TimelineEvent.Kind.greatestIntensity, intensity(quantile: stream.uniform()) * traits.screenPower)
    return (min(longest, length), isUnlocked, (intensity * 1000).rounded() / 1000)
  }

  /// The intensity at a quantile, on a line through the logarithms of those that are known.
  private func intensity(quantile u: Double) -> Double {
    let index = Self.quantiles.dropFirst().firstIndex { u <= $0 } ?? Self.quantiles.count - 1
    let (low, high) = (Self.quantiles[index - 1], Self.quantiles[index])
    let (from, to) = (intensities[index - 1], intensities[index])
    let share = (u - low) / (high - low)
    return from > 0 && to > 0 ? from * Elementary.pow(to / from, share) : from + (to - from) * share
  }

  /// Where `user.screenIntensity` has its values.
  private static let quantiles = [0, 0.1, 0.5, 0.9, 1]

  /// The mean of a mixture of two lognormals: the weight of the first, and two log-means and log-deviations.
  private func mixtureMean(_ law: [Double]) -> Double {
    func mean(_ zeta: Double, _ sigma: Double) -> Double { Elementary.exp(zeta + sigma * sigma / 2) }
    return law[0] * mean(law[1], law[2]) + (1 - law[0]) * mean(law[3], law[4])
  }
}

/// The habit of removing all apps from the switcher: a Poisson number of times a day (`user.forceQuitRate`) on the
/// user's clock, at the end of the unlocked session that is under way then or comes next, at most once in each.
struct CleanUpModel {
  /// How long before the screen goes off the clean-up happens, at most half of the session.
  fileprivate static let lead = TimeSpan.second
  private let perDay: Double

  init(_ parameters: ParameterSet) { perDay = parameters.number("user.forceQuitRate") }

  func apply(to sessions: inout [UserSession], _ context: DrawContext, _ clock: ActivityClock) {
    guard perDay > 0 else { return }
    let wishes = (0..<context.days).flatMap { day in
      let stream = context.event(.forceQuitHabit, day)
      return (0..<stream.poisson(mean: perDay)).map { _ in
        Instant.exogenous(clock.time(day: day, quantile: stream.uniform()))
      }
    }
    var next = 0
    for wish in wishes.sorted() {
      while next < sessions.count, sessions[next].unlock == nil || sessions[next].end <= wish { next += 1 }
      guard next < sessions.count else { return }
      sessions[next].addCleanUp()
      next += 1
    }
  }
}

extension UserSession {
  fileprivate mutating func addCleanUp() {
    guard let unlock else { return }
    let latest = end - min(CleanUpModel.lead, (end - unlock) / 2)
    let time = max(unlock, latest.roundedToMillisecond)
    cleanUp = time
    visits = visits.compactMap { visit in
      guard visit.start < time || visit.isScripted else { return nil }
      var visit = visit
      (visit.start, visit.end) = (min(visit.start, time), min(visit.end, time))
      return visit
    }
  }
}
