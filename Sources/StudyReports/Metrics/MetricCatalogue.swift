import DeviceModel
import EventSimulation
import OutputAnalysis
import ResultsStore
import Workload

public enum MetricCatalogue {
  /// All metrics, in the order of files and of `slumber metrics`.
  public static let all: [MetricDefinition] =
    MetricDefinition.rows("energy") + causes + MetricDefinition.rows("device")
    + MetricDefinition.rows("ageing") + losses + MetricDefinition.rows("freshness") + distribution
    + MetricDefinition.rows("regret") + delays + incidence + transfers + MetricDefinition.rows("service")
    + MetricDefinition.rows("policy") + reasons

  private static let byName: [String: Int] = Dictionary(
    uniqueKeysWithValues: all.enumerated().map { ($1.name, $0) })

  public static func metric(_ name: String) -> MetricDefinition? { byName[name].map { all[$0] } }
  /// A name with the mark of its metric.
  package static func marked(_ name: String) -> String { metric(name)?.markedName ?? name }
  public static var names: [String] { all.map(\.name) }
  public static var descriptions: [MetricDescription] { all.map(\.description) }

  /// Waits are averaged up to this length where a quantile is not reached.
  public static let delayLimit: TimeSpan = .hours(48)

  static let reasons: [MetricDefinition] =
    ["timeLimit", "deviceInUse", "unplugged"].map { reason in
      perReason("expired", reason, "expiries_\(snakeCase(reason))_per_day", "Runs asked to stop")
    }
    + [
      "completionTimeout", "memoryPressure", "noHandler", "crash", "forceQuit", "reboot", "powerOff",
      "transferCompletionLate",
    ].map {
      perReason("terminated", $0, "kills_\(snakeCase($0))_per_day", "Processes ended, running or not,")
    }

  private static func perReason(
    _ event: String, _ reason: String, _ name: String, _ text: String
  ) -> MetricDefinition {
    MetricDefinition(
      name, unit: "1/d", .smallerIsBetter,
      "\(text) for reason `\(reason)` per device-day of the whole horizon."
    ) { totals in
      totals.devices.map { devices in
        MetricFraction(
          Double(totals.events[.init(event: event, reason: reason)] ?? 0),
          over: Double(devices.counts[.horizon]) / 8.64e10)
      }
    }
  }

  /// `timeLimit` as `time_limit`.
  static func snakeCase(_ word: String) -> String {
    word.reduce(into: "") { text, character in
      text += character.isUppercase ? "_" + character.lowercased() : String(character)
    }
  }

  private static let causes: [MetricDefinition] = EnergyCause.allCases.map { cause in
    MetricDefinition(
      "\(snakeCase(cause.name))_energy_j_per_day", unit: "J/d", cause.isBackground ? .smallerIsBetter : nil,
      "Energy per device-day of cause `\(cause.name)`."
    ) { totals in MetricFraction(totals.causes?.byCause[cause], of: 1e9, per: totals.days) }
  }

  /// The loss of capacity by stress that ages the cell, which is not known of cells without a voltage.
  private static let losses: [MetricDefinition] = [
    ("capacity_loss_per_year", 1, "the median of three models of ageing"),
    ("capacity_loss_per_year_least", 0, "the least of three models of ageing"),
    ("capacity_loss_per_year_most", 2, "the greatest of three models of ageing"),
  ].map { name, place, which in
    MetricDefinition(
      name, unit: "%", .smallerIsBetter,
      "Capacity that a new cell loses in a year of such days, by mean charge, temperature and cycles: \(which), where "
        + "`battery.model` is `thevenin`."
    ) { totals in
      totals.cells.map { devices in
        MetricFraction(
          100 * CapacityLoss(devices, nominalJoules: totals.nominalJoules).yearly[place], over: 1)
      }
    }
  }

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
