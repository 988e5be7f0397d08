import Basics
import CZlib

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
    (self.run, self.sums, self.completed) = (run, sums, completed)
    (self.details, self.provenance) = (details, provenance)
  }
}

public struct RunDetails: Sendable {
  package var devices: [DeviceRow] = []
  /// Empty unless the study records attempts, as ``blocked``.
  package var attempts: [AttemptRow] = []
  package var blocked: [BlockedRow] = []
  /// Empty unless the study records them, as ``samples``, ``regrets`` and ``availability``.
  package var energy: [EnergyRow] = []
  package var samples: [SampleRow] = []
  package var regrets: [RegretRow] = []
  package var availability: [AvailabilityRow] = []

  package init() {}

  package var rowCount: Int {
    devices.count + attempts.count + blocked.count + energy.count + samples.count + regrets.count
      + availability.count
  }
}

/// The sums over the devices of a part, in an encoding that only the maker of metrics reads.
public struct PartSums: Hashable, Sendable {
  /// A device that could not be simulated to its end.
  public struct Failure: Hashable, Sendable {
    package var device: Int
    /// The reason, without the command that replays it.
    package var message: String
    package init(device: Int, message: String) { (self.device, self.message) = (device, message) }
  }

  package var devices: Range<Int>
  package var devicesDone: Int
  package var failure: Failure?
  /// The encoded sums; empty for a part with a failure and for one that is the whole run.
  package var bytes: [UInt8]

  package init(devices: Range<Int>, devicesDone: Int, failure: Failure? = nil, bytes: [UInt8]) {
    (self.devices, self.devicesDone) = (devices, devicesDone)
    (self.failure, self.bytes) = (failure, bytes)
  }
}

public struct CompletedRun: Sendable {
  package var outcome: RunOutcome
  package var metrics: [MetricRow]
  package var eventCounts: [EventCountRow]
  /// Sums of each local day from day 0 on; empty for a failed run.
  package var days: [DayRow]

  package init(
    outcome: RunOutcome, metrics: [MetricRow] = [], eventCounts: [EventCountRow] = [], days: [DayRow] = []
  ) {
    (self.outcome, self.metrics) = (outcome, metrics)
    (self.eventCounts, self.days) = (eventCounts, days)
  }
}

public struct PartDamage: Error, Hashable, Sendable {
  package var firstDevice: Int
  package var what: String
  package init(firstDevice: Int, what: String) { (self.firstDevice, self.what) = (firstDevice, what) }
}

/// Makes a run of the sums of all its parts, one after the other: memory does not grow with the fleet.
public protocol PartJoin {
  mutating func add(_ part: PartSums) throws(PartDamage)
  func finish() throws(PartDamage) -> CompletedRun
}

public typealias RunCompletion = @Sendable (_ run: PlannedRun, _ parts: Int) -> any PartJoin

struct StoredTable<Contents>: Sendable {
  let name: String
  let encode: @Sendable (Contents) throws(ResultsError) -> [UInt8]?
  let decode: @Sendable (_ bytes: [UInt8], _ runID: String) throws(ResultsError) -> [[CellValue]]?
  let definition: TableDefinition

  init<Row: StoredRow>(_ table: Table<Row>, _ rows: any KeyPath<Contents, [Row]> & Sendable) {
    name = table.name
    self.definition = table.definition
    encode = { (contents) throws(ResultsError) in
      let rows = contents[keyPath: rows]
      return rows.isEmpty ? nil : try table.encoded(rows)
    }
    decode = { (bytes, runID) throws(ResultsError) in
      var cells: [[CellValue]] = []
      return try table.eachRow(in: bytes, run: runID) { cells.append(table.cells($0)) } ? cells : nil
    }
  }
}

extension RunDetails {
  /// The tables in the order in which a block holds them: what comparisons read stands first, and nothing is read of what
  /// follows.
  static let tables: [StoredTable<RunDetails>] = [
    StoredTable(DeviceRow.table, \.devices), StoredTable(BlockedRow.table, \.blocked),
    StoredTable(RegretRow.table, \.regrets), StoredTable(EnergyRow.table, \.energy),
    StoredTable(AttemptRow.table, \.attempts), StoredTable(SampleRow.table, \.samples),
    StoredTable(AvailabilityRow.table, \.availability),
  ]
}

extension CompletedRun {
  static let tables: [StoredTable<CompletedRun>] = [
    StoredTable(MetricRow.table, \.metrics), StoredTable(EventCountRow.table, \.eventCounts),
    StoredTable(DayRow.table, \.days),
  ]
}

struct StoredContents: Sendable {
  /// SHA-256 of each piece before it was compressed, in 64 hexadecimal digits, with spaces between them; a dash for what is
  /// not there.
  private(set) var digests = ""
  private(set) var pieces: [[UInt8]?] = []

  init<Contents>(
    sums: [UInt8]? = nil, _ contents: Contents, _ tables: [StoredTable<Contents>]
  ) throws(ResultsError) {
    if let sums { append(sums.isEmpty ? nil : sums) }
    for table in tables { append(try table.encode(contents)) }
  }

