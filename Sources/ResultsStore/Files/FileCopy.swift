#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Copies of whole files.
enum FileCopy {
  /// Appends the bytes of a file to a sink.
  ///
  /// - Parameters:
  ///   - name: The path in error messages.
  ///   - action: The action in error messages.
  ///   - each: Sees all bytes in their order.
  static func append(
    _ source: String, to sink: ByteSink, name: String, action: String,
    each: (ArraySlice<UInt8>) -> Void = { _ in }
  ) throws(ResultsError) {
    let input = open(source, O_RDONLY | O_CLOEXEC)
    guard input >= 0 else { throw .lastSystemError(path: name, action: action) }
    defer { close(input) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = read(input, &bytes, bytes.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .lastSystemError(path: name, action: action) }
      guard count > 0 else { return }
      each(bytes.prefix(count))
      try sink.write(Array(bytes.prefix(count)))
    }
  }
}
