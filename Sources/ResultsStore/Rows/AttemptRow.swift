import Basics

package typealias AttemptRow = Row<AttemptColumns>

package final class AttemptColumns: RowColumns {
  /// A column per reason follows `blocked_joint_s` in the export.
  package static let schema = RowSchema(
    AttemptColumns(), "attempts", "One item: a request, push, or transfer.",
    key: ["run_id", "device", "item"],
    references: TableDefinition.ForeignKey.ofDevice)

  package let runID = StoredColumn.runID
  package let device = StoredColumn.device
  package let item = StoredColumn<Int>("item", "Number of the item on its device, from 1.")
  package let app = StoredColumn<String>("app", "Bundle id.")
  package let mechanism = StoredColumn<String>("mechanism", "Mechanism of the background work.")
  package let identifier = StoredColumn<String>(
    "identifier", "Identifier of the request; empty for pushes.", empty: .missing)
  /// Times are since local midnight of day 0.
  package let submittedMicroseconds = StoredColumn<Int64>(
    "submitted_s", as: .microseconds, "Time of submission; for a silent push, time of arrival at the device.")
  package let earliestBeginMicroseconds = StoredColumn<Int64?>(
    "earliest_begin_s", as: .microseconds, "Earliest begin date; may be empty.")
  package let launchedMicroseconds = StoredColumn<Int64?>(
    "launched_s", as: .microseconds, "Time of launch; empty if the item was not launched.")
  package let endedMicroseconds = StoredColumn<Int64?>(
    "ended_s", as: .microseconds, "Time of the end; empty if the item is still waiting or running.")
  package let outcome = StoredColumn<String>("outcome", "Outcome of the item.")
  package let reason = StoredColumn<String?>(
    "reason", "Reason for the outcome, in the vocabulary of the model.")
  package let grantedMicroseconds = StoredColumn<Int64?>(
    "granted_s", as: .microseconds, "Run time granted to the item.")
  package let cpuSeconds = StoredColumn<Double>(
    "cpu_s", unit: "s", "CPU time that the run needs to finish; a stopped run has used less.")
  package let bytes = StoredColumn<Int64>("bytes", unit: "B", "Bytes moved by the run in both directions.")
  package let energyNanojoules = StoredColumn<Int64>(
    "energy_j", as: .nanojoules, "Energy billed to the run; exact.")
  package let isCensored = StoredColumn<Bool>(
    "censored",
    "1 if the item had not ended at the horizon; its wait or run time is then a lower bound.")
  package let waitFromMicroseconds = StoredColumn<Int64?>(
    "wait_from_s", as: .microseconds,
    "Time when the first window of the chain of replaced requests opened; empty if the item has no own wait."
  )
  package let waitUntilMicroseconds = StoredColumn<Int64?>(
    "wait_until_s", as: .microseconds, "Time when the wait ended or was cut off.")
  package let waitEnd = StoredColumn<String?>(
    "wait_end",
    "Reason for the end of the wait. `launched` and `delivered` end it; all other values cut it off (`lost`: dropped, "
      + "superseded by a newer push, or expired). Empty if a successor continues the wait, or if the window "
      + "never opened.", words: ["launched", "delivered", "horizon", "forceQuit", "canceled", "lost"])
  package let blockedJointlyMicroseconds = StoredColumn<Int64>(
    "blocked_joint_s", as: .microseconds,
    "Part of the wait from `wait_from_s` in which several reasons blocked the item together. This time and the times "
      + "of single reasons add up to the wait, which after a force quit continues until the launch or end. 0 for a "
      + "replaced request, because its successor has the wait of the chain.")
  let blockedText = StoredColumn<String>(
    "blocked", "Time in which a single reason blocked the item.", empty: .missing, in: .json)
}

package struct AloneBlocked: Hashable, Sendable {
  package var reason: String
  package var microseconds: Int64

  package init(reason: String, microseconds: Int64) {
    (self.reason, self.microseconds) = (reason, microseconds)
  }
}

extension AttemptRow {
  /// The length in microseconds of the wait from the opening of the first window of its chain; nil if the
  /// item has no own wait.
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
