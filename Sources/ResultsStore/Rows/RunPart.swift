import Digests

/// The share of one block in one run: the rows and sums of consecutive devices.
public struct RunPart: Sendable {
  /// The run as the study planned it.
  public var run: PlannedRun
  /// The sums over the devices of the block.
  public var sums: PartSums
  /// The run as a whole, where the block holds all of its devices; nil for any other block.
  public var completed: CompletedRun?
  /// Rows of the block's devices; empty if one of them failed.
  public var details: RunDetails
  /// Where and when the part was computed, with the time spent on it.
  public var provenance: ProvenanceRow
  /// The rows as a worker has prepared them; nil where that is left to the storing.
  private(set) var prepared: PreparedRows?

  public init(
    run: PlannedRun, sums: PartSums, completed: CompletedRun? = nil, details: RunDetails = RunDetails(),
    provenance: ProvenanceRow
  ) {
    self.run = run
    self.sums = sums
    self.completed = completed
    self.details = details
    self.provenance = provenance
  }

  /// Prepares the rows, which takes longer than storing them.
  ///
  /// - Parameter known: The digest of the rows of ``details``, if somebody has computed it already.
  public mutating func prepare(digest known: DigestSum? = nil) {
    let rows = known ?? details.digest
    prepared = PreparedRows(
      rows: rows, digest: completed?.digest(devices: rows) ?? sums.digest(rows: rows),
      batches: details.batches)
  }
}

extension RunDetails {
  /// The digest of all rows. Those of devices add up to that of their fleet, so each can be computed by itself.
  public var digest: DigestSum {
    var digest = DeviceRowsDigest()
    digest.add(devices, DeviceRow.table)
    digest.add(attempts, AttemptRow.table)
    digest.add(blocked, BlockedRow.table)
    digest.add(energy, EnergyRow.table)
    digest.add(samples, SampleRow.table)
    digest.add(regrets, RegretRow.table)
    return digest.finish()
  }

  fileprivate var batches: [RowBatch] {
    [
      RowBatch(devices, DeviceRow.table, ResultsSchema.devices), RowBatch(attempts, AttemptRow.table, ResultsSchema.attempts), RowBatch(blocked, BlockedRow.table, ResultsSchema.blocked), RowBatch(energy, EnergyRow.table, ResultsSchema.energy), RowBatch(samples, SampleRow.table, ResultsSchema.timeseries),
      RowBatch(regrets, RegretRow.table, ResultsSchema.regret),
    ]
  }
}

extension CompletedRun {
  /// The digest of the rows of a run whose rows of devices have a digest.
  fileprivate func digest(devices: DigestSum) -> String {
    var digest = RowDigest()
    digest.add(metrics, MetricRow.table)
    digest.add(eventCounts, EventCountRow.table)
    digest.add(days, DayRow.table)
    digest.add(devices)
    return digest.finish()
  }
}

extension PartSums {
  /// The digest of a part: of the rows of its devices, which have a digest, and of its sums.
  func digest(rows: DigestSum) -> String {
    var digest = RowDigest()
    digest.table("parts", columns: ["rows", "devices", "devices_done", "failed_device", "failure", "sums"])
    digest.row([
      .text(rows.hexadecimal), .integer(Int64(devices.count)), .integer(Int64(devicesDone)),
      .optional(failure?.device),
      .optional(failure?.message), .text(SHA256.hexadecimal(bytes)),
    ])
    return digest.finish()
  }
}

/// The sums over the devices of a part, in an encoding that only the maker of metrics reads.
public struct PartSums: Hashable, Sendable {
  /// A device that could not be simulated to its end.
  public struct Failure: Hashable, Sendable {
    /// Number of the device in its fleet, from 0.
    public var device: Int
    /// The reason, without the command that replays it.
    public var message: String

    public init(device: Int, message: String) {
      self.device = device
      self.message = message
    }
  }

  /// Numbers of the devices.
  public var devices: Range<Int>
  /// Devices that were simulated to the end.
  public var devicesDone: Int
  /// The first failure by device, if any.
  public var failure: Failure?
  /// The encoded sums.
  public var bytes: [UInt8]

  public init(devices: Range<Int>, devicesDone: Int, failure: Failure? = nil, bytes: [UInt8]) {
    self.devices = devices
    self.devicesDone = devicesDone
    self.failure = failure
    self.bytes = bytes
  }
}

/// The outcome of a run and what follows from the sums of all its parts.
public struct CompletedRun: Sendable {
  /// Its end: success or failure, with counts.
  public var outcome: RunOutcome
  /// Metrics after warm-up, of all scopes; empty for a failed run.
  public var metrics: [MetricRow]
  /// Counts of events over the whole horizon; empty for a failed run.
  public var eventCounts: [EventCountRow]
  /// Sums of each local day from day 0 on; empty for a failed run.
  public var days: [DayRow]

  public init(
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
  /// The first device of the part.
  public var firstDevice: Int
  /// The finding and the expectation.
  public var what: String

  public init(firstDevice: Int, what: String) {
    self.firstDevice = firstDevice
    self.what = what
  }
}

/// Makes a run of the sums of all its parts, one after the other: memory does not grow with the fleet.
public protocol PartJoin {
  /// Adds the next part in the order of devices.
  ///
  /// - Throws: ``PartDamage`` for sums that cannot be read.
  mutating func add(_ part: PartSums) throws(PartDamage)

  /// The run of all parts.
  ///
  /// - Throws: ``PartDamage`` for parts that do not make the run.
  func finish() throws(PartDamage) -> CompletedRun
}

/// Begins to make a run of as many parts.
public typealias RunCompletion = @Sendable (_ run: PlannedRun, _ parts: Int) -> any PartJoin
