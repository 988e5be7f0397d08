import Basics
import Synchronization

/// The results of one study, in a SQLite file.
///
/// Every finished block of devices is stored in one transaction, so that a crash at any instant leaves exactly the
/// blocks that were finished. The file keeps a rollback journal rather than a write-ahead log, which also works on network
/// file systems. Methods may be called from any thread; they take turns.
///
/// A file is checked before it is read: its tables must have the schema of this program, and the data must
/// match the digests of runs, blocks, and pieces.
///
///     let file = try ResultsFile.open("night.results.sqlite", for: study, planning: runs)
///     let done = try file.storedWork()
///     try file.store(parts) { RunOfParts($0, parts: $1) }
public final class ResultsFile: Sendable {
  package let path: String
  let connection: Mutex<Connection>
  /// Whether the file is read as it was at one instant, whoever writes to it.
  let isSnapshot: Bool

  init(_ path: String, _ connection: Connection, isSnapshot: Bool) {
    self.path = path
    self.isSnapshot = isSnapshot
    self.connection = Mutex(connection)
  }

  /// Whether a file is a SQLite database, with any contents.
  package static func isOne(_ path: String) -> Bool {
    do throws(ResultsError) { _ = try FileHeader(path) } catch {
      switch error {
      case .notFound, .notADatabase, .system: return false
      default: return true
      }
    }
    return true
  }

  /// Opens an existing file of any study for reading.
  ///
  /// Later writes by other processes do not affect the data that is read. An unfinished transaction of a
  /// killed writer is rolled back first, in the file or, if the file is read-only, in a copy.
  /// - Parameter toleratesDamage: Whether to open a file with damaged rows. ``damages()`` and the readers of
  ///   the rows then report them.
  package static func open(_ path: String, toleratesDamage: Bool = false) throws(ResultsError) -> ResultsFile
  {
    _ = try FileHeader(path)
    let connection = try Recovery.connection(path, mode: .read)
    try ResultsSchema.check(connection)
    if !toleratesDamage { try refuseDamage(of: connection, pieces: []) }
    _ = try identity(connection)
    return ResultsFile(path, connection, isSnapshot: true)
  }

  /// Opens a file for reading, even if it is damaged; returns nil if it does not exist.
  /// - Parameter study: The study that it must belong to; nil for any.
  package static func openIfThere(
    _ path: String, of study: StudyDescription? = nil
  ) throws(ResultsError) -> ResultsFile? {
    do {
      let file = try open(path, toleratesDamage: true)
      if let study {
        try file.withConnection { (connection) throws(ResultsError) in
          try refuseOther(study, in: connection)
        }
      }
      return file
    } catch .notFound { return nil }
  }

  /// Refuses a file that says anything else of its study and runs than was stored, or holds other pieces; pieces that are not
  /// named are checked when they are read.
  private static func refuseDamage(of connection: Connection, pieces: [String]) throws(ResultsError) {
    let damages = try ResultsDamage.all(in: connection, pieces: pieces)
    guard let first = damages.first else { return }
    let others = damages.count - 1
    throw .damaged(
      path: connection.path,
      what: "\(first)" + (others > 0 ? "; \(others) more: `slumber verify` lists them" : ""))
  }

  /// Opens the file of a study for writing, or creates it.
  ///
  /// A file of another study or a damaged file is rejected and not changed. Computed results are never
  /// removed. A file that already contains the plan is not written to. A read-only file is opened for reading
  /// if all runs are done.
  /// - Parameter runs: The runs of the study; nil keeps the runs in the file.
  package static func open(
    _ path: String, for study: StudyDescription, planning runs: [PlannedRun]? = nil
  ) throws(ResultsError) -> ResultsFile {
    Leftovers.removeAll(in: FolderListing.folder(of: path))
    do { _ = try FileHeader(path) } catch .notFound { try create(path, for: study, replaces: false) }
    let connection = try Recovery.connection(path, mode: .write)
    // A resumed run and a comparison read only these parts.
    try ResultsSchema.check(connection)
    try refuseDamage(of: connection, pieces: ResultsSchema.runPieces + ["sums", DeviceRow.table.name])
    try refuseOther(study, in: connection)
    try connection.execute("COMMIT", action: "read it")
    do { try prepare(connection, study, runs) } catch {
      guard error.isReadOnly, let runs, try holds(runs, connection) else { throw error }
    }
    return ResultsFile(path, connection, isSnapshot: false)
  }

  /// Replaces the file of a study by a file without runs, which is complete before the old file is removed. A
  /// file of another study is rejected and not changed; a file of an earlier format is replaced.
  package static func replace(
    _ path: String, for study: StudyDescription, planning runs: [PlannedRun]
  ) throws(ResultsError) -> ResultsFile {
    do {
      if try openIfThere(path, of: study) == nil { return try open(path, for: study, planning: runs) }
    } catch .olderFormat {}
    try create(path, for: study, replaces: true)
    return try open(path, for: study, planning: runs)
  }

  /// Lets the operating system decide when stored data reach the disk, which makes storing small blocks much
  /// faster. The data survive the end of this process, but not a crash of the machine. Use it for files whose
  /// copies are published.
  package func skipSyncing() throws(ResultsError) {
    try withConnection { (connection) throws(ResultsError) in
      try connection.execute("PRAGMA synchronous = OFF", action: "open it")
    }
  }

  private static func refuseOther(_ study: StudyDescription, in connection: Connection) throws(ResultsError) {
    let found = try identity(connection)
    guard found == study.identity else {
      throw .otherStudy(path: connection.path, found: found, expected: study.identity)
    }
  }

  private static func create(
    _ path: String, for study: StudyDescription, replaces: Bool
  ) throws(ResultsError) {
    let file: PartialFile
    do { file = try PartialFile(for: path) } catch .system(_, _, let code, let message) {
      throw .system(path: path, action: "create it", code: code, message: message)
    }
    do {
      let connection = try Connection(path: file.path, mode: .write, name: path)
      try connection.execute("PRAGMA journal_mode = DELETE", action: "create it")
      try connection.transaction(action: "create it") { () throws(ResultsError) in
        let objects = ResultsSchema.objects.values.sorted()
        try connection.execute(objects.joined(separator: ";\n"), action: "create it")
        try write(study, to: connection)
        try connection.execute(
          "PRAGMA application_id = \(ResultsSchema.applicationID);"
            + "PRAGMA user_version = \(ResultsSchema.formatVersion)", action: "create it")
      }
    }
    try file.finish(replaces: replaces)
  }

  package func withConnection<Result: Sendable>(
    _ body: (Connection) throws(ResultsError) -> Result
  ) throws(ResultsError) -> Result {
    try connection.withLock { (connection) throws(ResultsError) -> Result in try body(connection) }
  }
}
