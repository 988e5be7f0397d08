import Basics

/// A cell with an open-circuit voltage and one resistance.
///
/// Phones are constant-power loads: `P = I (V - I R)` gives `I = 2P / (V + sqrt(V^2 - 4RP))`, and the cell
/// loses `I^2 R`. Above the maximum power, `V^2 / 4R`, the cell delivers the current of the maximum.
public struct InternalResistanceCell: Sendable, Hashable {
  public let voltage: OpenCircuitVoltage
  /// Ohms.
  public let resistance: Double
  private let fourfoldResistance: Double

  init(voltage: OpenCircuitVoltage, resistance: Double) {
    (self.voltage, self.resistance) = (voltage, resistance)
    fourfoldResistance = 4 * resistance
  }

  public var isLossless: Bool { resistance == 0 }

  /// Watts lost per watt delivered at an open-circuit voltage: `I² R / P`.
  @inline(__always) func lossRatio(load: Double, volts: Double) -> Double {
    let amperes = amperesPerWatt(load: load, volts: volts)
    return amperes * amperes * load * resistance
  }

  @inline(__always) private func amperesPerWatt(load: Double, volts: Double) -> Double {
    let radicand = volts * volts - fourfoldResistance * load
    return radicand > 0 ? 2 / (volts + Elementary.squareRoot(radicand)) : volts / (2 * resistance * load)
  }
}

/// Open-circuit voltage of a cell over its level, linear between evenly spaced points from 0 to 1.
public struct OpenCircuitVoltage: Sendable, Hashable {
  /// The line between two neighboring points, kept by those who ask again at a level near the last one.
  struct Piece: Sendable {
    /// The number of the point at which it begins.
    fileprivate var start = Double.infinity
    fileprivate var low = 0.0
    /// The voltage at its end less that at its beginning.
    fileprivate var rise = 0.0

    /// A piece on which no level lies.
    init() {}
  }

  private let volts: [Double]
  private let steps: Double

  /// - Parameter volts: at least two voltages at evenly spaced levels.
  init(_ volts: [Double]) {
    precondition(volts.count >= 2, "a voltage curve needs two points")
    self.volts = volts
    steps = Double(volts.count - 1)
  }

  /// Volts at a level that is not above the one for which the piece was found; nil where it is below the piece.
  @inline(__always) func callAsFunction(_ level: Double, fallenOn piece: Piece) -> Double? {
    // The difference of the two is exact, so this is the number that `find` computes.
    let above = level * steps - piece.start
    return above >= 0 ? piece.low + piece.rise * above : nil
  }

  /// Volts at a level, and the piece on which it lies; levels outside 0...1 take the end values.
  @inline(__always) func find(_ level: Double, _ piece: inout Piece) -> Double {
    let position = level <= 0 ? 0 : level >= 1 ? steps : level * steps
    let index = min(Int(position), volts.count - 2)
    piece.start = Double(index)
    piece.low = volts[index]
    piece.rise = volts[index + 1] - piece.low
    return piece.low + piece.rise * (position - piece.start)
  }
}
