#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The first bytes of a SQLite file, read without SQLite, which might repair or lock what is not ours.
struct FileHeader {
  let applicationID: Int32
  let formatVersion: Int32

  /// Refuses whatever is not a results file that this version can read.
  static func check(_ path: String) throws(ResultsError) {
    guard let bytes = try firstBytes(of: path) else { throw .notFound(path: path) }
    guard bytes.count == 100, bytes.starts(with: Array("SQLite format 3\u{0}".utf8)) else {
      throw .notADatabase(path: path)
    }
    func number(at offset: Int) -> Int32 {
      Int32(bitPattern: bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) })
    }
    let id = number(at: 68)
    guard id == ResultsSchema.applicationID else {
      throw .foreignDatabase(path: path, applicationID: id)
    }
    let version = number(at: 60)
    guard version <= ResultsSchema.formatVersion else {
      throw .newerFormat(path: path, found: version, known: ResultsSchema.formatVersion)
    }
  }

  /// At most 100 bytes; nil if there is no such file.
  private static func firstBytes(of path: String) throws(ResultsError) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw .lastSystemError(path: path, action: "open it")
    }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 100)
    let count = read(descriptor, &bytes, bytes.count)
    guard count >= 0 else { throw .lastSystemError(path: path, action: "read it") }
    return Array(bytes.prefix(count))
  }
}

extension ResultsError {
  /// What the operating system just said.
  static func lastSystemError(path: String, action: String) -> ResultsError {
    let code = errno
    return .system(path: path, action: action, code: code, message: String(cString: strerror(code)))
  }
}
