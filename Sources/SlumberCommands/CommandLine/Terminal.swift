import PlainText
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The two streams of the process: data on standard output, everything else on standard error.
///
/// Text that came from a file cannot control the terminal: all but line ends is escaped here.
enum Terminal {
  private static let hasLostOutput = Atomic<Bool>(false)

  static func out(_ text: String) { raw(text + "\n") }
  static func raw(_ text: String) {
    if !write(text.escapingControlsInLines, to: 1) { hasLostOutput.store(true, ordering: .relaxed) }
  }

  /// The exit code of the process: work whose output was lost, say on a full disk, is not done.
  static func outcome(_ code: ExitCode) -> ExitCode {
    guard hasLostOutput.load(ordering: .relaxed) else { return code }
    error("slumber: standard output cannot be written")
    return code == .done ? .failed : code
  }

  static func error(_ text: String) { write(text.escapingControlsInLines + "\n", to: 2) }
  /// Writes a status line, which moves the cursor; for text of the program's own.
  static func status(_ text: String) { write(text, to: 2) }

  /// Whether standard error is a terminal that can erase a line.
  static var hasStatusLine: Bool {
    guard isatty(2) == 1 else { return false }
    guard let kind = getenv("TERM") else { return false }
    return String(cString: kind) != "dumb" && getenv("NO_COLOR") == nil
  }

  /// Whether all of the text was written.
  @discardableResult
  private static func write(_ text: String, to descriptor: Int32) -> Bool {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      #if canImport(Glibc)
        let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      #else
        let count = bytes.withUnsafeBytes { Darwin.write(descriptor, $0.baseAddress, $0.count) }
      #endif
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EPIPE, descriptor == 1 { endAsReaderDid() }
      guard count > 0 else { return false }
      bytes = bytes.dropFirst(count)
    }
    return true
  }

  /// Ends the process as programs in a pipe end whose reader has gone, `head` for example: without a word.
  private static func endAsReaderDid() -> Never {
    signal(SIGPIPE, SIG_DFL)
    raise(SIGPIPE)
    // The signal is blocked.
    _exit(128 + SIGPIPE)
  }
}
