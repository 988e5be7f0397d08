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

  /// A difference with its sign and interval: `+15 ± 6`.
  static func gain(_ interval: MeanInterval?, times factor: Double = 1) -> String {
    guard let interval else { return "-" }
    let (mean, halfWidth) = (interval.mean * factor, (interval.halfWidth ?? 0) * factor)
    if abs(interval.mean) * factor + halfWidth < 0.0005 { return "0" }
    return halfWidth > 0
      ? NumberText.interval(mean, halfWidth, isSigned: true) : (mean > 0 ? "+" : "") + significant(mean)
  }
}
