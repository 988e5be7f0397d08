#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Writes a file whole or not at all.
enum OutputFile {
  /// Writes under a temporary name beside the file, then renames.
  static func write(_ text: String, to path: String) throws { try write(Array(text.utf8), to: path) }

  static func write(_ bytes: [UInt8], to path: String) throws {
    let temporary = path + ".partial"
    guard let file = fopen(temporary, "wb") else { throw failure(path) }
    let written = fwrite(bytes, 1, bytes.count, file)
    let isFlushed = fclose(file) == 0
    guard written == bytes.count, isFlushed, rename(temporary, path) == 0 else {
      let error = failure(path)
      unlink(temporary)
      throw error
    }
  }

  private static func failure(_ path: String) -> CommandFailure {
    CommandFailure(description: "`\(path)` cannot be written: \(String(cString: strerror(errno)))")
  }
}
