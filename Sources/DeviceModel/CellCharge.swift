import Basics

/// Limits of the current into a cell on a charger.
public struct ChargeLimits: Sendable, Hashable {
  /// Watts that the charger gives to the terminals of the cell.
  public var adapter: Double
  /// The temperature above which the phone takes only the power that keeps it, in degrees Celsius.
  public var holdTemperature: Double
  /// Share of the power into the cell that warms the phone.
  public var heatShare: Double
  /// The level from which the current is at most ``slowRate``.
  public var slowLevel: Double
  /// Currents in charges of the cell a second.
  public var slowRate: Double
  /// The current at constant voltage that ends the charge: the cell is then full.
  public var endRate: Double
}

/// A charge of a cell from a state on, in pieces of at most one percent of its charge.
///
/// A charge has three parts: constant power of the adapter, or less to keep the temperature of a phone that
/// is too warm; a limit of the current from a level on; and constant voltage, until the full cell takes
/// ``ChargeLimits/endRate``. A piece of the first two parts has the current of its start. A piece at constant
/// voltage is the solution of the circuit.
public final class CellCharge: Sendable {
  private struct Piece: Sendable {
    let start: Double
    let state: TheveninCell.State
    let celsius: Double
    /// On both resistances.
    let factor: Double
    /// Into the cell, and the heat of the phone by it; both as at the start.
    let amperes, watts: Double
    /// The course at constant voltage; nil at constant current.
    let decay: TheveninCell.Decay?
    /// Joules lost in the resistances before it.
    let loss: Double

    /// Charge from 0 to 1 after some seconds.
    func level(_ seconds: Double, _ cell: TheveninCell) -> Double {
      state.level + (decay.map { -$0.after(seconds).charge } ?? amperes * seconds) / cell.charge
    }
  }

  /// The parts that stay the same through a charge.
  private struct Circuit: Sendable {
    let cell: TheveninCell
    let node: ThermalNode
    let ambient: Double
    /// The voltage of the charger.
    let volts: Double

    /// The state after some seconds of a piece.
    func after(_ seconds: Double, _ piece: Piece) -> (TheveninCell.State, celsius: Double) {
      let state =
        piece.decay.map { cell.after(seconds, piece.state, $0, volts: volts, factor: piece.factor) }
        ?? cell.after(seconds, piece.state, amperes: -piece.amperes, factor: piece.factor)
      return (state, node.after(seconds, from: piece.celsius, watts: piece.watts, ambient: ambient))
    }

    /// Joules that the terminals have got beyond what the charge holds, from the start of the charge to some seconds of a
    /// piece, on which the open-circuit voltage is a line.
    func loss(_ seconds: Double, _ piece: Piece) -> Double {
      guard piece.decay != nil else {
        return piece.loss + cell.loss(seconds, piece.state, amperes: -piece.amperes, factor: piece.factor)
      }
      let rise = piece.level(seconds, cell) - piece.state.level
      return piece.loss + rise * cell.charge * (volts - cell.voltage(at: piece.state.level + rise / 2))
    }

    /// Seconds until a piece at constant current, which ends behind it, has come to the voltage of the charger, or a
    /// microsecond more.
    func timeToVoltage(_ piece: Piece, before end: Double) -> Double {
      var (low, high) = (0.0, end)
      while high - low > 1e-6, (low + high) / 2 > low {
        let middle = (low + high) / 2
        let state = cell.after(middle, piece.state, amperes: -piece.amperes, factor: piece.factor)
        let isReached = cell.terminal(state, amperes: -piece.amperes, factor: piece.factor) >= volts
        if isReached { high = middle } else { low = middle }
      }
      return high
    }
  }

  private let circuit: Circuit
  private let pieces: [Piece]
  /// Seconds until the cell is full.
  public let duration: Double
  private let end: (level: Double, celsius: Double, loss: Double)

  private static let step = 0.01

