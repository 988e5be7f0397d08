import ModelParameters
import RandomStreams
import Workload

/// The traits of a synthetic user, drawn once per device.
///
/// Every trait has a separate event in the stream of traits, so a further trait would not change the existing
/// traits. **Source** Usage sheet, section 9; definitions, sections 4 to 6.
public struct UserTraits: Sendable, Hashable {
  /// Mean sessions a day, before the factors of days.
  public var sessionsPerDay: Double
  /// Shift of the activity clock in hours; positive is later.
  public var phaseHours: Double
  public var nightFloor: Double
  /// Probability that a session is unlocked.
  public var unlockedShare: Double
  public var lengthFactor: Double
  public var appCount: Int
  public var zipfExponent: Double
  var notificationsPerDay: Double
  /// Probability of Wi-Fi in a stay away from home.
  var awayWifiShare: Double
  var cleansSwitcher: Bool
  var nightCharger: ChargerKind
  public var screenPower: Double
  /// Whether there is Wi-Fi where the user charges, at home and away; a user without it has no Wi-Fi
  /// anywhere.
  public var hasWifi: Bool
  public var sleepHours: Double
  var batteryHealth: Double

  /// The greatest draw of a user's notifications per day, because a lognormal tail is unbounded.
  public static let greatestNotificationsPerDay = 10_000.0

  package init(_ context: DrawContext, _ parameters: ParameterSet) {
    func draw(_ trait: Int) -> RandomStream { context.event(.userTraits, trait) }
    let unlocked = parameters.numbers("user.unlockedBeta")
    let floor = parameters.numbers("user.nightFloor")
    let limits = parameters.numbers("user.appsInUseLimits")
    let zipf = parameters.numbers("user.zipfExponent")
    let away = parameters.numbers("network.awayWifiBeta")
    sessionsPerDay = draw(0).lognormal(
      median: parameters.number("user.sessionsPerDayMedian"),
      sigma: parameters.number("user.sessionsPerDaySigma"),
      within: .ordered(
        parameters.number("user.sessionsPerDayMin"), parameters.number("user.sessionsPerDayMax")))
    phaseHours = draw(1).normal(deviation: parameters.number("user.phaseDeviation"))
    nightFloor = floor[0] + (floor[1] - floor[0]) * draw(2).uniform()
    unlockedShare = draw(3).beta(unlocked[0], unlocked[1])
    lengthFactor = draw(4).lognormal(zeta: 0, sigma: parameters.number("user.lengthFactorSigma"))
    appCount = Int(
      draw(5).lognormal(
        median: parameters.number("user.appsInUseMedian"), sigma: parameters.number("user.appsInUseSigma"),
        within: .ordered(limits[0], limits[1])
      ).rounded())
    zipfExponent = Self.bounded(draw(6), zipf)
    notificationsPerDay = min(
      Self.greatestNotificationsPerDay,
      parameters.number("user.notificationsPerDayMedian")
        * draw(7).lognormal(zeta: 0, sigma: parameters.number("user.notificationsPerDaySigma")))
    awayWifiShare = draw(8).beta(away[0], away[1])
    cleansSwitcher = draw(9).bernoulli(parameters.number("user.forceQuitShare"))
    nightCharger = ChargerKind.drawn(draw(10), shares: parameters.numbers("charge.night.chargers"))
    screenPower = draw(11).lognormal(zeta: 0, sigma: parameters.number("user.intensitySigma"))
    hasWifi = draw(12).bernoulli(parameters.number("network.wifiWhereCharging"))
    sleepHours = Self.bounded(draw(13), parameters.numbers("user.sleepLength"))
    batteryHealth = max(0.01, Self.bounded(draw(14), parameters.numbers("battery.health")))
  }

  /// A normal variate by mean, deviation, least and largest value.
  private static func bounded(_ stream: RandomStream, _ law: [Double]) -> Double {
    stream.normal(mean: law[0], deviation: law[1], within: .ordered(law[2], law[3]))
  }
}

extension ChargerKind {
  /// One of the chargers of the generators; `shares` in the order of the declaration.
  static func drawn(_ stream: RandomStream, shares: [Double]) -> ChargerKind {
    ChargerKind(rawValue: UInt8(stream.pick(shares))) ?? .wired20W
  }
}

extension ClosedRange where Bound == Double {
  static func ordered(_ a: Double, _ b: Double) -> ClosedRange<Double> { a < b ? a...b : b...a }
}
