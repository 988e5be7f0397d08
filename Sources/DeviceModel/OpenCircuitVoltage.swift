/// Open-circuit voltage of a cell over its level, linear between evenly spaced points from 0 to 1.
public struct OpenCircuitVoltage: Sendable, Hashable {
  private let volts: [Double]
  private let steps: Double

  /// - Parameter volts: at least two voltages at evenly spaced levels.
  public init(_ volts: [Double]) {
    precondition(volts.count >= 2, "a voltage curve needs two points")
    self.volts = volts
    steps = Double(volts.count - 1)
  }

  /// Volts at `level`; levels outside 0...1 take the end values.
  @inline(__always)
  public func callAsFunction(_ level: Double) -> Double {
    let position = level <= 0 ? 0 : level >= 1 ? steps : level * steps
    let index = min(Int(position), volts.count - 2)
    let low = volts[index]
    return low + (volts[index + 1] - low) * (position - Double(index))
  }
}
