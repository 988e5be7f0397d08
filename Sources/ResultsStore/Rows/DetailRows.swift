/// How long a reason kept items of a device waiting at an hour of the day.
public struct BlockedRow: StoredRow, Hashable {
  package var runID = ""
  package var device = 0
  package var reason = ""
  package var hour = 0
  package var microseconds: Int64 = 0

  package init() {}

  package init(runID: String, device: Int, reason: String, hour: Int, microseconds: Int64) {
    self.runID = runID
    self.device = device
    self.reason = reason
    self.hour = hour
    self.microseconds = microseconds
  }

  package static let table = Table<BlockedRow>(
    "blocked", "How long a reason kept items of a device waiting at an hour of the day.",
    key: ["run_id", "device", "reason", "hour"], references: TableDefinition.ForeignKey.ofDevice,
    columns: [
      .runID(\.runID), .device(\.device),
      Column(
        "reason", "The reason that alone held items back, or `joint` for several reasons together.", \.reason),
      Column("hour", "Hour of the day, 0 to 23, in local time.", \.hour),
      Column(
        "blocked_s", .microseconds,
        "Time for which it held items back after their window had opened, added up over items and days after "
          + "warm-up; items that were submitted during warm-up count from its end.", \.microseconds),
    ])
}

/// One row of the energy ledger of a device, over the whole horizon and after warm-up.
public struct EnergyRow: StoredRow, Hashable {
  package var runID = ""
  package var device = 0
  package var app = ""
  package var component = ""
  package var cause = ""
  package var energyNanojoules: Int64 = 0
  package var batteryNanojoules: Int64 = 0
  package var observedNanojoules: Int64 = 0
  package var observedBatteryNanojoules: Int64 = 0
  package var sharedNanojoules: Int64 = 0

  package init() {}

  package init(
    runID: String, device: Int, app: String, component: String, cause: String, energyNanojoules: Int64,
    batteryNanojoules: Int64, observedNanojoules: Int64, observedBatteryNanojoules: Int64,
    sharedNanojoules: Int64
  ) {
    self.runID = runID
    self.device = device
    self.app = app
    self.component = component
    self.cause = cause
    self.energyNanojoules = energyNanojoules
    self.batteryNanojoules = batteryNanojoules
    self.observedNanojoules = observedNanojoules
    self.observedBatteryNanojoules = observedBatteryNanojoules
    self.sharedNanojoules = sharedNanojoules
  }

  package static let table = Table<EnergyRow>(
    "energy",
    "One row of a device's energy ledger: energy_j adds up to device_energy_j, battery_j to battery_energy_out_j, "
      + "over the whole horizon and after warm-up.",
    key: ["run_id", "device", "app", "component", "cause"], references: TableDefinition.ForeignKey.ofDevice,
    columns: [
      .runID(\.runID), .device(\.device),
      Column("app", "Bundle id of the app that is billed, or `system`.", \.app),
      Column("component", "Part of the phone that drew the energy.", \.component),
      Column("cause", "Why it was drawn.", \.cause),
      Column(
        "energy_j", .nanojoules, "Energy consumed over the whole horizon, whatever its source; exact.",
        \.energyNanojoules),
      Column(
        "battery_j", .nanojoules, "Part of energy_j that was drawn from the cell; exact.",
        \.batteryNanojoules),
      Column("observed_energy_j", .nanojoules, "As energy_j, after warm-up; exact.", \.observedNanojoules),
      Column(
        "observed_battery_j", .nanojoules, "As battery_j, after warm-up; exact.", \.observedBatteryNanojoules),
      Column(
        "shared_j", .nanojoules, "Part of energy_j billed while another claimant held the same component.",
        \.sharedNanojoules),
    ])
}

/// The state of a device at one instant.
public struct SampleRow: StoredRow, Hashable {
  package var runID = ""
  package var device = 0
  package var timeMicroseconds: Int64 = 0
  package var stateOfCharge = 0.0
  package var powerWatts = 0.0

  package init() {}

  package init(runID: String, device: Int, timeMicroseconds: Int64, stateOfCharge: Double, powerWatts: Double)
  {
    self.runID = runID
    self.device = device
    self.timeMicroseconds = timeMicroseconds
    self.stateOfCharge = stateOfCharge
    self.powerWatts = powerWatts
  }

  package static let table = Table<SampleRow>(
    "timeseries", "The state of a device at one instant.", key: ["run_id", "device", "time_s"],
    references: TableDefinition.ForeignKey.ofDevice,
    columns: [
      .runID(\.runID), .device(\.device),
      Column("time_s", .microseconds, "Since local midnight of day 0.", \.timeMicroseconds),
      Column(
        "state_of_charge", unit: "1",
        "At the instant, 0 to 1; between samples it changes linearly "
          + "only as long as the power stays the same.", \.stateOfCharge),
      Column(
        "power_w", unit: "W",
        "Power from this instant on, until the next event of the device: a step, not a mean up to the next "
          + "sample.", \.powerWatts),
    ])
}

/// The staleness of one app on one device, and the least that as many fetches could have left.
public struct RegretRow: StoredRow, Hashable {
  package var runID = ""
  package var device = 0
  package var app = ""
  package var opens: Int64 = 0
  package var reachableOpens: Int64 = 0
  package var fetches: Int64 = 0
  package var observedFetches: Int64 = 0
  package var fetchesNeeded: Int64 = 0
  package var stalenessMicroseconds: Int64 = 0
  package var boundMicroseconds: Int64 = 0

  package init() {}

  package init(
    runID: String, device: Int, app: String, opens: Int64, reachableOpens: Int64, fetches: Int64,
    observedFetches: Int64, fetchesNeeded: Int64, stalenessMicroseconds: Int64, boundMicroseconds: Int64
  ) {
    self.runID = runID
    self.device = device
    self.app = app
    self.opens = opens
    self.reachableOpens = reachableOpens
    self.fetches = fetches
    self.observedFetches = observedFetches
    self.fetchesNeeded = fetchesNeeded
    self.stalenessMicroseconds = stalenessMicroseconds
    self.boundMicroseconds = boundMicroseconds
  }

  package static let table = Table<RegretRow>(
    "regret",
    "An app's staleness on a device beside the best schedule with as many fetches; no run is below its bound.",
    key: ["run_id", "device", "app"], references: TableDefinition.ForeignKey.ofDevice,
    columns: [
      .runID(\.runID), .device(\.device), Column("app", "Bundle id.", \.app),
      Column("opens", "Opens that count for freshness.", \.opens),
      Column(
        "reachable_opens", "Of which the app could have fetched in the background before.", \.reachableOpens),
      Column("fetches", "Successful background fetches of the whole horizon.", \.fetches),
      Column("observed_fetches", "Those of them that arrived after warm-up.", \.observedFetches),
      Column(
        "fetches_needed",
        "The fewest fetches with which a schedule, bounded like bound_s, is no staler than staleness_s.",
        \.fetchesNeeded),
      Column(
        "staleness_s", .microseconds, "Staleness at these opens, added up; exact.", \.stalenessMicroseconds),
      Column(
        "bound_s", .microseconds,
        "The least that any schedule reaches with as many background fetches at instants when the hard gates "
          + "of the run were open, without duration and without failure; exact.", \.boundMicroseconds),
    ])
}
