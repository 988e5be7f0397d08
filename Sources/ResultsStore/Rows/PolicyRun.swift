/// The metrics of one finished run, of its population or of one app.
public struct PolicyRun: Sendable, Hashable {
  /// Name of the design point, unique in the study.
  public var designPoint: String
  /// Named variant of the study; `base` where there are none.
  public var arm: String
  /// Label of the policy in the study.
  public var policy: String
  /// Number of the replication; each is a new fleet.
  public var replication: Int
  /// Metrics that have a value.
  public var values: [String: Double]
  /// Numerators and denominators of metrics that are ratios of sums, also where the denominator is 0.
  public var fractions: [String: MetricFraction]
  /// Devices of the run; nil where they are not known.
  public var devices: Int?
  /// Identity of the run; empty where it is not stored.
  public var runID: String
  /// Soft gates that the policy obeys, by name; nil where it is not known.
  public var enforces: [String]?

  public init(
    designPoint: String, arm: String, policy: String, replication: Int, values: [String: Double],
    fractions: [String: MetricFraction] = [:], devices: Int? = nil, runID: String = "",
    enforces: [String]? = nil
  ) {
    self.designPoint = designPoint
    self.arm = arm
    self.policy = policy
    self.replication = replication
    self.values = values
    self.fractions = fractions
    self.devices = devices
    self.runID = runID
    self.enforces = enforces
  }
}

extension ResultsFile {
  /// Runs that are done, with their metrics, in the order of the study; a run that several design points share
  /// stands at each of them.
  ///
  /// - Parameter app: The bundle id of the app whose metrics are read; nil for those of the population.
  public func policyRuns(of app: String? = nil) throws(ResultsError) -> [PolicyRun] {
    var found: [(stored: StoredRun, run: PolicyRun)] = []
    for run in try runs() where run.status == .ok {
      var values: [String: Double] = [:]
      var fractions: [String: MetricFraction] = [:]
      for row in try metrics(of: run.runID, scope: app == nil ? .population : .app)
      where app == nil || row.entity == app {
        values[row.metric] = row.value
        fractions[row.metric] = row.fraction
      }
      let policyRun = PolicyRun(
        designPoint: run.designPoint, arm: run.arm, policy: run.policy, replication: run.replication,
        values: values, fractions: fractions, devices: run.devicesDone, runID: run.runID,
        enforces: run.enforces)
      found.append((run, policyRun))
    }
    return SharedRuns.atEveryPoint(found)
  }
}
