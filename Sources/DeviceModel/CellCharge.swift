import Basics

/// Limits of the current into a cell on a charger.
public struct ChargeLimits: Sendable, Hashable {
  /// Watts into the cell that the adapter gives.
  public var adapter: Double
  /// The temperature above which the phone takes only the power that keeps it, in degrees Celsius.
  public var holdTemperature: Double
  /// Share of the power into the cell that warms the phone.
  public var heatShare: Double
  /// From this level on the current is at most ``slowAmperes``.
  public var slowLevel: Double
  public var slowAmperes: Double
  /// Where the current at constant voltage has fallen to this, the cell is full.
  public var endAmperes: Double

  public init(
    adapter: Double, holdTemperature: Double, heatShare: Double, slowLevel: Double, slowAmperes: Double,
    endAmperes: Double
  ) {
    (self.adapter, self.holdTemperature, self.heatShare) = (adapter, holdTemperature, heatShare)
    (self.slowLevel, self.slowAmperes, self.endAmperes) = (slowLevel, slowAmperes, endAmperes)
  }
}

/// A charge of a cell from a state on, in pieces of at most one percent of its charge.
///
/// At first constant power of the adapter; where the phone has become too warm, the power that keeps its temperature; a limit of the
/// current from a level on; at last constant voltage. A piece at constant power or current has the current of its start, a piece at
/// constant voltage is the solution of the circuit. The voltage of the charger is that at which the full cell takes
/// ``ChargeLimits/endAmperes``.
public struct CellCharge: Sendable {
  private struct Piece: Sendable {
    let start: Double
    let state: TheveninCell.State
    let celsius: Double
    let amperes: Double
    let isAtVoltage: Bool
  }

  private let cell: TheveninCell
  private let node: ThermalNode
  private let limits: ChargeLimits
  private let ambient: Double
  private let volts: Double
  private var pieces: [Piece] = []
  /// Seconds until the cell is full.
  public private(set) var duration = 0.0
  private var isFull = false

  private static let step = 0.01

  /// - Parameters:
  ///   - celsius: The temperature at the start.
  ///   - ambient: The temperature of the surroundings.
  public init(
    _ cell: TheveninCell, _ node: ThermalNode, _ limits: ChargeLimits, from state: TheveninCell.State,
    celsius: Double, ambient: Double
  ) {
    (self.cell, self.node, self.limits, self.ambient) = (cell, node, limits, ambient)
    let warm = cell.factor(celsius: ambient)
    volts = cell.voltage(at: 1) + limits.endAmperes * (cell.resistance + cell.polarization) * warm
    var (now, state, celsius) = (0.0, state, celsius)
    while state.level < 1 - 1e-9, pieces.count < 1000 {
      let factor = cell.factor(celsius: celsius)
      let atVoltage =
        (volts - cell.voltage(at: state.level) + state.overvoltage) / max(1e-9, cell.resistance * factor)
      let wanted = current(state, celsius: celsius, factor: factor)
      let piece = Piece(
        start: now, state: state, celsius: celsius, amperes: max(limits.endAmperes, min(wanted, atVoltage)),
        isAtVoltage: atVoltage <= wanted && atVoltage > limits.endAmperes)
      pieces.append(piece)
      let length = length(of: piece, factor: factor)
      guard length.isFinite, length > 0 else { break }
      (state, celsius) = advanced(piece, by: length)
      now += length
    }
    duration = now
    isFull = state.level >= 1 - 1e-8
  }

  /// Level and temperature so many seconds after the start; those of the end where it is full.
  public func state(at seconds: Double) -> (level: Double, celsius: Double) {
    guard let place = place(seconds) else { return (1, ambient) }
    let (state, celsius) = advanced(pieces[place], by: max(0, min(seconds, duration) - pieces[place].start))
    return (seconds >= duration && isFull ? 1 : min(1, state.level), celsius)
  }

  /// Volts at the terminals and amperes into the cell.
  func terminals(at seconds: Double) -> (volts: Double, amperes: Double)? {
    guard seconds < duration, let place = place(seconds) else { return nil }
    let (piece, factor) = (pieces[place], cell.factor(celsius: pieces[place].celsius))
    let (state, _) = advanced(piece, by: seconds - piece.start)
    guard piece.isAtVoltage else {
      return (cell.terminal(state, amperes: -piece.amperes, factor: factor), piece.amperes)
    }
    return (
      volts, (volts - cell.voltage(at: state.level) + state.overvoltage) / max(1e-9, cell.resistance * factor)
    )
  }

  /// Watts that warm the phone, and until when.
  func heat(at seconds: Double) -> (watts: Double, until: Double) {
    guard seconds < duration, let place = place(seconds) else { return (0, .greatestFiniteMagnitude) }
    return (heat(pieces[place]), place + 1 < pieces.count ? pieces[place + 1].start : duration)
  }

  private func place(_ seconds: Double) -> Int? {
    var (low, high) = (0, pieces.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if pieces[middle].start <= seconds { low = middle } else { high = middle }
    }
    return pieces.isEmpty ? nil : low
  }

  /// Seconds to a level; nil where it does not get there.
  public func time(toLevel level: Double) -> Double? {
    guard let first = pieces.first, level > first.state.level else { return 0 }
    guard level <= state(at: duration).level + 1e-9 else { return nil }
    return Self.crossing(from: 0, to: duration) { state(at: $0).level - level }
  }

