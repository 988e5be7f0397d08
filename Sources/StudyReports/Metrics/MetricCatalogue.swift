import DeviceModel
import EventSimulation
import OutputAnalysis
import ResultsStore
import Workload

public enum MetricCatalogue {
  /// All metrics, in the order of files and of `slumber metrics`.
  public static let all: [MetricDefinition] =
    energy + device + ageing + reach + freshness + distribution + regret + delays + incidence + transfers
    + service
    + policy + reasons

  private static let byName: [String: Int] = Dictionary(
    uniqueKeysWithValues: all.enumerated().map { ($1.name, $0) })

  public static func metric(_ name: String) -> MetricDefinition? { byName[name].map { all[$0] } }
  public static var names: [String] { all.map(\.name) }
  public static var descriptions: [MetricDescription] { all.map(\.description) }

  /// Waits are averaged up to this length where a quantile is not reached.
  public static let delayLimit: TimeSpan = .hours(48)

  static let policy: [MetricDefinition] = [
    MetricDefinition(
      "decisions_per_device_day", unit: "1/d", .smallerIsBetter,
      "Decision points with a candidate per device-day, whether or not the policy had to be asked."
    ) { $0.perDay($0.devices?.counts[.decisions]) },
    MetricDefinition(
      "candidates_per_decision", unit: "1", nil, "Mean number of candidates at a decision point that has one."
    ) { share($0.devices?.counts[.candidates], of: $0.devices?.counts[.decisions]) },
    MetricDefinition(
      "violations_per_device_day", unit: "1/d", .smallerIsBetter,
      "Wrong decisions of the policy per device-day of the whole horizon."
    ) { totals in totals.devices.flatMap { perHorizonDay($0.counts[.violations], $0) } },
    MetricDefinition(
      "budget_use", unit: "1", nil,
      "Energy debited from the devices' energy budgets over what was refilled without clipping, whole horizon."
    ) {
      $0.devices.flatMap { joules($0.counts[.budgetDebited], per: Double($0.counts[.budgetRefilled]) / 1e9) }
    },
  ]

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
      totals.devices.flatMap { devices in
        perHorizonDay(Int128(totals.events[.init(event: event, reason: reason)] ?? 0), devices)
      }
    }
  }

  private static func perHorizonDay(_ count: Int128, _ devices: DeviceTotals) -> MetricFraction? {
    MetricFraction(Double(count), over: Double(devices.counts[.horizon]) / 8.64e10)
  }

  /// `timeLimit` as `time_limit`.
  static func snakeCase(_ word: String) -> String {
    word.reduce(into: "") { text, character in
      text += character.isUppercase ? "_" + character.lowercased() : String(character)
    }
  }

  static let energy: [MetricDefinition] =
    [
      MetricDefinition(
        "energy_j_per_day", unit: "J/d", .smallerIsBetter, of: [.population, .app, .mechanism, .component],
        "Energy consumed per device-day, whether cell or adapter gave it: by the device, or the part billed to the "
          + "app, mechanism (as a cause) or component. Charging loss is not in it."
      ) { $0.joulesPerDay($0.energy) },
      MetricDefinition(
        "background_energy_j_per_day", unit: "J/d", .smallerIsBetter, of: .items,
        "Energy per device-day of background work: causes \(BackgroundCauses.list(\.isBackground))."
      ) { $0.joulesPerDay($0.backgroundEnergy) },
      MetricDefinition(
        "background_battery_j_per_day", unit: "J/d", .smallerIsBetter, of: .items,
        "The part of background_energy_j_per_day that was drawn from the cell."
      ) { $0.joulesPerDay($0.backgroundBattery) },
      MetricDefinition(
        "discretionary_battery_j_per_day", unit: "J/d", .smallerIsBetter, of: .items,
        "Energy drawn from the cell per device-day for what a policy decides on: causes "
          + "\(BackgroundCauses.list(\.isDiscretionary)). A policy that starts nothing has none."
      ) { $0.joulesPerDay($0.discretionaryBattery) },
      MetricDefinition(
        "battery_share_per_day", unit: "%/d", .smallerIsBetter, of: .apps,
        "Background energy per device-day as a percentage of the nominal energy of the battery."
      ) { joules($0.backgroundEnergy, per: $0.days * $0.nominalJoules / 100) },
      MetricDefinition(
        "energy_per_launch_j", unit: "J", .smallerIsBetter, of: .items,
        "Energy billed to runs over the number of launches.", censoring: Censoring.submitted
      ) { joules($0.items.counts[.energy], per: $0.items.counts[.launched]) },
      MetricDefinition(
        "energy_per_fresh_open_j", unit: "J", .smallerIsBetter, of: .apps,
        "Background energy over the number of opens that see fresh content."
      ) { joules($0.backgroundEnergy, per: $0.freshness?.counts[.fresh]) },
      MetricDefinition(
        "energy_per_useful_refresh_j", unit: "J", .smallerIsBetter, of: .apps,
        "Background energy over the number of successful background fetches that an open came to use before the "
          + "next fetch."
      ) { joules($0.backgroundEnergy, per: $0.freshness?.counts[.usefulFetches]) },
      MetricDefinition(
        "battery_energy_out_j_per_day", unit: "J/d", .smallerIsBetter,
        "Energy out of the cell per device-day, measured at the cell."
      ) { $0.joulesPerDay($0.devices?.counts[.batteryOut]) },
      MetricDefinition(
        "battery_energy_in_j_per_day", unit: "J/d", nil, "Energy stored in the cell per device-day."
      ) { $0.joulesPerDay($0.devices?.counts[.batteryIn]) },
      MetricDefinition(
        "adapter_energy_j_per_day", unit: "J/d", nil,
        "Energy carried by the adapter for loads per device-day, without charging loss and what the cell stored."
      ) { $0.joulesPerDay($0.devices?.counts[.adapter]) },
      MetricDefinition(
        "wall_energy_j_per_day", unit: "J/d", .smallerIsBetter,
        "Energy that the adapter took from the wall per device-day: for loads, stored in the cell, and lost in "
          + "charging and in the adapter."
      ) { $0.joulesPerDay($0.devices?.counts.wall) },
      MetricDefinition(
        "charging_loss_j_per_day", unit: "J/d", .smallerIsBetter,
        "Energy lost from the adapter's output to the charge of the cell per device-day; no energy of an app, "
          + "cause or component."
      ) { $0.joulesPerDay($0.devices?.counts[.chargingLoss]) },
      MetricDefinition(
        "mean_power_w", unit: "W", .smallerIsBetter,
        "Mean power of the device while it was on, whether cell or adapter gave it."
      ) { joules($0.energy, per: $0.poweredHours.map { $0 * 3600 }) },
      MetricDefinition(
        "energy_j_per_day_per_device", unit: "J/d", .smallerIsBetter,
        "Mean over devices of each device's own energy per day."
      ) { $0.devices?.energyPerDay.fraction },
    ]
    + EnergyCause.allCases.map { cause in
      MetricDefinition(
        "\(snakeCase(cause.name))_energy_j_per_day", unit: "J/d", cause.isBackground ? .smallerIsBetter : nil,
        "Energy per device-day of cause `\(cause.name)`."
      ) { totals in totals.joulesPerDay(totals.causes?.byCause[cause]) }
    }

  static let device: [MetricDefinition] = [
    MetricDefinition(
      "hours_dead_per_day", unit: "h/d", .smallerIsBetter, "Time off with an empty battery per device-day."
    ) { $0.hoursPerDay($0.devices?.counts[.dead]) },
    MetricDefinition(
      "sessions_lost_per_day", unit: "1/d", .smallerIsBetter,
      "User sessions per device-day that met a phone with an empty battery."
    ) { $0.perDay($0.devices?.counts[.sessionsLost]) },
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
    ) { $0.perDay($0.devices?.counts[.wakeUps]) },
    MetricDefinition(
      "sessions_per_day", unit: "1/d", nil, "User sessions per device-day, lost ones included."
    ) { $0.perDay($0.devices?.counts[.sessions]) },
    MetricDefinition("screen_hours_per_day", unit: "h/d", nil, "Time with the screen on per device-day.") {
      $0.hoursPerDay($0.devices?.counts[.screenOn])
    },
    MetricDefinition(
      "opportunity_hours_per_day", unit: "h/d", nil, "Time idle, plugged in and on Wi-Fi per device-day."
    ) { $0.hoursPerDay($0.devices?.counts[.opportunity]) },
  ]

  /// Stress that ages the cell. Only the cycles are told of cells without a voltage.
  static let ageing: [MetricDefinition] =
    [
      MetricDefinition(
        "battery_cycles_per_day", unit: "1/d", .smallerIsBetter,
        "Equivalent full cycles per device-day: energy out of the cell over that of a new battery."
      ) { joules($0.devices?.counts[.batteryOut], per: $0.days * $0.nominalJoules) },
      MetricDefinition(
        "charge_out_ah_per_day", unit: "Ah/d", .smallerIsBetter,
        "Charge out of the cell per device-day, where `battery.model` is `thevenin`."
      ) { MetricFraction(cells($0)?.counts[.charge], of: 3600, per: $0.days) },
      MetricDefinition(
        "hours_above_80_percent_per_day", unit: "h/d", .smallerIsBetter,
        "Time with more than 80 % of the charge per device-day, where `battery.model` is `thevenin`."
      ) { $0.hoursPerDay(cells($0)?.counts[.highCharge]) },
      MetricDefinition(
        "hours_above_35_degc_per_day", unit: "h/d", .smallerIsBetter,
        "Time with a phone of more than 35 °C per device-day, where `battery.model` is `thevenin`."
      ) { $0.hoursPerDay(cells($0)?.counts[.warm]) },
    ]
    + [
      ("capacity_loss_per_year", 1, "the median of three models of ageing"),
      ("capacity_loss_per_year_least", 0, "the least of three models of ageing"),
      ("capacity_loss_per_year_most", 2, "the greatest of three models of ageing"),
    ].map { name, place, which in
      MetricDefinition(
        name, unit: "%", .smallerIsBetter,
        "Capacity that a new cell loses in a year of such days, by mean charge, temperature and cycles: \(which), where "
          + "`battery.model` is `thevenin`."
      ) { totals in
        cells(totals).map { devices in
          MetricFraction(
            100 * CapacityLoss(devices, nominalJoules: totals.nominalJoules).yearly[place], over: 1)
        }
      }
    }

  private static func cells(_ totals: ScopeTotals) -> DeviceTotals? {
    totals.devices.flatMap { $0.counts[.chargeLevel] > 0 ? $0 : nil }
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
