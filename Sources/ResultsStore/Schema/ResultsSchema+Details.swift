extension ResultsSchema {
  static let ofDevice = [TableDefinition.ForeignKey(["run_id", "device"], of: "devices")]

  private static func energyColumns(_ prefix: String, _ window: String) -> [ColumnDefinition] {
    func column(_ name: String, _ definition: String) -> ColumnDefinition {
      ColumnDefinition(prefix + name, .nanojoules, unit: "J", "\(definition) \(window); exact.")
    }
    return [
      column("device_energy_j", "All that the device consumed: battery_energy_out_j + adapter_energy_j,"),
      column("battery_energy_out_j", "Energy out of the cell, measured at the cell,"),
      column("adapter_energy_j", "Energy that the adapter carried for loads, without charging loss,"),
      column("battery_energy_in_j", "Energy that the cell stored"),
      column(
        "charging_loss_j",
        "Energy that the adapter gave for the cell and that was lost in charging, which no row of energy.csv holds,"
      ),
    ]
  }

  private static func sourceColumn(_ kind: String) -> ColumnDefinition {
    ColumnDefinition(
      "source_\(kind)", .text,
      "Where the device's events of kind \(kind) come from: a trace, derived from one, or the generator.",
      words: ["real", "derived", "generated"])
  }

  private static func unreachableColumn(_ cause: String) -> ColumnDefinition {
    let what =
      switch cause {
      case "mixed": "gates were closed in turn, none of them all the time."
      case "noItem": "the app has no kind of item by which it fetches in the background."
      default: "`\(cause)` was the first gate that was closed all the time."
      }
    return ColumnDefinition(
      UnreachableOpens.column(cause), .integer, "Opens that were not reachable because \(what)")
  }

  /// Devices of runs, with energies, opens and the sources of their events.
  public static let devices = TableDefinition(
    "devices", "One device of a run.", key: ["run_id", "device"], references: ofRun,
    words: ["archetype"] + DeviceRow.Sources().byKind.map { "source_\($0.kind)" },
    columns: [
      runKey, device,
      ColumnDefinition("archetype", .text, "Archetype of the user, or name of the trace's device."),
    ] + energyColumns("", "over the whole horizon") + [
      ColumnDefinition("capacity_j", .real, unit: "J", "Energy of the full battery at its present health."),
      ColumnDefinition("state_of_charge_start", .real, unit: "1", "State of charge at time 0, 0 to 1."),
      ColumnDefinition(
        "state_of_charge_end", .real, unit: "1", "State of charge at the end of the horizon, 0 to 1."),
    ] + energyColumns("observed_", "after warm-up") + [
      ColumnDefinition("observed_s", .microseconds, unit: "s", "Length of the window after warm-up."),
      ColumnDefinition(
        "without_warm_up", .integer, "1 if all of the horizon counts, as for traces too short for a warm-up."),
      ColumnDefinition("hours_dead", .real, unit: "h", "Time off with an empty battery, after warm-up."),
      ColumnDefinition("sessions", .integer, "User sessions after warm-up, lost ones included."),
      ColumnDefinition("sessions_lost", .integer, "User sessions that met a dead phone, after warm-up."),
      ColumnDefinition("wake_ups", .integer, "Transitions from deep idle to awake, after warm-up."),
      ColumnDefinition("launches", .integer, "Background launches of the study's apps, after warm-up."),
      ColumnDefinition("opens", .integer, "Opens of apps with content that count for freshness."),
      ColumnDefinition("fresh_opens", .integer, "Of which the user found fresh content."),
      ColumnDefinition(
        "fresh_open_share", .real, unit: "1", "Share of fresh opens; empty without opens.", isRequired: false),
      ColumnDefinition(
        "staleness_at_open_s", .real, unit: "s", "Mean staleness at open; empty without opens.",
        isRequired: false),
      ColumnDefinition(
        "reachable_opens", .integer,
        "Opens before which the app could have fetched in the background: since its last foreground fetch, or the "
          + "start, all gates of one kind of its items were open at some instant."),
      ColumnDefinition("fresh_reachable_opens", .integer, "Of which the user found fresh content."),
      ColumnDefinition(
        "reachable_staleness_s", .microseconds, unit: "s",
        "Staleness at the reachable opens, added up; exact."),
    ]
      + UnreachableOpens.causes.map { unreachableColumn($0) } + [
        ColumnDefinition("violations", .integer, "Wrong decisions of the policy, whole horizon."),
        ColumnDefinition("events", .integer, "Events handled, whole horizon."),
      ] + DeviceRow.Sources().byKind.map { sourceColumn($0.kind) })

  /// A column per reason follows `blocked_joint_s` in the export.
  public static let attempts = TableDefinition(
    "attempts", "One item: request, push or transfer.", key: ["run_id", "device", "item"],
    references: ofDevice,
    words: ["app", "mechanism", "identifier", "outcome", "reason", "wait_end"],
    columns: [
      runKey, device,
      ColumnDefinition("item", .integer, "Number of the item on its device, from 1."),
      ColumnDefinition("app", .text, "Bundle id."),
      ColumnDefinition("mechanism", .text, "Kind of background work."),
      ColumnDefinition(
        "identifier", .text, "Identifier of the request; empty for pushes.", isRequired: false),
      ColumnDefinition(
        "submitted_s", .microseconds, unit: "s",
        "When it was submitted; of a silent push, when it reached the phone."),
      ColumnDefinition(
        "floor_s", .microseconds, unit: "s", "Earliest begin date; empty for none.", isRequired: false),
      ColumnDefinition(
        "launched_s", .microseconds, unit: "s", "When its run was launched; empty if it was not.",
        isRequired: false),
      ColumnDefinition(
        "ended_s", .microseconds, unit: "s", "When it ended; empty if it is still waiting or running.",
        isRequired: false),
      ColumnDefinition("outcome", .text, "What became of it."),
      ColumnDefinition("reason", .text, "Why, in the vocabulary of the model.", isRequired: false),
      ColumnDefinition(
        "granted_s", .microseconds, unit: "s", "Run time that it was granted.", isRequired: false),
      ColumnDefinition(
        "cpu_s", .real, unit: "s",
        "Processor time that its run needs to end; one that was stopped has used less."),
      ColumnDefinition("bytes", .integer, unit: "B", "Bytes moved by its run, both ways."),
      ColumnDefinition("energy_j", .nanojoules, unit: "J", "Energy billed to its run; exact."),
      ColumnDefinition(
        "censored", .integer,
        "1 if the item had not ended at the horizon: what is said of its wait or run is a lower bound."),
      ColumnDefinition(
        "wait_from_s", .microseconds, unit: "s",
        "When the first window opened of the chain of requests that replace each other; empty without a wait of its own.",
        isRequired: false),
      ColumnDefinition(
        "wait_until_s", .microseconds, unit: "s", "When that wait ended or was cut off.", isRequired: false),
      ColumnDefinition(
        "wait_end", .text,
        "How: `launched` and `delivered` end it, all others cut it off (`lost`: dropped, given up for a newer push, or "
          + "out of time). Empty for a replaced request whose successor goes on with the wait, and where the window "
          + "never opened.",
        isRequired: false,
        words: ["launched", "delivered", "horizon", "forceQuit", "cancelled", "lost"]),
      ColumnDefinition(
        "blocked_joint_s", .microseconds, unit: "s",
        "Part of the wait from `wait_from_s` on in which several reasons together held it back; with the reasons that did "
          + "so alone it adds up to the wait, which after a force quit goes on until the launch or end. 0 for a replaced "
          + "request: its successor has the wait of the chain."),
      ColumnDefinition(
        "blocked", .text, "Time for which one reason alone held it back.", isRequired: false,
        isExported: false),
    ])

  /// The column of a reason that held items back alone.
  static func blockedColumn(_ reason: String) -> ColumnDefinition {
    ColumnDefinition(
      "blocked_\(reason)_s", .microseconds, unit: "s",
      "Part of the wait in which `\(reason)` alone held it back.")
  }

  /// Times for which reasons kept items waiting, by hour of the day.
  public static let blocked = TableDefinition(
    "blocked", "How long a reason kept items of a device waiting at an hour of the day.",
    key: ["run_id", "device", "reason", "hour"], references: ofDevice, words: ["reason"],
    columns: [
      runKey, device,
      ColumnDefinition(
        "reason", .text, "The reason that alone held items back, or `joint` for several reasons together."),
      ColumnDefinition("hour", .integer, "Hour of the day, 0 to 23, in local time."),
      ColumnDefinition(
        "blocked_s", .microseconds, unit: "s",
        "Time for which it held items back after their window had opened, added up over items and days after "
          + "warm-up; items that were submitted during warm-up count from its end."),
    ])

  /// The energy ledger: one row a device, app, component and cause.
  public static let energy = TableDefinition(
    "energy",
    "One row of a device's energy ledger: energy_j adds up to device_energy_j, battery_j to battery_energy_out_j, "
      + "over the whole horizon and after warm-up.",
    key: ["run_id", "device", "app", "component", "cause"], references: ofDevice,
    words: ["app", "component", "cause"],
    columns: [
      runKey, device,
      ColumnDefinition("app", .text, "Bundle id of the app that is billed, or `system`."),
      ColumnDefinition("component", .text, "Part of the phone that drew the energy."),
      ColumnDefinition("cause", .text, "Why it was drawn."),
      ColumnDefinition(
        "energy_j", .nanojoules, unit: "J",
        "Energy consumed over the whole horizon, whatever its source; exact."),
      ColumnDefinition(
        "battery_j", .nanojoules, unit: "J", "Part of energy_j that was drawn from the cell; exact."),
      ColumnDefinition("observed_energy_j", .nanojoules, unit: "J", "As energy_j, after warm-up; exact."),
      ColumnDefinition("observed_battery_j", .nanojoules, unit: "J", "As battery_j, after warm-up; exact."),
      ColumnDefinition(
        "shared_j", .nanojoules, unit: "J",
        "Part of energy_j billed while another claimant held the same component."),
    ])

  /// Samples of charge and power of devices.
  public static let timeseries = TableDefinition(
    "timeseries", "The state of a device at one instant.", key: ["run_id", "device", "time_s"],
    references: ofDevice,
    words: [],
    columns: [
      runKey, device,
      ColumnDefinition("time_s", .microseconds, unit: "s", "Since local midnight of day 0."),
      ColumnDefinition(
        "state_of_charge", .real, unit: "1",
        "At the instant, 0 to 1; between samples it changes linearly "
          + "only as long as the power stays the same."),
      ColumnDefinition(
        "power_w", .real, unit: "W",
        "Power from this instant on, until the next event of the device: a step, not a mean up to the next "
          + "sample."),
    ])

  /// Staleness of apps beside the least that as many fetches could have left.
  public static let regret = TableDefinition(
    "regret",
    "An app's staleness on a device beside the best schedule with as many fetches; no run is below its bound.",
    key: ["run_id", "device", "app"], references: ofDevice,
    words: ["app"],
    columns: [
      runKey, device,
      ColumnDefinition("app", .text, "Bundle id."),
      ColumnDefinition("opens", .integer, "Opens that count for freshness."),
      ColumnDefinition(
        "reachable_opens", .integer, "Of which the app could have fetched in the background before."),
      ColumnDefinition("fetches", .integer, "Successful background fetches of the whole horizon."),
      ColumnDefinition("observed_fetches", .integer, "Those of them that arrived after warm-up."),
      ColumnDefinition(
        "fetches_needed", .integer,
        "The fewest fetches with which a schedule, bounded like bound_s, is no staler than staleness_s."),
      ColumnDefinition(
        "staleness_s", .microseconds, unit: "s", "Staleness at these opens, added up; exact."),
      ColumnDefinition(
        "bound_s", .microseconds, unit: "s",
        "The least that any schedule reaches with as many background fetches at instants when the hard gates "
          + "of the run were open, without duration and without failure; exact."),
    ])

  /// Sums of each local day of a run.
  public static let days = TableDefinition(
    "days",
    "One local day of a run, warm-up included: the sums over its devices of which the default metrics are made.",
    key: ["run_id", "day"], references: ofRun, words: [],
    columns: [
      runKey,
      ColumnDefinition("day", .integer, "Number of the local day, from 0; for devices of a trace their own."),
      ColumnDefinition(
        "observed_s", .microseconds, unit: "s",
        "Time of the day that lies within the horizons of the devices, added up; 86,400 s make a device-day."),
      ColumnDefinition("energy_j", .nanojoules, unit: "J", "Energy that the devices consumed; exact."),
      ColumnDefinition(
        "discretionary_battery_j", .nanojoules, unit: "J",
        "Energy drawn from the cell for the causes refresh, processing, push and transfer; exact."),
      ColumnDefinition(
        "reachable_opens", .integer,
        "Opens that count for freshness and before which the app could have fetched in the background."),
      ColumnDefinition("fresh_reachable_opens", .integer, "Of which the user found fresh content."),
      ColumnDefinition(
        "reachable_staleness_s", .microseconds, unit: "s",
        "Staleness at the reachable opens, added up; exact."),
      ColumnDefinition(
        "processing_wanted", .integer,
        "Processing requests submitted on the day, without those that were replaced or cancelled later."),
      ColumnDefinition(
        "processing_completed", .integer,
        "Of which completed successfully by the end of the horizon, on whatever day."),
    ])

  /// Counts of events by run, app, mechanism and reason.
  public static let events = TableDefinition(
    "events", "How often an event occurred on all devices of a run, over the whole horizon.",
    key: ["run_id", "event", "app", "mechanism", "reason"], references: ofRun,
    words: ["event", "app", "mechanism", "reason"], isOfCounts: true,
    columns: [
      runKey,
      ColumnDefinition("event", .text, "Name of the event."),
      ColumnDefinition("app", .text, "Bundle id; `-` for events of the device."),
      ColumnDefinition("mechanism", .text, "Kind of background work; `-` where there is none."),
      ColumnDefinition("reason", .text, "Reason or cause; `-` where there is none."),
      ColumnDefinition("count", .integer, "How often."),
    ])
}
