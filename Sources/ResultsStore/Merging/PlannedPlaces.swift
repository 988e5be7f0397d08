/// The runs of a file by their place in the study, to tell which runs of another file belong to it.
struct PlannedPlaces {
  private struct Place: Hashable {
    var point: String
    var policy: String
    var replication: Int
  }

  private struct Policy: Hashable {
    var point: String
    var policy: String
  }

  private var statuses: [String: RunStatus] = [:]
  private var places: Set<Place> = []
  private var points: [String: String] = [:]
  private var policies: [Policy: String] = [:]

  init(_ connection: Connection) throws(ResultsError) {
    let runs = try connection.rows(
      "SELECT run_id, status, design_point, policy, replication, point_digest, policy_digest, is_current FROM runs",
      table: "runs"
    ) { row in
      (
        id: row.text(0), status: row.word(1, or: RunStatus.planned), point: row.text(2), policy: row.text(3),
        replication: row.count(4), pointDigest: row.text(5), policyDigest: row.text(6),
        isCurrent: row.integer(7) == 1
      )
    }
    for run in runs {
      statuses[run.id] = run.status
      guard run.isCurrent else { continue }
      places.insert(Place(point: run.point, policy: run.policy, replication: run.replication))
      points[run.point] = run.pointDigest
      policies[Policy(point: run.point, policy: run.policy)] = run.policyDigest
    }
  }

  /// The status of a run; nil if the file does not know it.
  func status(of runID: String) -> RunStatus? { statuses[runID] }

  /// Whether the file means something else by the design point, the policy or the replication of an unknown run.
  func contradict(_ run: PlannedRun) -> Bool {
    if let digest = points[run.designPoint], digest != run.pointDigest { return true }
    if let digest = policies[Policy(point: run.designPoint, policy: run.policy)], digest != run.policyDigest {
      return true
    }
    return places.contains(
      Place(point: run.designPoint, policy: run.policy, replication: run.replication))
  }
}
