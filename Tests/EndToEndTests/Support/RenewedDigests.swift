@testable import ResultsStore

/// Makes changed files look as if they had been stored so.
enum RenewedDigests {
  /// Gives the study and all runs of a file the digests that belong to its rows.
  static func write(to path: String) throws {
    let connection = try Connection(path: path, mode: .write)
    let writer = DigestWriter(connection)
    let runs = try connection.rows("SELECT run_id, status FROM runs", table: "runs") { row in
      (id: row.text(0), isPlanned: row.text(1) == "planned")
    }
    try connection.execute("DELETE FROM digests", action: "forge digests")
    for run in runs { try writer.update(run.id, hasNewContents: !run.isPlanned) }
    try connection.statement("UPDATE study SET value = ? WHERE key = 'digest'", action: "forge digests")
      .run([.text(try writer.study())])
  }
}
