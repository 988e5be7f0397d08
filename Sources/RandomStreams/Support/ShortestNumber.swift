/// Text of numbers in canonical forms.
enum ShortestNumber {
  /// The shortest decimal text that reads back as `x`; whole numbers without a point.
  static func text(_ x: Double) -> String {
    if x == x.rounded(), abs(x) < 1e15 { return String(Int64(x)) }
    return x.description
  }

  /// A list, as `[1, 2.5]`.
  static func text(_ values: [Double]) -> String {
    var text = "["
    for (index, value) in values.enumerated() {
      if index > 0 { text += ", " }
      text += ShortestNumber.text(value)
    }
    return text + "]"
  }
}
