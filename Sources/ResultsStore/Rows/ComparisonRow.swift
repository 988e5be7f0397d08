/// A metric of a policy in a design point, beside the baseline.
@dynamicMemberLookup
public struct ComparisonRow: TableRow, Hashable {
  public var designPoint: String
  public var arm: String
  public var metric: String
  public var unit: String
  public var policy: String
  /// Estimate over replications with the half-width of its interval.
  public var mean: Double?
  public var halfWidth: Double?
  public var baseline: String
  /// Policy minus baseline; without a difference for the baseline itself.
  public var judged: JudgedDifference

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

  public subscript<Value>(dynamicMember path: KeyPath<JudgedDifference, Value>) -> Value {
    judged[keyPath: path]
  }

  public static let table = ResultsSchema.comparison

  public var values: [CellValue] {
    [
      .text(designPoint), .text(arm), .text(metric), .text(unit), .text(policy), .optional(mean),
      .optional(halfWidth), .text(baseline),
    ] + judged.values
  }
}
