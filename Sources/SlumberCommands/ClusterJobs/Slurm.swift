import Basics
import CProcess
import Libc

struct SlurmSite: Sendable {
  /// One more than the largest number in an array of jobs.
  var maxArraySize: Int
  var isKnown: Bool

  init() {
    let answer = try? Tool(["scontrol", "show", "config"]).run(within: 5)
    self.init(configuration: answer?.code == 0 ? answer?.text ?? "" : "")
  }

  init(configuration: String) {
    let sizes = configuration.split(separator: "\n").compactMap { line in
      let parts = line.split(separator: "=", maxSplits: 1).map { $0.filter { !$0.isWhitespace } }
      return parts.count == 2 && parts[0] == "MaxArraySize" ? Int(parts[1]) : nil
    }
    let size = sizes.first { $0 >= 2 }
    (maxArraySize, isKnown) = (size ?? 1001, size != nil)
  }
}

/// The jobs of this user that wait or run, as `squeue` lists them.
struct SlurmQueue {
  struct Job: Hashable {
    /// The number that `sbatch` printed.
    var submitted: Int
    var index: Int?
    /// The state in Slurm's words: `PENDING`, `RUNNING`, `COMPLETING`, …
    var state: String
  }
  let jobs: [Job]

  /// Asks `squeue`, for at most five seconds; nil if there is no answer.
  static func ask() -> SlurmQueue? {
    let words = ["squeue", "--noheader", "--array", "--me", "--format=%F|%K|%T"]
    guard let answer = try? Tool(words).run(within: 5), answer.code == 0 else { return nil }
    return SlurmQueue(listing: answer.text)
  }

  init(listing: String) {
    jobs = listing.split(separator: "\n").compactMap { line in
      let parts = line.split(separator: "|", omittingEmptySubsequences: false)
      guard parts.count == 3, let submitted = Int(parts[0]) else { return nil }
      return Job(submitted: submitted, index: Int(parts[1]), state: String(parts[2]))
    }
  }
}

struct SubmittedJobs: Hashable, Sendable {
  static let fileName = "slurm-jobs.txt"

  struct Job: Hashable, Sendable {
    var number: Int
    /// `shards 1-12 of 12`, or `merge`.
    var name: String
  }

  let jobs: [Job]

  /// - Parameter shardFolder: The folder of published shards; it does not contain a list before jobs are
  ///   submitted.
  init(shardFolder: String) {
    let bytes = try? TextFile.read("\(shardFolder)/\(Self.fileName)", limit: 1 << 20)
    self.init(list: String(decoding: bytes ?? [], as: UTF8.self))
  }

  init(list: String) {
    jobs = list.split(separator: "\n").compactMap { line in
      let parts = line.split(separator: " ", maxSplits: 1)
      guard parts.count == 2, let number = Int(parts[0]) else { return nil }
      return Job(number: number, name: String(parts[1]))
    }
  }

  func states(in queue: SlurmQueue) -> [(state: String, tasks: Int)] {
    let numbers = Set(jobs.map(\.number))
    var counts: [String: Int] = [:]
    for job in queue.jobs where numbers.contains(job.submitted) { counts[job.state, default: 0] += 1 }
    return counts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}

struct JobTime: Hashable, Sendable {
  /// Length in seconds, from 1 to ten years of 365 days.
  let seconds: Int
  static let forms = "a time such as 90s, 30min, 2h, 1d, HH:MM:SS or D-HH:MM:SS"
  private static let longest = 10 * 365 * 86400

  /// Reads a time; a number without a unit is an error, because Slurm reads it as minutes and other programs
  /// as seconds.
  init(_ text: String, option: String) throws {
    guard let seconds = Self.colons(text) ?? Self.unit(text), (1...Self.longest).contains(seconds) else {
      throw UsageError(option: option, found: text, expected: Self.forms)
    }
    self.seconds = seconds
  }

  init(seconds: Int) { self.seconds = max(1, min(Self.longest, seconds)) }

  /// `D-HH:MM:SS`, or `HH:MM:SS` below a day.
  var slurmText: String {
    let parts = [seconds % 86400 / 3600, seconds % 3600 / 60, seconds % 60].map { $0.text(digits: 2) }
    return (seconds >= 86400 ? "\(seconds / 86400)-" : "") + parts.joined(separator: ":")
  }

  /// The time before the end of a task when Slurm signals it to stop, in seconds: two minutes, or a quarter
  /// of a short task, and at least 15 s.
  var warningSeconds: Int { max(15, min(120, seconds / 4)) }

  private static func unit(_ text: String) -> Int? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let units = ["s": 1, "min": 60, "h": 3600, "d": 86400]
    let unit = units[String(text.dropFirst(digits.count).drop { $0 == " " })]
    guard let count = Int(digits), count <= longest, let unit else { return nil }
    return count * unit
  }

  private static func colons(_ text: String) -> Int? {
    let halves = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    let clock = (halves.last ?? "").split(separator: ":", omittingEmptySubsequences: false)
    guard clock.count == 3, let days = halves.count == 2 ? number(halves[0], below: 3651) : 0,
      let hours = number(clock[0], below: halves.count == 2 ? 24 : 100_000),
      let minutes = number(clock[1], below: 60), let seconds = number(clock[2], below: 60)
    else { return nil }
    return days * 86400 + hours * 3600 + minutes * 60 + seconds
  }

  private static func number(_ text: Substring, below limit: Int) -> Int? {
    guard text.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(text) else { return nil }
    return number < limit ? number : nil
  }
}

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
