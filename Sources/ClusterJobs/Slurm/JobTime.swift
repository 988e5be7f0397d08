/// A span of time as options and Slurm name it.
public struct JobTime: Hashable, Sendable {
  /// Length in seconds, from 1 to ten years of 365 days.
  public let seconds: Int

  /// The forms that are read, for messages.
  public static let forms = "a time such as 90s, 30min, 2h, 1d, HH:MM:SS or D-HH:MM:SS"
  private static let longest = 10 * 365 * 86400

  /// A time of at least one second and at most ten years.
  ///
  /// - Throws: ``ClusterJobsError`` for anything else; also for a number without a unit, which is minutes for Slurm and
  ///   seconds for others.
  public init(_ text: String, option: String) throws(ClusterJobsError) {
    guard let seconds = Self.colons(text) ?? Self.unit(text), (1...Self.longest).contains(seconds) else {
      throw .option(name: option, found: text, expected: Self.forms)
    }
    self.seconds = seconds
  }

  public init(seconds: Int) { self.seconds = max(1, min(Self.longest, seconds)) }

  /// `D-HH:MM:SS`, or `HH:MM:SS` below a day.
  public var slurmText: String {
    let parts = [seconds % 86400 / 3600, seconds % 3600 / 60, seconds % 60].map {
      $0 < 10 ? "0\($0)" : "\($0)"
    }
    return (seconds >= 86400 ? "\(seconds / 86400)-" : "") + parts.joined(separator: ":")
  }

  /// Seconds before the end of a task at which it is asked to stop: two minutes, or a quarter of a short task, and at
  /// least 15 s.
  public var warningSeconds: Int { max(15, min(120, seconds / 4)) }

  private static func unit(_ text: String) -> Int? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard let count = Int(digits), count <= longest else { return nil }
    switch text.dropFirst(digits.count).drop(while: { $0 == " " }) {
    case "s": return count
    case "min": return count * 60
    case "h": return count * 3600
    case "d": return count * 86400
    default: return nil
    }
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
    guard !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(text),
      number < limit
    else {
      return nil
    }
    return number
  }
}
