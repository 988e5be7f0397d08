/// A metric of a policy in a design point, beside the baseline.
@dynamicMemberLookup
public struct ComparisonRow: TableRow, Hashable {
  /// Name of the design point, as in `runs.csv`.
  public var designPoint: String
  /// Named variant of the study; `base` where there are none.
  public var arm: String
  /// Name of the metric, which is one of the population.
  public var metric: String
  /// Unit of mean, difference, half-widths and margin; 1 for shares and counts.
  public var unit: String
  /// Label of the policy in the study.
  public var policy: String
  /// Estimate over the replications that have a value; nil if none has.
  public var mean: Double?
  /// Half the width of the mean's marginal interval; nil for one replication.
  public var halfWidth: Double?
  /// Label of the policy that it is compared with.
  public var baseline: String
  /// Nominal energy of the battery in joules; nil where the runs do not tell, and for metrics that are no joules a day.
  public var nominalJoules: Double?
  /// Policy minus baseline; without a difference for the baseline itself.
  public var judged: JudgedDifference

  /// A row without a difference, which is set later.
  ///
  /// - Parameters:
  ///   - mean: Nil if no replication has a value.
  ///   - halfWidth: Nil for one replication.
  ///   - replicationsUsed: Replications with a value of both members.
  ///   - notes: Remarks for the reader, one a text.
  public init(
    designPoint: String, arm: String, metric: String, unit: String, policy: String, mean: Double?,
    halfWidth: Double?, baseline: String, replicationsUsed: Int, notes: [String] = []
  ) {
    self.designPoint = designPoint
    self.arm = arm
    self.metric = metric
    self.unit = unit
    self.policy = policy
    self.mean = mean
    self.halfWidth = halfWidth
    self.baseline = baseline
    judged = JudgedDifference(replicationsUsed: replicationsUsed, notes: notes)
  }

  /// A member of ``judged``, as if it were one of the row.
  public subscript<Value>(dynamicMember path: KeyPath<JudgedDifference, Value>) -> Value {
    judged[keyPath: path]
  }

  /// The table `comparison`.
  public static let table = ResultsSchema.comparison

  /// The cells of the row.
  public var values: [CellValue] {
    [
      .text(designPoint), .text(arm), .text(metric), .text(unit), .text(policy), .optional(mean),
      .optional(halfWidth), .text(baseline),
    ] + judged.values
  }
}
