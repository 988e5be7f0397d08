/// Spans of time for people, in the two largest units.
public enum TimeSpanText {
  /// Returns `0.3 s`, `42 s`, `5 min 10 s`, `3 h 20 min`, `2 d 4 h`.
  ///
  /// - Parameter seconds: A finite number; negative numbers count as 0.
  public static func text(_ seconds: Double) -> String {
    if seconds < 0.95 { return seconds <= 0 ? "0 s" : "\(RateText.text(max(seconds, 0.01))) s" }
    let whole = Int64(min(seconds, 1e15).rounded())
    for (unit, name, below, belowName) in [
      (86400, "d", 3600, "h"), (3600, "h", 60, "min"), (60, "min", 1, "s"),
    ] {
      let (unit, below) = (Int64(unit), Int64(below))
      guard whole >= unit else { continue }
      let rest = whole % unit / below
      return "\(whole / unit) \(name)" + (rest > 0 ? " \(rest) \(belowName)" : "")
    }
    return "\(whole) s"
  }
}
