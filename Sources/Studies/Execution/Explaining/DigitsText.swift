import OutputAnalysis
import StudyReports

/// Numbers of explanations: two significant digits, or as many as their interval justifies.
enum DigitsText {
  /// `0.33`, `120`.
  static func significant(_ value: Double) -> String {
    var scale = 1.0
    while value.isFinite, abs(value) / scale >= 100 { scale *= 10 }
    let rounded = scale > 1 ? (value / scale).rounded() * scale : value
    return NumberText.fixed(rounded, decimals: NumberText.decimals(of: abs(rounded)))
  }

  /// A share as a percentage: `0.33 %`.
  static func percent(_ share: Double) -> String { "\(significant(share * 100)) %" }

  /// A share with its interval as a percentage: `57 ± 4 %`; without one from a single phone.
  static func percent(_ interval: MeanInterval) -> String {
    guard let halfWidth = interval.halfWidth, halfWidth > 0 else { return percent(interval.mean) }
    return NumberText.interval(interval.mean * 100, halfWidth * 100) + " %"
  }

  /// A difference with its sign and interval: `+15 ± 6`.
  static func gain(_ interval: MeanInterval?, times factor: Double = 1) -> String {
    guard let interval else { return "-" }
    guard let halfWidth = interval.halfWidth, halfWidth > 0 else {
      return (interval.mean > 0 ? "+" : "") + significant(interval.mean * factor)
    }
    return NumberText.interval(interval.mean * factor, halfWidth * factor, isSigned: true)
  }
}
