import EventSimulation

/// How well background work runs, in one word.
///
/// Work that an app asks for again after each run (refresh, processing, health) is expected once a day, or once in its
/// floor if that is longer; all other work each time that a run could have done it. ``legend`` has the rules of the words,
/// from the best to the worst. The limits are constants of the command, and no parameters of the model.
public enum HealthVerdict: String, Sendable, Hashable, CaseIterable, Comparable {
  case healthy, late, rare, failing, never, refused

  /// Whether the first is the better one.
  public static func < (a: Self, b: Self) -> Bool { a.rank < b.rank }

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  /// Least share of the ended runs that succeed for a verdict better than ``failing``.
  public static let successShare = 0.8
  /// Least share of the expected runs for a verdict better than ``rare``.
  public static let runShare = 0.5
  /// Longest gap in expected intervals for a verdict better than ``late``.
  public static let longestGap: Int64 = 3
  /// Wait from which on a push or transfer is late.
  public static let lateAfter = TimeSpan.hour
  /// Least share of opens within reach of a background run that find fresh content.
  public static let freshShare = 0.5
  /// Fewest opens within reach that are judged.
  public static let fewestOpens = 3

  /// The limits of verdicts and sentences by name.
  public static let limits: [(name: String, value: Double)] = [
    ("explain.successShare", successShare), ("explain.runShare", runShare),
    ("explain.longestGap", Double(longestGap)), ("explain.lateHours", lateAfter.seconds / 3600),
    ("explain.freshShare", freshShare), ("explain.fewestOpens", Double(fewestOpens)),
    ("explain.reasonShare", Finding.leastShare), ("explain.reasonHoursPerDay", Finding.leastTimeShare * 24),
    ("explain.defectShare", RunDefects.leastShare),
  ]

  /// The words in sentences, for legends and help.
  public static let legend = [
    "refused: no request was accepted; never: nothing ran after warm-up",
    "failing: less than explain.successShare of the runs that ended succeeded",
    "rare: less than explain.runShare of the expected runs (one a day, or one a floor; each push, transfer, continued "
      + "task and extra time that a run could have served)",
    "late: no run for explain.longestGap expected intervals; or most pushes or transfers waited over explain.lateHours; or "
      + "less than explain.freshShare of the opens within reach (from explain.fewestOpens on) found fresh content",
    "healthy: everything else; -: nothing that a run could have served; runs that a debugger starts do not count",
    "limits, constants of this command: "
      + limits.map { limit in
        let value = (limit.value * 1000).rounded() / 1000
        return "\(limit.name.dropFirst("explain.".count)) "
          + (value == value.rounded() ? "\(Int(value))" : "\(value)")
      }
      .joined(separator: ", "),
  ]
}
