import OutputAnalysis
import ResultsStore

/// A quantile over devices: which property, and which quantile of its values.
public struct DeviceQuantileMetric: Sendable, Hashable {
  /// The property of which each device has one value.
  public var property: DeviceProperty
  /// Share of the devices with a smaller value: 0.5 for the median.
  public var probability: Double
}

extension MetricCatalogue {
  /// How devices differ: median and 90th percentile of what each device has.
  static let distribution: [MetricDefinition] =
    quantiles(
      .energyPerDay, "energy_j_per_day_device", unit: "J/d", .smallerIsBetter, "energy per day",
      without: "devices without an observed day")
    + quantiles(
      .stalenessAtOpen, "staleness_at_open_s_device", unit: "s", .smallerIsBetter, "mean staleness at open",
      without: "devices without opens")
    + quantiles(
      .freshOpenShare, "fresh_open_share_device", unit: "1", .largerIsBetter, "share of fresh opens",
      without: "devices without opens")

  private static func quantiles(
    _ property: DeviceProperty, _ name: String, unit: String, _ polarity: Polarity, _ text: String,
    without: String
  ) -> [MetricDefinition] {
    [("median", 0.5, "Median"), ("p90", 0.9, "90th percentile")].map { suffix, probability, word in
      MetricDefinition(
        "\(name)_\(suffix)", unit: unit, polarity,
        "\(word) over devices of each device's own \(text), within 0.5 %; \(without) are left out.",
        quantile: DeviceQuantileMetric(property: property, probability: probability))
    }
  }
}
