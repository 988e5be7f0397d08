/// The effect of a factor's level, or of two levels together, on a metric of a policy.
@dynamicMemberLookup
public struct EffectRow: TableRow, Hashable {
  /// One factor of an effect: its level, and the first one, with which it is compared.
  public struct Side: Hashable, Sendable {
    /// The level whose effect is shown.
    public var level: FactorLevel
    /// The first level of the factor in the study.
    public var first: FactorLevel

    public init(level: FactorLevel, first: FactorLevel) { (self.level, self.first) = (level, first) }
  }

  /// Named variant of the study; `base` where there are none.
  public var arm: String
  /// Label of the policy in the study.
  public var policy: String
  /// Name of the metric, which is one of the population.
  public var metric: String
  /// Unit of estimates, difference and margin; 1 for shares and counts.
  public var unit: String
  /// The factor, or the first one of an interaction.
  public var factor: Side
  /// The second factor of an interaction; nil for an effect of one factor.
  public var second: Side?
  /// Estimate at the level, or at both levels; of a regression the coefficient, without unit.
  public var estimate: Double?
  /// Half the width of the estimate's marginal interval; nil where there is none.
  public var halfWidth: Double?
  /// Estimate at the first level, or at both first levels.
  public var firstEstimate: Double?
  /// Nominal energy of the battery in joules; nil where the runs do not tell, and for metrics that are no joules a day.
  public var nominalJoules: Double?
  /// Level less first level; of an interaction the difference of two such differences.
  public var judged: JudgedDifference
  /// Whether the estimate is a standardized coefficient of a regression on all factors, which speaks of no single level.
  public var isRegression: Bool

  public init(
    arm: String, policy: String, metric: String, unit: String, factor: Side, second: Side? = nil,
    judged: JudgedDifference, isRegression: Bool = false
  ) {
    self.arm = arm
    self.policy = policy
    self.metric = metric
    self.unit = unit
    self.factor = factor
    self.second = second
    self.judged = judged
    self.isRegression = isRegression
  }

  /// A member of ``judged``, as if it were one of the row.
  public subscript<Value>(dynamicMember path: KeyPath<JudgedDifference, Value>) -> Value {
    judged[keyPath: path]
  }

  /// The word for it in files.
  public var kind: String { isRegression ? "regression" : second == nil ? "level" : "interaction" }

  /// The table `effects`.
  public static let table = ResultsSchema.effects

  /// The cells of the row; a dash stands for the second factor where there is none.
  public var values: [CellValue] {
    [
      .text(arm), .text(kind), .text(factor.level.name),
      .optional(factor.level.number), .text(factor.level.value), .optional(factor.first.number),
      .text(factor.first.value), .text(second?.level.name ?? "-"), .optional(second?.level.number),
      .text(second?.level.value ?? "-"), .optional(second?.first.number), .optional(second?.first.value),
      .text(policy), .text(metric), .text(unit), .optional(estimate), .optional(halfWidth),
      .optional(firstEstimate),
    ] + judged.values
  }
}
