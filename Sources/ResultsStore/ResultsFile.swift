import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The results of one study, in a SQLite file.
///
/// Every finished run is stored in one transaction, so that a crash at any instant leaves exactly the runs that
/// were finished. The file keeps a rollback journal rather than a write-ahead log, which also works on network
/// file systems. Methods may be called from any thread; they take turns.
///
///     let file = try ResultsFile.open("night.results.sqlite", for: study)
///     try file.plan(runs)
///     let done = try file.runIDs(.ok)
///     try file.store(finishedRun)
public final class ResultsFile: Sendable {
  public let path: String
  let connection: Mutex<Connection>

  private init(path: String, mode: Connection.Mode) throws(ResultsError) {
    self.path = path
    connection = Mutex(try Connection(path: path, mode: mode))
  }

  /// Opens the file of a study for writing, or makes it.
  ///
  /// Whatever is not a file of this study is refused and left as it is. Rows of runs that were not finished are
  /// removed.
  public static func open(_ path: String, for study: StudyDescription) throws(ResultsError) -> ResultsFile {
    do {
      try FileHeader.check(path)
    } catch .notFound {
      try create(path, for: study)
    }
    let file = try ResultsFile(path: path, mode: .write)
    let found = try file.identity()
    let expected = StudyIdentity(name: study.name, baseDigest: study.baseDigest)
    guard found == expected else { throw .otherStudy(path: path, found: found, expected: expected) }
    try file.discardUnfinished()
    try file.describe(study)
    return file
  }

  /// Opens an existing file, of whatever study, for reading.
  public static func open(_ path: String) throws(ResultsError) -> ResultsFile {
    try FileHeader.check(path)
    let file = try ResultsFile(path: path, mode: .read)
    _ = try file.identity()
    return file
  }

  /// Makes the file under a temporary name, so that a crash leaves no half of it.
  private static func create(_ path: String, for study: StudyDescription) throws(ResultsError) {
    let temporary = "\(path).new-\(getpid())"
    unlink(temporary)
    defer { unlink(temporary) }
    do {
      let connection = try Connection(path: temporary, mode: .create)
      try connection.execute("PRAGMA journal_mode = DELETE", action: "create it")
      try connection.transaction(action: "create it") { () throws(ResultsError) in
        let tables = ResultsSchema.stored.map(\.creation) + bookkeeping
        try connection.execute(tables.joined(separator: ";\n"), action: "create it")
        try write(study, to: connection)
        try connection.execute(
          "PRAGMA application_id = \(ResultsSchema.applicationID);"
            + "PRAGMA user_version = \(ResultsSchema.formatVersion)", action: "create it")
      }
    } catch .database(_, let action, let code, let message) {
      throw .database(path: path, action: action, code: code, message: message)
    }
    // Unlike a renaming, a link does not replace a file that somebody else has just made.
    guard link(temporary, path) == 0 || errno == EEXIST else {
      guard errno == EPERM || errno == ENOTSUP || errno == EOPNOTSUPP else {
        throw .lastSystemError(path: path, action: "create it")
      }
      guard rename(temporary, path) == 0 else { throw .lastSystemError(path: path, action: "create it") }
      return
    }
  }

  /// Tables that are not made of rows of runs.
  private static let bookkeeping = [
    "CREATE TABLE study (key TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    "CREATE TABLE versions (position INTEGER PRIMARY KEY, name TEXT NOT NULL, version TEXT NOT NULL)",
    "CREATE TABLE metric_definitions (position INTEGER PRIMARY KEY, name TEXT NOT NULL, unit TEXT NOT NULL, "
      + "polarity TEXT NOT NULL, definition TEXT NOT NULL, censoring TEXT NOT NULL, "
      + "is_population INTEGER NOT NULL)",
    "CREATE TABLE blocked_reasons (position INTEGER PRIMARY KEY, reason TEXT NOT NULL)",
    "CREATE TABLE factors (run_id TEXT NOT NULL, name TEXT NOT NULL, position INTEGER NOT NULL, "
      + "value TEXT NOT NULL, PRIMARY KEY (run_id, name)) WITHOUT ROWID",
    "CREATE INDEX runs_by_point ON runs (design_point, policy, replication)",
  ]

  /// Runs `body` on the connection while no other thread does.
  package func withConnection<Result: Sendable>(
    _ body: (Connection) throws(ResultsError) -> Result
  ) throws(ResultsError) -> Result {
    try connection.withLock { (connection) throws(ResultsError) -> Result in try body(connection) }
  }
}
