/// One device of a run.
public struct DeviceRow: TableRow, Hashable {
  /// Where events of one kind come from.
  public enum Source: String, Hashable, Sendable, CaseIterable { case real, derived, generated }

  /// Where each kind of event of a device comes from.
  public struct Sources: Hashable, Sendable {
    public var screen = Source.generated
    public var lock = Source.generated
    public var apps = Source.generated
    public var notifications = Source.generated
    public var charging = Source.generated
    public var level = Source.generated
    public var network = Source.generated
    public var pushes = Source.generated
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

  public var runID: String
  public var device: Int
  public var archetype: String
  /// Over the whole horizon, and after warm-up.
  public var whole: EnergyWindow
  public var observed: EnergyWindow
  public var stateOfChargeStart: Double
  public var stateOfChargeEnd: Double
  /// Energy of the full battery at its present health.
  public var capacityJoules = 0.0
  /// Length of the window after warm-up.
  public var observedMicroseconds: Int64
  /// Whether all of the horizon counts, as for traces that are too short for a warm-up.
  public var isWithoutWarmUp = false
  public var hoursDead = 0.0
  public var sessions: Int64 = 0
  public var sessionsLost: Int64 = 0
  public var wakeUps: Int64 = 0
  public var launches: Int64 = 0
  public var opens: Int64 = 0
  public var freshOpens: Int64 = 0
  /// Mean staleness over the opens; empty without opens.
  public var stalenessSeconds: Double?
  /// Opens before which the app could have fetched in the background, and of those the fresh ones.
  public var reachableOpens: Int64 = 0
  public var freshReachableOpens: Int64 = 0
  /// Staleness at the reachable opens, added up.
  public var reachableStalenessMicroseconds: Int64 = 0
  /// Opens before which it could not, by cause, in the order of ``UnreachableOpens/causes``.
  public var unreachableOpens = UnreachableOpens()
  public var violations: Int64 = 0
  public var events: Int64 = 0
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

  public static let table = ResultsSchema.devices

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
