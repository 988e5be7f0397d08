/// The outcome of a run.
public enum RunStatus: String, Hashable, Sendable, CaseIterable {
  /// Asked for, not finished.
  case planned
  case ok
  case failed
}

/// How a run ended.
public struct RunOutcome: Hashable, Sendable {
  /// Whether the run ended early, before all of it was simulated.
  public var isFailed: Bool
  /// Devices that were simulated to the end.
  public var devicesDone: Int
  /// Events handled on all devices over the whole horizon; 0 for a failed run.
  public var events: Int64
  /// Hash over all events; nil for a failed run.
  public var eventHash: UInt64?
  /// The reason of a failure; nil for all other runs.
  public var error: String?

  /// A run of which every device was simulated.
  public static func ok(devices: Int, events: Int64, eventHash: UInt64) -> RunOutcome {
    RunOutcome(isFailed: false, devicesDone: devices, events: events, eventHash: eventHash, error: nil)
  }

  /// A run that ended early.
  public static func failed(_ error: String, devicesDone: Int, events: Int64 = 0) -> RunOutcome {
    RunOutcome(isFailed: true, devicesDone: devicesDone, events: events, eventHash: nil, error: error)
  }
}

/// One row of `runs`.
public struct RunRow: TableRow, Hashable {
  /// The run as the study planned it.
  public var run: PlannedRun
  /// The outcome; `planned` for a run that has not ended.
  public var status: RunStatus
  /// Devices that were simulated to the end.
  public var devicesDone: Int
  /// Events handled on all devices over the whole horizon; 0 for a run that failed or has not ended.
  public var events: Int64
  /// Hash over all events; nil for a run that failed or has not ended.
  public var eventHash: UInt64?
  /// The reason of a failure; nil for all other runs.
  public var error: String?

  /// A run that is yet to be done.
  package init(_ run: PlannedRun) {
    self.run = run
    status = .planned
    devicesDone = 0
    events = 0
  }

  init(_ run: PlannedRun, _ outcome: RunOutcome) {
    self.run = run
    status = outcome.isFailed ? .failed : .ok
    devicesDone = outcome.devicesDone
    events = outcome.events
    eventHash = outcome.eventHash
    error = outcome.error
  }

  /// The table `runs`.
  public static let table = ResultsSchema.runs

  private static func orMissing(_ text: String) -> CellValue { text.isEmpty ? .missing : .text(text) }

  /// The cells of the row, which is one of a run that the study asks for.
  public var values: [CellValue] {
    [
      .text(run.runID), .text(run.designPoint), .text(run.arm), .text(run.policy),
      .integer(Int64(run.replication)), .unsigned(run.seed), .integer(Int64(run.devicesExpected)),
      .integer(Int64(devicesDone)), .text(status.rawValue), .integer(events),
      .optional(eventHash.map(Hexadecimal.sixteenDigits)), .text(run.policyName),
      RunRow.orMissing(run.enforces.joined(separator: " ")), .optional(error),
      RunRow.orMissing(run.replay), .integer(Int64(run.designPointOrder)), .integer(Int64(run.policyOrder)),
      .text(run.pointDigest), .text(run.policyDigest), .flag(true),
    ]
  }
}

enum Hexadecimal {
  static func sixteenDigits(_ value: UInt64) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
