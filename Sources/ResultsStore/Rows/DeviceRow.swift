import Basics

package typealias DeviceRow = Row<DeviceColumns>

/// Counts of devices as wholes have the names of their counters.
package final class DeviceColumns: RowColumns {
  package static let schema = RowSchema(
    DeviceColumns(), "devices", "One device of a run.", key: ["run_id", "device"],
    references: TableDefinition.ForeignKey.ofRun,
    computed: [
      "archetype": Window.column("", "over the whole horizon", \.wholeNanojoules),
      "state_of_charge_end": Window.column("observed_", "after warm-up", \.observedNanojoules),
      "fresh_opens": Column(
        "fresh_open_share", unit: "1", "Share of fresh opens; empty without opens.", \.freshOpenShare),
    ])

  package let runID = StoredColumn.runID
  package let device = StoredColumn.device
  package let archetype = StoredColumn<String>(
    "archetype", "Archetype of the user, or name of the device in the trace.")
  package let whole = Window("", "over the whole horizon")
  package let capacityJoules = StoredColumn<Double>(
    "capacity_j", unit: "J", "Energy of the full battery at its present health.")
  package let stateOfChargeStart = StoredColumn<Double>(
    "state_of_charge_start", unit: "1", "State of charge at time 0, 0 to 1.")
  package let stateOfChargeEnd = StoredColumn<Double>(
    "state_of_charge_end", unit: "1", "State of charge at the end of the horizon, 0 to 1.")
  package let observed = Window("observed_", "after warm-up")
  package let observedMicroseconds = StoredColumn<Int64>(
    "observed_s", as: .microseconds, "Length of the window after warm-up.")
  package let isWithoutWarmUp = StoredColumn<Bool>(
    "without_warm_up", "1 if the whole horizon counts, for example if a trace is too short for a warm-up.")
  package let hoursDead = StoredColumn<Double>(
    "hours_dead", unit: "h", "Time powered off with an empty battery, after warm-up.")
  package let sessions = StoredColumn<Int64>("sessions", "User sessions after warm-up, lost ones included.")
  package let sessionsLost = StoredColumn<Int64>(
    "sessions_lost", "User sessions lost to an empty battery, after warm-up.")
  package let wakeUps = StoredColumn<Int64>("wake_ups", "Transitions from deep idle to awake, after warm-up.")
  /// Transfers launch none.
  package let launches = StoredColumn<Int64>(
    "launches", "Background launches of the study's apps, after warm-up.")
  package let opens = StoredColumn<Int64>("opens", "Opens of apps with content that count for freshness.")
  package let freshOpens = StoredColumn<Int64>("fresh_opens", "Counted opens with fresh content.")
  package let stalenessSeconds = StoredColumn<Double?>(
    "staleness_at_open_s", unit: "s", "Mean staleness at open; empty without opens.")
  package let reachableOpens = StoredColumn<Int64>(
    "reachable_opens",
    "Opens that background fetches could have preceded: after the last foreground fetch (or the start), all gates of "
      + "at least one mechanism of the app were open at some instant.")
  package let freshReachableOpens = StoredColumn<Int64>(
    "fresh_reachable_opens", "Reachable opens with fresh content.")
  package let reachableStalenessMicroseconds = StoredColumn<Int64>(
    "reachable_staleness_s", as: .microseconds, "Total staleness at the reachable opens; exact.")
  package let unreachable = causes.map { cause in
    let what =
      switch cause {
      case "mixed": "different gates were closed at different times."
      case "noItem": "the app has no mechanism that fetches in the background."
      default: "`\(cause)` was the first gate that was closed the whole time."
      }
    return StoredColumn<Int64>("unreachable_\(cause)_opens", "Opens that were not reachable because \(what)")
  }
  package let violations = StoredColumn<Int64>(
    "violations", "Wrong decisions of the policy, over the whole horizon.")
  package let highCharge = StoredColumn<Int64>(
    "above_80_percent_s", as: .microseconds,
    "Time above 80 % charge, after warm-up; 0 unless `battery.model` is `thevenin`."
  )
  package let warm = StoredColumn<Int64>(
    "above_35_degc_s", as: .microseconds,
    "Time with a device temperature above 35 °C, after warm-up; 0 unless `battery.model` is `thevenin`.")
  package let charge = StoredColumn<Int64>(
    "charge_out_c", "Charge drawn from the battery, after warm-up; 0 unless `battery.model` is `thevenin`.")
  package let events = StoredColumn<Int64>("events", "Events handled, over the whole horizon.")
  package let sources = kinds.map { kind in
    StoredColumn<Source>(
      "source_\(kind)",
      "Source of the device's \(kind) events: a trace, derived from a trace, or the generator.",
      initial: .generated)
  }

  /// The causes for which an app could not fetch before an open: a gate that was closed all the time, several in turn, or no
  /// kind of item that fetches.
  package static let causes = [
    "forceQuit", "barOff", "barWifiOnly", "firstUnlock", "lowPowerMode", "appForeground", "externalPower",
    "deviceInUse", "noNetwork", "thermalCritical", "mixed", "noItem",
  ]

  package static let kinds = [
    "screen", "lock", "apps", "notifications", "charging", "level", "network", "pushes", "content",
  ]

  package enum Source: String, Hashable, Sendable, CaseIterable, CellProperty {
    case real, derived, generated
  }

  package struct Window: Sendable {
    package let batteryOut, adapter, batteryIn, chargingLoss: StoredColumn<Int64>

    fileprivate init(_ prefix: String, _ window: String) {
      func field(_ name: String, _ definition: String) -> StoredColumn<Int64> {
        StoredColumn(prefix + name, as: .nanojoules, "\(definition) \(window); exact.")
      }
      batteryOut = field("battery_energy_out_j", "Energy drawn from the battery, measured at the battery,")
      adapter = field("adapter_energy_j", "Energy that the adapter supplied to loads, without charging loss,")
      batteryIn = field("battery_energy_in_j", "Energy that the battery stored")
      chargingLoss = field(
        "charging_loss_j",
        "Energy from the adapter that was lost in charging, which is not part of energy.csv,"
      )
    }

    fileprivate static func column(
      _ prefix: String, _ window: String, _ nanojoules: KeyPath<DeviceRow, Int64>
    ) -> Column<DeviceRow> {
      Column(
        prefix + "device_energy_j", as: .nanojoules,
        "Total energy consumption: battery_energy_out_j + adapter_energy_j, \(window); exact.", nanojoules
      )
    }
  }
}

extension DeviceRow {
  fileprivate var freshOpenShare: Double? {
    self.opens > 0 ? Double(self.freshOpens) / Double(self.opens) : nil
  }
  fileprivate var wholeNanojoules: Int64 { energy(Self.columns.whole) }
  package var observedNanojoules: Int64 { energy(Self.columns.observed) }

  private func energy(_ window: DeviceColumns.Window) -> Int64 {
    self[window.batteryOut] &+ self[window.adapter]
  }
}
