/// The point up to which the hypervolume of a front is counted.
public struct FrontierReference: Sendable, Hashable {
  /// Joules a device-day.
  public var energy: Double
  /// Seconds.
  public var staleness: Double
  /// Whether somebody stated it; else it follows from the results by the rule.
  public var isStated: Bool

  /// A stated point.
  public init(energy: Double, staleness: Double) {
    (self.energy, self.staleness, isStated) = (energy, staleness, true)
  }

  /// The point of an option: `20000,24000`, joules a device-day and seconds; nil for anything else.
  public init?(_ text: String) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map {
      Double($0.filter { $0 != " " })
    }
    guard parts.count == 2, let energy = parts[0], let staleness = parts[1], energy > 0, staleness > 0,
      energy.isFinite, staleness.isFinite
    else { return nil }
    self.init(energy: energy, staleness: staleness)
  }

  /// The point of the rule: 1.1 × the worst mean of each objective, rounded up to two significant digits, so
  /// that more replications of a study seldom move it.
  init(worstEnergy: Double, worstStaleness: Double) {
    self.init(energy: Self.roundedUp(1.1 * worstEnergy), staleness: Self.roundedUp(1.1 * worstStaleness))
    isStated = false
  }

  /// What the point is, for people.
  public var rule: String {
    isStated ? "as stated" : "1.1 × the worst mean of each, rounded up to two digits"
  }

  private static func roundedUp(_ value: Double) -> Double {
    guard value > 0, value.isFinite else { return 1 }
    var step = 1.0
    while step * 100 <= value { step *= 10 }
    // Below ten the step is a fraction, whose reciprocal is exact.
    var parts = 1.0
    while value * parts < 10, parts < 1e9 { parts *= 10 }
    return parts > 1 ? (value * parts).rounded(.up) / parts : (value / step).rounded(.up) * step
  }
}
