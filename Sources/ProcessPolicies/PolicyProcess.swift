import CProcess

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A running process and the two ends of its pipes. It belongs to one policy at a time.
struct PolicyProcess: Sendable {
  /// Why a line did not come.
  enum Silence: Error, Hashable {
    case late, ended
    case longLine
  }

  let pid: pid_t
  let input: Int32
  let output: Int32
  /// What it has said of itself.
  var traits = ProcessTraits()

  /// Longest line that is read, 1 MiB: no reply needs as much.
  static let lineLimit = 1 << 20

  /// Starts a program.
  ///
  /// - Throws: The reason in the system's words.
  init(_ words: [String], in folder: String) throws(StartFailure) {
    guard !words.isEmpty else { throw StartFailure(reason: "no program is named") }
    var arguments = words.map { strdup($0) }
    arguments.append(nil)
    defer { for argument in arguments { free(argument) } }
    var process = slumber_process()
    let error = slumber_process_start(arguments, folder, &process)
    guard error == 0 else { throw StartFailure(reason: String(cString: strerror(error))) }
    (pid, input, output) = (process.pid, process.input, process.output)
  }

  struct StartFailure: Error {
    var reason: String
  }

  // MARK: Lines

  /// Writes all bytes. That nobody reads them any more shows when a reply is awaited.
  func send(_ bytes: [UInt8], by deadline: Deadline) throws(Silence) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        guard wait(for: input, POLLOUT, by: deadline) else { throw .late }
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
      guard wait(for: output, POLLIN, by: deadline) else { throw .late }
      let count = withUnsafeTemporaryAllocation(byteCount: 1 << 14, alignment: 1) { chunk in
        let count = read(output, chunk.baseAddress, chunk.count)
        if count > 0 { received.append(contentsOf: chunk[..<count]) }
        return count
      }
      if count == 0 || count < 0 && errno != EAGAIN && errno != EINTR { throw .ended }
    }
  }

  /// Whether something can be done with a descriptor before the deadline.
  private func wait(for descriptor: Int32, _ event: some BinaryInteger, by deadline: Deadline) -> Bool {
    while true {
      var request = pollfd(fd: descriptor, events: Int16(event), revents: 0)
      let count = poll(&request, 1, deadline.millisecondsLeft)
      if count > 0 { return true }
      if count == 0, deadline.hasPassed { return false }
      if count < 0, errno != EINTR { return false }
    }
  }

  // MARK: The end

  /// Closes the pipes, at which a policy ends by itself.
  func close() {
    #if canImport(Glibc)
      _ = (Glibc.close(input), Glibc.close(output))
    #else
      _ = (Darwin.close(input), Darwin.close(output))
    #endif
  }

  /// How it ended, in words, if it has ended.
  func ending() -> String? {
    var status: Int32 = 0
    while true {
      let found = waitpid(pid, &status, WNOHANG)
      if found == 0 { return nil }
      if found == pid { break }
      guard errno == EINTR else { return "ended" }
    }
    let signal = status & 0x7f
    return signal == 0 ? "ended with exit code \((status >> 8) & 0xff)" : "was ended by signal \(signal)"
  }

  /// How it ended, waiting for that until the deadline.
  func ending(by deadline: Deadline) -> String? {
    while true {
      if let ending = ending() { return ending }
      if deadline.hasPassed { return nil }
      usleep(1000)
    }
  }

  /// Ends it and what it has started at once, and takes it off the system's table.
  func kill() {
    #if canImport(Glibc)
      _ = Glibc.kill(-pid, SIGKILL)
    #else
      _ = Darwin.kill(-pid, SIGKILL)
    #endif
    var status: Int32 = 0
    while waitpid(pid, &status, 0) == -1, errno == EINTR {}
  }
}

/// A moment of the real clock until which a process may take its time.
struct Deadline: Sendable {
  private let seconds: Double

  init(in seconds: Double) { self.seconds = Self.now + seconds }

  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  var hasPassed: Bool { Self.now >= seconds }

  /// Rounded up, so that waiting for it ends after the deadline.
  var millisecondsLeft: Int32 { Int32(min(1e9, max(0, (seconds - Self.now) * 1000)).rounded(.up)) }
}
