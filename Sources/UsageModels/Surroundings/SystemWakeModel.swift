import Basics
import EventSimulation
import ModelParameters
import RandomStreams
import Workload

/// When the system wakes the phone for work of its own, such as mail, backups, maintenance and keeping connections.
///
/// **Idea** A renewal process: the gap between two wakes is exponential, the time awake lognormal. While the user is
/// active each second counts 1 + f × the activity relative to an even one, so that the quietest hours have wakes at the
/// stated period and a day has 1 + f times as many. A share of the wakes receives bytes, exponential in number. All
/// four numbers of a wake are drawn whatever the shares are, so that a study that varies one of them moves no other.
/// **Parameters** `systemWork.…`.
/// **Known weakness** Assumed: a recorded iPhone gives the power of quiet hours, not how it is divided among wakes.
/// The system does as much work for every user, and in Low Power Mode.
/// **Source** Usage sheet, section 7; energy sheet, section 1.6.
struct SystemWakeModel {
  /// Mean seconds from one wake to the next; 0 for none.
  private let period: Double
  private let meanGap, zeta, sigma, networkShare, meanBytes: Double
  /// Wakes that follow the user's activity, relative to those that do not.
  private let activityFactor: Double

  /// The shortest gap and the shortest and longest wake, in seconds.
  private static let shortest = 0.001
  private static let longest = 86_400.0

  init(_ parameters: ParameterSet) {
    period = parameters.base("systemWork.period")
    let meanLength = parameters.base("systemWork.awakeTime")
    meanGap = max(Self.shortest, period - meanLength)
    sigma = parameters.number("systemWork.awakeSigma")
    zeta = Elementary.log(meanLength) - sigma * sigma / 2
    networkShare = parameters.base("systemWork.networkShare")
    meanBytes = parameters.base("systemWork.bytes")
    activityFactor = parameters.number("systemWork.activityFactor")
  }

  func add(to timeline: inout TimelineBuilder, _ context: DrawContext, _ clock: ActivityClock) {
    guard period > 0 else { return }
    let stream = context.sequence(.systemWakes)
    let end = context.end.seconds
    var position = 0.0
    while true {
      position = clock.advance(
        from: position, bySeconds: stream.exponential(mean: meanGap), activityFactor: activityFactor)
      guard position < end else { return }
      let length = min(Self.longest, max(Self.shortest, stream.lognormal(zeta: zeta, sigma: sigma)))
      let usesNetwork = stream.uniform() < networkShare
      let bytes = stream.exponential(mean: meanBytes).rounded()
      timeline.append(
        .systemWake(length: TimeSpan.exogenous(length).seconds, bytes: usesNetwork ? bytes : 0),
        at: .exogenous(position))
      position += length
    }
  }
}
