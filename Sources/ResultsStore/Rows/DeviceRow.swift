/// Energies of one device over one window, in nanojoules.
public struct EnergyWindow: Hashable, Sendable {
  package var batteryOut: Int64 = 0
  package var batteryIn: Int64 = 0
  package var adapter: Int64 = 0
  package var chargingLoss: Int64 = 0

  fileprivate init() {}

  package init(batteryOut: Int64, batteryIn: Int64, adapter: Int64, chargingLoss: Int64) {
    self.batteryOut = batteryOut
    self.batteryIn = batteryIn
    self.adapter = adapter
    self.chargingLoss = chargingLoss
  }

  package var device: Int64 { batteryOut &+ adapter }

  fileprivate static func columns(_ prefix: String, _ window: String) -> [Column<EnergyWindow>] {
    func column(
      _ name: String, _ definition: String, _ property: any KeyPath<EnergyWindow, Int64> & Sendable
    ) -> Column<EnergyWindow> {
      Column(prefix + name, .nanojoules, "\(definition) \(window); exact.", property)
    }
    return [
      column(
        "device_energy_j", "All that the device consumed: battery_energy_out_j + adapter_energy_j,", \.device),
      column("battery_energy_out_j", "Energy out of the cell, measured at the cell,", \.batteryOut),
      column(
        "adapter_energy_j", "Energy that the adapter carried for loads, without charging loss,", \.adapter),
      column("battery_energy_in_j", "Energy that the cell stored", \.batteryIn),
      column(
        "charging_loss_j",
        "Energy that the adapter gave for the cell and that was lost in charging, which no row of energy.csv holds,",
        \.chargingLoss),
    ]
  }
}

/// Opens of apps that could not have fetched in the background before, by what kept them from it.
public struct UnreachableOpens: Hashable, Sendable {
  /// The causes: a gate that was closed all the time, several in turn, or no kind of item that fetches.
  package static let causes = [
    "forceQuit", "barOff", "barWifiOnly", "firstUnlock", "lowPowerMode", "appForeground", "externalPower",
    "deviceInUse", "noNetwork", "thermalCritical", "mixed", "noItem",
  ]

  /// In the order of ``causes``.
  private var counts = Array(repeating: Int64(0), count: causes.count)

  package init() {}

  /// The opens of one cause.
  package subscript(cause: String) -> Int64 {
    get { Self.causes.firstIndex(of: cause).map { counts[$0] } ?? 0 }
    set { if let index = Self.causes.firstIndex(of: cause) { counts[index] = newValue } }
  }

  package static func += (sum: inout UnreachableOpens, other: UnreachableOpens) {
    for index in sum.counts.indices { sum.counts[index] &+= other.counts[index] }
  }

  fileprivate static let columns: [Column<UnreachableOpens>] = causes.map { cause in
    let what =
      switch cause {
      case "mixed": "gates were closed in turn, none of them all the time."
      case "noItem": "the app has no kind of item by which it fetches in the background."
      default: "`\(cause)` was the first gate that was closed all the time."
      }
    return Column("unreachable_\(cause)_opens", "Opens that were not reachable because \(what)", \.[cause])
  }
}

/// One device of a run.
public struct DeviceRow: StoredRow, Hashable {
  /// Where events of one kind come from.
  public enum Source: String, Hashable, Sendable, CaseIterable, CellProperty { case real, derived, generated }

  /// Where each kind of event of a device comes from.
  public struct Sources: Hashable, Sendable {
    package var screen = Source.generated
    package var lock = Source.generated
    package var apps = Source.generated
    package var notifications = Source.generated
    package var charging = Source.generated
    package var level = Source.generated
    package var network = Source.generated
    package var pushes = Source.generated
    package var content = Source.generated
    package init() {}

    /// The kinds in the order of the columns.
    static let kinds: [(name: String, property: any KeyPath<Sources, Source> & Sendable)] = [
      ("screen", \.screen), ("lock", \.lock), ("apps", \.apps), ("notifications", \.notifications),
      ("charging", \.charging), ("level", \.level), ("network", \.network), ("pushes", \.pushes),
      ("content", \.content),
    ]

    fileprivate static let columns: [Column<Sources>] = kinds.map { name, property in
      Column(
        "source_\(name)",
        "Where the device's events of kind \(name) come from: a trace, derived from one, or the generator.",
        property)
    }
  }

