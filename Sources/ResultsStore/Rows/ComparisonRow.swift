/// A metric of a policy in a design point, beside the baseline.
public struct ComparisonRow: TableRow, Hashable {
  public var designPoint: String
  public var arm: String
  public var metric: String
  public var unit: String
  public var policy: String
  /// Mean over replications with the half-width of its interval.
  public var mean: Double?
  public var halfWidth: Double?
  public var baseline: String
  /// Policy minus baseline; empty for the baseline itself.
  public var difference: Double?
  public var differenceHalfWidth: Double?
  /// `simultaneous` or `marginal`; empty for the baseline itself.
  public var interval: String?
  public var holmPValue: Double?
  public var correlation: Double?
  /// `better`, `worse`, `equivalent` or `unresolved`; empty for metrics without a verdict.
  public var verdict: String?
  /// Smallest difference that matters, in the unit of the metric.
  public var margin: Double?
  public var replicationsUsed: Int
  public var replicationsStillNeeded: Int?
  /// What a reader has to know, `deterministic` for example.
  public var notes: [String]

  public init(
    designPoint: String, arm: String, metric: String, unit: String, policy: String, mean: Double?,
    halfWidth: Double?, baseline: String, difference: Double? = nil, differenceHalfWidth: Double? = nil,
    interval: String? = nil, holmPValue: Double? = nil, correlation: Double? = nil, verdict: String? = nil,
    margin: Double? = nil, replicationsUsed: Int, replicationsStillNeeded: Int? = nil, notes: [String] = []
  ) {
    self.designPoint = designPoint
    self.arm = arm
    self.metric = metric
    self.unit = unit
    self.policy = policy
    self.mean = mean
    self.halfWidth = halfWidth
    self.baseline = baseline
    self.difference = difference
    self.differenceHalfWidth = differenceHalfWidth
    self.interval = interval
    self.holmPValue = holmPValue
    self.correlation = correlation
    self.verdict = verdict
    self.margin = margin
    self.replicationsUsed = replicationsUsed
    self.replicationsStillNeeded = replicationsStillNeeded
    self.notes = notes
  }

  public static let table = ResultsSchema.comparison

  public var values: [CellValue] {
    [
      .text(designPoint), .text(arm), .text(metric), .text(unit), .text(policy), .optional(mean),
      .optional(halfWidth), .text(baseline), .optional(difference), .optional(differenceHalfWidth),
      .optional(interval), .optional(holmPValue), .optional(correlation), .optional(verdict),
      .optional(margin), .integer(Int64(replicationsUsed)), .optional(replicationsStillNeeded),
      .optional(notes.isEmpty ? nil : notes.joined(separator: "; ")),
    ]
  }
}
