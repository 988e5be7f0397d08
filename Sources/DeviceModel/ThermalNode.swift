import Basics

/// A body of one temperature that loses heat to its surroundings: `C T' = P - (T - Ta) / R`.
///
/// Degrees Celsius, watts, seconds. At a constant heat all of it is a closed form.
public struct ThermalNode: Sendable, Hashable {
  /// Kelvins for a watt in the steady state.
  public let resistance: Double
  /// Seconds, above 0.
  public let timeConstant: Double

  public init(resistance: Double, timeConstant: Double) {
    precondition(timeConstant > 0, "a body needs a time constant")
    (self.resistance, self.timeConstant) = (resistance, timeConstant)
  }

  /// The temperature that it approaches.
  public func steady(watts: Double, ambient: Double) -> Double { ambient + watts * resistance }

  /// The heat that keeps a temperature.
  public func watts(keeping celsius: Double, ambient: Double) -> Double { (celsius - ambient) / resistance }

  /// The temperature after a time at a constant heat.
  public func after(_ seconds: Double, from celsius: Double, watts: Double, ambient: Double) -> Double {
    let steady = steady(watts: watts, ambient: ambient)
    return steady + (celsius - steady) * Elementary.exp(-seconds / timeConstant)
  }

  /// Seconds at a constant heat until it has a temperature; nil where it never comes there.
  public func time(
    to limit: Double, from celsius: Double, watts: Double, ambient: Double
  ) -> Double? {
    if limit == celsius { return 0 }
    let steady = steady(watts: watts, ambient: ambient)
    let ratio = (limit - steady) / (celsius - steady)
    return ratio > 0 && ratio < 1 ? -timeConstant * Elementary.log(ratio) : nil
  }
}
