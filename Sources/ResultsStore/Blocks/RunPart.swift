/// The share of one block in one run: the rows and sums of consecutive devices.
public struct RunPart: Sendable {
  package var run: PlannedRun
  package var sums: PartSums
  /// The run as a whole, where the block holds all of its devices; nil for any other block.
  package var completed: CompletedRun?
  /// Rows of the block's devices; empty if one of them failed.
  package var details: RunDetails
  package var provenance: ProvenanceRow

  package init(
    run: PlannedRun, sums: PartSums, completed: CompletedRun? = nil, details: RunDetails = RunDetails(),
    provenance: ProvenanceRow
  ) {
    self.run = run
    self.sums = sums
    self.completed = completed
    self.details = details
    self.provenance = provenance
  }
}

/// The rows of single devices that a run may keep.
public struct RunDetails: Sendable {
  package var devices: [DeviceRow] = []
  /// Empty unless the study records attempts, as ``blocked``.
  package var attempts: [AttemptRow] = []
  package var blocked: [BlockedRow] = []
  /// Empty unless the study records them, as ``samples`` and ``regrets``.
  package var energy: [EnergyRow] = []
  package var samples: [SampleRow] = []
  package var regrets: [RegretRow] = []

  package init() {}

  package var rowCount: Int {
    devices.count + attempts.count + blocked.count + energy.count + samples.count + regrets.count
  }
}

/// The sums over the devices of a part, in an encoding that only the maker of metrics reads.
public struct PartSums: Hashable, Sendable {
  /// A device that could not be simulated to its end.
  public struct Failure: Hashable, Sendable {
    package var device: Int
    /// The reason, without the command that replays it.
    package var message: String

    package init(device: Int, message: String) {
      self.device = device
      self.message = message
    }
  }

  package var devices: Range<Int>
  package var devicesDone: Int
  package var failure: Failure?
  /// The encoded sums; empty for a part with a failure and for one that is the whole run.
  package var bytes: [UInt8]

  package init(devices: Range<Int>, devicesDone: Int, failure: Failure? = nil, bytes: [UInt8]) {
    self.devices = devices
    self.devicesDone = devicesDone
    self.failure = failure
    self.bytes = bytes
  }
}

/// The outcome of a run and what follows from the sums of all its parts.
public struct CompletedRun: Sendable {
  package var outcome: RunOutcome
  package var metrics: [MetricRow]
  package var eventCounts: [EventCountRow]
  /// Sums of each local day from day 0 on; empty for a failed run.
  package var days: [DayRow]

  package init(
    outcome: RunOutcome, metrics: [MetricRow] = [], eventCounts: [EventCountRow] = [], days: [DayRow] = []
  ) {
    self.outcome = outcome
    self.metrics = metrics
    self.eventCounts = eventCounts
    self.days = days
  }
}

/// Sums that cannot be decoded.
public struct PartDamage: Error, Hashable, Sendable {
  package var firstDevice: Int
  package var what: String

  package init(firstDevice: Int, what: String) {
    self.firstDevice = firstDevice
    self.what = what
  }
}

/// Makes a run of the sums of all its parts, one after the other: memory does not grow with the fleet.
public protocol PartJoin {
  mutating func add(_ part: PartSums) throws(PartDamage)

  func finish() throws(PartDamage) -> CompletedRun
}

/// Begins to make a run of as many parts.
public typealias RunCompletion = @Sendable (_ run: PlannedRun, _ parts: Int) -> any PartJoin
