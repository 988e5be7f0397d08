import Basics
import OutputAnalysis
import ResultsStore

/// Numbers for people, with the digits that their uncertainty justifies.
package enum NumberText {
  /// Returns a value with a number of decimals; in the shortest form if it has more than 15 digits.
  package static func fixed(_ value: Double, decimals: Int) -> String {
    guard value.isFinite else { return "-" }
    var scale = 1.0
    for _ in 0..<max(0, decimals) { scale *= 10 }
    let scaled = (abs(value) * scale).rounded()
    guard scaled < 1e15 else { return ShortestNumber.text(value) }
    let units = UInt64(scaled)
    let sign = value < 0 && units > 0 ? "−" : ""
    guard decimals > 0 else { return sign + String(units) }
    let (whole, fraction) = units.quotientAndRemainder(dividingBy: UInt64(scale))
    return "\(sign)\(whole).\(fraction.text(digits: decimals))"
  }

  /// Decimals that show two significant digits of a positive number, at most 9.
  package static func decimals(of number: Double, significant: Int = 2) -> Int {
    guard number > 0, number.isFinite else { return 0 }
    var magnitude = 0
    var rest = number
    while rest >= 10 {
      rest /= 10
      magnitude += 1
    }
    while rest < 1, magnitude > -9 {
      rest *= 10
      magnitude -= 1
    }
    return min(9, max(0, significant - 1 - magnitude))
  }

  /// A number with its half-width: `8123 ± 12`; four significant digits without a half-width.
  package static func interval(_ value: Double?, _ halfWidth: Double?, isSigned: Bool = false) -> String {
    guard let value else { return "-" }
    let plus = isSigned && value > 0 ? "+" : ""
    guard let halfWidth, halfWidth > 0 else {
      let text = plus + fixed(value, decimals: decimals(of: abs(value), significant: 4))
      return halfWidth == nil ? text : text + " ± 0"
    }
    let places = decimals(of: halfWidth)
    return plus + fixed(value, decimals: places) + " ± " + fixed(halfWidth, decimals: places)
  }

  /// An estimate of a metric, which is not negative, with its half-width; with both ends of its interval if the half-width would
  /// reach below 0: `25 (0–78)`.
  ///
  /// - Parameter ends: The ends of the interval; nil for an interval that is symmetric before it is cut off at 0.
  static func estimate(
    _ value: Double?, _ halfWidth: Double?, ends: (lower: Double?, upper: Double?) = (nil, nil)
  ) -> String {
    guard let value, let halfWidth, halfWidth > value, value >= 0 else { return interval(value, halfWidth) }
    let places = decimals(of: halfWidth)
    let (lower, upper) = (ends.lower ?? 0, ends.upper ?? value + halfWidth)
    return
      "\(fixed(value, decimals: places)) (\(fixed(lower, decimals: lower > 0 ? places : 0))–\(fixed(upper, decimals: places)))"
  }

  /// Four significant digits.
  package static func short(_ value: Double) -> String {
    guard value != 0, value.isFinite else { return value == 0 ? "0" : "\(value)" }
    if value == value.rounded(), abs(value) < 1e9 { return "\(Int64(value))" }
    var scale = 1.0
    while abs(value) * scale < 1000, scale < 1e12 { scale *= 10 }
    while abs(value) * scale >= 10_000, scale > 1e-12 { scale /= 10 }
    let rounded = (value * scale).rounded() / scale
    return rounded == rounded.rounded() && abs(rounded) < 1e15 ? "\(Int64(rounded))" : "\(rounded)"
  }

  /// A difference with its half-width in a shown unit; 0 for a number below a millionth of the larger estimate.
  static func difference(_ judged: JudgedDifference, _ unit: ShownUnit? = nil) -> String {
    let least = 1e-6 * (judged.largerEstimate ?? 0)
    func shown(_ number: Double?) -> Double? {
      number.map { abs($0) < least ? 0 : unit?($0) ?? $0 }
    }
    return interval(shown(judged.difference), shown(judged.differenceHalfWidth), isSigned: true)
  }

  /// A ratio with its interval, to a digit of its uncertainty: `1.23 (1.20–1.27)`; empty without one.
  ///
  /// An interval that spans more than a factor of 100 is not shown: it supports no statement.
  package static func ratio(_ judged: JudgedDifference) -> String {
    guard let ratio = judged.ratio, let lower = judged.ratioLower, let upper = judged.ratioUpper else {
      return ""
    }
    guard upper <= 100 * lower else {
      return "\(fixed(ratio, decimals: max(2, decimals(of: ratio)))) (too few replications)"
    }
    let places = min(5, max(2, decimals(of: (upper - lower) / 2, significant: 1)))
    func text(_ number: Double) -> String { fixed(number, decimals: places) }
    return "\(text(ratio)) (\(text(lower))–\(text(upper)))"
  }

  /// A margin: `margin 10 % (8.4)`, `margin 0.1 %/d (46.7)`, `margin factor 1.1`.
  ///
  /// - Parameter width: The margin in the shown unit; nil if rows differ in it.
  static func margin(_ margin: Margin?, width: Double?) -> String? {
    func number(_ digits: Int) -> String? {
      width.map { fixed($0, decimals: decimals(of: $0, significant: digits)) }
    }
    func share(_ share: Double, _ unit: String, _ digits: Int) -> String {
      let percent = fixed(share * 100, decimals: max(1, decimals(of: share * 100, significant: 1)))
      return "margin \(percent.hasSuffix(".0") ? String(percent.dropLast(2)) : percent) \(unit)"
        + (number(digits).map { " (\($0))" } ?? "")
    }
    return switch margin {
    case .relative(let size)?: share(size, "%", 2)
    case .battery(let size)?: share(size, "%/d", 3)
    case .factor(let factor)?: "margin factor \(ShortestNumber.text(factor))"
    case .absolute?, nil: number(2).map { "margin \($0)" }
    }
  }

  /// A share as a percentage with at most one decimal: `95`, `99.9`.
  static func percent(_ share: Double) -> String {
    let text = fixed(share * 100, decimals: 1)
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// Energy per day as a percentage of the battery: `0.38 %`; empty if either number is missing.
  static func battery(_ joules: Double?, of nominal: Double?) -> String {
    guard let joules, let nominal, nominal > 0 else { return "" }
    let percent = 100 * joules / nominal
    return fixed(percent, decimals: decimals(of: abs(percent))) + " %"
  }

  static func correlation(_ value: Double?) -> String { value.map { fixed($0, decimals: 2) } ?? "" }

  /// A p-value: `0.034`, `<0.001`.
  static func probability(_ value: Double?) -> String {
    guard let value else { return "" }
    return value < 0.001 ? "<0.001" : fixed(value, decimals: 3)
  }
}

/// The unit that a page shows: a time by its size, anything else as measured. Programs read seconds.
struct ShownUnit: Sendable {
  let name: String
  let size: Double

  init(_ unit: String, for values: some Sequence<Double?>, keepsSeconds: Bool = false) {
    let largest = unit == "s" && !keepsSeconds ? values.reduce(0) { max($0, abs($1 ?? 0)) } : 0
    (name, size) = largest > 2 * 3600 ? ("h", 3600) : largest > 180 ? ("min", 60) : (unit, 1)
  }

  func callAsFunction(_ value: Double) -> Double { value / size }
  func callAsFunction(_ value: Double?) -> Double? { value.map { $0 / size } }
}

/// The units of the metrics of a page or a report, one for each metric.
package struct ShownUnits: Sendable {
  private var byMetric: [String: ShownUnit] = [:]
  var keepsSeconds = false

  init(keepsSeconds: Bool = false) { self.keepsSeconds = keepsSeconds }

  init(_ comparison: Comparison) {
    byMetric = Dictionary(grouping: comparison.rows, by: \.metric).mapValues { rows in
      ShownUnit(rows[0].unit, for: rows.map(\.mean))
    }
  }

  /// Returns the unit of a metric; by the size of the values if the page has no estimate of the metric.
  func callAsFunction(_ metric: MetricDefinition?, for values: some Sequence<Double?>) -> ShownUnit {
    byMetric[metric?.name ?? ""] ?? ShownUnit(metric?.unit ?? "1", for: values, keepsSeconds: keepsSeconds)
  }
}
