import CProcess
import Libc
import Synchronization

/// A running program, the ends of its pipes, and the guard that ends it. It belongs to one policy at a time.
final class ProgramProcess: Sendable {
  enum Silence: Error, Hashable { case late, ended, stopped, longLine }
  struct StartFailure: Error { var reason: String }
  private struct State {
    var hasOpenPipes = true
    /// Whether the guard has been taken off the system's table; its number may then be somebody else's.
    var isReaped = false
    /// The program's wait status, or nil in it if the guard could not tell.
    var status: Int32??
  }
  private let guardian: pid_t
  private let input, output, control, status: Int32
  private let state = Mutex(State())

  /// Longest line that is read, 1 MiB: no reply needs as much.
  static let lineLimit = 1 << 20
  /// How long the guard may take to end what the program has started, in seconds.
  private static let endLimit = 5.0
  /// Longest wait after which the wish to stop is looked at again, in milliseconds.
  private static let slice: Int32 = 100
  private static let environmentNames = ["PATH", "HOME", "LANG"]

  init(_ command: ProgramCommand) throws(StartFailure) {
    let words = command.words.map { $0.path ?? $0.text }
    guard !words.isEmpty else { throw StartFailure(reason: "the command is empty") }
    let settings = Self.environmentNames.compactMap { name in environment(name).map { "\(name)=\($0)" } }
    var arguments = words.map { strdup($0) } + [nil]
    var variables = settings.map { strdup($0) } + [nil]
    defer { for text in arguments + variables { free(text) } }
    var process = slumber_process()
    let milliseconds = Int32(min(1e9, max(1, command.startLimit * 1000)))
    let error = slumber_process_start(&arguments, command.folder, &variables, milliseconds, &process)
    guard error == 0 else { throw StartFailure(reason: systemReason(error)) }
    (guardian, input, output) = (process.guard, process.input, process.output)
    (control, status) = (process.control, process.status)
  }

  deinit { kill() }

  // MARK: Lines

  /// Writes all bytes. That nobody reads them any more shows when a reply is awaited.
  func send(_ bytes: [UInt8], by deadline: Deadline) throws(Silence) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        try wait(for: input, POLLOUT, by: deadline)
      } else if errno != EINTR {
        return
      }
    }
  }

  /// Reads up to the end of a line; what follows it stays in `received`.
  func line(_ received: inout [UInt8], by deadline: Deadline) throws(Silence) -> ArraySlice<UInt8> {
    var searched = 0
    while true {
      if let end = received[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        let line = received[..<end]
        received.removeSubrange(...end)
        return line
      }
      searched = received.count
      guard searched <= Self.lineLimit else { throw .longLine }
      try wait(for: output, POLLIN, by: deadline)
      guard readAvailable(&received) else { throw .ended }
    }
  }

  /// Reads a piece of what has been written, without waiting; false at the end of the output.
  @discardableResult func readAvailable(_ received: inout [UInt8]) -> Bool {
    withUnsafeTemporaryAllocation(byteCount: 1 << 14, alignment: 1) { chunk in
      let count = read(output, chunk.baseAddress, chunk.count)
      if count > 0 { received.append(contentsOf: chunk[..<count]) }
      return count > 0 || count < 0 && (errno == EAGAIN || errno == EINTR)
    }
  }

  private func wait(
    for descriptor: Int32, _ event: some BinaryInteger, by deadline: Deadline
  ) throws(Silence) {
    while true {
      if deadline.shouldStop() { throw .stopped }
      var request = pollfd(fd: descriptor, events: Int16(event), revents: 0)
      let count = poll(&request, 1, min(Self.slice, deadline.millisecondsLeft))
      if count > 0 { return }
      if deadline.hasPassed || count < 0 && errno != EINTR { throw .late }
    }
  }

  // MARK: The end

  /// Closes the pipes, at which a policy ends by itself.
  func close() {
    state.withLock { state in
      guard state.hasOpenPipes else { return }
      state.hasOpenPipes = false
      closeFile(input)
      closeFile(output)
    }
  }

  /// How the program ended, in words, waiting for that until the deadline; nil if it runs on.
  func ending(by deadline: Deadline) -> String? {
    while true {
      if let status = state.withLock({ readStatus(&$0) }) {
        guard let status else { return "ended" }
        let signal = status & 0x7f
        return signal == 0 ? "ended with exit code \((status >> 8) & 0xff)" : "was ended by signal \(signal)"
      }
      if deadline.hasPassed { return nil }
      usleep(1000)
    }
  }

  /// Whether the program has ended and nothing is left of it, so that it need not be looked at again.
  func isGone() -> Bool { state.withLock { reap(&$0) } }

  /// Ends the program at once, with all that it has started, and waits until the system has forgotten it.
  func kill() {
    // The pipes outlast the program, so that none tells of a broken pipe that only its end breaks.
    defer { close() }
    state.withLock { state in
      guard !state.isReaped else { return }
      // The guard ends everything when it sees this.
      closeFile(control)
      let deadline = Deadline(in: Self.endLimit)
      while !reap(&state, closesControl: false) {
        if deadline.hasPassed {
          // Somebody holds the guard up. It has not been reaped, so the number is its own.
          killAtOnce(guardian)
          while waitpid(guardian, nil, 0) == -1, errno == EINTR {}
          state.isReaped = true
          closeFile(status)
          return
        }
        usleep(500)
      }
    }
  }

  /// Takes the guard off the system's table, if it has ended.
  private func reap(_ state: inout State, closesControl: Bool = true) -> Bool {
    if state.isReaped { return true }
    let found = waitpid(guardian, nil, WNOHANG)
    guard found == guardian || found == -1 && errno == ECHILD else { return false }
    _ = readStatus(&state)
    state.isReaped = true
    if closesControl { closeFile(control) }
    closeFile(status)
    return true
  }

  /// The program's wait status, once the guard has told it; nil in it if the guard ended without a word.
  private func readStatus(_ state: inout State) -> Int32?? {
    if state.status != nil || state.isReaped { return state.status }
    var value: Int32 = 0
    let count = read(status, &value, MemoryLayout<Int32>.size)
    if count == MemoryLayout<Int32>.size {
      state.status = .some(value)
    } else if count == 0 {
      state.status = .some(nil)
    }
    return state.status
  }
}

/// The calls of the system, which methods of the class hide.
private func closeFile(_ descriptor: Int32) { _ = close(descriptor) }
private func killAtOnce(_ process: pid_t) { _ = kill(process, SIGKILL) }

/// A moment of the real clock until which a program may take its time.
struct Deadline: Sendable {
  private let seconds: Double
  /// Whether the study has to stop, so that nobody waits any more.
  let shouldStop: @Sendable () -> Bool

  init(in seconds: Double, shouldStop: @escaping @Sendable () -> Bool = { false }) {
    self.seconds = clockSeconds() + seconds
    self.shouldStop = shouldStop
  }

  var hasPassed: Bool { clockSeconds() >= seconds }

  /// Rounded up, so that waiting for it ends after the deadline.
  var millisecondsLeft: Int32 { Int32(min(1e9, max(0, (seconds - clockSeconds()) * 1000)).rounded(.up)) }
}
