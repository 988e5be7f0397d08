#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Whole files as bytes, through the C library.
enum TextFile {
  /// The bytes of a file, or nil with the system's reason.
  static func read(_ path: String) -> Result<[UInt8], TextFileError> {
    guard let file = fopen(path, "rb") else { return .failure(.current) }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = fread(&buffer, 1, buffer.count, file)
      bytes.append(contentsOf: buffer[..<count])
      if count < buffer.count {
        return ferror(file) == 0 ? .success(bytes) : .failure(.current)
      }
    }
  }
}

/// Why the system did not give a file.
struct TextFileError: Error, Hashable {
  var reason: String

  fileprivate static var current: TextFileError {
    TextFileError(reason: strerror(errno).map { String(cString: $0) } ?? "error \(errno)")
  }
}
