/// A policy, or a level of one, on a front of two metrics.
public struct FrontRow: TableRow, Hashable {
  /// Arm and levels that all points of the front share.
  public var front: String
  public var firstMetric: String
  public var secondMetric: String
  /// The policy with its levels, where these are choices.
  public var choice: String
  public var policy: String
  /// Soft gates that the policy obeys; nil where it is not known.
  public var gates: Int?
  public var isBaseline: Bool
  public var first: Double
  public var second: Double
  /// Differences from the baseline with half the widths of their joint region; empty for the baseline.
  public var firstDifference: Double?
  public var firstHalfWidth: Double?
  public var secondDifference: Double?
  public var secondHalfWidth: Double?
  public var standing: String
  public var rivals: [String]
  public var pValue: Double?
  public var frontShare: Double?
  public var sameAs: String?
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

  public static let table = ResultsSchema.front

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
