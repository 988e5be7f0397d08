/// One row of the energy ledger of a device, over the whole horizon and after warm-up.
public struct EnergyRow: TableRow, Hashable {
  public var runID: String
  public var device: Int
  /// Bundle id, or `system`.
  public var app: String
  public var component: String
  public var cause: String
  /// The energy consumed, and the part of it from the battery.
  public var energyNanojoules: Int64
  public var batteryNanojoules: Int64
  /// The same after warm-up.
  public var observedNanojoules: Int64
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

  public static let table = ResultsSchema.energy

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
  public var runID: String
  public var device: Int
  public var timeMicroseconds: Int64
  public var stateOfCharge: Double
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

  public static let table = ResultsSchema.timeseries

  public var values: [CellValue] {
    [
      .text(runID), .integer(Int64(device)), .microseconds(timeMicroseconds), .real(stateOfCharge),
      .real(powerWatts),
    ]
  }
}

/// How often an event of the vocabulary occurred on all devices of a run.
public struct EventCountRow: TableRow, Hashable {
  public var runID: String
  public var event: String
  /// Bundle id; empty for events of the device.
  public var app: String
  public var mechanism: String
  public var reason: String
  public var count: Int64

  public init(runID: String, event: String, app: String, mechanism: String, reason: String, count: Int64) {
    self.runID = runID
    self.event = event
    self.app = app
    self.mechanism = mechanism
    self.reason = reason
    self.count = count
  }

  public static let table = ResultsSchema.events

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
  public var runID: String
  public var wallSeconds: Double
  public var host: String
  /// ISO 8601, UTC.
  public var started: String
  public var ended: String
  /// Model of the processor, and those of its extensions on which last bits depend; nil where they are not known.
  public var processor: String?
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

  public static let table = ResultsSchema.provenance

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
