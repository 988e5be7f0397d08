/// The unit in which a parameter is written in a study and printed.
public enum ParameterUnit: String, Sendable, Hashable, CaseIterable {
  case none = "-"
  case microseconds = "us"
  case milliseconds = "ms"
  case seconds = "s"
  case minutes = "min"
  case hours = "h"
  case days = "d"
  case joules = "J"
  case wattHours = "Wh"
  case milliwatts = "mW"
  case watts = "W"
  case kilobytes = "kB"
  case megabytes = "MB"
  case percent = "%"
  case perHour = "1/h"
  case perDay = "1/d"
  case volts = "V"
  case ohms = "ohm"
  case megabitsPerSecond = "Mbit/s"
  case metres = "m"
  case celsius = "degC"
  case kelvinsPerWatt = "K/W"
  case kilojoulesPerMole = "kJ/mol"

  /// The dimension that the unit measures; quantities convert within one dimension only.
  public enum Dimension: Sendable, Hashable {
    case number, time, energy, power, data, share, rate, voltage, resistance, dataRate, length
    case temperature, thermalResistance, molarEnergy
  }

  /// The dimension of the unit.
  public var dimension: Dimension { facts.dimension }

  /// The size of the unit in the base unit of its dimension: s, J, W, byte, 1, 1/s, V, ohm, bit/s, m, degC, K/W, J/mol.
  public var scale: Double { facts.scale }

  /// The least value above 0 and the greatest value of a quantity in this unit, if its definition states no
  /// bounds.
  ///
  /// The limit of a time is the longest horizon, of a power the maximum claim of the power model, and of data
  /// a terabyte.
  public var bounds: ClosedRange<Double> { facts.bounds }

  private var facts: (dimension: Dimension, scale: Double, bounds: ClosedRange<Double>) {
    switch self {
    case .none: (.number, 1, 0.001...1000)
    case .microseconds: (.time, 1e-6, 0.001...316_224_000_000_000)
    case .milliseconds: (.time, 1e-3, 0.001...316_224_000_000)
    case .seconds: (.time, 1, 0.001...316_224_000)
    case .minutes: (.time, 60, 0.001...5_270_400)
    case .hours: (.time, 3600, 0.001...87_840)
    case .days: (.time, 86_400, 0.001...3660)
    case .joules: (.energy, 1, 0.001...100_000)
    case .wattHours: (.energy, 3600, 0.1...1000)
    case .milliwatts: (.power, 1e-3, 0.001...10_000)
    case .watts: (.power, 1, 0.001...20)
    case .kilobytes: (.data, 1e3, 0.001...1_000_000_000)
    case .megabytes: (.data, 1e6, 0.001...1_000_000)
    case .percent: (.share, 1e-2, 0.001...100)
    case .perHour: (.rate, 1 / 3600, 0.001...3600)
    case .perDay: (.rate, 1 / 86_400, 0.001...10_000)
    case .volts: (.voltage, 1, 0.1...20)
    case .ohms: (.resistance, 1, 0.001...1)
    case .megabitsPerSecond: (.dataRate, 1e6, 0.1...1000)
    case .metres: (.length, 1, 0.001...1_000_000)
    case .celsius: (.temperature, 1, 0.001...100)
    case .kelvinsPerWatt: (.thermalResistance, 1, 0.001...1000)
    case .kilojoulesPerMole: (.molarEnergy, 1000, 0.001...1000)
    }
  }
}

/// A number with its unit, as studies write it: `20 min`, `12.98 Wh`, `80 %`.
public struct Quantity: Sendable, Hashable {
  /// The number in ``unit``.
  public var value: Double
  /// The unit; `none` for a number without one.
  public var unit: ParameterUnit

  public init(_ value: Double, _ unit: ParameterUnit) { (self.value, self.unit) = (value, unit) }

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
  public init(parsing text: String, expected: ParameterUnit) throws(QuantityError) {
    var wrong: QuantityError { QuantityError(found: text, expected: Self.expectation(expected)) }
    let parts = text.split(separator: " ")
    guard (1...2).contains(parts.count), let number = Self.number(parts[0]) else { throw wrong }
    if parts.count == 1 {
      guard expected == .none else { throw wrong }
      self.init(number, .none)
      return
    }
    guard let unit = ParameterUnit(rawValue: String(parts[1])), unit != .none,
      unit.dimension == expected.dimension
    else { throw wrong }
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
  /// The text that was read, and the quantities that are allowed.
  public var found, expected: String
}
