import CSQLite

/// Why a results file cannot be used or written.
public enum ResultsError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no such file.
  case notFound(path: String)
  /// The file is no SQLite file.
  case notADatabase(path: String)
  /// A SQLite file that this program did not make.
  case foreignDatabase(path: String, applicationID: Int32)
  /// A file of an earlier version of the program, whose tables are others.
  case olderFormat(path: String, found: Int32, known: Int32)
  /// A file of a later version of the program.
  case newerFormat(path: String, found: Int32, known: Int32)
  /// A file of another study.
  case otherStudy(path: String, found: StudyIdentity, expected: StudyIdentity)
  /// The file says that it is ours but holds what no results file holds, or lacks what it has to hold.
  case damaged(path: String, what: String)
  /// SQLite refused.
  case database(path: String, action: String, code: Int32, message: String)
  /// The operating system refused.
  case system(path: String, action: String, code: Int32, message: String)
  /// A table that was asked for has no rows.
  case noRows(path: String, table: String)
  /// A value that no table can hold.
  case notFinite(table: String, column: String)

  public var description: String {
    switch self {
    case .notFound(let path): "\(path): no such file"
    case .notADatabase(let path): "\(path): not a results file (no SQLite file at all); it was left as it is"
    case .foreignDatabase(let path, let id):
      "\(path): a SQLite file, but not a results file (application id \(id)); it was left as it is"
    case .olderFormat(let path, let found, let known):
      "\(path): written by an earlier version (format \(found), this program reads format \(known) only); it was left "
        + "as it is. Run its study again, with --fresh or with another file named by --results"
    case .newerFormat(let path, let found, let known):
      "\(path): written by a later version (format \(found), this program knows up to \(known)); "
        + "it was left as it is"
    case .otherStudy(let path, let found, let expected):
      "\(path): holds results of another study, \(found), not of \(expected); it was left as it is. "
        + "Name another file with --results"
    case .damaged(let path, let what): "\(path): damaged: \(what)"
    case .database(let path, let action, let code, let message):
      "\(path): cannot \(action): \(message) (SQLite code \(code)); runs stored before are unharmed"
    case .system(let path, let action, let code, let message):
      "\(path): cannot \(action): \(message) (error \(code))"
    case .noRows(let path, let table):
      "\(path): holds no rows of the table `\(table)`; nothing was written"
    case .notFinite(let table, let column):
      "\(table).\(column): a value is not a number, infinite or beyond 1e+100"
    }
  }
}

extension ResultsError {
  /// Whether the reason is that the file, its folder or its storage cannot be written.
  var isReadOnly: Bool {
    guard case .database(_, _, let code, _) = self else { return false }
    return [SQLITE_READONLY, SQLITE_PERM, SQLITE_CANTOPEN, SQLITE_IOERR].contains(code & 0xff)
  }
}

/// Name and base digest of a study.
public struct StudyIdentity: Hashable, Sendable, CustomStringConvertible {
  /// Name of the study, as its file gives it.
  public var name: String
  /// SHA-256 digest, in hexadecimal digits, of all that the runs of a results file share; replications, policies,
  /// factors and tables may differ.
  public var baseDigest: String
  public init(name: String, baseDigest: String) {
    self.name = name
    self.baseDigest = baseDigest
  }
  public var description: String { "\"\(name)\" (\(baseDigest.prefix(16)))" }
}
