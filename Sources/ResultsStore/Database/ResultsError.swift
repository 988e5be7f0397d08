import CSQLite

public enum ResultsError: Error, Hashable, Sendable, CustomStringConvertible {
  case notFound(path: String)
  case notADatabase(path: String)
  case foreignDatabase(path: String, applicationID: Int32)
  case olderFormat(path: String, found: Int32, known: Int32)
  case newerFormat(path: String, found: Int32, known: Int32)
  case otherStudy(path: String, found: StudyIdentity, expected: StudyIdentity)
  case otherContent(path: String, run: String)
  /// The file is marked as a results file, but has invalid or missing contents.
  case damaged(path: String, what: String)
  case database(path: String, action: String, code: Int32, message: String)
  case system(path: String, action: String, code: Int32, message: String)
  case noRows(path: String, table: String)
  case notFinite(table: String, column: String)

  public var description: String {
    switch self {
    case .notFound(let path): "\(path): no such file"
    case .notADatabase(let path):
      "\(path): not a results file (not a SQLite database). The file was not changed"
    case .foreignDatabase(let path, let id):
      "\(path): a SQLite file, but not a results file (application id \(id)). The file was not changed"
    case .olderFormat(let path, let found, let known):
      "\(path): written by an earlier version (format \(found), this program reads only format \(known)). The file was "
        + "not changed. Run its study again with --fresh, or name another file with --results"
    case .newerFormat(let path, let found, let known):
      "\(path): written by a later version (format \(found), this program reads only format \(known)). The file was "
        + "not changed. Use the later version"
    case .otherStudy(let path, let found, let expected):
      "\(path): contains results of another study, \(found), not of \(expected). The file was not changed. "
        + "Name another file with --results"
    case .otherContent(let path, let run):
      "\(path): \(run) was computed with other settings or another program. The file was not changed. "
        + "Name another file with --results, or repeat all runs with --fresh"
    case .damaged(let path, let what): "\(path): damaged: \(what)"
    case .database(let path, let action, let code, let message):
      "\(path): cannot \(action): \(message) (SQLite code \(code)); stored runs are not damaged"
    case .system(let path, let action, let code, let message):
      "\(path): cannot \(action): \(message) (error \(code))"
    case .noRows(let path, let table): "\(path): the table `\(table)` is empty. The export was not written"
    case .notFinite(let table, let column):
      "\(table).\(column): a value is not a number, infinite or beyond 1e+100"
    }
  }
}

extension ResultsError {
  var isReadOnly: Bool {
    guard case .database(_, _, let code, _) = self else { return false }
    return [SQLITE_READONLY, SQLITE_PERM, SQLITE_CANTOPEN, SQLITE_IOERR].contains(code & 0xff)
  }
}

public struct StudyIdentity: Hashable, Sendable, CustomStringConvertible {
  package var name: String
  /// SHA-256 digest, in hexadecimal digits, of all that the runs of a results file share; replications, policies,
  /// factors and tables may differ.
  package var baseDigest: String
  /// The command that chooses the runs, if it is another than `run`.
  package var method: String?

  package init(name: String, baseDigest: String, method: String? = nil) {
    (self.name, self.baseDigest, self.method) = (name, baseDigest, method)
  }

  public var description: String {
    "\"\(name)\" (\(baseDigest.prefix(16)))"
      + (method.map { " by \(MessageWord.quoted("slumber \($0)"))" } ?? "")
  }
}

/// Words of a file as messages show them: a file may hold anything, a terminal should not be sent it.
package enum MessageWord {
  /// Between grave accents, control characters and the middle of long texts left out.
  package static func quoted(_ text: String) -> String { "`\(word(text))`" }

  package static func word(_ text: String) -> String {
    let visible = text.unicodeScalars.map { scalar -> Character in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned, .surrogate:
        "\u{FFFD}"
      default: Character(scalar)
      }
    }
    return visible.count > 60 ? String(visible.prefix(59)) + "…" : String(visible)
  }
}
