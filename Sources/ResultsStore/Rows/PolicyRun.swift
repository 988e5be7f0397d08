/// The population's metrics of one finished run.
public struct PolicyRun: Sendable, Hashable {
  public var designPoint: String
  public var arm: String
  public var policy: String
  public var replication: Int
  /// Metrics that have a value.
  public var values: [String: Double]

  public init(
    designPoint: String, arm: String, policy: String, replication: Int, values: [String: Double]
  ) {
    self.designPoint = designPoint
    self.arm = arm
    self.policy = policy
    self.replication = replication
    self.values = values
  }
}

extension ResultsFile {
  /// Runs that are done, with the metrics of their populations, in the order of the study; a run that several
  /// design points share stands at each of them.
  public func policyRuns() throws(ResultsError) -> [PolicyRun] {
    var found: [(stored: StoredRun, run: PolicyRun)] = []
    for run in try runs() where run.status == .ok {
      var values: [String: Double] = [:]
      for row in try metrics(of: run.runID, scope: .population) { values[row.metric] = row.value }
      let policyRun = PolicyRun(
        designPoint: run.designPoint, arm: run.arm, policy: run.policy, replication: run.replication,
        values: values)
      found.append((run, policyRun))
    }
    return SharedRuns.atEveryPoint(found)
  }
}
