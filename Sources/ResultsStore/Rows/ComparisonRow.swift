import Basics

/// A difference of two estimates with its interval and verdict, as the tables of comparisons and effects hold it.
public struct JudgedDifference: Hashable, Sendable {
  /// The reason why the coverage of an interval may be below its stated confidence.
  public enum Warning: Hashable, Sendable, CustomStringConvertible {
    case skewed(Double)
    /// The row is based on few simulated devices: this number of devices times replications.
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
  /// The larger of the absolute estimates, which shows the size of the difference; nil without estimates.
  package var largerEstimate: Double?
  /// The lower end of the interval, which is not symmetric for quantiles over devices.
  package var differenceLower: Double?
  package var differenceUpper: Double?
  /// The first estimate over the second, with its interval; nil unless both are ratios of positive sums.
  package var ratio, ratioLower, ratioUpper: Double?
  /// The standard error of the difference, and the degrees of freedom of its t interval; nil for an interval without them.
  package var standardError, degreesOfFreedom: Double?
  package var interval: String?
  /// The confidence of the interval: joint over the family, or its own.
  package var confidence: Double?
  /// The family in words, and the number of its intervals; nil for an interval that is not simultaneous.
  package var family: String?
  package var familySize: Int?
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

  /// - Parameters:
  ///   - difference: The definition of the column `difference`.
  ///   - family: The members of a family, in words.
  static func columns(_ difference: String, of family: String) -> [Column<JudgedDifference>] {
    [
      Column("difference", difference, \.difference),
      Column("difference_half_width", "Half-width of the difference's interval.", \.differenceHalfWidth),
      Column("difference_lower", "Lower end of the difference's interval.", \.differenceLower),
      Column("difference_upper", "Upper end of the difference's interval.", \.differenceUpper),
      standardErrorColumn, degreesColumn,
      Column(
        "ratio", unit: "1",
        "Ratio of both estimates. Empty unless both are ratios of sums that remain positive if any one replication is omitted.",
        \.ratio),
      Column(
        "ratio_lower", unit: "1", "Lower end of the ratio's interval, from the jackknife of its logarithm.",
        \.ratioLower),
      Column("ratio_upper", unit: "1", "Upper end of the ratio's interval.", \.ratioUpper),
      Column(
        "interval",
        "`simultaneous`: the stated confidence applies to \(family) together (Bonferroni). "
          + "`marginal`: it applies to this interval only.", words: ["simultaneous", "marginal"], \.interval),
      confidenceColumn,
      Column("family", "Family of the simultaneous interval; empty for a marginal interval.", \.family),
      Column(
        "family_size",
        "Number of intervals in the family. Each has confidence 1 - (1 - confidence) / family_size.",
        \.familySize),
      Column(
        "p_adjusted", unit: "1",
        "p-value of the difference, Bonferroni-adjusted over the same family; empty for quantiles over devices.",
        \.adjustedPValue),
      Column(
        "correlation", unit: "1", "Correlation between both estimates across replications.", \.correlation),
      Column(
        "verdict",
        "The first that applies of: `same`: equal in every common replication. `equivalent`: the interval is within the "
          + "margin on both sides. `better`, `worse`: the interval is beyond the margin. `slightlyBetter`, "
          + "`slightlyWorse`: the interval excludes 0 but not the margin. `unresolved`: all other cases. Empty for "
          + "metrics without a verdict.",
        words: ["same", "equivalent", "better", "worse", "slightlyBetter", "slightlyWorse", "unresolved"],
        \.verdict),
      Column(
        "direction", "Position of the interval relative to 0; empty if the interval includes 0.",
        words: ["lower", "higher"], \.direction),
      Column(
        "margin",
        "Smallest difference that matters, in the unit of the metric; or a factor, which applies to the ratio.",
        \.margin),
      replicationsColumn,
      Column(
        "extra_replications",
        "Extra replications that resolve an unresolved difference with power 0.8, if the estimated difference and "
          + "spread are correct; empty for other verdicts.", \.replicationsNeeded),
      Column("extra_is_lower_bound", "1 if extra_replications is a lower bound.", \.isNeededLowerBound),
    ] + notesColumns
  }

  static let standardErrorColumn = Column(
    "standard_error",
    "Standard error, from jackknife pseudo-values; from the bootstrap for quantiles over devices.",
    \JudgedDifference.standardError)
  static let degreesColumn = Column(
    "degrees_of_freedom",
    "Degrees of freedom of the t interval; empty for quantiles over devices, and without variation.",
    \JudgedDifference.degreesOfFreedom)
  static let confidenceColumn = Column(
    "confidence", unit: "1", "Confidence of the interval, joint over the family if it is simultaneous.",
    \JudgedDifference.confidence)
  static let replicationsColumn = Column(
    "replications_used", "Replications with a value of both estimates.", \JudgedDifference.replicationsUsed)
  static let notesColumns: [Column<JudgedDifference>] = [
    Column("note", "Remarks on the row.", in: .csv, \.remarks),
    .json("notes") { $0.notes + $0.warnings.map(\.description) },
  ]
}

@dynamicMemberLookup
public struct ComparisonRow: Hashable, Sendable {
  package var designPoint: String
  package var arm: String
  package var metric: String
  package var unit: String
  package var policy: String
  /// The number of soft gates that the policy obeys; nil if it is unknown.
  package var gates: Int?
  package var mean: Double?
  package var halfWidth: Double?
  /// The ends of the estimate's interval, of which the lower one is at least 0, because no metric is negative.
  package var meanLower, meanUpper: Double?
  package var baseline: String
  /// The nominal energy of the battery in joules; nil if it is unknown or the metric is not in joules per day.
  package var nominalJoules: Double?
  /// The levels of the design point.
  package var levels: [FactorLevel] = []
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
      Column("metric", "Name of the metric, which is a metric of the population.", \.metric),
      Column("unit", "Unit of mean, difference, and half-widths; 1 for shares and counts.", \.unit),
      Column("policy", "Label of the policy.", \.policy),
      Column("gates", "Number of soft gates that the policy obeys.", \.gates),
      Column(
        "mean",
        "Estimate over the replications with a value: a ratio of sums or a mean, according to the metric's "
          + "definition.", \.mean),
      Column(
        "half_width",
        "Half-width of the estimate's t interval from jackknife pseudo-values (bootstrap for quantiles over devices); "
          + "empty for one replication.", \.halfWidth),
      Column(
        "mean_lower",
        "Lower end of the estimate's interval, cut off at 0, because no metric is negative.", \.meanLower),
      Column("mean_upper", "Upper end of the estimate's interval.", \.meanUpper),
      Column("baseline", "Label of the baseline policy.", \.baseline),
    ]
      + JudgedDifference.columns(
        "Policy minus baseline over common replications; empty for the baseline.",
        of: "all differences with a verdict in the design point (or the study, if it says so)"
      ).map { $0.of(\.judged) })
}
