import Libc

/// The first bytes of a SQLite file, read without SQLite, which might repair or lock what is not ours.
struct FileHeader {
  init(_ path: String) throws(ResultsError) {
    let bytes = try Self.firstBytes(of: path)
    guard bytes.count == 100, bytes.starts(with: Array("SQLite format 3\u{0}".utf8)) else {
      throw .notADatabase(path: path)
    }
    func number(at offset: Int) -> Int32 {
      Int32(bitPattern: bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) })
    }
    let id = number(at: 68)
    guard id == ResultsSchema.applicationID else { throw .foreignDatabase(path: path, applicationID: id) }
    let version = number(at: 60)
    guard version <= ResultsSchema.formatVersion else {
      throw .newerFormat(path: path, found: version, known: ResultsSchema.formatVersion)
    }
    guard version >= 1 else { throw .damaged(path: path, what: "its format is \(version)") }
    guard version == ResultsSchema.formatVersion else {
      throw .olderFormat(path: path, found: version, known: ResultsSchema.formatVersion)
    }
    try Self.checkJournal(of: path)
  }

  /// Refuses a journal that names a file of its own, which SQLite would remove when it rolls back: this program has no transactions
  /// over several files.
  private static func checkJournal(of path: String) throws(ResultsError) {
    guard let resolved = resolvedPath(path) else { return }
    let descriptor = open(resolved + "-journal", O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    let magic: [UInt8] = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7]
    var end = [UInt8](repeating: 0, count: magic.count)
    guard lseek(descriptor, -off_t(magic.count), SEEK_END) > 0 else { return }
    guard read(descriptor, &end, end.count) == end.count, end == magic else { return }
    throw .damaged(path: path, what: "its journal names another file")
  }

  private static func firstBytes(of path: String) throws(ResultsError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw errno == ENOENT ? .notFound(path: path) : .lastSystemError(path: path, action: "open it")
    }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 100)
    let count = read(descriptor, &bytes, bytes.count)
    guard count >= 0 else { throw .lastSystemError(path: path, action: "read it") }
    return Array(bytes.prefix(count))
  }
}

extension ResultsError {
  static func lastSystemError(path: String, action: String) -> ResultsError {
    let code = errno
    let isFull = code == EFBIG
    let message = isFull ? "the disk is full, or files may not grow to this size" : systemReason(code)
    return .system(path: path, action: action, code: code, message: message)
  }
}

enum Recovery {
  /// A connection within a transaction that has begun to read. SQLite rolls back what a killed writer has left
  /// when the file is read first, which writes to the file and removes the journal. Where that is not possible,
  /// both are copied into the temporary folder and rolled back there; the copy can be read only, and is gone
  /// from the folder when this returns.
  static func connection(_ path: String, mode: Connection.Mode) throws(ResultsError) -> Connection {
    do { return try begun(Connection(path: path, mode: mode)) } catch {
      guard error.isReadOnly else { throw error }
      guard let original = resolvedPath(path) else { throw error }
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
    let place = environment("TMPDIR") ?? ""
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
