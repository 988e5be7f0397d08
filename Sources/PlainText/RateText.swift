/// Rates for people: few digits, and none of them lost where little happens in a second.
public enum RateText {
  /// Returns `1200`, `12`, `1.5`, `0.7`, `0.04`: whole numbers from 10 on, one decimal from 0.1 on, two below, and
  /// `under 0.01` for smaller rates.
  ///
  /// - Parameter rate: A finite number of at least 0, in whatever unit.
  public static func text(_ rate: Double) -> String {
    if rate >= 9.95 { return String(Int64(min(rate, 1e15).rounded())) }
    if rate >= 0.095 { return decimals(rate, 1) }
    if rate >= 0.005 { return decimals(rate, 2) }
    return rate > 0 ? "under 0.01" : "0"
  }

  private static func decimals(_ value: Double, _ count: Int) -> String {
    let scale = count == 1 ? 10 : 100
    let whole = Int((value * Double(scale)).rounded())
    let fraction = String(whole % scale)
    let padded = String(repeating: "0", count: count - fraction.count) + fraction
    return "\(whole / scale).\(padded)"
  }
}
