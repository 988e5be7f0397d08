/// How well background work runs, in one word.
///
/// Work that an app asks for again after each run (refresh, processing, health) is expected once a day, or once in its
/// floor if that is longer. Work that something asks for each time (pushes, transfers) is expected to run each time.
///
/// - **never**: nothing ran after warm-up.
/// - **rare**: fewer than half of the expected runs.
/// - **late**: more runs than that, but for more than three of the expected intervals in a row there was none, or most
///   pushes or transfers that ran waited for over an hour, or fewer than half of the opens that a background run could
///   have reached found fresh content (from three such opens on), or no run ended with success (from three runs on).
/// - **healthy**: everything else.
///
/// Runs that a debugger started do not count.
public enum HealthVerdict: String, Sendable, Hashable, CaseIterable, Comparable {
  case healthy, late, rare, never

  /// Whether the first is the better one.
  public static func < (a: Self, b: Self) -> Bool { a.rank < b.rank }

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  /// Least share of the expected runs for a verdict better than ``rare``.
  public static let leastRunShare = 0.5
  /// Longest gap in expected intervals for a verdict better than ``late``.
  public static let longestGap: Int64 = 3
  /// Least share of opens within reach of a background run that find fresh content.
  public static let leastFreshShare = 0.5
  /// Fewest ended runs that are judged by their success.
  public static let fewestRuns = 3
  /// Fewest opens within reach that are judged.
  public static let fewestOpens = 3

  /// The four words in sentences, for legends and help.
  public static let legend = [
    "never: nothing ran after warm-up",
    "rare: fewer than half of the expected runs (one a day, or one a floor; each push and transfer)",
    "late: no run for three expected intervals; or most pushes or transfers waited over an hour; or fewer than "
      + "half of the reachable opens found fresh content; or no run ended with success",
    "healthy: everything else; runs that a debugger starts do not count",
  ]
}
