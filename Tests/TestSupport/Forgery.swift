import Basics
import ResultsStore

/// Makes changed files look as if they had been stored so.
public enum Forgery {
  private static let action = "forge it"

  /// Gives the study, the runs and the blocks of a file the digests that belong to what they say.
  public static func renewDigests(of path: String) throws {
    let connection = try Connection(path: path, mode: .write)
    for run in try connection.runs() { try connection.write(run, action: action) }
    for (head, _) in try connection.blocks() {
      try connection.statement(
        "UPDATE blocks SET digest = ? WHERE run_id = ? AND first_device = ?", action: action
      ).run([.text(head.digest), .text(head.runID), .integer(Int64(head.devices.lowerBound))])
    }
    try connection.statement("UPDATE study SET value = ? WHERE key = 'digest'", action: action)
      .run([.text(try ResultsFile.studyDigest(connection))])
  }

  /// Changes rows of all finished runs together with their digests.
  public static func change(
    _ path: String, runs: (inout CompletedRun) -> Void = { _ in }, blocks: (inout RunPart) -> Void = { _ in }
  ) throws {
    let connection = try Connection(path: path, mode: .write)
    func rows<Row: StoredRow>(_ table: Table<Row>, _ runID: String, _ devices: Range<Int>?) throws -> [Row] {
      var rows: [Row] = []
      let reader = try connection.pieces(table.name, of: runID)
      while let piece = try reader.next() {
        guard let bytes = piece.bytes, devices == nil || piece.devices == devices else { continue }
        _ = try table.eachRow(in: bytes, run: runID) { rows.append($0) }
      }
      return rows
    }
    for run in try connection.runs("status = 'ok'") {
      let id = run.runID
      var completed = CompletedRun(
        outcome: .ok(devices: run.devicesDone, events: run.events, eventHash: 0),
        metrics: try rows(MetricRow.table, id, nil), eventCounts: try rows(EventCountRow.table, id, nil),
        days: try rows(DayRow.table, id, nil))
      completed.outcome.eventHash = run.eventHash
      runs(&completed)
      try connection.finish(run.run, StoredRunContents(completed), action: action)
      for head in try connection.heads(of: id) {
        var details = RunDetails()
        details.devices = try rows(DeviceRow.table, id, head.devices)
        details.attempts = try rows(AttemptRow.table, id, head.devices)
        details.blocked = try rows(BlockedRow.table, id, head.devices)
        details.energy = try rows(EnergyRow.table, id, head.devices)
        details.samples = try rows(SampleRow.table, id, head.devices)
        details.regrets = try rows(RegretRow.table, id, head.devices)
        details.availability = try rows(AvailabilityRow.table, id, head.devices)
        var sums: [UInt8] = []
        let reader = try connection.pieces("sums", of: id)
        while let piece = try reader.next() { if piece.devices == head.devices { sums = piece.bytes ?? [] } }
        var part = RunPart(
          run: run.run,
          sums: PartSums(
            devices: head.devices, devicesDone: head.devicesDone, failure: head.failure, bytes: sums),
          details: details, provenance: try connection.provenance(of: id) ?? ProvenanceRow())
        blocks(&part)
        try connection.insert(StoredPart(part), action: action)
      }
    }
  }
}
