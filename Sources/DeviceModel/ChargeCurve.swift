import Basics

/// The charge of a cell by the energy that it holds, which the ledger counts: the level of a phone with a
/// ``TheveninCell``.
final class ChargeCurve: Sendable {
  let cell: TheveninCell
  /// On both resistances, at the temperature of the surroundings.
  let factor: Double
  private let cutOff: Double
  /// The settled cell: both resistances at once.
  private let settled: TheveninCell
  /// ``least(microwatts:)`` of the usual load, which is asked for often.
  private let usualLeast: Int64

  /// - Parameter health: The charge of the full cell by that of a new one.
  init(_ parameters: DeviceParameters.Cell, health: Double) {
    cell = parameters.cell.scaled(by: health)
    factor = parameters.cell.factor(celsius: parameters.warmth.ambient)
    cutOff = parameters.cutOff
    settled = cell.settled(factor: factor)
    usualLeast = settled.least(watts: Double(LevelAssurance.usualMicrowatts) * 1e-6, cutOff: cutOff)
  }

  func level(_ nanojoules: Double) -> Double { cell.level(atEnergy: nanojoules * 1e-9) }
  func nanojoules(_ level: Double) -> Double { cell.energy(at: level) * 1e9 }

  /// Volts at the terminals under a load; those of the greatest power above it.
  func terminal(level: Double, watts: Double) -> Double {
    let state = TheveninCell.State(level: level)
    guard let amperes = settled.amperes(watts: watts, state) else { return settled.voltage(at: level) / 2 }
    return settled.terminal(state, amperes: amperes)
  }

  /// The energy at which the cell goes off under a load: its voltage there is the least that it gives.
  func least(microwatts: Int64) -> Int64 {
    microwatts == LevelAssurance.usualMicrowatts
      ? usualLeast : settled.least(watts: Double(microwatts) * 1e-6, cutOff: cutOff)
  }
}

extension TheveninCell {
  /// Nanojoules at which a settled cell has the least voltage that it gives under a load.
  fileprivate func least(watts: Double, cutOff: Double) -> Int64 {
    let level = level(atVoltage: cutOff + watts / cutOff * resistance)
    return level > 0 ? Int64(energy(at: level) * 1e9) : 0
  }

  /// The cell with another charge.
  func scaled(by share: Double) -> TheveninCell {
    TheveninCell(
      voltage: points, charge: charge * share, resistance: resistance, polarization: polarization,
      timeConstant: timeConstant, activation: activation)
  }

  /// The cell with both resistances at once, as at a factor on them.
  func settled(factor: Double) -> TheveninCell {
    TheveninCell(
      voltage: points, charge: charge, resistance: (resistance + polarization) * factor, polarization: 0,
      timeConstant: timeConstant)
  }

  /// The level at which the cell holds so many joules above the empty one; the inverse of ``energy(at:)`` from 0 to 1.
  func level(atEnergy joules: Double) -> Double {
    let area = joules / charge
    guard area > 0 else { return 0 }
    guard area < meanVoltage else { return 1 }
    let steps = Double(points.count - 1)
    // Near there where the voltage is the mean one.
    var low = min(Int(area * levelPerArea * steps), points.count - 2)
    while areas[low] > area { low -= 1 }
    while areas[low + 1] <= area { low += 1 }
    let (start, rise) = (points[low], points[low + 1] - points[low])
    let rest = (area - areas[low]) * steps
    let part = 2 * rest / (start + Elementary.squareRoot(start * start + 2 * rise * rest))
    return (Double(low) + part) / steps
  }

  /// Its open-circuit voltage at evenly spaced energies from empty to full.
  func voltageByEnergy(points count: Int) -> [Double] {
    let full = energy(at: 1)
    return (0..<count).map { voltage(at: level(atEnergy: full * Double($0) / Double(count - 1))) }
  }
}
