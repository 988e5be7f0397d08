/// The sums of one local day over the devices of a run, of which the default metrics are made.
public struct DayRow: StoredRow, Hashable {
  package var runID = ""
  package var day = 0
  package var microseconds: Int64 = 0
  package var energyNanojoules: Int64 = 0
  package var discretionaryBatteryNanojoules: Int64 = 0
  package var reachableOpens: Int64 = 0
  package var freshReachableOpens: Int64 = 0
  package var reachableStalenessMicroseconds: Int64 = 0
  package var processingWanted: Int64 = 0
  package var processingCompleted: Int64 = 0

  package init() {}

  package init(
    runID: String, day: Int, microseconds: Int64, energyNanojoules: Int64,
    discretionaryBatteryNanojoules: Int64, reachableOpens: Int64, freshReachableOpens: Int64,
    reachableStalenessMicroseconds: Int64, processingWanted: Int64, processingCompleted: Int64
  ) {
    self.runID = runID
    self.day = day
    self.microseconds = microseconds
    self.energyNanojoules = energyNanojoules
    self.discretionaryBatteryNanojoules = discretionaryBatteryNanojoules
    self.reachableOpens = reachableOpens
    self.freshReachableOpens = freshReachableOpens
    self.reachableStalenessMicroseconds = reachableStalenessMicroseconds
    self.processingWanted = processingWanted
    self.processingCompleted = processingCompleted
  }

  package static let table = Table<DayRow>(
    "days",
    "One local day of a run, warm-up included: the sums over its devices of which the default metrics are made.",
    key: ["run_id", "day"], references: TableDefinition.ForeignKey.ofRun,
    columns: [
      .runID(\.runID),
      Column("day", "Number of the local day, from 0; for devices of a trace their own.", \.day),
      Column(
        "observed_s", .microseconds,
        "Time of the day that lies within the horizons of the devices, added up; 86,400 s make a device-day.",
        \.microseconds),
      Column("energy_j", .nanojoules, "Energy that the devices consumed; exact.", \.energyNanojoules),
      Column(
        "discretionary_battery_j", .nanojoules,
        "Energy drawn from the cell for the causes refresh, processing, push and transfer; exact.",
        \.discretionaryBatteryNanojoules),
      Column(
        "reachable_opens",
        "Opens that count for freshness and before which the app could have fetched in the background.",
        \.reachableOpens),
      Column("fresh_reachable_opens", "Of which the user found fresh content.", \.freshReachableOpens),
      Column(
        "reachable_staleness_s", .microseconds, "Staleness at the reachable opens, added up; exact.",
        \.reachableStalenessMicroseconds),
      Column(
        "processing_wanted",
        "Processing requests submitted on the day, without those that were replaced or cancelled later.",
        \.processingWanted),
      Column(
        "processing_completed",
        "Of which completed successfully by the end of the horizon, on whatever day.", \.processingCompleted),
    ])
}

/// How often an event of the vocabulary occurred on all devices of a run.
public struct EventCountRow: StoredRow, Hashable {
  package var runID = ""
  /// Name of the event, as in event logs.
  package var event = ""
  /// Bundle id; empty for events of the device.
  package var app = ""
  package var mechanism = ""
  package var reason = ""
  package var count: Int64 = 0

  package init() {}

  package init(runID: String, event: String, app: String, mechanism: String, reason: String, count: Int64) {
    self.runID = runID
    self.event = event
    self.app = app
    self.mechanism = mechanism
    self.reason = reason
    self.count = count
  }

  /// Keys of a table must not be empty: nothing is a dash there.
  private static let nothing = CellValue.text("-")

  package static let table = Table<EventCountRow>(
    "events", "How often an event occurred on all devices of a run, over the whole horizon.",
    key: ["run_id", "event", "app", "mechanism", "reason"], references: TableDefinition.ForeignKey.ofRun,
    columns: [
      .runID(\.runID), Column("event", "Name of the event.", \.event),
      Column("app", "Bundle id; `-` for events of the device.", empty: nothing, \.app),
      Column(
        "mechanism", "Kind of background work; `-` where there is none.", empty: nothing, \.mechanism),
      Column("reason", "Reason or cause; `-` where there is none.", empty: nothing, \.reason),
      Column("count", "How often.", \.count),
    ])
}

/// Where and when a run was computed: the only table that reads a clock.
public struct ProvenanceRow: StoredRow, Hashable {
  package var runID = ""
  /// As devices are simulated side by side, it can exceed the time that passed.
  package var wallSeconds = 0.0
  /// Several names are joined by semicolons.
  package var host = ""
  package var started = ""
  package var ended = ""
  package var processor: String?
  package var instructions: String?
  package var cLibrary: String?

  package init() {}

  package init(
    runID: String, wallSeconds: Double, host: String, started: String, ended: String,
    processor: String? = nil, instructions: String? = nil, cLibrary: String? = nil
  ) {
    self.runID = runID
    self.wallSeconds = wallSeconds
    self.host = host
    self.started = started
    self.ended = ended
    self.processor = processor
    self.instructions = instructions
    self.cLibrary = cLibrary
  }

  /// The provenance of a run from that of its parts: times are added, and every place is named once.
  init(joining parts: [ProvenanceRow]) {
    func joined(_ texts: [String?]) -> String? {
      var seen: [String] = []
      for text in texts.compactMap(\.self) where !seen.contains(text) { seen.append(text) }
      return seen.isEmpty ? nil : seen.joined(separator: "; ")
    }
    self.init(
      runID: parts.first?.runID ?? "", wallSeconds: parts.reduce(0) { $0 + $1.wallSeconds },
      host: joined(parts.map(\.host)) ?? "", started: parts.map(\.started).min() ?? "",
      ended: parts.map(\.ended).max() ?? "", processor: joined(parts.map(\.processor)),
      instructions: joined(parts.map(\.instructions)), cLibrary: joined(parts.map(\.cLibrary)))
  }

  /// Its rows take no part in digests, as they differ from one computation to the next.
  package static let table = Table<ProvenanceRow>(
    "provenance", "Where and when a run was computed; the only table that reads a clock.", key: ["run_id"],
    references: TableDefinition.ForeignKey.ofRun,
    columns: [
      .runID(\.runID),
      Column("wall_s", unit: "s", "Time spent on the run, summed over its devices.", \.wallSeconds),
      Column("host", "Name of the machine.", \.host),
      Column("started", "When the run began, ISO 8601, UTC.", \.started),
      Column("ended", "When the last of its devices was stored, ISO 8601, UTC.", \.ended),
      Column("processor", "Model of the processor; empty where it is not known.", \.processor),
      Column(
        "instructions",
        "Extensions of the processor on which the last bits of mathematical functions depend: fma, avx2, avx512f.",
        \.instructions),
      Column("c_library", "Library of the mathematical functions, with its version.", \.cLibrary),
    ])
}
