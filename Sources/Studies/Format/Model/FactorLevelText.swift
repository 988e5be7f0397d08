import ModelParameters

/// The level of a factor, as it was written.
public struct FactorLevelText: Sendable, Hashable {
  package var name: String
  /// The level as the study file has it, with its unit; canonical text of a list or mapping.
  package var text: String

  /// The number or quantity that the level is; nil for a word.
  package var quantity: Quantity? {
    let parts = text.split(separator: " ")
    guard let first = parts.first, let number = Quantity.number(first) else { return nil }
    if parts.count == 1 { return Quantity(number, .none) }
    guard parts.count == 2, let unit = ParameterUnit(rawValue: String(parts[1])), unit != .none else {
      return nil
    }
    return Quantity(number, unit)
  }
}

extension ParameterUnit {
  /// The name of the base unit of the dimension, as tables show it; 1 for numbers and shares.
  package var baseName: String {
    switch dimension {
    case .number, .share: "1"
    case .time: "s"
    case .energy: "J"
    case .power: "W"
    case .data: "B"
    case .rate: "1/s"
    case .voltage: "V"
    case .resistance: "ohm"
    case .dataRate: "bit/s"
    case .length: "m"
    }
  }
}
