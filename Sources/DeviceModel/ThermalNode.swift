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
    return celsius + (steady - celsius) * approach(seconds)
  }

  /// The part of the way to the steady temperature that is gone after a time, `1 - exp(-t / time constant)`, within 1e-14.
  @inline(__always) func approach(_ seconds: Double) -> Double {
    let x = seconds / timeConstant
    guard x < 0.0625 else { return -Elementary.expm1(-x) }
    // Mostly it is a short time; the next term would be below 6e-15.
    return x * (1 - x / 2 * (1 - x / 3 * (1 - x / 4 * (1 - x / 5 * (1 - x / 6 * (1 - x / 7))))))
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
