import ClusterJobs
import PlainText

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Host and wall clock, for provenance only.
enum Host {
  /// The workers that this process may use: see ``GrantedProcessors``.
  static func workers() throws -> Int { try GrantedProcessors().count }

  static var name: String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard gethostname(&buffer, buffer.count - 1) == 0 else { return "unknown" }
    return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// ISO 8601, UTC.
  static var time: String {
    var now = time_t()
    readClock(&now)
    var parts = tm()
    gmtime_r(&now, &parts)
    var buffer = [CChar](repeating: 0, count: 32)
    strftime(&buffer, buffer.count, "%Y-%m-%dT%H:%M:%SZ", &parts)
    return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private static func readClock(_ value: inout time_t) {
    #if canImport(Glibc)
      Glibc.time(&value)
    #else
      Darwin.time(&value)
    #endif
  }
}

/// Words as a shell takes them.
enum Shell {
  static func quoted(_ word: String) -> String { ShellWord.quoted(word) }
}
