/// The threshold that the battery's level has just met.
///
/// Thresholds are named by their index in ``PhonePower/setThresholds(_:)``.
public enum LevelCrossing: Sendable, Hashable {
  /// The level is at or below the threshold, and was above it.
  case fell(threshold: Int)
  /// The level is at or above the threshold, and was below it.
  case reached(threshold: Int)
  /// The level is strictly above the threshold, and was not.
  case rose(threshold: Int)
  /// Nothing is left.
  case empty
  /// Charging ended at the ceiling, which is 100 % if none is set.
  case ceiling
}

/// A watched level in nanojoules, such that comparing energies is comparing levels.
struct LevelThreshold: Sendable {
  /// The most energy at or below the level.
  let floor: Int64
  /// The least energy at or above it; the same where the level is a whole number of nanojoules.
  let ceiling: Int64

  init(level: Double, capacity: Int64) {
    let whole = Double(capacity)
    var energy = Int64((level * whole).rounded())
    while Double(energy) / whole > level { energy -= 1 }
    while Double(energy + 1) / whole <= level { energy += 1 }
    floor = energy
    ceiling = Double(energy) / whole == level ? energy : energy + 1
  }

  /// Whether `energy` is below (-1), at (0) or above (1) the level.
  func relation(of energy: Int64) -> Int8 { energy > floor ? 1 : energy >= ceiling ? 0 : -1 }
}
