import ElementaryFunctions
import EventSimulation
import ModelParameters
import RandomStreams

/// When a synthetic user turns the screen on, and for how long.
///
/// **Idea** The gaps from screen off to screen on are Weibull in operational time, so short gaps come in bursts;
/// the operational clock goes on during sessions. A session is a glance or unlocked; lengths and gaps are
/// independent.
///
/// **Parameters** `user.gapShape`, `user.unlockedBeta`, `user.glanceLength`, `user.unlockedLength`,
/// `user.lengthFactorSigma`, `user.dayFactorShape`, `user.sessionsPerDay…`. The mean gap is 1 / m − E[length in
/// operational time], once per user, so that the user has m sessions a day in the mean.
///
/// **Known weakness** Too many gaps below ten seconds; sleep is shorter than measured.
///
/// **Source** Usage sheet, sections 4 and 9.2 to 9.5; definitions, section 5.
struct SessionModel {
  private let gapShape: Double
  private let gapScale: Double
  private let glance: [Double]
  private let unlocked: [Double]
  private let longest: Double
  private let dayShape: Double
  private let leastGapShare: Double

  init(_ parameters: ParameterSet) {
    gapShape = parameters.number("user.gapShape")
    gapScale = 1 / Elementary.gamma(1 + 1 / gapShape)
    glance = parameters.numbers("user.glanceLength")
    unlocked = parameters.numbers("user.unlockedLength")
    longest = parameters.base("user.sessionLongest")
    dayShape = parameters.number("user.dayFactorShape")
    leastGapShare = parameters.number("user.gapLeastShare")
  }

  /// The factors of the days, mean 1, independent.
  func dayFactors(_ context: DrawContext) -> [Double] {
    (0..<context.days).map { context.event(.dayFactor, $0).gamma(shape: dayShape, scale: 1 / dayShape) }
  }

  /// The mean gap of a user in operational time (days of activity).
  func meanGap(_ traits: UserTraits, _ clock: ActivityClock) -> Double {
    let short = unlocked[0] * logNormalMean(unlocked[1], unlocked[2])
    let long = (1 - unlocked[0]) * logNormalMean(unlocked[3], unlocked[4])
    let length =
      traits.unlockedShare * traits.lengthFactor * (short + long)
      + (1 - traits.unlockedShare) * logNormalMean(glance[0], glance[1])
    // A day's rate is its factor times the mean one, and busier days have more sessions: E[g²] / E[g].
    let busy = length * clock.meanRateInSessions * (1 + 1 / dayShape)
    let cycle = 1 / traits.sessionsPerDay
    return max(cycle - busy, leastGapShare * cycle)
  }

  /// All sessions from the start to the end of the clock, without visits.
  func sessions(_ context: DrawContext, _ traits: UserTraits, _ clock: ActivityClock) -> [UserSession] {
    let scale = gapScale * meanGap(traits, clock)
    var sessions: [UserSession] = []
    var last = Instant.zero
    var ordinal = 0
    while true {
      let gap = context.event(.sessions, ordinal).weibull(scale: scale, shape: gapShape)
      guard let seconds = clock.advance(from: last.seconds, by: gap) else { return sessions }
      let start = max(Instant.exogenous(seconds), last + .millisecond)
      let (length, isUnlocked) = length(context, ordinal, traits)
      let end = start + max(.exogenous(length), .millisecond)
      sessions.append(UserSession(start: start, end: end, unlock: isUnlocked ? start : nil))
      last = end
      ordinal += 1
    }
  }

  /// Length in seconds and kind of session `ordinal`.
  private func length(_ context: DrawContext, _ ordinal: Int, _ traits: UserTraits) -> (Double, Bool) {
    let stream = context.event(.sessionLength, ordinal)
    guard stream.bernoulli(traits.unlockedShare) else {
      return (min(longest, stream.lognormal(zeta: glance[0], sigma: glance[1])), false)
    }
    let isShort = stream.bernoulli(unlocked[0])
    let draw = stream.lognormal(
      zeta: isShort ? unlocked[1] : unlocked[3], sigma: isShort ? unlocked[2] : unlocked[4])
    return (min(longest, draw * traits.lengthFactor), true)
  }

  private func logNormalMean(_ zeta: Double, _ sigma: Double) -> Double {
    Elementary.exp(zeta + sigma * sigma / 2)
  }
}
