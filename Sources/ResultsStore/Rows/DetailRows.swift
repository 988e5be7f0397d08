/// One row of the energy ledger of a device, over the whole horizon and after warm-up.
public struct EnergyRow: TableRow, Hashable {
  /// Identity of the run, as in `runs.csv`.
  public var runID: String
  /// Number of the device in its fleet, from 0.
  public var device: Int
  /// Bundle id, or `system`.
  public var app: String
  /// Name of the part of the phone that drew the energy.
  public var component: String
  /// Name of the cause for which it was drawn.
  public var cause: String
  /// The energy consumed over the whole horizon, whatever its source.
  public var energyNanojoules: Int64
  /// The part of the energy that came from the battery, over the whole horizon.
  public var batteryNanojoules: Int64
  /// The energy consumed after warm-up.
  public var observedNanojoules: Int64
  /// The part of the energy after warm-up that came from the battery.
  public var observedBatteryNanojoules: Int64
  /// Part of the energy that was billed while another claimant held the component.
  public var sharedNanojoules: Int64

  public init(
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

  /// The table `energy`.
  public static let table = ResultsSchema.energy

  /// The cells of the row.
  public var values: [CellValue] {
    [
      .text(runID), .integer(Int64(device)), .text(app), .text(component), .text(cause),
      .nanojoules(energyNanojoules), .nanojoules(batteryNanojoules), .nanojoules(observedNanojoules),
      .nanojoules(observedBatteryNanojoules), .nanojoules(sharedNanojoules),
    ]
  }
}

/// The state of a device at one instant.
public struct SampleRow: TableRow, Hashable {
  /// Identity of the run, as in `runs.csv`.
  public var runID: String
  /// Number of the device in its fleet, from 0.
  public var device: Int
  /// Time of the sample since local midnight of day 0.
  public var timeMicroseconds: Int64
  /// State of charge at the instant, 0 to 1.
  public var stateOfCharge: Double
  /// Power from this instant on until the next event of the device.
  public var powerWatts: Double

  public init(
    runID: String, device: Int, timeMicroseconds: Int64, stateOfCharge: Double, powerWatts: Double
  ) {
    self.runID = runID
    self.device = device
    self.timeMicroseconds = timeMicroseconds
    self.stateOfCharge = stateOfCharge
    self.powerWatts = powerWatts
  }

  /// The table `timeseries`.
  public static let table = ResultsSchema.timeseries

  /// The cells of the row.
  public var values: [CellValue] {
    [
      .text(runID), .integer(Int64(device)), .microseconds(timeMicroseconds), .real(stateOfCharge),
      .real(powerWatts),
    ]
  }
}

/// How often an event of the vocabulary occurred on all devices of a run.
public struct EventCountRow: TableRow, Hashable {
  /// Identity of the run, as in `runs.csv`.
  public var runID: String
  /// Name of the event, as in event logs.
  public var event: String
  /// Bundle id; empty for events of the device.
  public var app: String
  /// Name of the kind of background work; empty where there is none.
  public var mechanism: String
  /// Name of the reason or cause; empty where there is none.
  public var reason: String
  /// Occurrences on all devices, over the whole horizon.
  public var count: Int64

  public init(runID: String, event: String, app: String, mechanism: String, reason: String, count: Int64) {
    self.runID = runID
    self.event = event
    self.app = app
    self.mechanism = mechanism
    self.reason = reason
    self.count = count
  }

  /// The table `events`.
  public static let table = ResultsSchema.events

  /// The cells of the row; a dash stands for an empty text.
  public var values: [CellValue] {
    [
      .text(runID), .text(event), .text(Self.word(app)), .text(Self.word(mechanism)),
      .text(Self.word(reason)), .integer(count),
    ]
  }

  /// Keys of a table must not be empty: nothing is a dash there.
  private static func word(_ text: String) -> String { text.isEmpty ? "-" : text }
  static func unword(_ text: String) -> String { text == "-" ? "" : text }
}

/// Where and when a run was computed: the only table that reads a clock.
public struct ProvenanceRow: TableRow, Hashable {
  /// Identity of the run, as in `runs.csv`.
  public var runID: String
  /// Time spent on the run, added up over its devices; as they are simulated side by side, it can exceed the time that
  /// passed.
  public var wallSeconds: Double
  /// Name of the machine; several names are joined by semicolons.
  public var host: String
  /// Time at which the run began, ISO 8601, UTC.
  public var started: String
  /// Time at which the last of the devices was stored, ISO 8601, UTC.
  public var ended: String
  /// Model of the processor; nil where it is not known.
  public var processor: String?
  /// Extensions of the processor on which last bits depend, such as `fma`; nil where they are not known.
  public var instructions: String?
  /// Library of the mathematical functions with its version; nil where it is not known.
  public var cLibrary: String?

  public init(
    runID: String, wallSeconds: Double, host: String, started: String, ended: String,
    processor: String? = nil,
    instructions: String? = nil, cLibrary: String? = nil
  ) {
    self.processor = processor
    self.instructions = instructions
    self.cLibrary = cLibrary
    self.runID = runID
    self.wallSeconds = wallSeconds
    self.host = host
    self.started = started
    self.ended = ended
  }

  /// The table `provenance`.
  public static let table = ResultsSchema.provenance

  /// The cells of the row.
  public var values: [CellValue] {
    [
      .text(runID), .real(wallSeconds), .text(host), .text(started), .text(ended), .optional(processor),
      .optional(instructions), .optional(cLibrary),
    ]
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
}
