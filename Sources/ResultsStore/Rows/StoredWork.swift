/// The runs that are done, and the blocks of other runs that are done.
///
/// Blocks of failed runs and blocks in which a device failed are not done.
public struct StoredWork: Hashable, Sendable {
  /// Identities of the runs of which every device is done.
  package var finished: Set<String>
  /// The first devices of the blocks that are done, by run.
  package var blocks: [String: Set<Int>]

  package init(finished: Set<String> = [], blocks: [String: Set<Int>] = [:]) {
    self.finished = finished
    self.blocks = blocks
  }

  /// Whether the block of a run that begins with a device is done.
  package func holds(runID: String, firstDevice: Int) -> Bool {
    finished.contains(runID) || blocks[runID]?.contains(firstDevice) ?? false
  }

  package mutating func merge(_ other: StoredWork) {
    finished.formUnion(other.finished)
    blocks.merge(other.blocks) { $0.union($1) }
  }
}

extension ResultsFile {
  /// Number of changes of rows since the file was opened, by which others tell whether anything is new.
  package func changes() throws(ResultsError) -> Int {
    try rows("SELECT total_changes()") { $0.count(0) }.first ?? 0
  }

  package func storedWork() throws(ResultsError) -> StoredWork {
    let parts = try rows(
      "SELECT run_id, first_device FROM blocks JOIN runs USING (run_id) "
        + "WHERE status = 'planned' AND failed_device IS NULL", table: "blocks"
    ) { ($0.text(0), $0.count(1)) }
    var blocks: [String: Set<Int>] = [:]
    for (runID, device) in parts { blocks[runID, default: []].insert(device) }
    return StoredWork(finished: try runIDs(.ok), blocks: blocks)
  }
}
