/// One request, push or transfer of a run.
public struct AttemptRow: TableRow, Hashable {
  /// How long one reason alone kept the item waiting.
  public struct Blocked: Hashable, Sendable {
    public var reason: String
    public var microseconds: Int64
    public init(reason: String, microseconds: Int64) {
      self.reason = reason
      self.microseconds = microseconds
    }
  }

  public var runID: String
  public var device: Int
  /// Number of the item on its device, from 1.
  public var item: Int
  public var app: String
  public var mechanism: String
  public var identifier: String
  public var submittedMicroseconds: Int64
  public var floorMicroseconds: Int64?
  public var launchedMicroseconds: Int64?
  public var endedMicroseconds: Int64?
  public var outcome: String
  public var reason: String?
  public var grantedMicroseconds: Int64?
  public var cpuSeconds: Double
  public var bytes: Int64
  public var energyNanojoules: Int64
  public var isCensored: Bool
  /// The opening of the first window of its chain, and when and how the wait ended; nil without a wait of its own.
  public var waitFromMicroseconds: Int64?
  public var waitUntilMicroseconds: Int64?
  public var waitEnd: String?
  public var blocked: [Blocked]
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

  public static let table = ResultsSchema.attempts

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
