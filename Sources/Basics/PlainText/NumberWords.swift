/// A number with its noun: `1 device`, `20 devices`.
public enum CountText {
  public static func text(_ number: Int, _ word: String, _ plural: String? = nil) -> String {
    "\(number) \(number == 1 ? word : plural ?? word + "s")"
  }
}

/// The text of a rate, with few digits. Small rates keep their significant digits.
public enum RateText {
  /// Returns `1200`, `12`, `1.5`, `0.7`, `0.04`: whole numbers from 10 on, one decimal from 0.1 on, two below, and
  /// `under 0.01` for smaller rates.
  public static func text(_ rate: Double) -> String {
    if rate >= 9.95 { return String(Int64(min(rate, 1e15).rounded())) }
    guard rate >= 0.005 else { return rate > 0 ? "under 0.01" : "0" }
    let (scale, digits) = rate >= 0.095 ? (10, 1) : (100, 2)
    let whole = Int((rate * Double(scale)).rounded())
    return "\(whole / scale).\((whole % scale).text(digits: digits))"
  }
}

/// Spans of time for people, in the two largest units.
public enum TimeSpanText {
  /// Returns `0.3 s`, `42 s`, `5 min 10 s`, `3 h 20 min`, `2 d 4 h`.
  public static func text(_ seconds: Double) -> String {
    if seconds < 0.95 { return seconds <= 0 ? "0 s" : "\(RateText.text(max(seconds, 0.01))) s" }
    let whole = Int64(min(seconds, 1e15).rounded())
    let units: [(Int64, String, Int64, String)] = [
      (86400, "d", 3600, "h"), (3600, "h", 60, "min"), (60, "min", 1, "s"),
    ]
    for (unit, name, below, belowName) in units where whole >= unit {
      let rest = whole % unit / below
      return "\(whole / unit) \(name)" + (rest > 0 ? " \(rest) \(belowName)" : "")
    }
    return "\(whole) s"
  }
}

extension BinaryInteger {
  /// The text of a number of at least 0, with leading zeros up to the given number of digits.
  public func text(digits: Int, radix: Int = 10) -> String {
    let text = String(self, radix: radix)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}

/// The shortest text that reads back as the same number.
public enum ShortestNumber {
  /// `0.1`, `100`, `1e-09`; never `nan` or `inf`, for which it traps.
  public static func text(_ value: Double) -> String {
    precondition(value.isFinite, "a text cannot hold \(value)")
    // Negative zero reads back as a number of its own, which no table means.
    if value == 0 { return "0" }
    let text = value.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
