import Basics

/// A cell with an open-circuit voltage over its charge, an immediate resistance, and a resistance with a time
/// constant.
///
/// At a constant current the charge falls along a line, and the overvoltage of the second resistance approaches `I R1`
/// with its time constant. Currents out of the cell are positive. Amperes, volts, ohms, seconds, joules.
///
/// **Source** the equivalent circuit with one RC element; checked against the solver of PyBaMM.
public struct TheveninCell: Sendable, Hashable {
  /// The part of it that changes while it is used.
  public struct State: Sendable, Hashable {
    /// Charge from 0 to 1.
    public var level: Double
    /// Volts over the second resistance, positive after a discharge.
    public var overvoltage: Double

    public init(level: Double, overvoltage: Double = 0) {
      (self.level, self.overvoltage) = (level, overvoltage)
    }
  }

  /// Open-circuit voltage at evenly spaced levels from 0 to 1.
  let points: [Double]
  /// Volts times level below each point.
  let areas: [Double]
  /// The inverse of the mean voltage.
  let levelPerArea: Double
  /// Coulombs between empty and full.
  public let charge: Double
  /// The resistances in ohms at 25 °C: the immediate part, and the part with the time constant.
  public let resistance, polarization: Double
  /// Seconds.
  public let timeConstant: Double
  /// The activation energy in joules per mole, for the growth of both resistances in the cold.
  public let activation: Double

  /// - Parameters:
  ///   - voltage: At least two voltages at evenly spaced levels from 0 to 1.
  ///   - charge: Coulombs between empty and full, above 0.
  ///   - timeConstant: Seconds, above 0.
  public init(
    voltage: [Double], charge: Double, resistance: Double, polarization: Double, timeConstant: Double,
    activation: Double = 0
  ) {
    precondition(voltage.count >= 2 && charge > 0 && timeConstant > 0, "a cell needs a curve and a charge")
    points = voltage
    let step = 1 / Double(voltage.count - 1)
    var areas = [0.0]
    for (low, high) in zip(voltage, voltage.dropFirst()) {
      areas.append(areas[areas.count - 1] + (low + high) / 2 * step)
    }
    self.areas = areas
    levelPerArea = 1 / areas[areas.count - 1]
    self.charge = charge
    (self.resistance, self.polarization) = (resistance, polarization)
    (self.timeConstant, self.activation) = (timeConstant, activation)
  }

  /// Mean open-circuit voltage over the charge.
  public var meanVoltage: Double { areas[areas.count - 1] }

  /// The factor on both resistances at a temperature in degrees Celsius: 1 at 25 °C.
  public func factor(celsius: Double) -> Double {
    Elementary.exp(activation / 8.314_462_618 * (1 / (celsius + 273.15) - 1 / 298.15))
  }

  // MARK: Curve

  /// The piece of the curve on which a level lies, and how far behind its start; the ends go on as lines.
  private func place(_ level: Double) -> (piece: Int, part: Double) {
    let steps = Double(points.count - 1)
    let position = level * steps
    let piece = position <= 0 ? 0 : min(Int(min(position, steps)), points.count - 2)
    return (piece, position - Double(piece))
  }

  /// Open-circuit voltage at a level.
  public func voltage(at level: Double) -> Double {
    let (piece, part) = place(level)
    return points[piece] + (points[piece + 1] - points[piece]) * part
  }

  /// Volts that the open-circuit voltage rises for the whole charge, on the piece of a level.
  func slope(at level: Double) -> Double {
    let piece = place(level).piece
    return (points[piece + 1] - points[piece]) * Double(points.count - 1)
  }

  /// The level with this open-circuit voltage, on a rising curve; 0 or 1 beyond its ends.
  public func level(atVoltage volts: Double) -> Double {
    guard volts > points[0] else { return 0 }
    for (piece, ends) in zip(points, points.dropFirst()).enumerated() where volts <= ends.1 && ends.1 > ends.0
    {
      return (Double(piece) + (volts - ends.0) / (ends.1 - ends.0)) / Double(points.count - 1)
    }
    return 1
  }

  /// Joules that the cell holds above the empty one at a level.
  public func energy(at level: Double) -> Double {
    let (piece, part) = place(level)
    let rise = points[piece + 1] - points[piece]
    return charge * (areas[piece] + (points[piece] + rise * part / 2) * part / Double(points.count - 1))
  }

  // MARK: Constant current

  /// Volts at the terminals.
  public func terminal(_ state: State, amperes: Double, factor: Double = 1) -> Double {
    voltage(at: state.level) - amperes * resistance * factor - state.overvoltage
  }

  /// The state after a time at a constant current.
  public func after(_ seconds: Double, _ state: State, amperes: Double, factor: Double = 1) -> State {
    let settled = amperes * polarization * factor
    return State(
      level: state.level - amperes * seconds / charge,
      overvoltage: settled + (state.overvoltage - settled) * Elementary.exp(-seconds / timeConstant))
  }

  /// Joules lost in both resistances over a time at a constant current, the charge of the capacity's own included: what left
  /// the cell less what came out at its terminals.
  func loss(_ seconds: Double, _ state: State, amperes: Double, factor: Double = 1) -> Double {
    let settled = amperes * polarization * factor
    let decayed = -timeConstant * Elementary.expm1(-seconds / timeConstant)
    return amperes
      * ((amperes * resistance * factor + settled) * seconds + (state.overvoltage - settled) * decayed)
  }

  /// The current that delivers a power in watts at the terminals; negative power charges. Nil above the
  /// maximum power of the cell.
  public func amperes(watts: Double, _ state: State, factor: Double = 1) -> Double? {
    let inner = voltage(at: state.level) - state.overvoltage
    let radicand = inner * inner - 4 * resistance * factor * watts
    return radicand < 0 ? nil : 2 * watts / (inner + radicand.squareRoot())
  }
}
