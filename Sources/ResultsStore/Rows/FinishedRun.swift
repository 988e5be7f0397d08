/// The rows of single devices that a run may keep.
public struct RunDetails: Sendable {
  /// Rows of `devices`, one a device.
  public var devices: [DeviceRow] = []
  /// Rows of `attempts`; empty unless the study records them.
  public var attempts: [AttemptRow] = []
  /// Rows of `blocked`; empty unless the study records attempts.
  public var blocked: [BlockedRow] = []
  /// Rows of `energy`; empty unless the study records them.
  public var energy: [EnergyRow] = []
  /// Rows of `timeseries`; empty unless the study records them.
  public var samples: [SampleRow] = []
  /// Rows of `regret`; empty unless they were computed.
  public var regrets: [RegretRow] = []

  public init() {}

  /// Number of rows in all tables.
  public var rowCount: Int {
    devices.count + attempts.count + blocked.count + energy.count + samples.count + regrets.count
  }
}

/// Everything about a run that has ended, stored in one transaction.
public struct FinishedRun: Sendable {
  /// The run as the study planned it.
  public var run: PlannedRun
  /// Its end: success or failure, with counts.
  public var outcome: RunOutcome
  /// Metrics after warm-up, of all scopes; empty for a failed run.
  public var metrics: [MetricRow]
  /// Counts of events over the whole horizon; empty for a failed run.
  public var eventCounts: [EventCountRow]
  /// Sums of each local day from day 0 on, for the check of the warm-up; empty for a failed run.
  public var days: [DayRow]
  /// Machine and times of the computation; nil stores no row of `provenance`.
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
