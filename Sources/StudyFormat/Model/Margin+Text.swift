import ModelParameters
import OutputAnalysis

extension Margin {
  /// A margin as studies write it: `0.02` in the unit of the metric, or `10 %` of the baseline; nil for anything
  /// else.
  init?(_ text: String) {
    let parts = text.split(separator: " ")
    guard let first = parts.first, let number = Quantity.number(first), number >= 0, number.isFinite else {
      return nil
    }
    switch parts.dropFirst() {
    case []: self = .absolute(number)
    case ["%"]: self = .relative(number / 100)
    default: return nil
    }
  }
}