  package var runID = ""
  package var device = 0
  package var archetype = ""
  /// Energies over the whole horizon.
  package var whole = EnergyWindow()
  /// Energies after warm-up.
  package var observed = EnergyWindow()
  package var stateOfChargeStart = 0.0
  package var stateOfChargeEnd = 0.0
  package var capacityJoules = 0.0
  package var observedMicroseconds: Int64 = 0
  package var isWithoutWarmUp = false
  package var hoursDead = 0.0
  package var sessions: Int64 = 0
  package var sessionsLost: Int64 = 0
  package var wakeUps: Int64 = 0
  /// Transfers launch none.
  package var launches: Int64 = 0
  package var opens: Int64 = 0
  package var freshOpens: Int64 = 0
  package var stalenessSeconds: Double?
  package var reachableOpens: Int64 = 0
  package var freshReachableOpens: Int64 = 0
  package var reachableStalenessMicroseconds: Int64 = 0
  package var unreachableOpens = UnreachableOpens()
  package var violations: Int64 = 0
  package var events: Int64 = 0
  package var sources = Sources()

  package init() {}

  package init(
    runID: String, device: Int, archetype: String, whole: EnergyWindow, observed: EnergyWindow,
    stateOfChargeStart: Double, stateOfChargeEnd: Double, observedMicroseconds: Int64
  ) {
    self.runID = runID
    self.device = device
    self.archetype = archetype
    self.whole = whole
    self.observed = observed
    self.stateOfChargeStart = stateOfChargeStart
    self.stateOfChargeEnd = stateOfChargeEnd
    self.observedMicroseconds = observedMicroseconds
  }

  private var freshShare: Double? { opens > 0 ? Double(freshOpens) / Double(opens) : nil }

  /// Devices of runs, with energies, opens and the sources of their events.
  package static let table = Table<DeviceRow>(
    "devices", "One device of a run.", key: ["run_id", "device"],
    references: TableDefinition.ForeignKey.ofRun,
    columns: [
      .runID(\.runID), .device(\.device),
      Column("archetype", "Archetype of the user, or name of the trace's device.", \.archetype),
    ] + EnergyWindow.columns("", "over the whole horizon").map { $0.of(\.whole) } + [
      Column("capacity_j", unit: "J", "Energy of the full battery at its present health.", \.capacityJoules),
      Column(
        "state_of_charge_start", unit: "1", "State of charge at time 0, 0 to 1.", \.stateOfChargeStart),
      Column(
        "state_of_charge_end", unit: "1", "State of charge at the end of the horizon, 0 to 1.",
        \.stateOfChargeEnd),
    ] + EnergyWindow.columns("observed_", "after warm-up").map { $0.of(\.observed) } + [
      Column(
        "observed_s", .microseconds, "Length of the window after warm-up.", \.observedMicroseconds),
      Column(
        "without_warm_up", "1 if all of the horizon counts, as for traces too short for a warm-up.",
        \.isWithoutWarmUp),
      Column("hours_dead", unit: "h", "Time off with an empty battery, after warm-up.", \.hoursDead),
      Column("sessions", "User sessions after warm-up, lost ones included.", \.sessions),
      Column("sessions_lost", "User sessions that met a dead phone, after warm-up.", \.sessionsLost),
      Column("wake_ups", "Transitions from deep idle to awake, after warm-up.", \.wakeUps),
      Column("launches", "Background launches of the study's apps, after warm-up.", \.launches),
      Column("opens", "Opens of apps with content that count for freshness.", \.opens),
      Column("fresh_opens", "Of which the user found fresh content.", \.freshOpens),
      Column("fresh_open_share", unit: "1", "Share of fresh opens; empty without opens.", \.freshShare),
      Column(
        "staleness_at_open_s", unit: "s", "Mean staleness at open; empty without opens.", \.stalenessSeconds),
      Column(
        "reachable_opens",
        "Opens before which the app could have fetched in the background: since its last foreground fetch, or the "
          + "start, all gates of one kind of its items were open at some instant.", \.reachableOpens),
      Column("fresh_reachable_opens", "Of which the user found fresh content.", \.freshReachableOpens),
      Column(
        "reachable_staleness_s", .microseconds, "Staleness at the reachable opens, added up; exact.",
        \.reachableStalenessMicroseconds),
    ] + UnreachableOpens.columns.map { $0.of(\.unreachableOpens) } + [
      Column("violations", "Wrong decisions of the policy, whole horizon.", \.violations),
      Column("events", "Events handled, whole horizon.", \.events),
    ] + Sources.columns.map { $0.of(\.sources) })
}
