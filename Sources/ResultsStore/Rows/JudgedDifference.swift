/// A difference of two estimates with its interval and verdict, as the tables of comparisons and effects hold it.
public struct JudgedDifference: Hashable, Sendable {
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

  /// The first estimate less the second.
  public var difference: Double?
  /// Half the width of the interval; nil where there is none, as for one replication.
  public var differenceHalfWidth: Double?
  /// Lower end of the interval, which for quantiles over devices is not symmetric; nil where there is none.
  public var differenceLower: Double?
  /// Upper end of the interval; nil where there is none.
  public var differenceUpper: Double?
  /// `simultaneous` or `marginal`; empty where there is nothing to compare.
  public var interval: String?
  /// p-value of no difference, adjusted by Bonferroni over the family of verdicts; nil without one, as for quantiles over
  /// devices.
  public var adjustedPValue: Double?
  /// Correlation of both members over replications, −1 to 1; nil where it is not defined.
  public var correlation: Double?
  /// A word of the verdicts; empty for metrics without a verdict.
  public var verdict: String?
  /// `lower` or `higher` where the simultaneous interval excludes 0.
  public var direction: String?
  /// Smallest difference that matters, in the unit of the metric.
  public var margin: Double?
  /// Replications with a value of both members.
  public var replicationsUsed: Int
  /// Replications to add; empty for rows that are resolved.
  public var replicationsNeeded: Int?
  /// Whether more than that are needed.
  public var isNeededLowerBound: Bool?
  /// A remark for the reader, `deterministic` for example.
  public var notes: [String]
  /// Reasons for which the interval is to be read with care; empty for none.
  public var warnings: [Warning] = []

  public init(replicationsUsed: Int, notes: [String] = []) {
    self.replicationsUsed = replicationsUsed
    self.notes = notes
  }

  /// The cells from `difference` to `note`.
  var values: [CellValue] {
    let remarks = notes + warnings.map(\.description)
    return [
      .optional(difference), .optional(differenceHalfWidth), .optional(differenceLower),
      .optional(differenceUpper), .optional(interval), .optional(adjustedPValue), .optional(correlation),
      .optional(verdict), .optional(direction), .optional(margin), .integer(Int64(replicationsUsed)),
      .optional(replicationsNeeded), .optional(isNeededLowerBound.map { $0 ? 1 : 0 }),
      .optional(remarks.isEmpty ? nil : remarks.joined(separator: "; ")),
    ]
  }
}
