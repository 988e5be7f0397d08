/// One device of a run.
public struct DeviceRow: TableRow, Hashable {
  /// Where events of one kind come from.
  public enum Source: String, Hashable, Sendable, CaseIterable { case real, derived, generated }

  /// Where each kind of event of a device comes from.
  public struct Sources: Hashable, Sendable {
    /// Screen on and off.
    public var screen = Source.generated
    /// Locks and unlocks.
    public var lock = Source.generated
    /// Apps that come to the front and leave it.
    public var apps = Source.generated
    /// Notifications that apps show.
    public var notifications = Source.generated
    /// Plugging in and unplugging.
    public var charging = Source.generated
    /// Levels of the battery.
    public var level = Source.generated
    /// Changes of the network path.
    public var network = Source.generated
    /// Silent pushes.
    public var pushes = Source.generated
    /// Changes of the apps' content.
    public var content = Source.generated
    public init() {}

    /// Sources by kind, in the order of the columns.
    public var byKind: [(kind: String, source: Source)] {
      [
        ("screen", screen), ("lock", lock), ("apps", apps), ("notifications", notifications),
        ("charging", charging), ("level", level), ("network", network), ("pushes", pushes),
        ("content", content),
      ]
    }
  }

  /// Identity of the run, as in `runs.csv`.
  public var runID: String
  /// Number of the device in its fleet, or of the trace's device, from 0.
  public var device: Int
  /// Archetype of the user, or name of the trace's device.
  public var archetype: String
  /// Energies over the whole horizon.
  public var whole: EnergyWindow
  /// Energies after warm-up.
  public var observed: EnergyWindow
  /// State of charge at time 0, 0 to 1.
  public var stateOfChargeStart: Double
  /// State of charge at the end of the horizon, 0 to 1.
  public var stateOfChargeEnd: Double
  /// Energy of the full battery at its present health.
  public var capacityJoules = 0.0
  /// Length of the window after warm-up.
  public var observedMicroseconds: Int64
  /// Whether all of the horizon counts, as for traces that are too short for a warm-up.
  public var isWithoutWarmUp = false
  /// Hours for which the phone was off with an empty battery, after warm-up.
  public var hoursDead = 0.0
  /// User sessions after warm-up, lost ones included.
  public var sessions: Int64 = 0
  /// User sessions that met a phone without charge, after warm-up.
  public var sessionsLost: Int64 = 0
  /// Transitions from deep idle to awake, after warm-up.
  public var wakeUps: Int64 = 0
  /// Background launches of the study's apps, after warm-up; transfers launch none.
  public var launches: Int64 = 0
  /// Opens of apps with content that count for freshness, after warm-up.
  public var opens: Int64 = 0
  /// Opens at which the user found fresh content; at most ``opens``.
  public var freshOpens: Int64 = 0
  /// Mean staleness over the opens; empty without opens.
  public var stalenessSeconds: Double?
  /// Opens before which the app could have fetched in the background.
  public var reachableOpens: Int64 = 0
  /// Reachable opens at which the user found fresh content.
  public var freshReachableOpens: Int64 = 0
  /// Staleness at the reachable opens, added up.
  public var reachableStalenessMicroseconds: Int64 = 0
  /// Opens before which it could not, by cause, in the order of ``UnreachableOpens/causes``.
  public var unreachableOpens = UnreachableOpens()
  /// Wrong decisions of the policy, over the whole horizon.
  public var violations: Int64 = 0
  /// Events handled, over the whole horizon.
  public var events: Int64 = 0
  /// The origin of each kind of event.
  public var sources = Sources()

  public init(
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

  /// The table `devices`.
  public static let table = ResultsSchema.devices

  /// The cells of the row, with the share of fresh opens computed from the counts.
  public var values: [CellValue] {
    let share: Double? = opens > 0 ? Double(freshOpens) / Double(opens) : nil
    var values: [CellValue] = [.text(runID), .integer(Int64(device)), .text(archetype)]
    values += whole.values
    values += [.real(capacityJoules), .real(stateOfChargeStart), .real(stateOfChargeEnd)]
    values += observed.values
    values += [
      .microseconds(observedMicroseconds), .flag(isWithoutWarmUp), .real(hoursDead), .integer(sessions),
      .integer(sessionsLost), .integer(wakeUps), .integer(launches), .integer(opens), .integer(freshOpens),
      .optional(share), .optional(stalenessSeconds), .integer(reachableOpens), .integer(freshReachableOpens),
      .microseconds(reachableStalenessMicroseconds),
    ]
    values += unreachableOpens.counts.map { .integer($0) }
    values += [.integer(violations), .integer(events)]
    values += sources.byKind.map { .text($0.source.rawValue) }
    return values
  }
}
