/// One request, push or transfer of a run.
public struct AttemptRow: TableRow, Hashable {
  /// How long one reason alone kept the item waiting.
  public struct Blocked: Hashable, Sendable {
    /// Name of the reason.
    public var reason: String
    /// Time for which the reason held the item back and no other did.
    public var microseconds: Int64
    public init(reason: String, microseconds: Int64) {
      self.reason = reason
      self.microseconds = microseconds
    }
  }

  /// Identity of the run, as in `runs.csv`.
  public var runID: String
  /// Number of the device in its fleet, from 0.
  public var device: Int
  /// Number of the item on its device, from 1.
  public var item: Int
  /// Bundle id.
  public var app: String
  /// Name of the kind of background work, such as `refresh`.
  public var mechanism: String
  /// Identifier of the request; empty for pushes.
  public var identifier: String
  /// Time of the submission or, for a push, of its arrival at the device, since local midnight of day 0.
  public var submittedMicroseconds: Int64
  /// Earliest begin date, since local midnight of day 0; nil for none.
  public var floorMicroseconds: Int64?
  /// Time of the launch of its run, since local midnight of day 0; nil if it was not launched.
  public var launchedMicroseconds: Int64?
  /// Time of its end, since local midnight of day 0; nil if it still waits or runs at the end of the horizon.
  public var endedMicroseconds: Int64?
  /// The outcome, such as `completed`, `replaced` or `pending`.
  public var outcome: String
  /// The reason of the outcome, in the vocabulary of the event log; nil for none.
  public var reason: String?
  /// Run time that it was granted; nil for none.
  public var grantedMicroseconds: Int64?
  /// Processor time of the work that its run had before it, done or not; 0 without a run.
  public var cpuSeconds: Double
  /// Bytes moved by its run, both ways.
  public var bytes: Int64
  /// Energy billed to its run.
  public var energyNanojoules: Int64
  /// Whether it had not ended at the end of the horizon: it still waited or ran. The fate of the wait is in ``waitEnd``.
  public var isCensored: Bool
  /// The opening of the first window of the chain of requests that replace each other; nil without a wait of its own.
  public var waitFromMicroseconds: Int64?
  /// The instant at which the wait ended or was cut off; nil without a wait of its own.
  public var waitUntilMicroseconds: Int64?
  /// The way in which the wait ended: `launched` or `delivered`, or a word of what cut it off; nil without a wait of
  /// its own.
  public var waitEnd: String?
  /// The times for which one reason alone held it back; empty if none did.
  public var blocked: [Blocked]
  /// Time for which several reasons together held it back.
  public var blockedJointlyMicroseconds: Int64

  public init(
    runID: String, device: Int, item: Int, app: String, mechanism: String, identifier: String,
    submittedMicroseconds: Int64, floorMicroseconds: Int64?, launchedMicroseconds: Int64?,
    endedMicroseconds: Int64?, outcome: String, reason: String?, grantedMicroseconds: Int64?,
    cpuSeconds: Double, bytes: Int64, energyNanojoules: Int64, isCensored: Bool, blocked: [Blocked],
    blockedJointlyMicroseconds: Int64
  ) {
    self.runID = runID
    self.device = device
    self.item = item
    self.app = app
    self.mechanism = mechanism
    self.identifier = identifier
    self.submittedMicroseconds = submittedMicroseconds
    self.floorMicroseconds = floorMicroseconds
    self.launchedMicroseconds = launchedMicroseconds
    self.endedMicroseconds = endedMicroseconds
    self.outcome = outcome
    self.reason = reason
    self.grantedMicroseconds = grantedMicroseconds
    self.cpuSeconds = cpuSeconds
    self.bytes = bytes
    self.energyNanojoules = energyNanojoules
    self.isCensored = isCensored
    self.blocked = blocked
    self.blockedJointlyMicroseconds = blockedJointlyMicroseconds
  }

  /// The table `attempts`.
  public static let table = ResultsSchema.attempts

  /// The cells of the row. The shares of single reasons are one text, which an export splits into columns.
  public var values: [CellValue] {
    [
      .text(runID), .integer(Int64(device)), .integer(Int64(item)), .text(app), .text(mechanism),
      .optional(identifier.isEmpty ? nil : identifier), .microseconds(submittedMicroseconds),
      .optionalMicroseconds(floorMicroseconds),
      .optionalMicroseconds(launchedMicroseconds), .optionalMicroseconds(endedMicroseconds), .text(outcome),
      .optional(reason), .optionalMicroseconds(grantedMicroseconds), .real(cpuSeconds), .integer(bytes),
      .nanojoules(energyNanojoules), .flag(isCensored),
      .optionalMicroseconds(waitFromMicroseconds), .optionalMicroseconds(waitUntilMicroseconds),
      .optional(waitEnd), .microseconds(blockedJointlyMicroseconds),
      .optional(BlockedShares.encode(blocked)),
    ]
  }
}

/// The shares of an item in one text column: `earliestBeginDate=900000000 budget=12`.
enum BlockedShares {
  static func encode(_ shares: [AttemptRow.Blocked]) -> String? {
    shares.isEmpty ? nil : shares.map { "\($0.reason)=\($0.microseconds)" }.joined(separator: " ")
  }

  static func decode(_ text: String) -> [AttemptRow.Blocked] {
    text.split(separator: " ").compactMap { share in
      let parts = share.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, let microseconds = Int64(parts[1]) else { return nil }
      return AttemptRow.Blocked(reason: String(parts[0]), microseconds: microseconds)
    }
  }
}
