#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Opens a file whose writer may have been killed.
enum Recovery {
  /// A connection within a transaction that has begun to read.
  ///
  /// SQLite rolls back what a killed writer has left when the file is read first, which writes to the file and
  /// removes the journal. Where that is not possible, both are copied into the temporary folder and rolled back
  /// there; the copy can be read only, and is gone from the folder when this returns.
  ///
  /// - Parameter mode: `.read` or `.write`.
  static func connection(_ path: String, mode: Connection.Mode) throws(ResultsError) -> Connection {
    do {
      return try begun(Connection(path: path, mode: mode))
    } catch {
      guard error.isReadOnly else { throw error }
      guard let resolved = realpath(path, nil) else { throw error }
      defer { free(resolved) }
      let original = String(cString: resolved)
      guard sideFiles.contains(where: { access(original + $0, F_OK) == 0 }) else { throw error }
      return try copied(original, name: path)
    }
  }

  private static let sideFiles = ["-journal", "-wal"]

  private static func begun(_ connection: Connection) throws(ResultsError) -> Connection {
    try connection.execute("BEGIN; SELECT count(*) FROM sqlite_schema", action: "read it")
    return connection
  }

  private static func copied(_ path: String, name: String) throws(ResultsError) -> Connection {
    let place = getenv("TMPDIR").map { String(cString: $0) } ?? ""
    var template = Array("\(place.isEmpty ? "/tmp" : place)/slumber-results-XXXXXX".utf8CString)
    guard template.withUnsafeMutableBufferPointer({ $0.baseAddress.flatMap { mkdtemp($0) } }) != nil else {
      throw .lastSystemError(path: name, action: "copy it into the temporary folder")
    }
    let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let copy = "\(folder)/results.sqlite"
    let suffixes = [""] + sideFiles
    defer {
      for suffix in suffixes + ["-shm"] { unlink(copy + suffix) }
      rmdir(folder)
    }
    for suffix in suffixes where suffix.isEmpty || access(path + suffix, F_OK) == 0 {
      try Self.copy(path + suffix, to: copy + suffix, name: name)
    }
    return try begun(Connection(path: copy, mode: .read, name: name))
  }

  private static func copy(_ source: String, to target: String, name: String) throws(ResultsError) {
    let action = "copy it into the temporary folder"
    let output = open(target, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard output >= 0 else { throw .lastSystemError(path: name, action: action) }
    defer { close(output) }
    try FileCopy.append(source, to: ByteSink(descriptor: output, path: name), name: name, action: action)
  }
}
