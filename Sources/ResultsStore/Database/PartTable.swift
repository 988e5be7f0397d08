import Digests

/// The table of the parts of runs that are not finished.
struct PartTable {
  /// A part as the file holds it, without the rows of its devices.
  struct Entry {
    var sums: PartSums
    var provenance: ProvenanceRow
    var digests: DigestPair
  }

  /// A part without its sums.
  struct Head {
    var devices: Range<Int>
    var hasFailed: Bool
    var provenance: ProvenanceRow
    var digests: DigestPair
  }

  /// The digests of a part.
  struct DigestPair: Hashable {
    /// Of the rows of its devices.
    var rows: DigestSum
    /// Of the rows of its devices and its sums.
    var whole: String
  }

  static let creation =
    "CREATE TABLE parts (run_id TEXT NOT NULL, first_device INTEGER NOT NULL, devices INTEGER NOT NULL, "
    + "devices_done INTEGER NOT NULL, failed_device INTEGER, failure TEXT, wall_s REAL NOT NULL, "
    + "host TEXT NOT NULL, started TEXT NOT NULL, ended TEXT NOT NULL, processor TEXT, instructions TEXT, "
    + "c_library TEXT, digest TEXT NOT NULL, rows TEXT NOT NULL, sums BLOB NOT NULL, "
    + "PRIMARY KEY (run_id, first_device)) WITHOUT ROWID"

  let connection: Connection
  private let action = "store a block"

  init(_ connection: Connection) { self.connection = connection }

  /// Whether the part is there already. A part in which a device failed gives way to one without a failure.
  ///
  /// - Parameter removingFailed: Whether such a part is removed with its rows and does not count.
  func holds(_ part: RunPart, removingFailed: Bool) throws(ResultsError) -> Bool {
    let found = try connection.rows(
      "SELECT failed_device FROM parts WHERE run_id = ? AND first_device = ?",
      [.text(part.run.runID), .integer(Int64(part.sums.devices.lowerBound))], table: "parts"
    ) { !$0.isMissing(0) }
    guard let hasFailed = found.first else { return false }
    guard hasFailed, removingFailed else { return true }
    try remove(part.sums.devices, of: part.run.runID)
    return false
  }

  /// Inserts a part whose rows of devices are there.
  ///
  /// - Parameter digests: The digests of the part, where they are known.
  func insert(_ part: RunPart, digests: DigestPair? = nil) throws(ResultsError) {
    let sums = part.sums
    let digests = if let digests { digests } else { try self.digests(of: part.run.runID, sums) }
    let statement = try connection.statement(
      "INSERT INTO parts VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)",
      action: action, table: "parts")
    let origin = ProvenanceRow.table.cells(part.provenance).dropFirst()
    try statement.bind(
      [
        .text(part.run.runID), .integer(Int64(sums.devices.lowerBound)), .integer(Int64(sums.devices.count)),
        .integer(Int64(sums.devicesDone)), .optional(sums.failure?.device), .optional(sums.failure?.message),
      ] + origin + [.text(digests.whole), .text(digests.rows.hexadecimal)])
    try statement.bind(bytes: sums.bytes, at: 16)
    while try statement.step() {}
  }

  /// The parts of a run in the order of their devices, of which memory holds one.
  func reader(of runID: String) throws(ResultsError) -> Reader {
    Reader(
      statement: try selection(", devices_done, failed_device, failure, sums", of: runID), table: self,
      runID: runID)
  }

  struct Reader {
    fileprivate let statement: Statement
    fileprivate let table: PartTable
    fileprivate let runID: String

    /// The next part; nil after the last.
    func next() throws(ResultsError) -> Entry? {
      guard try statement.step() else { return nil }
      let head = table.head(statement, of: runID)
      let sums = PartSums(
        devices: head.devices, devicesDone: statement.count(PartTable.headColumns),
        failure: statement.isMissing(PartTable.headColumns + 1)
          ? nil
          : .init(
            device: statement.count(PartTable.headColumns + 1),
            message: statement.text(PartTable.headColumns + 2)),
        bytes: statement.bytes(PartTable.headColumns + 3))
      try table.connection.check(statement)
      return Entry(sums: sums, provenance: head.provenance, digests: head.digests)
    }
  }

  /// The parts of a run in the order of their devices, without their sums.
  func heads(of runID: String) throws(ResultsError) -> [Head] {
    let statement = try selection("", of: runID)
    var heads: [Head] = []
    while try statement.step() {
      heads.append(head(statement, of: runID))
      try connection.check(statement)
    }
    return heads
  }

  /// Number of the columns of a head.
  private static let headColumns = 12

  private func selection(_ more: String, of runID: String) throws(ResultsError) -> Statement {
    let statement = try connection.freshStatement(
      "SELECT first_device, devices, failed_device IS NOT NULL, wall_s, host, started, ended, processor, "
        + "instructions, c_library, digest, rows\(more) FROM parts "
        + "WHERE run_id = ? ORDER BY first_device",
      action: "read it", table: "parts")
    try statement.bind([.text(runID)])
    return statement
  }

  private func head(_ statement: Statement, of runID: String) -> Head {
    let first = statement.count(0)
    let (end, overflows) = first.addingReportingOverflow(statement.count(1))
    return Head(
      devices: first..<(overflows ? first : end), hasFailed: statement.integer(2) != 0,
      provenance: ProvenanceRow(
        runID: runID, wallSeconds: statement.real(3), host: statement.text(4), started: statement.text(5),
        ended: statement.text(6), processor: statement.optionalText(7),
        instructions: statement.optionalText(8), cLibrary: statement.optionalText(9)),
      digests: DigestPair(
        rows: statement.optionalText(11).flatMap(DigestSum.init(hexadecimal:)) ?? DigestSum(),
        whole: statement.text(10)))
  }

  /// Identities of the runs that have parts.
  func runIDs() throws(ResultsError) -> [String] {
    try connection.rows("SELECT DISTINCT run_id FROM parts ORDER BY run_id", table: "parts") { $0.text(0) }
  }

  /// Number of the parts of a run, and of the devices in them.
  func extent(of runID: String) throws(ResultsError) -> (parts: Int, devices: Int) {
    try connection.rows(
      "SELECT count(*), ifnull(sum(devices), 0) FROM parts WHERE run_id = ?", [.text(runID)], table: "parts"
    ) { ($0.count(0), $0.count(1)) }.first ?? (0, 0)
  }

  /// Removes the parts of a run and leaves the rows of their devices.
  func removeAll(of runID: String) throws(ResultsError) {
    try connection.statement("DELETE FROM parts WHERE run_id = ?", action: action).run([.text(runID)])
  }

  /// Removes a part and the rows of its devices.
  private func remove(_ devices: Range<Int>, of runID: String) throws(ResultsError) {
    for table in ResultsSchema.ofDevices {
      try connection.statement(
        StoredTable(table).deletionOfDevices, action: action
      ).run([
        .text(runID), .integer(Int64(devices.lowerBound)), .integer(Int64(devices.upperBound)),
      ])
    }
    try connection.statement("DELETE FROM parts WHERE run_id = ? AND first_device = ?", action: action)
      .run([.text(runID), .integer(Int64(devices.lowerBound))])
  }

  /// The digests of a part: of the rows of its devices and of its sums.
  func digests(of runID: String, _ sums: PartSums) throws(ResultsError) -> DigestPair {
    let rows = try DigestWriter(connection).rowsOfDevices(of: runID, sums.devices)
    return DigestPair(rows: rows, whole: sums.digest(rows: rows))
  }
}
