import Basics
import Workload

/// The capacity that a new cell loses in a year of equal days.
///
/// Three published models of ageing say how far one can be trusted: they were made for other cells, and differ.
struct CapacityLoss {
  /// Mean charge from 0 to 1, and mean temperature in kelvins.
  let charge, kelvins: Double
  /// Equivalent full cycles a day.
  let cycles: Double

  init(charge: Double, celsius: Double, cycles: Double) {
    (self.charge, self.cycles) = (charge, cycles)
    kelvins = celsius + 273.15
  }

  /// - Parameter nominalJoules: Energy of a new battery.
  init(_ devices: DeviceTotals, nominalJoules: Double) {
    let counts = devices.counts
    let observed = Double(counts[.observed])
    self.init(
      charge: Double(counts[.chargeLevel]) / observed, celsius: Double(counts[.temperature]) / observed,
      cycles: Double(counts[.batteryOut]) / 1e9 / nominalJoules / (observed / 8.64e10))
  }

  /// Shares of the capacity by the three models, ascending.
  var yearly: [Double] { [rated, blast, xu].sorted() }

  /// The share of the charge that a day's use takes at once.
  private var depth: Double { min(1, cycles) }

  /// 80 % after the rated 1000 cycles at 0.8 a day, half of the loss by the square root of time.
  ///
  /// **Source** rating of iPhone 15 and later; the form is an assumption.
  var rated: Double { 0.0541 + 0.1 * cycles * 365 / 1000 }

  /// Square root of time by charge and temperature, and cycles by their depth: a cell of 3 Ah with a nickel cathode.
  ///
  /// **Source** NREL BLAST-Lite 1.1.1, `nca_gr_Panasonic3Ah_2018`.
  var blast: Double {
    let calendar =
      75.4 * Elementary.exp(-3340 / kelvins) * Elementary.exp(353 * charge / kelvins) * power(365, 0.512)
    return calendar + 2 * (1.86e-6 + 4.74e-11 + 1.77e-4 * depth) * power(cycles * 365, 0.699)
  }

  /// A film that grows fast at first, then slowly, by time, depth of cycles, charge and temperature.
  ///
  /// **Source** Xu et al. 2018, IEEE Transactions on Smart Grid.
  var xu: Double {
    let reference = 298.15
    let perCycle = depth > 0 ? 1 / (1.4e5 * power(depth, -0.501) - 1.23e5) : 0
    let sum = 4.14e-10 * 365 * 86_400 + (depth > 0 ? perCycle * cycles * 365 / depth : 0)
    let stress =
      Elementary.exp(1.04 * (charge - 0.5))
      * Elementary.exp(0.0693 * (kelvins - reference) * reference / kelvins)
    let decay = sum * stress
    return 1 - 0.0575 * Elementary.exp(-121 * decay) - 0.9425 * Elementary.exp(-decay)
  }

  private func power(_ base: Double, _ exponent: Double) -> Double {
    base > 0 ? Elementary.exp(exponent * Elementary.log(base)) : 0
  }
}
