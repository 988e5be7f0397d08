/// The place of a run in a study: one run at a time stands there.
struct RunPlace: Hashable {
  var designPoint: String
  var policy: String
  var replication: Int

  /// The policy of the design point, whatever the replication.
  var policyPlace: PolicyPlace { PolicyPlace(designPoint: designPoint, policy: policy) }
}

/// The place of a policy in a study: its label in a design point.
struct PolicyPlace: Hashable {
  var designPoint: String
  var policy: String
}

extension PlannedRun {
  var place: RunPlace { RunPlace(designPoint: designPoint, policy: policy, replication: replication) }
}
