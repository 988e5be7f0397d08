/// The population's metrics of one finished run.
public struct PolicyRun: Sendable, Hashable {
  public var designPoint: String
  public var arm: String
  public var policy: String
  public var replication: Int
  /// Metrics that have a value.
  public var values: [String: Double]
  /// Numerators and denominators of metrics that are ratios of sums, also where the denominator is 0.
  public var fractions: [String: MetricFraction]
  /// Devices of the run; nil where they are not known.
  public var devices: Int?
  /// Identity of the run; empty where it is not stored.
  public var runID: String

  public init(
    designPoint: String, arm: String, policy: String, replication: Int, values: [String: Double],
    fractions: [String: MetricFraction] = [:], devices: Int? = nil, runID: String = ""
  ) {
    self.designPoint = designPoint
    self.arm = arm
    self.policy = policy
    self.replication = replication
    self.values = values
    self.fractions = fractions
    self.devices = devices
    self.runID = runID
  }
}

extension ResultsFile {
  /// Runs that are done, with the metrics of their populations, in the order of the study; a run that several
  /// design points share stands at each of them.
  public func policyRuns() throws(ResultsError) -> [PolicyRun] {
    var found: [(stored: StoredRun, run: PolicyRun)] = []
    for run in try runs() where run.status == .ok {
      var values: [String: Double] = [:]
      var fractions: [String: MetricFraction] = [:]
      for row in try metrics(of: run.runID, scope: .population) {
        values[row.metric] = row.value
        fractions[row.metric] = row.fraction
      }
      let policyRun = PolicyRun(
        designPoint: run.designPoint, arm: run.arm, policy: run.policy, replication: run.replication,
        values: values, fractions: fractions, devices: run.devicesDone, runID: run.runID)
      found.append((run, policyRun))
    }
    return SharedRuns.atEveryPoint(found)
  }
}
