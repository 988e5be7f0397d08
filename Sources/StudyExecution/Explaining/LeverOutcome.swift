import JSON

/// The outcome of a replay with one lever, or of the run as it was; after warm-up.
public struct LeverOutcome: Sendable, Hashable {
  /// Nil for the run as it was.
  public var lever: Lever?
  /// Runs a day of the chosen series.
  public var runsPerDay: Double
  /// Runs a day that ended with success.
  public var successesPerDay: Double
  /// Median of the seconds between one run and the next; nil with fewer than two runs.
  public var gapMedian: Double?
  /// 90th percentile of the seconds between one run and the next; nil with fewer than two runs.
  public var gap90: Double?
  /// Share of opens with fresh content; nil without content or opens.
  public var freshOpens: Double?
  /// Energy from the battery for the app, in joules a day.
  public var batteryJoulesPerDay: Double

  var json: JSONValue {
    .members([
      "lever": .optional(lever?.rawValue), "title": .string(lever?.title ?? "as it is"),
      "runs_per_day": .number(runsPerDay), "successes_per_day": .number(successesPerDay),
      "gap_median_s": .optional(gapMedian),
      "gap_p90_s": .optional(gap90), "fresh_open_share": .optional(freshOpens),
      "battery_j_per_day": .number(batteryJoulesPerDay),
    ])
  }
}
