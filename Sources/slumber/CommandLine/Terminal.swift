#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The two streams of the process: data on standard output, everything else on standard error.
enum Terminal {
  static func out(_ text: String) { write(text + "\n", to: 1) }
  static func raw(_ text: String) { write(text, to: 1) }
  static func error(_ text: String) { write(text + "\n", to: 2) }
  static func status(_ text: String) { write(text, to: 2) }

  /// Whether standard error is a terminal that can erase a line.
  static var hasStatusLine: Bool {
    guard isatty(2) == 1 else { return false }
    guard let kind = getenv("TERM") else { return false }
    return String(cString: kind) != "dumb" && getenv("NO_COLOR") == nil
  }

  private static func write(_ text: String, to descriptor: Int32) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      #if canImport(Glibc)
        let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      #else
        let count = bytes.withUnsafeBytes { Darwin.write(descriptor, $0.baseAddress, $0.count) }
      #endif
      guard count > 0 else { return }
      bytes = bytes.dropFirst(count)
    }
  }
}
