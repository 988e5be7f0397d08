/// A number with its unit, as studies write it: `20 min`, `12.98 Wh`, `80 %`.
public struct Quantity: Sendable, Hashable {
  /// The number in ``unit``.
  public var value: Double
  /// The unit; `none` for a number without one.
  public var unit: ParameterUnit

  public init(_ value: Double, _ unit: ParameterUnit) {
    self.value = value
    self.unit = unit
  }

  /// The value in the base unit of its dimension.
  public var baseValue: Double { value * unit.scale }

  /// The value in another unit of the same dimension, or nil where the dimensions differ.
  ///
  /// The conversion multiplies and divides by exact integers where it can, so 20 min is 1200 s to the bit.
  public func value(in other: ParameterUnit) -> Double? {
    guard unit.dimension == other.dimension else { return nil }
    if unit == other { return value }
    let factor = unit.scale / other.scale
    return factor >= 1 ? value * factor : value / (other.scale / unit.scale)
  }

  /// Reads `NUMBER UNIT`; a unit is required unless `expected` is ``ParameterUnit/none``.
  ///
  /// - Throws: ``QuantityError`` with what was found and what was expected.
  public init(parsing text: String, expected: ParameterUnit) throws(QuantityError) {
    let parts = text.split(separator: " ", omittingEmptySubsequences: true)
    guard parts.count >= 1, parts.count <= 2, let number = Self.number(parts[0]) else {
      throw QuantityError(found: text, expected: Self.expectation(expected))
    }
    if parts.count == 1 {
      guard expected == .none else { throw QuantityError(found: text, expected: Self.expectation(expected)) }
      self.init(number, .none)
      return
    }
    guard let unit = ParameterUnit(rawValue: String(parts[1])), unit != .none,
      unit.dimension == expected.dimension
    else { throw QuantityError(found: text, expected: Self.expectation(expected)) }
    self.init(number, unit)
  }

  /// A finite decimal number; `0x10`, `nan` and `inf` are not numbers in a study.
  public static func number(_ text: some StringProtocol) -> Double? {
    guard !text.isEmpty, text.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }),
      let value = Double(String(text)), value.isFinite
    else { return nil }
    return value
  }

  static func expectation(_ unit: ParameterUnit) -> String {
    guard unit != .none else { return "a number" }
    let units = ParameterUnit.allCases.filter { $0.dimension == unit.dimension }.map(\.rawValue)
    return "a number and a unit (\(units.joined(separator: ", "))), such as `1 \(unit.rawValue)`"
  }
}

/// A text that is not the quantity it should be.
public struct QuantityError: Error, Hashable, Sendable {
  /// The text that was read.
  public var found: String
  /// Description of the quantities that are allowed.
  public var expected: String
}
