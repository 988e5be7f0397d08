/// The rows of single devices that a run may keep.
public struct RunDetails: Sendable {
  public var devices: [DeviceRow] = []
  public var attempts: [AttemptRow] = []
  public var blocked: [BlockedRow] = []
  public var energy: [EnergyRow] = []
  public var samples: [SampleRow] = []
  public var regrets: [RegretRow] = []

  public init() {}

  /// Number of rows in all tables.
  public var rowCount: Int {
    devices.count + attempts.count + blocked.count + energy.count + samples.count + regrets.count
  }
}

/// Everything about a run that has ended, stored in one transaction.
public struct FinishedRun: Sendable {
  public var run: PlannedRun
  public var outcome: RunOutcome
  public var metrics: [MetricRow]
  public var eventCounts: [EventCountRow]
  public var days: [DayRow]
  public var provenance: ProvenanceRow?
  /// Rows that were not handed over before with ``ResultsFile/append(_:)``.
  public var details: RunDetails

  public init(
    run: PlannedRun, outcome: RunOutcome, metrics: [MetricRow] = [], eventCounts: [EventCountRow] = [],
    days: [DayRow] = [], provenance: ProvenanceRow? = nil, details: RunDetails = RunDetails()
  ) {
    self.run = run
    self.outcome = outcome
    self.metrics = metrics
    self.eventCounts = eventCounts
    self.days = days
    self.provenance = provenance
    self.details = details
  }
}
