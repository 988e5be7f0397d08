import Basics

extension Connection {
  /// Blocks in the order of runs and devices, with the digests that were stored with their heads.
  package func blocks(
    _ condition: String = "TRUE", _ values: [CellValue] = []
  ) throws(ResultsError) -> [(head: BlockHead, digest: String)] {
    try cells(
      BlockHead.table.definition.columns + [.digest], of: "blocks",
      "WHERE \(condition) ORDER BY run_id, first_device", values
    ).map { (BlockHead.table.row($0), $0.last?.exportedText ?? "") }
  }

  package func heads(of runID: String) throws(ResultsError) -> [BlockHead] {
    try blocks("run_id = ?", [.text(runID)]).map(\.head)
  }

  package func insert(_ part: StoredPart, action: String) throws(ResultsError) {
    let values =
      BlockHead.table.cells(part.head) + [.text(part.head.digest)]
      + ProvenanceRow.table.cells(part.provenance).dropFirst()
    try insert(values, part.contents, into: "blocks", action)
  }

  package func finish(_ run: PlannedRun, _ completed: StoredRunContents, action: String) throws(ResultsError)
  {
    var row = StoredRun(run, completed.outcome)
    if row.status == .ok {
      row.contents = completed.contents.digests
      try insert([.text(run.runID)], completed.contents, into: "results", action)
    }
    try write(row, action: action)
  }

  private func insert(
    _ values: [CellValue], _ contents: StoredContents, into table: String, _ action: String
  ) throws(ResultsError) {
    let places = ResultsSchema.places(values.count + contents.pieces.count)
    let statement = try statement(
      "INSERT OR REPLACE INTO \(table) VALUES (\(places))", action: action, table: table)
    try statement.bind(values + contents.pieces.map { _ in .missing })
    for (index, piece) in contents.pieces.enumerated() {
      if let piece { try statement.bind(bytes: piece, at: Int32(values.count + index + 1)) }
    }
    while try statement.step() {}
  }

  /// Finishes a run if the blocks of all its devices are there; returns whether they are.
  func completeIfWhole(
    _ run: PlannedRun, completing complete: RunCompletion, action: String
  ) throws(ResultsError) -> Bool {
    let found = try rows(
      "SELECT sum(device_count) FROM blocks WHERE run_id = ?", [.text(run.runID)], table: "blocks"
    ) { $0.count(0) }
    guard found.first == run.devicesExpected else { return false }
    let heads = try heads(of: run.runID)
    var join = complete(run, heads.count)
    func damage(_ error: PartDamage) -> ResultsError {
      .damaged(
        path: path,
        what: "run \(MessageWord.word(run.runID)), part from device \(error.firstDevice): \(error.what)")
    }
    let sums = try pieces("sums", of: run.runID)
    for head in heads {
      let bytes = try sums.nextIntact()?.bytes ?? []
      do throws(PartDamage) {
        try join.add(
          PartSums(devices: head.devices, devicesDone: head.devicesDone, failure: head.failure, bytes: bytes))
      } catch { throw damage(error) }
    }
    let completed: CompletedRun
    do throws(PartDamage) { completed = try join.finish() } catch { throw damage(error) }
    try finish(run, try StoredRunContents(completed), action: action)
    return true
  }

  package func provenance(of runID: String) throws(ResultsError) -> ProvenanceRow? {
    let parts = try cells(
      ResultsSchema.provenance, of: "blocks", "WHERE run_id = ? ORDER BY first_device", [.text(runID)]
    ).map { ProvenanceRow.table.row([.text(runID)] + $0) }
    return parts.isEmpty ? nil : ProvenanceRow(joining: parts)
  }

  package func pieces(_ name: String, of runID: String) throws(ResultsError) -> PieceReader {
    try PieceReader(name, of: runID, in: self)
  }
}

package struct PieceReader {
  private let connection: Connection
  private let statement: Statement
  private let runID: String
  private let place: Int

  init(_ name: String, of runID: String, in connection: Connection) throws(ResultsError) {
    self.connection = connection
    self.runID = runID
    let belongsToRun = ResultsSchema.runPieces.contains(name)
    place = (belongsToRun ? ResultsSchema.runPieces : ResultsSchema.blockPieces).firstIndex(of: name) ?? 0
    let query =
      belongsToRun
      ? "SELECT 0, 0, contents, results.\(name) FROM runs LEFT JOIN results USING (run_id) "
        + "WHERE run_id = ? AND contents IS NOT NULL"
      : "SELECT first_device, device_count, digests, \(name) FROM blocks WHERE run_id = ? ORDER BY first_device"
    statement = try connection.freshStatement(
      query, action: "read it", table: belongsToRun ? "results" : "blocks")
    try statement.bind([.text(runID)])
  }

  package func next() throws(ResultsError) -> Piece? {
    guard try statement.step() else { return nil }
    let first = statement.count(0)
    let stored = statement.isMissing(3) ? nil : statement.bytes(3)
    let digests = statement.text(2)
    let devices = first..<first + min(statement.count(1), Int.max - first)
    if let problem = statement.problem { throw .damaged(path: connection.path, what: problem) }
    return Piece(stored, digest: digests, place, of: devices)
  }

  func nextIntact() throws(ResultsError) -> Piece? {
    guard let piece = try next() else { return nil }
    guard piece.isIntact else {
      let run = try connection.runs("run_id = ?", [.text(runID)]).first
      throw .damaged(
        path: connection.path, what: "\(ResultsDamage(ofContents: run, runID: runID, piece.devices))")
    }
    return piece
  }
}

package struct Piece {
  package let devices: Range<Int>
  /// The bytes of the piece; nil if the block does not have the piece.
  package let bytes: [UInt8]?
  let isIntact: Bool

  fileprivate init(_ stored: [UInt8]?, digest digests: String, _ place: Int, of devices: Range<Int>) {
    let digests = digests.split(separator: " ")
    let digest = digests.indices.contains(place) ? String(digests[place]) : ""
    self.devices = devices
    bytes = stored.flatMap(StoredBytes.unpacked)
    isIntact = (stored == nil ? "-" : bytes.map { SHA256.hexadecimal($0) }) == digest
  }
}