  /// Where a function that rises passes 0, within a microsecond: the secant, with half of a value that stays.
  private static func crossing(from low: Double, to high: Double, _ value: (Double) -> Double) -> Double {
    var (low, high, below, above, last) = (low, high, value(low), value(high), 0)
    while high - low > 1e-6 {
      let secant = high - above * (high - low) / (above - below)
      let next = secant > low && secant < high ? secant : (low + high) / 2
      guard next > low, next < high else { break }
      let found = value(next)
      // Never before it: the next piece begins beyond.
      if abs(found) < 1e-13 { return found < 0 ? min(high, next + 1e-6) : next }
      if found < 0 {
        if last < 0 { above /= 2 }
        (low, below, last) = (next, found, -1)
      } else {
        if last > 0 { below /= 2 }
        (high, above, last) = (next, found, 1)
      }
    }
    return high
  }

  /// Amperes that adapter, temperature and level allow.
  private func current(_ state: TheveninCell.State, celsius: Double, factor: Double) -> Double {
    var watts = limits.adapter
    if celsius >= limits.holdTemperature - 1e-9, limits.heatShare > 0 {
      let kept = node.watts(keeping: limits.holdTemperature, ambient: ambient) / limits.heatShare
      watts = min(watts, max(0, kept))
    }
    let amperes = -(cell.amperes(watts: -watts, state, factor: factor) ?? 0)
    return state.level >= limits.slowLevel - 1e-9 ? min(amperes, limits.slowAmperes) : amperes
  }

  private func heat(_ piece: Piece) -> Double {
    let factor = cell.factor(celsius: piece.celsius)
    return limits.heatShare * piece.amperes
      * cell.terminal(piece.state, amperes: -piece.amperes, factor: factor)
  }

  /// Seconds until something changes: the next percent, the slow level, the temperature, the voltage.
  private func length(of piece: Piece, factor: Double) -> Double {
    let level = piece.state.level
    var target = min(1, ((level / Self.step + 1e-6).rounded(.down) + 1) * Self.step)
    if level < limits.slowLevel - 1e-9 { target = min(target, limits.slowLevel) }
    if piece.isAtVoltage {
      func above(_ seconds: Double) -> Double {
        cell.after(seconds, piece.state, volts: volts, factor: factor).level - target
      }
      // The current only falls: a first guess from the one at the start is too short.
      var (low, high) = (0.0, (target - level) * cell.charge / piece.amperes)
      while above(high) < 0, high < 1e6 { (low, high) = (high, high * 2) }
      return Self.crossing(from: low, to: high, above)
    }
    var length = (target - level) * cell.charge / piece.amperes
    if piece.celsius < limits.holdTemperature - 1e-9,
      let warm = node.time(
        to: limits.holdTemperature, from: piece.celsius, watts: heat(piece), ambient: ambient)
    {
      length = min(length, warm)
    }
    func above(_ seconds: Double) -> Double {
      let state = cell.after(seconds, piece.state, amperes: -piece.amperes, factor: factor)
      return cell.terminal(state, amperes: -piece.amperes, factor: factor) - volts
    }
    guard above(length) >= 0, above(0) < 0 else { return length }
    return Self.crossing(from: 0, to: length, above)
  }

  private func advanced(_ piece: Piece, by seconds: Double) -> (TheveninCell.State, Double) {
    let factor = cell.factor(celsius: piece.celsius)
    let state =
      piece.isAtVoltage
      ? cell.after(seconds, piece.state, volts: volts, factor: factor)
      : cell.after(seconds, piece.state, amperes: -piece.amperes, factor: factor)
    return (state, node.after(seconds, from: piece.celsius, watts: heat(piece), ambient: ambient))
  }
}

extension TheveninCell {
  /// The state after a time at constant voltage, as long as the level stays on its piece of the curve.
  ///
  /// With the line of the curve, current and overvoltage are a linear system of two equations that both decay.
  func after(_ seconds: Double, _ state: State, volts: Double, factor: Double) -> State {
    let ohmic = max(1e-9, resistance * factor)
    let rise = slope(at: state.level) / charge
    let amperes = (voltage(at: state.level) - state.overvoltage - volts) / ohmic
    // d(I, v)/dt = (a, b; c, d) (I, v), with I out of the cell.
    let a = -(rise + polarization * factor / timeConstant) / ohmic
    let b = 1 / (timeConstant * ohmic)
    let c = polarization * factor / timeConstant
    let d = -1 / timeConstant
    let (mean, half) = ((a + d) / 2, ((a - d) * (a - d) / 4 + b * c).squareRoot())
    let (slow, fast) = (mean + half, mean - half)
    guard half > 0, slow < 0 else { return after(seconds, state, amperes: amperes, factor: factor) }
    // The part of the current that decays slowly, from both values at the start.
    let derivative = a * amperes + b * state.overvoltage
    let slowPart = (derivative - fast * amperes) / (slow - fast)
    let fastPart = amperes - slowPart
    let passed =
      slowPart * Elementary.expm1(slow * seconds) / slow + fastPart * Elementary.expm1(fast * seconds) / fast
    let later = slowPart * Elementary.exp(slow * seconds) + fastPart * Elementary.exp(fast * seconds)
    let level = state.level - passed / charge
    // The level is the charge that passed; the overvoltage is what then is left at the terminals.
    return State(
      level: level, overvoltage: voltage(at: state.level) - rise * passed - later * ohmic - volts)
  }
}
