import Basics

/// A difference of two estimates with its interval and verdict, as the tables of comparisons and effects hold it.
public struct JudgedDifference: Hashable, Sendable {
  /// Why an interval may cover the true difference less often than stated.
  public enum Warning: Hashable, Sendable, CustomStringConvertible {
    case skewed(Double)
    /// So few devices times replications stand behind the row.
    case fewDevices(Int)

    public var description: String {
      switch self {
      case .skewed(let skewness): "skewness \((skewness * 10).rounded() / 10)"
      case .fewDevices(let count): "\(count) device-replications"
      }
    }
  }

  /// The first estimate less the second.
  package var difference: Double?
  package var differenceHalfWidth: Double?
  /// The larger of the absolute estimates, by which a reader judges the size of the difference; nil without one.
  package var largerEstimate: Double?
  /// For quantiles over devices the interval is not symmetric.
  package var differenceLower: Double?
  package var differenceUpper: Double?
  /// The first estimate over the second, with its interval; nil unless both are ratios of positive sums.
  package var ratio, ratioLower, ratioUpper: Double?
  package var interval: String?
  package var adjustedPValue: Double?
  package var correlation: Double?
  package var verdict: String?
  package var direction: String?
  package var margin: Double?
  package var replicationsUsed: Int
  package var replicationsNeeded: Int?
  package var isNeededLowerBound: Bool?
  package var notes: [String]
  package var warnings: [Warning] = []

  package init(replicationsUsed: Int, notes: [String] = []) {
    (self.replicationsUsed, self.notes) = (replicationsUsed, notes)
  }

  private var remarks: String? {
    let all = notes + warnings.map(\.description)
    return all.isEmpty ? nil : all.joined(separator: "; ")
  }

  fileprivate static func columns(_ difference: String, of family: String) -> [Column<JudgedDifference>] {
    [
      Column("difference", difference, \.difference),
      Column("difference_half_width", "Half the width of the difference's interval.", \.differenceHalfWidth),
      Column("difference_lower", "Lower end of the difference's interval.", \.differenceLower),
      Column("difference_upper", "Upper end of the difference's interval.", \.differenceUpper),
      Column(
        "ratio", unit: "1",
        "The ratio of both estimates; empty unless both are ratios of sums that are positive without any one replication.",
        \.ratio),
      Column(
        "ratio_lower", unit: "1", "Lower end of the ratio's interval, from the jackknife of its logarithm.",
        \.ratioLower),
      Column("ratio_upper", unit: "1", "Upper end of the ratio's interval.", \.ratioUpper),
      Column(
        "interval",
        "`simultaneous`: the intervals of \(family) cover together with the stated confidence (Bonferroni); "
          + "`marginal`: this one alone.", words: ["simultaneous", "marginal"], \.interval),
      Column(
        "p_adjusted", unit: "1",
        "p-value of no difference, adjusted by Bonferroni over the same family; empty for quantiles over devices.",
        \.adjustedPValue),
      Column("correlation", unit: "1", "Of both members over replications.", \.correlation),
      Column(
        "verdict",
        "`same`: equal in every common replication; `equivalent`: the interval lies within the margin on both "
          + "sides; `better`, `worse`: it lies beyond the margin; `slightlyBetter`, `slightlyWorse`: it excludes 0 "
          + "but not the margin; `unresolved`: none of these. The first that applies; empty for metrics without a "
          + "verdict.",
        words: ["same", "equivalent", "better", "worse", "slightlyBetter", "slightlyWorse", "unresolved"],
        \.verdict),
      Column(
        "direction", "The side of 0 on which the interval lies; empty where it holds 0.",
        words: ["lower", "higher"], \.direction),
      Column(
        "margin",
        "Smallest difference that matters, in the unit of the metric; with a factor as the margin the factor, which judges the ratio.",
        \.margin),
      Column("replications_used", "Replications with a value of both members.", \.replicationsUsed),
      Column(
        "replications_needed",
        "Replications to add until an unresolved difference is resolved with power 0.8, if the estimates of difference and "
          + "spread are true; empty for all others.", \.replicationsNeeded),
      Column("needed_is_lower_bound", "1 if more than replications_needed are needed.", \.isNeededLowerBound),
      Column("note", "What a reader has to know.", in: .csv, \.remarks),
      .json("notes") { $0.notes + $0.warnings.map(\.description) },
    ]
  }
}

@dynamicMemberLookup
public struct ComparisonRow: Hashable, Sendable {
  package var designPoint: String
  package var arm: String
  package var metric: String
  package var unit: String
  package var policy: String
  package var mean: Double?
  package var halfWidth: Double?
  package var baseline: String
  /// Nominal energy of the battery in joules; nil where the runs do not tell, and for metrics that are no joules a day.
  package var nominalJoules: Double?
  /// Policy minus baseline; without a difference for the baseline itself.
  package var judged: JudgedDifference

