import OutputAnalysis
import ResultsStore
import Workload

extension MetricCatalogue {
  static let device: [MetricDefinition] = [
    MetricDefinition(
      "hours_dead_per_day", unit: "h/d", .smallerIsBetter, "Time off with an empty battery per device-day."
    ) { $0.hoursPerDay($0.devices?.counts[.dead]) },
    MetricDefinition(
      "sessions_lost_per_day", unit: "1/d", .smallerIsBetter,
      "User sessions per device-day that met a phone with an empty battery."
    ) { totals in totals.devices.flatMap { totals.perDay($0.counts[.sessionsLost]) } },
    MetricDefinition(
      "sessions_lost_share", unit: "1", .smallerIsBetter,
      "Share of user sessions that met a phone with an empty battery."
    ) { share($0.devices?.counts[.sessionsLost], of: $0.devices?.counts[.sessions]) },
    MetricDefinition(
      "critical_level_day_share", unit: "1", .smallerIsBetter,
      "Share of device-days on which the level was at or below 20 %."
    ) { share($0.devices?.counts[.criticalDays], of: $0.devices?.counts[.days]) },
    MetricDefinition(
      "wake_ups_per_day", unit: "1/d", .smallerIsBetter,
      "Transitions from deep idle to awake per device-day, whatever the cause."
    ) { totals in totals.devices.flatMap { totals.perDay($0.counts[.wakeUps]) } },
    MetricDefinition(
      "sessions_per_day", unit: "1/d", nil, "User sessions per device-day, lost ones included."
    ) { totals in totals.devices.flatMap { totals.perDay($0.counts[.sessions]) } },
    MetricDefinition("screen_hours_per_day", unit: "h/d", nil, "Time with the screen on per device-day.") {
      $0.hoursPerDay($0.devices?.counts[.screenOn])
    },
    MetricDefinition(
      "opportunity_hours_per_day", unit: "h/d", nil,
      "Time idle, plugged in and on Wi-Fi per device-day."
    ) { $0.hoursPerDay($0.devices?.counts[.opportunity]) },
  ]

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

public struct DeviceQuantileMetric: Sendable, Hashable {
  public var property: DeviceProperty
  /// Share of the devices with a smaller value: 0.5 for the median.
  public var probability: Double
}
