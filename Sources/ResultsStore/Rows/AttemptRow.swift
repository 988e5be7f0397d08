import Basics

package typealias AttemptRow = Row<AttemptColumns>

package final class AttemptColumns: RowColumns {
  /// A column per reason follows `blocked_joint_s` in the export.
  package static let schema = RowSchema(
    AttemptColumns(), "attempts", "One item: request, push or transfer.", key: ["run_id", "device", "item"],
    references: TableDefinition.ForeignKey.ofDevice)

  package let runID = StoredColumn.runID
  package let device = StoredColumn.device
  package let item = StoredColumn<Int>("item", "Number of the item on its device, from 1.")
  package let app = StoredColumn<String>("app", "Bundle id.")
  package let mechanism = StoredColumn<String>("mechanism", "Kind of background work.")
  package let identifier = StoredColumn<String>(
    "identifier", "Identifier of the request; empty for pushes.", empty: .missing)
  /// Times are since local midnight of day 0.
  package let submittedMicroseconds = StoredColumn<Int64>(
    "submitted_s", as: .microseconds, "When it was submitted; of a silent push, when it reached the phone.")
  package let floorMicroseconds = StoredColumn<Int64?>(
    "floor_s", as: .microseconds, "Earliest begin date; empty for none.")
  package let launchedMicroseconds = StoredColumn<Int64?>(
    "launched_s", as: .microseconds, "When its run was launched; empty if it was not.")
  package let endedMicroseconds = StoredColumn<Int64?>(
    "ended_s", as: .microseconds, "When it ended; empty if it is still waiting or running.")
  package let outcome = StoredColumn<String>("outcome", "What became of it.")
  package let reason = StoredColumn<String?>("reason", "Why, in the vocabulary of the model.")
  package let grantedMicroseconds = StoredColumn<Int64?>(
    "granted_s", as: .microseconds, "Run time that it was granted.")
  package let cpuSeconds = StoredColumn<Double>(
    "cpu_s", unit: "s", "Processor time that its run needs to end; one that was stopped has used less.")
  package let bytes = StoredColumn<Int64>("bytes", unit: "B", "Bytes moved by its run, both ways.")
  package let energyNanojoules = StoredColumn<Int64>(
    "energy_j", as: .nanojoules, "Energy billed to its run; exact.")
  package let isCensored = StoredColumn<Bool>(
    "censored",
    "1 if the item had not ended at the horizon: what is said of its wait or run is a lower bound.")
  package let waitFromMicroseconds = StoredColumn<Int64?>(
    "wait_from_s", as: .microseconds,
    "When the first window opened of the chain of requests that replace each other; empty without a wait of its own."
  )
  package let waitUntilMicroseconds = StoredColumn<Int64?>(
    "wait_until_s", as: .microseconds, "When that wait ended or was cut off.")
  package let waitEnd = StoredColumn<String?>(
    "wait_end",
    "How: `launched` and `delivered` end it, all others cut it off (`lost`: dropped, given up for a newer push, or "
      + "out of time). Empty for a replaced request whose successor goes on with the wait, and where the window "
      + "never opened.", words: ["launched", "delivered", "horizon", "forceQuit", "cancelled", "lost"])
  package let blockedJointlyMicroseconds = StoredColumn<Int64>(
    "blocked_joint_s", as: .microseconds,
    "Part of the wait from `wait_from_s` on in which several reasons together held it back; with the reasons that did "
      + "so alone it adds up to the wait, which after a force quit goes on until the launch or end. 0 for a replaced "
      + "request: its successor has the wait of the chain.")
  let blockedText = StoredColumn<String>(
    "blocked", "Time for which one reason alone held it back.", empty: .missing, in: .json)
}

package struct AloneBlocked: Hashable, Sendable {
  package var reason: String
  package var microseconds: Int64

  package init(reason: String, microseconds: Int64) {
    (self.reason, self.microseconds) = (reason, microseconds)
  }
}

extension AttemptRow {
  /// The length in microseconds of the wait from the opening of the first window of its chain; nil without a wait of its own.
  package var waitLength: Int64? {
    guard self.waitEnd != nil, let from = self.waitFromMicroseconds,
      let until = self.waitUntilMicroseconds,
      case (let length, false) = until.subtractingReportingOverflow(from), length >= 0
    else { return nil }
    return length
  }

  /// The times for which one reason alone held it back, kept as one text: `earliestBeginDate=900000000 budget=12`.
  package var blocked: [AloneBlocked] {
    get {
      self.blockedText.split(separator: " ").compactMap { share in
        let parts = share.split(separator: "=", maxSplits: 1)
        guard parts.count == 2, let microseconds = Int64(parts[1]) else { return nil }
        return AloneBlocked(reason: String(parts[0]), microseconds: microseconds)
      }
    }
    set { self.blockedText = newValue.map { "\($0.reason)=\($0.microseconds)" }.joined(separator: " ") }
  }
}
