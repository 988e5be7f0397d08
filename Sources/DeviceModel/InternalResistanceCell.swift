import ElementaryFunctions

/// A cell with an open-circuit voltage and one resistance.
///
/// Phones are constant-power loads: `P = I (V - I R)` gives `I = 2P / (V + sqrt(V^2 - 4RP))`, and the cell
/// loses `I^2 R`. Above the most that it can deliver, `V^2 / 4R`, the current is that of the maximum.
public struct InternalResistanceCell: BatteryModel {
  /// Open-circuit voltage by level.
  public let voltage: OpenCircuitVoltage
  /// Ohms.
  public let resistance: Double
  private let fourfoldResistance: Double

  public init(voltage: OpenCircuitVoltage, resistance: Double) {
    self.voltage = voltage
    self.resistance = resistance
    fourfoldResistance = 4 * resistance
  }

  /// Whether the resistance is 0.
  public var isLossless: Bool { resistance == 0 }

  /// Amperes drawn by `load` watts at `level`.
  public func current(load: Double, level: Double) -> Double {
    load * amperesPerWatt(load: load, volts: voltage(level))
  }

  /// Watts lost per watt delivered: `I² R / P`. Above the largest power, the current is that of the maximum.
  @inline(__always)
  public func lossRatio(load: Double, level: Double) -> Double {
    lossRatio(load: load, volts: voltage(level))
  }

  /// The same at an open-circuit voltage.
  @inline(__always)
  func lossRatio(load: Double, volts: Double) -> Double {
    let amperes = amperesPerWatt(load: load, volts: volts)
    return amperes * amperes * load * resistance
  }

  @inline(__always)
  private func amperesPerWatt(load: Double, volts: Double) -> Double {
    let radicand = volts * volts - fourfoldResistance * load
    return radicand > 0 ? 2 / (volts + Elementary.squareRoot(radicand)) : volts / (2 * resistance * load)
  }
}
