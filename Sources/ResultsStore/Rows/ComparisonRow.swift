/// A metric of a policy in a design point, beside the baseline.
public struct ComparisonRow: TableRow, Hashable {
  /// Why an interval may cover the true difference less often than stated.
  public enum Warning: Hashable, Sendable, CustomStringConvertible {
    /// The difference is skewed over few replications.
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

  public var designPoint: String
  public var arm: String
  public var metric: String
  public var unit: String
  public var policy: String
  /// Estimate over replications with the half-width of its interval.
  public var mean: Double?
  public var halfWidth: Double?
  public var baseline: String
  /// Policy minus baseline; empty for the baseline itself.
  public var difference: Double?
  public var differenceHalfWidth: Double?
  /// Ends of the difference's interval, which of quantiles over devices is not symmetric.
  public var differenceLower: Double?
  public var differenceUpper: Double?
  /// `simultaneous` or `marginal`; empty for the baseline itself.
  public var interval: String?
  public var holmPValue: Double?
  public var correlation: Double?
  /// A word of the verdicts; empty for metrics without a verdict.
  public var verdict: String?
  /// `lower` or `higher` where the simultaneous interval excludes 0.
  public var direction: String?
  /// Smallest difference that matters, in the unit of the metric.
  public var margin: Double?
  public var replicationsUsed: Int
  /// Replications to add; empty for rows that are resolved.
  public var replicationsNeeded: Int?
  /// Whether more than that are needed.
  public var isNeededLowerBound: Bool?
  /// What a reader has to know, `deterministic` for example.
  public var notes: [String]
  public var warnings: [Warning] = []

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
    self.replicationsUsed = replicationsUsed
    self.notes = notes
  }

  public static let table = ResultsSchema.comparison

  public var values: [CellValue] {
    let remarks = notes + warnings.map(\.description)
    return [
      .text(designPoint), .text(arm), .text(metric), .text(unit), .text(policy), .optional(mean),
      .optional(halfWidth), .text(baseline), .optional(difference), .optional(differenceHalfWidth),
      .optional(differenceLower), .optional(differenceUpper), .optional(interval), .optional(holmPValue),
      .optional(correlation), .optional(verdict), .optional(direction), .optional(margin),
      .integer(Int64(replicationsUsed)), .optional(replicationsNeeded),
      .optional(isNeededLowerBound.map { $0 ? 1 : 0 }),
      .optional(remarks.isEmpty ? nil : remarks.joined(separator: "; ")),
    ]
  }
}
