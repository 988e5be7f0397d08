import Basics

package typealias BlockedRow = Row<BlockedColumns>

package final class BlockedColumns: RowColumns {
  package static let schema = RowSchema(
    BlockedColumns(), "blocked", "Time for which a reason blocked items of a device, by hour of day.",
    key: ["run_id", "device", "reason", "hour"], references: TableDefinition.ForeignKey.ofDevice)

  package let runID = StoredColumn.runID
  package let device = StoredColumn.device
  package let reason = StoredColumn<String>(
    "reason", "The only reason that blocked the items, or `joint` for several reasons together.")
  package let hour = StoredColumn<Int>("hour", "Hour of the day, 0 to 23, in local time.")
  package let microseconds = StoredColumn<Int64>(
    "blocked_s", as: .microseconds,
    "Time for which the reason blocked items after their windows opened, summed over items and days after "
      + "warm-up. Items submitted during warm-up count from its end.")
}

package typealias EnergyRow = Row<EnergyColumns>

package final class EnergyColumns: RowColumns {
  package static let schema = RowSchema(
    EnergyColumns(), "energy",
    "One row of a device's energy ledger. energy_j sums to device_energy_j and battery_j to battery_energy_out_j, "
      + "both over the whole horizon and after warm-up.",
    key: ["run_id", "device", "app", "component", "cause"], references: TableDefinition.ForeignKey.ofDevice)

  package let runID = StoredColumn.runID
  package let device = StoredColumn.device
  package let app = StoredColumn<String>("app", "Bundle id of the app that is billed, or `system`.")
  package let component = StoredColumn<String>("component", "Component of the device that drew the energy.")
  package let cause = StoredColumn<String>("cause", "Cause of the energy use.")
  package let energyNanojoules = StoredColumn<Int64>(
    "energy_j", as: .nanojoules, "Energy consumed over the whole horizon from any source; exact.")
  package let batteryNanojoules = StoredColumn<Int64>(
    "battery_j", as: .nanojoules, "Part of energy_j drawn from the battery; exact.")
  package let observedNanojoules = StoredColumn<Int64>(
    "observed_energy_j", as: .nanojoules, "Like energy_j, but after warm-up; exact.")
  package let observedBatteryNanojoules = StoredColumn<Int64>(
    "observed_battery_j", as: .nanojoules, "Like battery_j, but after warm-up; exact.")
  package let sharedNanojoules = StoredColumn<Int64>(
    "shared_j", as: .nanojoules, "Part of energy_j billed while another claimant also used the component.")
}

package typealias SampleRow = Row<SampleColumns>

package final class SampleColumns: RowColumns {
  package static let schema = RowSchema(
    SampleColumns(), "timeseries", "The state of a device at one instant.",
    key: ["run_id", "device", "time_s"], references: TableDefinition.ForeignKey.ofDevice)

  package let runID = StoredColumn.runID
  package let device = StoredColumn.device
  package let timeMicroseconds = StoredColumn<Int64>(
    "time_s", as: .microseconds, "Time since local midnight of day 0.")
  package let stateOfCharge = StoredColumn<Double>(
    "state_of_charge", unit: "1",
    "State of charge at the instant, 0 to 1; linear between samples only while the power is constant.")
  package let powerWatts = StoredColumn<Double>(
    "power_w", unit: "W",
    "Power of the loads from this instant until the next event of the device, without losses in the battery. It is a "
      + "step, not a mean until the next sample.")
  package let volts = StoredColumn<Double?>(
    "voltage_v", unit: "V", "Voltage at the battery terminals; empty unless `battery.model` is `thevenin`.")
  package let celsius = StoredColumn<Double?>(
    "temperature_c", unit: "degC", "Temperature of the device; empty unless `battery.model` is `thevenin`.")
}

package typealias RegretRow = Row<RegretColumns>

/// Counts have the names of their counters.
package final class RegretColumns: RowColumns {
  package static let schema = RowSchema(
    RegretColumns(), "regret",
    "Staleness of an app on a device, compared with the best schedule with the same number of fetches.",
    key: ["run_id", "device", "app"], references: TableDefinition.ForeignKey.ofDevice)

  package let runID = StoredColumn.runID
  package let device = StoredColumn.device
  package let app = StoredColumn<String>("app", "Bundle id.")
  package let opens = StoredColumn<Int64>("opens", "Opens that count for freshness.")
  package let reachableOpens = StoredColumn<Int64>(
    "reachable_opens", "Opens that background fetches could have preceded.")
  package let fetches = StoredColumn<Int64>(
    "fetches", "Successful background fetches over the whole horizon.")
  package let observedFetches = StoredColumn<Int64>(
    "observed_fetches", "Successful background fetches after warm-up.")
  package let fetchesNeeded = StoredColumn<Int64>(
    "fetches_needed",
    "Fewest fetches that achieve staleness_s, under the conditions of bound_s.")
  package let staleness = StoredColumn<Int64>(
    "staleness_s", as: .microseconds, "Total staleness at the opens; exact.")
  package let bound = StoredColumn<Int64>(
    "bound_s", as: .microseconds,
    "Lower bound of the total staleness with the same number of background fetches, placed at any time when the hard "
      + "gates were open; fetches take no time and never fail; exact.")
}

package typealias AvailabilityRow = Row<AvailabilityColumns>

package enum AvailabilityKind: String, Hashable, Sendable, CaseIterable, CellProperty {
  case observed, eligible, granted
}

package final class AvailabilityColumns: RowColumns {
  package static let schema = RowSchema(
    AvailabilityColumns(), "availability",
    "An interval after warm-up in which a device is observed, is eligible to train a model, or trains.",
    key: ["run_id", "device", "kind", "start_s", "item"], references: TableDefinition.ForeignKey.ofDevice)

  package let runID = StoredColumn.runID
  package let device = StoredColumn.device
  package let kind = StoredColumn<AvailabilityKind>(
    "kind",
    "`observed`: the whole time after warm-up, once per device. `eligible`: idle for at least `processing.idleDelay`, "
      + "plugged in, and on Wi-Fi. `granted`: a run of a processing task that requires external power and network, "
      + "from the call of its handler to its end; the network may be cellular.", initial: .observed)
  package let item = StoredColumn<Int>(
    "item", "Number of the granted item on its device, as in attempts.csv; 0 for other kinds.")
  package let startMicroseconds = StoredColumn<Int64>(
    "start_s", as: .microseconds, "Start of the interval, since local midnight of day 0.")
  package let endMicroseconds = StoredColumn<Int64>(
    "end_s", as: .microseconds, "End of the interval, at most the horizon, since local midnight of day 0.")
  package let stateOfChargeStart = StoredColumn<Double>(
    "state_of_charge_start", unit: "1", "State of charge at the start, 0 to 1.")
  package let stateOfChargeEnd = StoredColumn<Double>(
    "state_of_charge_end", unit: "1", "State of charge at the end, 0 to 1.")
  package let outcome = StoredColumn<String?>(
    "outcome", "Outcome of the granted run, as in attempts.csv; empty for other kinds.")
  package let energyNanojoules = StoredColumn<Int64?>(
    "energy_j", as: .nanojoules,
    "Energy billed to the granted run, launch and radio tail included; exact; empty for other kinds.")
}
