import Foundation

@testable import DeviceModel

/// Used only to compare with the solvers of others.
extension TheveninCell {
  /// Seconds to a level at a constant current; nil where it leads away.
  func time(toLevel level: Double, _ state: State, amperes: Double) -> Double? {
    let gap = state.level - level
    if gap == 0 { return 0 }
    return gap * amperes > 0 ? gap * charge / amperes : nil
  }

  /// Seconds at a constant current until the terminals have so many volts first, within a microsecond; nil for never before
  /// the cell is empty or full.
  ///
  /// On a piece of the curve the voltage is a line and an exponential, which turns once at most: between the ends of the piece
  /// and that instant it goes one way, and halving finds where it passes.
  func time(toVoltage volts: Double, _ state: State, amperes: Double, factor: Double = 1) -> Double? {
    func above(_ seconds: Double) -> Double {
      terminal(after(seconds, state, amperes: amperes, factor: factor), amperes: amperes, factor: factor)
        - volts
    }
    let start = above(0)
    if start == 0 { return 0 }
    var from = 0.0
    for end in ends(state, amperes: amperes, factor: factor) where end > from {
      if (above(end) > 0) != (start > 0) {
        var (low, high) = (from, end)
        while high - low > 5e-7, (low + high) / 2 > low, (low + high) / 2 < high {
          let middle = (low + high) / 2
          if (above(middle) > 0) == (start > 0) { low = middle } else { high = middle }
        }
        return high
      }
      from = end
    }
    return nil
  }

  /// The times at which the voltage can turn or the curve has a point, ascending, up to the empty or the full cell.
  private func ends(_ state: State, amperes: Double, factor: Double) -> [Double] {
    let settled = amperes * polarization * factor
    guard amperes != 0 else { return [40 * timeConstant] }
    let steps = Double(points.count - 1)
    let levels = (0...points.count - 1).map { Double($0) / steps }
    let knots = levels.compactMap { time(toLevel: $0, state, amperes: amperes) }.sorted()
    var ends: [Double] = []
    var from = 0.0
    for knot in knots {
      let slope = self.slope(at: state.level - amperes * (from + knot) / 2 / charge)
      // Where the fall of the curve and the recovery of the overvoltage are equal.
      let ratio = slope * amperes / charge * timeConstant / (state.overvoltage - settled)
      if ratio > 0 {
        let turn = -timeConstant * log(ratio)
        if turn > from, turn < knot { ends.append(turn) }
      }
      ends.append(knot)
      from = knot
    }
    return ends
  }
}
