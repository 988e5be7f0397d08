import Basics

@dynamicMemberLookup
public struct EffectRow: Hashable, Sendable {
  public struct Side: Hashable, Sendable {
    package var level: FactorLevel
    package var first: FactorLevel
    package init(level: FactorLevel, first: FactorLevel) { (self.level, self.first) = (level, first) }
  }

  package enum Kind: String, Hashable, Sendable, CaseIterable { case level, interaction, regression }

  package var arm: String
  package var policy: String
  package var metric: String
  package var unit: String
  package var factor: Side
  /// The second factor of an interaction; nil for an effect of one factor.
  package var second: Side?
  package var estimate: Double?
  package var halfWidth: Double?
  /// The ends of the estimate's interval, of which the lower one is at least 0, because no metric is negative.
  package var estimateLower, estimateUpper: Double?
  package var firstEstimate: Double?
  /// The nominal energy of the battery in joules; nil if it is unknown or the metric is not in joules per day.
  package var nominalJoules: Double?
  /// Level less first level; of an interaction the difference of two such differences.
  package var judged: JudgedDifference
  /// Whether the estimate is a standardized coefficient of a regression on all factors, which speaks of no single level.
  package var isRegression: Bool

  package init(
    arm: String, policy: String, metric: String, unit: String, factor: Side, second: Side? = nil,
    judged: JudgedDifference, isRegression: Bool = false
  ) {
    (self.arm, self.policy, self.metric, self.unit) = (arm, policy, metric, unit)
    (self.factor, self.second, self.judged, self.isRegression) = (factor, second, judged, isRegression)
  }

  public subscript<Value>(dynamicMember path: KeyPath<JudgedDifference, Value>) -> Value {
    judged[keyPath: path]
  }

  package var kind: Kind { isRegression ? .regression : second == nil ? .level : .interaction }

  /// The row as JSON: its kind, and the columns of the table of its kind.
  package var json: JSONValue {
    .object([.init("kind", .string(kind.rawValue))] + Self.table(of: kind).members(self))
  }

  package static func table(of kind: Kind) -> Table<EffectRow> {
    switch kind {
    case .level: table
    case .interaction: interactionTable
    case .regression: regressionTable
    }
  }

  package static let table = Table<EffectRow>(
    "effects",
    "Effect of a factor on a metric of a policy: the estimate at a level minus the estimate at the first level, other "
      + "factors pooled.",
    key: ["arm", "factor", "level_text", "policy", "metric"],
    columns: subject + sides + measures
      + JudgedDifference.columns(
        "Level minus first level over common replications, paired unless the note says otherwise.",
        of: "all effects of the factor"
      ).map { $0.of(\.judged) })

  private static let interactionTable = Table<EffectRow>(
    "interactions",
    "Interaction of two factors in a metric of a policy: the effect of the first factor at a level of the second factor, "
      + "minus its effect at the first level of the second factor.",
    key: ["arm", "factor", "level_text", "second_factor", "second_level_text", "policy", "metric"],
    columns: subject + sides + secondSides + measures
      + JudgedDifference.columns(
        "Difference of both effects over common replications.", of: "all interactions of both factors"
      ).map { $0.of(\.judged) })

  private static let regressionTable = Table<EffectRow>(
    "regressions",
    "Standardized coefficient of a factor in a linear regression of a metric on all factors, over the points of a "
      + "space-filling design.",
    key: ["arm", "factor", "policy", "metric"],
    columns: subject + [
      policyColumn, metricColumn,
      Column(
        "coefficient", unit: "1",
        "Change of the metric, in its standard deviations over the points, per standard deviation of the factor.",
        \.estimate),
      Column("half_width", "Half-width of the coefficient's t interval.", \.halfWidth),
    ]
      + ([
        JudgedDifference.standardErrorColumn, JudgedDifference.degreesColumn,
        JudgedDifference.confidenceColumn, JudgedDifference.replicationsColumn,
      ] + JudgedDifference.notesColumns).map { $0.of(\.judged) })

  private static let policyColumn = Column("policy", "Label of the policy.", \EffectRow.policy)
  private static let metricColumn = Column(
    "metric", "Name of the metric, which is a metric of the population.", \EffectRow.metric)

  private static let subject: [Column<EffectRow>] = [
    Column("arm", "As in runs.csv; empty if arms are compared.", empty: .missing, \.arm),
    Column("factor", "Key path of the factor; `arms` for the arms of the study.", \.factor.level.name),
  ]

  private static let sides: [Column<EffectRow>] = [
    Column(
      "level", "Level of the factor in its base unit; empty if it is categorical.", \.factor.level.number),
    Column("level_text", "Level as in the study.", \.factor.level.value),
    Column("first_level", "First level of the factor, which is the baseline.", \.factor.first.number),
    Column("first_level_text", "First level as in the study.", \.factor.first.value),
  ]

  private static let secondSides: [Column<EffectRow>] = [
    Column("second_factor", "Second factor of the interaction.", \.secondName),
    Column(
      "second_level", "Level of the second factor in its base unit; empty if it is categorical.",
      \.second?.level.number),
    Column("second_level_text", "Level of the second factor as in the study.", \.secondLevel),
    Column("second_first_level", "First level of the second factor.", \.second?.first.number),
    Column(
      "second_first_level_text", "First level of the second factor as in the study.", \.second?.first.value),
  ]

  private static let measures: [Column<EffectRow>] = [
    policyColumn, metricColumn,
    Column("unit", "Unit of estimates, difference, and margin.", \.unit),
    Column("estimate", "Estimate at the level, or at both levels of an interaction.", \.estimate),
    Column("half_width", "Half-width of the estimate's marginal t interval.", \.halfWidth),
    Column(
      "estimate_lower", "Lower end of the estimate's interval, cut off at 0, because no metric is negative.",
      \.estimateLower),
    Column("estimate_upper", "Upper end of the estimate's interval.", \.estimateUpper),
    Column("first_estimate", "Estimate at the first level, or at both first levels.", \.firstEstimate),
  ]

  private var secondName: String { second?.level.name ?? "" }
  private var secondLevel: String { second?.level.value ?? "" }
}