  package init(
    designPoint: String, arm: String, metric: String, unit: String, policy: String, mean: Double?,
    halfWidth: Double?, baseline: String, replicationsUsed: Int, notes: [String] = []
  ) {
    (self.designPoint, self.arm, self.metric, self.unit) = (designPoint, arm, metric, unit)
    (self.policy, self.mean, self.halfWidth, self.baseline) = (policy, mean, halfWidth, baseline)
    judged = JudgedDifference(replicationsUsed: replicationsUsed, notes: notes)
  }

  public subscript<Value>(dynamicMember path: KeyPath<JudgedDifference, Value>) -> Value {
    judged[keyPath: path]
  }

  package static let table = Table<ComparisonRow>(
    "comparison",
    "A metric of a policy in a design point, compared with the baseline over common replications.",
    key: ["design_point", "metric", "policy"],
    columns: [
      Column("design_point", "As in runs.csv.", \.designPoint), Column("arm", "As in runs.csv.", \.arm),
      Column("metric", "Name of the metric; it speaks of the population.", \.metric),
      Column("unit", "Unit of mean, difference and half-widths; 1 for shares and counts.", \.unit),
      Column("policy", "Label of the policy.", \.policy),
      Column(
        "mean",
        "Estimate over the replications that have a value: the ratio of sums, or the mean, as the metric's "
          + "definition says.", \.mean),
      Column(
        "half_width",
        "Half the width of its t interval from jackknife pseudo-values (bootstrap for quantiles over devices); "
          + "empty for one replication.", \.halfWidth),
      Column("baseline", "Label of the policy that it is compared with.", \.baseline),
    ]
      + JudgedDifference.columns(
        "Policy minus baseline over common replications; empty for the baseline.",
        of: "all differences with a verdict in the design point, or in the study where it says so,"
      ).map { $0.of(\.judged) })
}

@dynamicMemberLookup
public struct EffectRow: Hashable, Sendable {
  public struct Side: Hashable, Sendable {
    package var level: FactorLevel
    package var first: FactorLevel
    package init(level: FactorLevel, first: FactorLevel) { (self.level, self.first) = (level, first) }
  }

  package var arm: String
  package var policy: String
  package var metric: String
  package var unit: String
  package var factor: Side
  /// The second factor of an interaction; nil for an effect of one factor.
  package var second: Side?
  package var estimate: Double?
  package var halfWidth: Double?
  package var firstEstimate: Double?
  /// Nominal energy of the battery in joules; nil where the runs do not tell, and for metrics that are no joules a day.
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

  /// Without the columns of the second factor for an effect of one.
  package var json: JSONValue {
    .object(Self.table.members(self).filter { second != nil || !$0.name.hasPrefix("second_") })
  }

  package var kind: String { isRegression ? "regression" : second == nil ? "level" : "interaction" }
  private var secondName: String { second?.level.name ?? "-" }
  private var secondLevel: String { second?.level.value ?? "-" }

  package static let table = Table<EffectRow>(
    "effects",
    "The effect of a factor on a metric of a policy: its estimate at a level less that at the first level, other "
      + "factors pooled; or the interaction of two factors, the difference of two such differences.",
    key: ["arm", "kind", "factor", "level_text", "second_factor", "second_level_text", "policy", "metric"],
    columns: [
      Column("arm", "As in runs.csv; empty where arms are compared.", \.arm),
      Column(
        "kind",
        "`level`: of one factor; `interaction`: of two; `regression`: standardized coefficient of a regression on all "
          + "factors, in a space-filling design.", words: ["level", "interaction", "regression"], \.kind),
      Column("factor", "Key path of what is varied; `arms` for the arms of the study.", \.factor.level.name),
      Column("level", "Level of the first factor in its base unit; empty for a word.", \.factor.level.number),
      Column(
        "level_text", "The level as the study writes it; `-` where there is no such factor.",
        \.factor.level.value),
      Column("first_level", "First level of the factor, with which it is compared.", \.factor.first.number),
      Column("first_level_text", "The first level as the study writes it.", \.factor.first.value),
      Column("second_factor", "Second factor of an interaction; `-` for none.", \.secondName),
      Column(
        "second_level", "Level of the second factor in its base unit; empty for a word.",
        \.second?.level.number),
      Column(
        "second_level_text", "The level as the study writes it; `-` where there is no such factor.",
        \.secondLevel),
      Column(
        "second_first_level", "First level of the factor, with which it is compared.", \.second?.first.number),
      Column("second_first_level_text", "The first level as the study writes it.", \.second?.first.value),
      Column("policy", "Label of the policy.", \.policy),
      Column("metric", "Name of the metric; it speaks of the population.", \.metric),
      Column("unit", "Unit of estimates, difference and margin.", \.unit),
      Column(
        "estimate",
        "Estimate at the level, or at both levels of an interaction; of a regression the coefficient, whose unit is 1.",
        \.estimate),
      Column("half_width", "Half the width of its marginal t interval.", \.halfWidth),
      Column("first_estimate", "Estimate at the first level, or at both first levels.", \.firstEstimate),
    ]
      + JudgedDifference.columns(
        "Level less first level over common replications, paired unless the note says otherwise.",
        of: "all effects of the factor, or of the two factors,"
      ).map { $0.of(\.judged) })
}
