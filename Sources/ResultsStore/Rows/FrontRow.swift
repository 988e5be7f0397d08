/// A policy, or a level of one, on a front of two metrics.
public struct FrontRow: TableRow, Hashable {
  /// Arm and levels that all points of the front share.
  public var front: String
  /// Name of the metric on the first axis.
  public var firstMetric: String
  /// Name of the metric on the second axis.
  public var secondMetric: String
  /// The policy with its levels, where these are choices.
  public var choice: String
  /// Label of the policy in the study.
  public var policy: String
  /// Soft gates that the policy obeys; nil where it is not known.
  public var gates: Int?
  /// Whether differences are taken from this row.
  public var isBaseline: Bool
  /// Estimate of the first metric over replications, in its unit.
  public var first: Double
  /// Estimate of the second metric over replications, in its unit.
  public var second: Double
  /// Difference of the first metric from the baseline; nil for the baseline and below three replications.
  public var firstDifference: Double?
  /// Half the width of the joint region in the direction of the first metric; nil for the baseline and below three
  /// replications.
  public var firstHalfWidth: Double?
  /// Difference of the second metric from the baseline; nil for the baseline and below three replications.
  public var secondDifference: Double?
  /// Half the width of the joint region in the direction of the second metric; nil for the baseline and below three
  /// replications.
  public var secondHalfWidth: Double?
  /// A word of the column `standing`, such as `on the front`.
  public var standing: String
  /// The points that the standing rests on, the surest first; empty for none.
  public var rivals: [String]
  /// p-value of the first rival's dominance, times the number of tests of the front; nil where nothing was tested.
  public var pValue: Double?
  /// Share of bootstrap resamples of the replications in which the point is on the front of the estimates, 0 to 1; nil
  /// for one replication, and for a point that is not judged.
  public var frontShare: Double?
  /// Name of an earlier point with equal metrics in every replication; nil for none.
  public var sameAs: String?
  /// Replications in which all points have both metrics.
  public var replications: Int

  public init(
    front: String, firstMetric: String, secondMetric: String, choice: String, policy: String,
    gates: Int?, isBaseline: Bool, first: Double, second: Double, standing: String, replications: Int
  ) {
    self.front = front
    self.firstMetric = firstMetric
    self.secondMetric = secondMetric
    self.choice = choice
    self.policy = policy
    self.gates = gates
    self.isBaseline = isBaseline
    self.first = first
    self.second = second
    self.standing = standing
    self.replications = replications
    rivals = []
  }

  /// The table `front`.
  public static let table = ResultsSchema.front

  /// The cells of the row.
  public var values: [CellValue] {
    [
      .text(front), .text(firstMetric), .text(secondMetric), .text(choice), .text(policy),
      .optional(gates), .flag(isBaseline),
      .real(first), .real(second), .optional(firstDifference), .optional(firstHalfWidth),
      .optional(secondDifference), .optional(secondHalfWidth), .text(standing),
      .optional(rivals.isEmpty ? nil : rivals.joined(separator: "; ")), .optional(pValue),
      .optional(frontShare), .optional(sameAs), .integer(Int64(replications)),
    ]
  }
}
