/// One request, push or transfer of a run.
public struct AttemptRow: StoredRow, Hashable {
  /// How long one reason alone kept the item waiting.
  public struct Blocked: Hashable, Sendable {
    package var reason: String
    package var microseconds: Int64

    package init(reason: String, microseconds: Int64) {
      self.reason = reason
      self.microseconds = microseconds
    }
  }

  package var runID = ""
  package var device = 0
  package var item = 0
  package var app = ""
  package var mechanism = ""
  package var identifier = ""
  /// Times are since local midnight of day 0.
  package var submittedMicroseconds: Int64 = 0
  package var floorMicroseconds: Int64?
  package var launchedMicroseconds: Int64?
  package var endedMicroseconds: Int64?
  package var outcome = ""
  package var reason: String?
  package var grantedMicroseconds: Int64?
  package var cpuSeconds = 0.0
  package var bytes: Int64 = 0
  package var energyNanojoules: Int64 = 0
  package var isCensored = false
  package var waitFromMicroseconds: Int64?
  package var waitUntilMicroseconds: Int64?
  package var waitEnd: String?
  /// The times for which one reason alone held it back; empty if none did.
  package var blocked: [Blocked] = []
  package var blockedJointlyMicroseconds: Int64 = 0

  package init() {}

  package init(
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

  /// The shares of single reasons in one text: `earliestBeginDate=900000000 budget=12`.
  private var blockedText: String {
    get { blocked.map { "\($0.reason)=\($0.microseconds)" }.joined(separator: " ") }
    set {
      blocked = newValue.split(separator: " ").compactMap { share in
        let parts = share.split(separator: "=", maxSplits: 1)
        guard parts.count == 2, let microseconds = Int64(parts[1]) else { return nil }
        return Blocked(reason: String(parts[0]), microseconds: microseconds)
      }
    }
  }

  /// A column per reason follows `blocked_joint_s` in the export.
  package static let table = Table<AttemptRow>(
    "attempts", "One item: request, push or transfer.", key: ["run_id", "device", "item"],
    references: TableDefinition.ForeignKey.ofDevice,
    columns: [
      .runID(\.runID), .device(\.device),
      Column("item", "Number of the item on its device, from 1.", \.item),
      Column("app", "Bundle id.", \.app), Column("mechanism", "Kind of background work.", \.mechanism),
      Column("identifier", "Identifier of the request; empty for pushes.", empty: .missing, \.identifier),
      Column(
        "submitted_s", .microseconds, "When it was submitted; of a silent push, when it reached the phone.",
        \.submittedMicroseconds),
      Column("floor_s", .microseconds, "Earliest begin date; empty for none.", \.floorMicroseconds),
      Column(
        "launched_s", .microseconds, "When its run was launched; empty if it was not.",
        \.launchedMicroseconds),
      Column(
        "ended_s", .microseconds, "When it ended; empty if it is still waiting or running.",
        \.endedMicroseconds),
      Column("outcome", "What became of it.", \.outcome),
      Column("reason", "Why, in the vocabulary of the model.", \.reason),
      Column("granted_s", .microseconds, "Run time that it was granted.", \.grantedMicroseconds),
      Column(
        "cpu_s", unit: "s", "Processor time that its run needs to end; one that was stopped has used less.",
        \.cpuSeconds),
      Column("bytes", unit: "B", "Bytes moved by its run, both ways.", \.bytes),
      Column("energy_j", .nanojoules, "Energy billed to its run; exact.", \.energyNanojoules),
      Column(
        "censored",
        "1 if the item had not ended at the horizon: what is said of its wait or run is a lower bound.",
        \.isCensored),
      Column(
        "wait_from_s", .microseconds,
        "When the first window opened of the chain of requests that replace each other; empty without a wait of its own.",
        \.waitFromMicroseconds),
      Column(
        "wait_until_s", .microseconds, "When that wait ended or was cut off.", \.waitUntilMicroseconds),
      Column(
        "wait_end",
        "How: `launched` and `delivered` end it, all others cut it off (`lost`: dropped, given up for a newer push, or "
          + "out of time). Empty for a replaced request whose successor goes on with the wait, and where the window "
          + "never opened.", words: ["launched", "delivered", "horizon", "forceQuit", "cancelled", "lost"],
        \.waitEnd),
      Column(
        "blocked_joint_s", .microseconds,
        "Part of the wait from `wait_from_s` on in which several reasons together held it back; with the reasons that did "
          + "so alone it adds up to the wait, which after a force quit goes on until the launch or end. 0 for a replaced "
          + "request: its successor has the wait of the chain.", \.blockedJointlyMicroseconds),
      Column(
        "blocked", "Time for which one reason alone held it back.", empty: .missing, isExported: false,
        \.blockedText),
    ])

  /// The column of a reason that held items back alone.
  static func blockedColumn(_ reason: String) -> Column<AttemptRow> {
    Column(
      "blocked_\(reason)_s", .microseconds, "Part of the wait in which `\(reason)` alone held it back."
    ) { row in
      .microseconds(row.blocked.reduce(0) { $1.reason == reason ? $0 &+ $1.microseconds : $0 })
    }
  }
}
