import DeviceModel
import OutputAnalysis
import ResultsStore
import Workload

extension MetricCatalogue {
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
          + "charging."
      ) { $0.joulesPerDay($0.devices?.counts.wall) },
      MetricDefinition(
        "charging_loss_j_per_day", unit: "J/d", .smallerIsBetter,
        "Energy lost in charging per device-day; no energy of an app, cause or component."
      ) { $0.joulesPerDay($0.devices?.counts[.chargingLoss]) },
      MetricDefinition(
        "mean_power_w", unit: "W", .smallerIsBetter,
        "Mean power of the device while it was on, whether cell or adapter gave it."
      ) { $0.watts($0.energy) },
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
}
