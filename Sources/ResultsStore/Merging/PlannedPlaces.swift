/// The runs of a file by their place in the study, to tell which runs of another file belong to it.
struct PlannedPlaces {
  private var statuses: [String: RunStatus] = [:]
  private var places: Set<RunPlace> = []
  private var points: [String: String] = [:]
  private var policies: [PolicyPlace: String] = [:]

  init(_ connection: Connection) throws(ResultsError) {
    let runs = try connection.rows(
      "SELECT run_id, status, design_point, policy, replication, point_digest, policy_digest, is_current FROM runs",
      table: "runs"
    ) { row in
      (
        id: row.text(0), status: row.word(1, or: RunStatus.planned),
        place: RunPlace(
          policy: PolicyPlace(designPoint: row.text(2), policy: row.text(3)), replication: row.count(4)),
        pointDigest: row.text(5), policyDigest: row.text(6),
        isCurrent: row.integer(7) == 1
      )
    }
    for run in runs {
      statuses[run.id] = run.status
      guard run.isCurrent else { continue }
      places.insert(run.place)
      points[run.place.policy.designPoint] = run.pointDigest
      policies[run.place.policy] = run.policyDigest
    }
  }

  /// The status of a run; nil if the file does not know it.
  func status(of runID: String) -> RunStatus? { statuses[runID] }

  /// Whether the file means something else by the design point, the policy or the replication of an unknown run.
  func contradict(_ run: PlannedRun) -> Bool {
    if let digest = points[run.designPoint], digest != run.pointDigest { return true }
    if let digest = policies[run.place.policy], digest != run.policyDigest {
      return true
    }
    return places.contains(run.place)
  }
}
