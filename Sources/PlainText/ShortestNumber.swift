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
