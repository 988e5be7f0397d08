import Basics

public struct ResultsDamage: Hashable, Sendable, CustomStringConvertible {
  /// The run whose rows differ; nil for the description of the study.
  package var runID: String?
  /// The description of the run, from the file; empty if the file has no description.
  package var label = ""
  package var what: String

  public var description: String {
    guard let runID else { return what }
    return "run \(MessageWord.word(runID))\(label.isEmpty ? "" : " (\(label))"): \(what)"
  }

  private init(runID: String?, what: String) { (self.runID, self.what) = (runID, what) }

  private init(_ run: StoredRun, _ what: String) {
    self.init(runID: run.runID, what: what)
    let (policy, point) = (MessageWord.quoted(run.policy), MessageWord.quoted(run.designPoint))
    label = "policy \(policy), \(point), replication \(run.replication)"
  }

  init(ofContents run: StoredRun?, runID: String, _ devices: Range<Int>) {
    if let run, run.status != .planned {
      self.init(run, "its rows do not match their digests")
    } else {
      let part = "its part of \(devices.count) devices from \(devices.lowerBound)"
      self.init(runID: runID, what: "\(part) does not match its digest")
    }
  }

  /// - Parameter pieces: The names of the pieces that are compared with their digests. Nothing else is read of blocks and
  ///   of what runs hold.
  static func all(in connection: Connection, pieces: [String]) throws(ResultsError) -> [ResultsDamage] {
    var damages: [ResultsDamage] = []
    let stored = try connection.rows(
      "SELECT value FROM study WHERE key = 'digest'", table: "study", limit: 1
    ) { $0.text(0) }
    if stored.first != (try ResultsFile.studyDigest(connection)) {
      damages.append(
        ResultsDamage(runID: nil, what: "the description of the study does not match its digest"))
    }
    var blocks = Dictionary(grouping: try connection.blocks(), by: \.head.runID)
    let runs = try connection.runs("TRUE", []) { cells, factors in
      (StoredRun(cells, factors), cells.last == .text(StoredRun.digest(cells.dropLast(), factors)))
    }
    for (run, isIntact) in runs {
      damages += try damage(
        of: run, isIntact: isIntact, blocks.removeValue(forKey: run.runID) ?? [], pieces, in: connection)
    }
    let results = try connection.rows(
      "SELECT run_id FROM results WHERE run_id NOT IN (SELECT run_id FROM runs)", table: "results"
    ) { $0.text(0) }
    for runID in Set(blocks.keys).union(results).sorted() {
      damages.append(ResultsDamage(runID: runID, what: "its row in `runs` is missing"))
    }
    return damages
  }

  private static func damage(
    of run: StoredRun, isIntact: Bool, _ blocks: [(head: BlockHead, digest: String)], _ pieces: [String],
    in connection: Connection
  ) throws(ResultsError) -> [ResultsDamage] {
    guard isIntact, (run.status == .ok) == (run.contents != nil) else {
      return [ResultsDamage(run, "its row in `runs` does not match its digest")]
    }
    var damaged: [Range<Int>] = []
    var next = 0
    for (head, digest) in blocks {
      if head.digest != digest { damaged.append(head.devices) }
      if run.status == .ok, head.devices.lowerBound != next { damaged.append(head.devices) }
      next = head.devices.upperBound
    }
    if run.status == .ok, next != run.devicesExpected { damaged.append(0..<run.devicesExpected) }
    for name in pieces where damaged.isEmpty {
      let reader = try connection.pieces(name, of: run.runID)
      while let piece = try reader.next() { if !piece.isIntact { damaged.append(piece.devices) } }
    }
    if run.status != .planned { damaged = Array(damaged.prefix(1)) }
    return damaged.map { ResultsDamage(ofContents: run, runID: run.runID, $0) }
  }
}

extension ResultsFile {
  /// Checks all of the file: its pages, the description of the study, and every run with its digests.
  package func damages() throws(ResultsError) -> [ResultsDamage] {
    try withConnection { (connection) throws(ResultsError) in
      let problems = try connection.rows("PRAGMA integrity_check(1)") { $0.text(0) }
      if let problem = problems.first, problem != "ok" {
        throw .damaged(path: connection.path, what: MessageWord.word(problem))
      }
      return try ResultsDamage.all(
        in: connection, pieces: ResultsSchema.runPieces + ResultsSchema.blockPieces)
    }
  }
}