  /// - Parameters:
  ///   - celsius: The temperature at the start.
  ///   - ambient: The temperature of the surroundings.
  public init(
    _ cell: TheveninCell, _ node: ThermalNode, _ limits: ChargeLimits, from state: TheveninCell.State,
    celsius: Double, ambient: Double
  ) {
    let endAmperes = limits.endRate * cell.charge
    let warm = cell.factor(celsius: ambient)
    let volts = cell.voltage(at: 1) + endAmperes * (cell.resistance + cell.polarization) * warm
    let circuit = Circuit(cell: cell, node: node, ambient: ambient, volts: volts)
    let kept =
      limits.heatShare > 0
      ? max(0, node.watts(keeping: limits.holdTemperature, ambient: ambient) / limits.heatShare) : .infinity
    var pieces: [Piece] = []
    pieces.reserveCapacity(120)
    var (now, state, celsius, loss) = (0.0, state, celsius, 0.0)
    while state.level < 1 - 1e-9, pieces.count < 1000 {
      let factor = cell.factor(celsius: celsius)
      let isWarm = celsius >= limits.holdTemperature - 1e-9
      let watts = isWarm ? min(limits.adapter, kept) : limits.adapter
      var wanted = -(cell.amperes(watts: -watts, state, factor: factor) ?? 0)
      let isSlow = state.level >= limits.slowLevel - 1e-9
      if isSlow { wanted = min(wanted, limits.slowRate * cell.charge) }
      let atVoltage = -cell.amperes(volts: volts, state, factor: factor)
      let amperes = max(endAmperes, min(wanted, atVoltage))

      var target = min(1, ((state.level / Self.step + 1e-6).rounded(.down) + 1) * Self.step)
      if !isSlow { target = min(target, limits.slowLevel) }
      // Never of another piece of the curve, on whose point the level may lie.
      let slope = cell.slope(at: (state.level + target) / 2)
      let piece = Piece(
        start: now, state: state, celsius: celsius, factor: factor, amperes: amperes,
        watts: limits.heatShare * amperes * cell.terminal(state, amperes: -amperes, factor: factor),
        decay: atVoltage <= wanted && atVoltage > endAmperes
          ? cell.decay(state, volts: volts, slope: slope, factor: factor) : nil, loss: loss)
      pieces.append(piece)

      let charge = (target - state.level) * cell.charge
      var length = piece.decay?.seconds(charge: -charge) ?? charge / amperes
      let whole = length
      if piece.decay == nil, !isWarm,
        let warm = node.time(to: limits.holdTemperature, from: celsius, watts: piece.watts, ambient: ambient)
      {
        length = min(length, warm)
      }
      guard length.isFinite, length > 0 else { break }
      (state, celsius) = circuit.after(length, piece)
      if piece.decay == nil, atVoltage > amperes,
        cell.terminal(state, amperes: -amperes, factor: factor) >= volts
      {
        length = circuit.timeToVoltage(piece, before: length)
        (state, celsius) = circuit.after(length, piece)
      }
      if length == whole { state.level = target }
      loss = circuit.loss(length, piece)
      now += length
    }
    (self.circuit, self.pieces) = (circuit, pieces)
    duration = now
    end = (state.level >= 1 - 1e-8 ? 1 : state.level, celsius, loss)
  }

  /// The level and temperature a number of seconds after the start, or at the end if the cell is full.
  public func state(at seconds: Double) -> (level: Double, celsius: Double) {
    guard seconds < duration else { return pieces.isEmpty ? (1, circuit.ambient) : (end.level, end.celsius) }
    let piece = piece(at: seconds)
    let (state, celsius) = circuit.after(max(0, seconds - piece.start), piece)
    return (min(1, state.level), celsius)
  }

  /// The same level, without the temperature.
  func level(at seconds: Double) -> Double {
    guard seconds < duration else { return pieces.isEmpty ? 1 : end.level }
    let piece = piece(at: seconds)
    return min(1, piece.level(max(0, seconds - piece.start), circuit.cell))
  }

  /// Joules lost in the resistances since the start.
  func loss(at seconds: Double) -> Double {
    guard seconds < duration else { return end.loss }
    let piece = piece(at: seconds)
    return circuit.loss(max(0, seconds - piece.start), piece)
  }

  /// Volts at the terminals and amperes into the cell.
  func terminals(at seconds: Double) -> (volts: Double, amperes: Double)? {
    guard seconds < duration else { return nil }
    let piece = piece(at: seconds)
    let (state, _) = circuit.after(seconds - piece.start, piece)
    return piece.decay == nil
      ? (circuit.cell.terminal(state, amperes: -piece.amperes, factor: piece.factor), piece.amperes)
      : (circuit.volts, -circuit.cell.amperes(volts: circuit.volts, state, factor: piece.factor))
  }

