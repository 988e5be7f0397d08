import CProcess
import Libc

struct Tool: Sendable {
  struct Answer: Hashable, Sendable {
    /// The exit code, or 128 plus the number of the signal that ended it.
    var code: Int32
    var text: String
  }

  private let words: [String]
  private let includesErrors: Bool

  init(_ words: [String], includesErrors: Bool = false) {
    (self.words, self.includesErrors) = (words, includesErrors)
  }

  static func isInstalled(_ name: String) -> Bool {
    let path = environment("PATH") ?? "/usr/bin:/bin"
    return path.split(separator: ":").contains { access("\($0)/\(name)", X_OK) == 0 }
  }

  /// - Parameter seconds: After this time the program is ended, with all that it has started.
  func run(within seconds: Double) throws -> Answer {
    let name = words.first ?? ""
    // The shell joins or drops standard error and becomes the program.
    let shell = ["/bin/sh", "-c", "exec \"$@\" 2>\(includesErrors ? "&1" : "/dev/null")", "sh"]
    var arguments = (shell + words).map { strdup($0) } + [nil]
    defer { for text in arguments { free(text) } }
    var process = slumber_process()
    let limit = Host.clock() + seconds
    let milliseconds = Int32(min(1e9, max(1, seconds * 1000)))
    let error = slumber_process_start(&arguments, ".", slumber_environment(), milliseconds, &process)
    guard error == 0 else {
      throw CommandFailure("`\(name)` cannot be started: \(systemReason(error))")
    }
    defer {
      // The guard ends the program, which may still run, and then itself.
      close(process.control)
      for descriptor in [process.output, process.status] { close(descriptor) }
      while waitpid(process.guard, nil, 0) == -1, errno == EINTR {}
    }
    close(process.input)
    guard let output = Self.bytes(of: process.output, until: limit),
      let status = Self.bytes(of: process.status, until: limit), status.count == MemoryLayout<Int32>.size
    else { throw CommandFailure("`\(name)` did not answer within \(seconds) s") }
    let code = status.withUnsafeBytes { $0.loadUnaligned(as: Int32.self) }
    let signal = code & 0x7f
    return Answer(
      code: signal == 0 ? code >> 8 & 0xff : 128 + signal, text: String(decoding: output, as: UTF8.self))
  }

  private static func bytes(of descriptor: Int32, until limit: Double) -> [UInt8]? {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let left = limit - Host.clock()
      guard left > 0 else { return nil }
      var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&request, 1, Int32(min(1e9, left * 1000)) + 1) > 0 else { continue }
      let count = read(descriptor, &piece, piece.count)
      if count == 0 { return bytes }
      if count > 0 { bytes += piece[..<count] }
    }
  }
}
