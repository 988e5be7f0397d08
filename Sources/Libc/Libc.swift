/// The C library of the system under one name, and what is asked of it in several places.
#if canImport(Glibc)
  @_exported import Glibc
#else
  @_exported import Darwin
#endif

/// The value of a variable of the environment; nil where it is not set.
package func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

/// The reason of a failed call in words.
package func systemReason(_ code: Int32 = errno) -> String {
  strerror(code).map { String(cString: $0) } ?? "error \(code)"
}

/// The path without symbolic links and dots; nil where nothing is there.
package func resolvedPath(_ path: String) -> String? {
  guard let resolved = realpath(path, nil) else { return nil }
  defer { free(resolved) }
  return String(cString: resolved)
}

/// The time of a clock in seconds.
package func clockSeconds(_ clock: clockid_t = CLOCK_MONOTONIC) -> Double {
  var time = timespec()
  clock_gettime(clock, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// Reads the next bytes of a file into a buffer, however often a signal comes.
///
/// - Returns: Their number, 0 at the end; below 0 for an error, with its code in `errno`.
package func readBytes(of descriptor: Int32, into buffer: inout [UInt8]) -> Int {
  while true {
    let count = read(descriptor, &buffer, buffer.count)
    if count >= 0 || errno != EINTR { return count }
  }
}

/// Writes all bytes, however often a signal comes.
///
/// - Returns: Whether all are written; if not, the code of the error is in `errno`.
package func writeAll(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Bool {
  var rest = bytes
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    if count < 0, errno == EINTR { continue }
    guard count > 0 else { return false }
    rest = rest.dropFirst(count)
  }
  return true
}
