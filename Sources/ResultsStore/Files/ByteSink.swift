#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Where the bytes of one file go.
public struct ByteSink {
  let descriptor: Int32
  let path: String

  /// Writes all bytes behind those that were written before.
  ///
  /// - Throws: ``ResultsError/system(path:action:code:message:)`` if the operating system refuses, as on a full disk.
  public func write(_ bytes: [UInt8]) throws(ResultsError) {
    var offset = 0
    while offset < bytes.count {
      let count = bytes[offset...].withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR { continue }
        throw .lastSystemError(path: path, action: "write it")
      }
      offset += count
    }
  }
}

/// `write(2)`, whose name the method hides.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
