import ModelParameters

/// The level of a factor, as it was written.
public struct FactorLevelText: Sendable, Hashable {
  /// Name of the factor: its key path in the study.
  public var name: String
  /// The level as the study file has it, with its unit; canonical text of a list or mapping.
  public var text: String

  public init(name: String, text: String) {
    self.name = name
    self.text = text
  }

  /// The number or quantity that the level is; nil for a word.
  public var quantity: Quantity? {
    let parts = text.split(separator: " ")
    guard let first = parts.first, let number = Quantity.number(first) else { return nil }
    if parts.count == 1 { return Quantity(number, .none) }
    guard parts.count == 2, let unit = ParameterUnit(rawValue: String(parts[1])), unit != .none else {
      return nil
    }
    return Quantity(number, unit)
  }
}