  private mutating func append(_ bytes: [UInt8]?) {
    let digest = bytes.map { SHA256.hexadecimal($0) } ?? "-"
    digests += pieces.isEmpty ? digest : " \(digest)"
    pieces.append(bytes.map { StoredBytes.packed($0, digest: digest) })
  }
}

/// A part in its stored form. Workers encode parts, so that storing them takes less time.
public struct StoredPart: Sendable {
  package let run: PlannedRun
  package let failure: PartSums.Failure?
  package let head: BlockHead
  let provenance: ProvenanceRow
  let contents: StoredContents
  let completed: StoredRunContents?

  package init(_ part: RunPart) throws(ResultsError) {
    run = part.run
    failure = part.sums.failure
    provenance = part.provenance
    contents = try StoredContents(sums: part.sums.bytes, part.details, RunDetails.tables)
    completed = if let completed = part.completed { try StoredRunContents(completed) } else { nil }
    head = BlockHead(runID: part.run.runID, part.sums, digests: contents.digests)
  }
}

package struct StoredRunContents: Sendable {
  let outcome: RunOutcome
  let contents: StoredContents

  package init(_ completed: CompletedRun) throws(ResultsError) {
    outcome = completed.outcome
    contents = try StoredContents(completed, CompletedRun.tables)
  }
}

package struct BlockHead: StoredRow, Hashable {
  package var runID = ""
  private var firstDevice = 0
  private var deviceCount = 0
  package private(set) var devicesDone = 0
  private var failedDevice: Int?
  private var failureMessage: String?
  var digests = ""

  static let table = Table<BlockHead>(
    "blocks",
    columns: [
      Column("run_id", "", \.runID), Column("first_device", "", \.firstDevice),
      Column("device_count", "", \.deviceCount), Column("devices_done", "", \.devicesDone),
      Column("failed_device", "", \.failedDevice), Column("failure", "", \.failureMessage),
      Column("digests", "", \.digests),
    ])

  package init() {}

  init(runID: String, _ sums: PartSums, digests: String) {
    (self.runID, self.digests, devicesDone) = (runID, digests, sums.devicesDone)
    (firstDevice, deviceCount) = (sums.devices.lowerBound, sums.devices.count)
    (failedDevice, failureMessage) = (sums.failure?.device, sums.failure?.message)
  }

  package var devices: Range<Int> { firstDevice..<firstDevice + min(deviceCount, .max - firstDevice) }
  package var failure: PartSums.Failure? {
    failedDevice.map { .init(device: $0, message: failureMessage ?? "") }
  }

  /// Tells whether somebody has changed the head; equal blocks have equal digests, wherever they were computed.
  package var digest: String { Digest.hexadecimal([Self.table.cells(self)]) }
}

extension ColumnDefinition {
  /// The digest of the other columns of a row.
  static let digest = ColumnDefinition("digest")
}

enum Digest {
  static func hexadecimal(_ lines: [[CellValue]]) -> String {
    var text = CSVBuffer()
    for line in lines { text.line(line) }
    return SHA256.hexadecimal(text.bytes)
  }
}

/// Bytes in their stored form: a check, the number of bytes, and the bytes compressed by zlib. The check is
/// the CRC-32 of the separately stored digest of the bytes and of the data after the check. It detects
/// changes of copied data at little cost.
package enum StoredBytes {
  private static let headLength = 8

  package static func packed(_ bytes: [UInt8], digest: String) -> [UInt8] {
    var length = compressBound(UInt(bytes.count))
    var compressed = [UInt8](repeating: 0, count: Int(length))
    let code = compress2(&compressed, &length, bytes, UInt(bytes.count), Z_DEFAULT_COMPRESSION)
    // zlib refuses for lack of memory alone, which ends this process anyhow.
    precondition(code == Z_OK, "zlib refused: \(code)")
    let rest = number(UInt32(bytes.count)) + compressed.prefix(Int(length))
    return rest.withUnsafeBytes { number(check($0, digest)) } + rest
  }

  package static func unpacked(_ stored: [UInt8]) -> [UInt8]? {
    guard stored.count > headLength else { return nil }
    let count = stored[4..<headLength].reversed().reduce(0) { $0 << 8 | Int($1) }
    // Beyond this ratio zlib compresses nothing.
    guard count <= 1032 * stored.count else { return nil }
    var length = UInt(count)
    var bytes = [UInt8](repeating: 0, count: count)
    let code = stored.withUnsafeBufferPointer { stored in
      uncompress(&bytes, &length, stored.baseAddress.map { $0 + headLength }, UInt(stored.count - headLength))
    }
    return code == Z_OK && length == UInt(count) ? bytes : nil
  }

  /// Whether stored bytes have the check of themselves and their digest.
  package static func areIntact(_ stored: UnsafeRawBufferPointer, digest: String) -> Bool {
    stored.count > headLength
      && stored.starts(with: number(check(UnsafeRawBufferPointer(rebasing: stored[4...]), digest)))
  }

  private static func check(_ rest: UnsafeRawBufferPointer, _ digest: String) -> UInt32 {
    let ofDigest = crc32_z(0, Array(digest.utf8), digest.utf8.count)
    return UInt32(crc32_z(ofDigest, rest.bindMemory(to: UInt8.self).baseAddress, rest.count))
  }

  private static func number(_ number: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> UInt32(8 * $0)) }
  }
}
