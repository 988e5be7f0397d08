import OutputAnalysis
import StudyReports

/// Numbers of explanations: two significant digits, or as many as their interval justifies.
enum DigitsText {
  /// `12 %`, `0.4 %`.
  static func percent(_ share: Double) -> String {
    if share <= 0 { return "0 %" }
    return share < 0.095 ? "\((share * 1000).rounded() / 10) %" : "\(Int((share * 100).rounded())) %"
  }

  /// `once`, `3 times`.
  static func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }

  /// `0.33`, `120`.
  static func significant(_ value: Double) -> String {
    var scale = 1.0
    while value.isFinite, abs(value) / scale >= 100 { scale *= 10 }
    let rounded = scale > 1 ? (value / scale).rounded() * scale : value
    return NumberText.fixed(rounded, decimals: NumberText.decimals(of: abs(rounded)))
  }

  /// `0.33`, `120.0`.
  static func hundredths(_ value: Double) -> String { "\((value * 100).rounded() / 100)" }

  /// A share with its interval as a percentage: `57 ± 4 %`; without one from a single phone.
  static func percent(_ interval: MeanInterval) -> String { text(interval, times: 100) + " %" }

  /// A difference with its sign and interval: `+15 ± 6`.
  static func gain(_ interval: MeanInterval?, times factor: Double = 1) -> String {
    interval.map { interval in
      let most = (abs(interval.mean) + (interval.halfWidth ?? 0)) * factor
      return most < 0.0005 ? "0" : text(interval, times: factor, isSigned: true)
    } ?? "-"
  }

  private static func text(_ interval: MeanInterval, times factor: Double, isSigned: Bool = false) -> String {
    guard let halfWidth = interval.halfWidth, halfWidth > 0 else {
      return (isSigned && interval.mean > 0 ? "+" : "") + significant(interval.mean * factor)
    }
    return NumberText.interval(interval.mean * factor, halfWidth * factor, isSigned: isSigned)
  }
}
