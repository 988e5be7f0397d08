import Basics

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
