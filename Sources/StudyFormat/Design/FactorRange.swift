import ModelParameters

/// The ends between which a factor of a space-filling design lies.
struct FactorRange {
  let low, high: Double
  /// The unit as it is written, with a blank in front; empty for a bare number.
  let unit: String
  /// Whether only whole numbers are possible.
  let isWhole: Bool

  /// Reads `{from, to}`, or the least and greatest of a list of numbers; nil for anything else.
  ///
  /// - Parameter isWhole: Whether the place takes whole numbers only.
  init?(_ node: YAMLNode, isWhole: Bool) {
    let texts = node.elements?.map(\.text) ?? [node["from"]?.text, node["to"]?.text]
    var numbers: [Double] = []
    var units: Set<String> = []
    for text in texts {
      let words = (text ?? "").split(separator: " ").map(String.init)
      guard (1...2).contains(words.count), let number = Quantity.number(words[0]) else { return nil }
      numbers.append(number)
      units.insert(words.count > 1 ? " \(words[1])" : "")
    }
    guard let low = numbers.min(), let high = numbers.max(), low < high, units.count == 1 else { return nil }
    (self.low, self.high, self.isWhole) = (low, high, isWhole)
    unit = units.first ?? ""
  }

  /// The text of the level at a share of the range from 0 to 1, to a thousandth of the range.
  func text(share: Double) -> String {
    let value = low + share * (high - low)
    guard !isWhole else { return "\(Int64(value.rounded()))\(unit)" }
    var scale = 1.0
    while scale * (high - low) < 1000, scale < 1e12 { scale *= 10 }
    return ParameterDefinition.text((value * scale).rounded() / scale) + unit
  }
}

extension StudyFile.Factor {
  /// The level at a share of the range; the first one without a range.
  func level(share: Double) -> YAMLNode {
    guard let range else { return levels[0] }
    return YAMLNode(
      .scalar(range.text(share: share)), file: place.file, line: place.line, column: place.column)
  }
}
