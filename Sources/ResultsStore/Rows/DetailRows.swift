import Basics

package typealias BlockedRow = Row<BlockedColumns>

package final class BlockedColumns: RowColumns {
  package static let schema = RowSchema(
    BlockedColumns(), "blocked", "How long a reason kept items of a device waiting at an hour of the day.",
    key: ["run_id", "device", "reason", "hour"], references: TableDefinition.ForeignKey.ofDevice)

  package let runID = StoredColumn.runID
  package let device = StoredColumn.device
  package let reason = StoredColumn<String>(
    "reason", "The reason that alone held items back, or `joint` for several reasons together.")
  package let hour = StoredColumn<Int>("hour", "Hour of the day, 0 to 23, in local time.")
  package let microseconds = StoredColumn<Int64>(
    "blocked_s", as: .microseconds,
    "Time for which it held items back after their window had opened, added up over items and days after "
      + "warm-up; items that were submitted during warm-up count from its end.")
}

package typealias EnergyRow = Row<EnergyColumns>

package final class EnergyColumns: RowColumns {
  package static let schema = RowSchema(
    EnergyColumns(), "energy",
    "One row of a device's energy ledger: energy_j adds up to device_energy_j, battery_j to battery_energy_out_j, "
      + "over the whole horizon and after warm-up.",
    key: ["run_id", "device", "app", "component", "cause"], references: TableDefinition.ForeignKey.ofDevice)

  package let runID = StoredColumn.runID
  package let device = StoredColumn.device
  package let app = StoredColumn<String>("app", "Bundle id of the app that is billed, or `system`.")
  package let component = StoredColumn<String>("component", "Part of the phone that drew the energy.")
  package let cause = StoredColumn<String>("cause", "Why it was drawn.")
  package let energyNanojoules = StoredColumn<Int64>(
    "energy_j", as: .nanojoules, "Energy consumed over the whole horizon, whatever its source; exact.")
  package let batteryNanojoules = StoredColumn<Int64>(
    "battery_j", as: .nanojoules, "Part of energy_j that was drawn from the cell; exact.")
  package let observedNanojoules = StoredColumn<Int64>(
    "observed_energy_j", as: .nanojoules, "As energy_j, after warm-up; exact.")
  package let observedBatteryNanojoules = StoredColumn<Int64>(
    "observed_battery_j", as: .nanojoules, "As battery_j, after warm-up; exact.")
  package let sharedNanojoules = StoredColumn<Int64>(
    "shared_j", as: .nanojoules, "Part of energy_j billed while another claimant held the same component.")
}

package typealias SampleRow = Row<SampleColumns>

package final class SampleColumns: RowColumns {
  package static let schema = RowSchema(
    SampleColumns(), "timeseries", "The state of a device at one instant.",
    key: ["run_id", "device", "time_s"], references: TableDefinition.ForeignKey.ofDevice)

  package let runID = StoredColumn.runID
  package let device = StoredColumn.device
  package let timeMicroseconds = StoredColumn<Int64>(
    "time_s", as: .microseconds, "Since local midnight of day 0.")
  package let stateOfCharge = StoredColumn<Double>(
    "state_of_charge", unit: "1",
    "At the instant, 0 to 1; between samples it changes linearly only as long as the power stays the same.")
  package let powerWatts = StoredColumn<Double>(
    "power_w", unit: "W",
    "Of the loads from this instant on, until the next event of the device, without what the cell loses: a "
      + "step, not a mean up to the next sample.")
  package let volts = StoredColumn<Double?>(
    "voltage_v", unit: "V", "At the terminals of the cell; empty unless `battery.model` is `thevenin`.")
  package let celsius = StoredColumn<Double?>(
    "temperature_c", unit: "degC", "Of the phone; empty unless `battery.model` is `thevenin`.")
}

package typealias RegretRow = Row<RegretColumns>

/// Counts have the names of their counters.
package final class RegretColumns: RowColumns {
  package static let schema = RowSchema(
    RegretColumns(), "regret",
    "An app's staleness on a device beside the best schedule with as many fetches; no run is below its bound.",
    key: ["run_id", "device", "app"], references: TableDefinition.ForeignKey.ofDevice)

  package let runID = StoredColumn.runID
  package let device = StoredColumn.device
  package let app = StoredColumn<String>("app", "Bundle id.")
  package let opens = StoredColumn<Int64>("opens", "Opens that count for freshness.")
  package let reachableOpens = StoredColumn<Int64>(
    "reachable_opens", "Of which the app could have fetched in the background before.")
  package let fetches = StoredColumn<Int64>("fetches", "Successful background fetches of the whole horizon.")
  package let observedFetches = StoredColumn<Int64>(
    "observed_fetches", "Those of them that arrived after warm-up.")
  package let fetchesNeeded = StoredColumn<Int64>(
    "fetches_needed",
    "The fewest fetches with which a schedule, bounded like bound_s, is no staler than staleness_s.")
  package let staleness = StoredColumn<Int64>(
    "staleness_s", as: .microseconds, "Staleness at these opens, added up; exact.")
  package let bound = StoredColumn<Int64>(
    "bound_s", as: .microseconds,
    "The least that any schedule reaches with as many background fetches at instants when the hard gates "
      + "of the run were open, without duration and without failure; exact.")
}

package typealias AvailabilityRow = Row<AvailabilityColumns>

package enum AvailabilityKind: String, Hashable, Sendable, CaseIterable, CellProperty {
  case observed, eligible, granted
}

package final class AvailabilityColumns: RowColumns {
  package static let schema = RowSchema(
    AvailabilityColumns(), "availability",
    "A time after warm-up in which a device is observed, is eligible for training a model, or trains.",
    key: ["run_id", "device", "kind", "start_s", "item"], references: TableDefinition.ForeignKey.ofDevice)

  package let runID = StoredColumn.runID
  package let device = StoredColumn.device
  package let kind = StoredColumn<AvailabilityKind>(
    "kind",
    "`observed`: the whole time after warm-up, once a device. `eligible`: idle for at least `processing.idleDelay`, "
      + "plugged and on Wi-Fi. `granted`: a run of a processing task that asks for external power and network, from "
      + "the call of its handler to its end; the network may be cellular.", initial: .observed)
  package let item = StoredColumn<Int>(
    "item", "Number of the granted item on its device, as in attempts.csv; 0 for the other kinds.")
  package let startMicroseconds = StoredColumn<Int64>(
    "start_s", as: .microseconds, "Since local midnight of day 0.")
  package let endMicroseconds = StoredColumn<Int64>(
    "end_s", as: .microseconds, "Since local midnight of day 0; what goes on at the horizon ends there.")
  package let stateOfChargeStart = StoredColumn<Double>(
    "state_of_charge_start", unit: "1", "State of charge at the start, 0 to 1.")
  package let stateOfChargeEnd = StoredColumn<Double>(
    "state_of_charge_end", unit: "1", "State of charge at the end, 0 to 1.")
  package let outcome = StoredColumn<String?>(
    "outcome", "What became of the granted run, as in attempts.csv; empty for the other kinds.")
  package let energyNanojoules = StoredColumn<Int64?>(
    "energy_j", as: .nanojoules,
    "Energy billed to the granted run, launch and radio tail included; exact; empty for the other kinds.")
}
