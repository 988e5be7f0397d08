import Basics
import ModelParameters

/// A condition between factors that the points of a design meet: `score.thresholdEnd <= score.thresholdStart`.
struct FactorCondition {
  private enum Side {
    case factor(Int)
    case constant(Quantity)
  }

  private enum Comparison: String, CaseIterable {
    case atMost = "<="
    case atLeast = ">="
    case less = "<"
    case greater = ">"

    func holds(_ one: Double, _ other: Double) -> Bool {
      switch self {
      case .atMost: one <= other
      case .atLeast: one >= other
      case .less: one < other
      case .greater: one > other
      }
    }
  }

  private let left, right: Side
  private let comparison: Comparison

  /// The conditions under `where`.
  static func all(_ map: MapReader, factors: [String], _ log: ErrorLog) -> [FactorCondition] {
    guard let node = map.node["where"] else { return [] }
    return (node.elements ?? [node]).map { Place($0, "design.where") }.compactMap { element in
      let words = (element.text ?? "").split(separator: " ").map(String.init)
      guard let place = words.firstIndex(where: { Comparison(rawValue: $0) != nil }),
        let comparison = Comparison(rawValue: words[place])
      else {
        return log.refuse(
          element,
          expected:
            "a comparison of factors or quantities, such as `\(factors.first ?? "refresh.minGap") <= 30 min`")
      }
      let sides = [words[..<place], words[(place + 1)...]].map { $0.joined(separator: " ") }
      var found: [Side] = []
      for side in sides {
        if let factor = factors.firstIndex(of: side) {
          found.append(.factor(factor))
        } else if let quantity = FactorLevelText(name: "", text: side).quantity {
          found.append(.constant(quantity))
        } else {
          log.add(
            element, found: "`\(side.prefix(60))`",
            expected: "a quantity, or a factor of the study: \(factors.joined(separator: ", "))",
            suggestion: NameSuggestion.nearest(to: side, in: factors))
        }
      }
      return found.count == 2 ? FactorCondition(left: found[0], right: found[1], comparison: comparison) : nil
    }
  }

  /// Whether levels, by factor, meet it. A level that is no number, and one of another dimension, does not.
  func holds(_ levels: [String]) -> Bool {
    let sides = [left, right].map { side -> Quantity? in
      switch side {
      case .factor(let place): FactorLevelText(name: "", text: levels[place]).quantity
      case .constant(let quantity): quantity
      }
    }
    guard let one = sides[0], let other = sides[1], one.unit.dimension == other.unit.dimension else {
      return false
    }
    return comparison.holds(one.baseValue, other.baseValue)
  }
}
