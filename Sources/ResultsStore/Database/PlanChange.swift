/// The runs of a file that a new plan no longer asks for.
///
/// One pass over the runs of the file and one over those of the plan, however many runs a design point has.
struct PlanChange {
  private let connection: Connection
  /// Runs that leave the results and stay in the file.
  private var retired: [String] = []
  /// Runs of which nothing was computed.
  private var forgotten: [String] = []

  private struct Known {
    var runID: String
    var place: RunPlace
    var pointDigest: String
    var policyDigest: String
    var isPlanned: Bool
    var isCurrent: Bool
    var hasParts: Bool
  }

  init(_ runs: [PlannedRun], in connection: Connection) throws(ResultsError) {
    self.connection = connection
    var asked: Set<String> = []
    var points: [String: String] = [:]
    var policies: [PolicyPlace: String] = [:]
    var places: Set<RunPlace> = []
    for run in runs {
      asked.insert(run.runID)
      points[run.designPoint] = run.pointDigest
      policies[run.place.policy] = run.policyDigest
      places.insert(run.place)
    }
    let known = try connection.rows(
      "SELECT run_id, design_point, policy, replication, point_digest, policy_digest, status, is_current, "
        + "run_id IN (SELECT run_id FROM parts) FROM runs WHERE is_current = 1 OR status = 'planned'",
      table: "runs"
    ) { row in
      Known(
        runID: row.text(0),
        place: RunPlace(
          policy: PolicyPlace(designPoint: row.text(1), policy: row.text(2)), replication: row.count(3)),
        pointDigest: row.text(4), policyDigest: row.text(5),
        isPlanned: row.word(6, or: RunStatus.planned) == .planned, isCurrent: row.integer(7) == 1,
        hasParts: row.integer(8) == 1)
    }
    for run in known where !asked.contains(run.runID) {
      if run.isPlanned {
        if !run.hasParts { forgotten.append(run.runID) } else if run.isCurrent { retired.append(run.runID) }
        continue
      }
      let policy = run.place.policy
      let isOtherPoint = points[run.place.policy.designPoint].map { $0 != run.pointDigest } ?? false
      let isOtherPolicy = policies[policy].map { $0 != run.policyDigest } ?? false
      if isOtherPoint || isOtherPolicy || places.contains(run.place) { retired.append(run.runID) }
    }
  }

  /// Makes the change within a transaction.
  func apply() throws(ResultsError) {
    let action = "store the plan"
    for table in ["factors", "digests", "runs"] {
      let deletion = try connection.statement("DELETE FROM \(table) WHERE run_id = ?", action: action)
      for runID in forgotten { try deletion.run([.text(runID)]) }
    }
    let retirement = try connection.statement(
      "UPDATE runs SET is_current = 0 WHERE run_id = ?", action: action)
    let writer = DigestWriter(connection)
    for runID in retired {
      try retirement.run([.text(runID)])
      try writer.update(runID, hasNewContents: false)
    }
  }
}