  /// Watts that warm the phone, and until when.
  func heat(at seconds: Double) -> (watts: Double, until: Double) {
    guard seconds < duration else { return (0, .greatestFiniteMagnitude) }
    let place = place(seconds)
    return (pieces[place].watts, place + 1 < pieces.count ? pieces[place + 1].start : duration)
  }

  /// Seconds to a level; nil where it does not get there.
  public func time(toLevel level: Double) -> Double? {
    guard let first = pieces.first, level > first.state.level else { return 0 }
    guard level < end.level else { return level <= end.level + 1e-9 ? duration : nil }
    let piece = pieces[pieces.partitionPoint { $0.state.level >= level } - 1]
    let charge = (level - piece.state.level) * circuit.cell.charge
    return piece.start + (piece.decay?.seconds(charge: -charge) ?? charge / piece.amperes)
  }

  private func piece(at seconds: Double) -> Piece { pieces[place(seconds)] }
  private func place(_ seconds: Double) -> Int { max(0, pieces.partitionPoint { $0.start > seconds } - 1) }
}

extension TheveninCell {
  /// The course at constant voltage while the level stays on its piece of the curve: current and overvoltage are a
  /// linear system of two equations that both decay.
  struct Decay: Sendable {
    /// The parts of the current out of the cell at the start, and their rates a second, below 0.
    fileprivate let amperes, rates: (slow: Double, fast: Double)

    /// Coulombs that have left the cell after some seconds, and amperes then.
    fileprivate func after(_ seconds: Double) -> (charge: Double, amperes: Double) {
      let (slow, fast) = (Elementary.expm1(rates.slow * seconds), Elementary.expm1(rates.fast * seconds))
      return (
        amperes.slow * slow / rates.slow + amperes.fast * fast / rates.fast,
        amperes.slow * (1 + slow) + amperes.fast * (1 + fast)
      )
    }

    /// Seconds until so many coulombs have left, within a nanosecond; infinite where they do not.
    fileprivate func seconds(charge: Double) -> Double {
      var seconds = charge / (amperes.slow + amperes.fast)
      for _ in 0..<50 {
        let reached = after(seconds)
        let step = (charge - reached.charge) / reached.amperes
        guard step.isFinite, abs(step) < 1e9 else { break }
        seconds = max(0, seconds + step)
        // The error is squared in each step.
        if abs(step) < 1e-5 { return seconds }
      }
      return .infinity
    }
  }

  /// Amperes out of the cell at a voltage.
  func amperes(volts: Double, _ state: State, factor: Double) -> Double {
    (voltage(at: state.level) - state.overvoltage - volts) / max(1e-9, resistance * factor)
  }

  /// - Parameter slope: That of the piece of the curve.
  /// - Returns: Nil where the current does not decay.
  func decay(_ state: State, volts: Double, slope: Double, factor: Double) -> Decay? {
    let ohmic = max(1e-9, resistance * factor)
    let amperes = amperes(volts: volts, state, factor: factor)
    // d(I, v)/dt = (a, b; c, d) (I, v).
    let c = polarization * factor / timeConstant
    let a = -(slope / charge + c) / ohmic
    let b = 1 / (timeConstant * ohmic)
    let d = -1 / timeConstant
    let (mean, half) = ((a + d) / 2, ((a - d) * (a - d) / 4 + b * c).squareRoot())
    let (slow, fast) = (mean + half, mean - half)
    guard half > 0, slow < 0 else { return nil }
    // The part of the current that decays slowly, from both values at the start.
    let part = (a * amperes + b * state.overvoltage - fast * amperes) / (slow - fast)
    return Decay(amperes: (part, amperes - part), rates: (slow, fast))
  }

  /// The state after a time at constant voltage: the overvoltage is the remaining voltage at the terminals.
  func after(_ seconds: Double, _ state: State, _ decay: Decay, volts: Double, factor: Double) -> State {
    let (passed, amperes) = decay.after(seconds)
    let level = state.level - passed / charge
    return State(
      level: level,
      overvoltage: voltage(at: level) - amperes * max(1e-9, resistance * factor) - volts)
  }
}
