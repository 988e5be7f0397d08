/// Energy and cell loss since the start, for each microwatt of a load or for one share of a divided load.
///
/// What a claim has used is the difference of two readings times its power, so claims need not be touched
/// while time passes.
struct RunningIntegrals: Sendable, Hashable {
  /// Picojoules; for each microwatt these are the microseconds.
  var energy: Int128 = 0
  /// Energy lost in the cell, in units of 2^-32 pJ.
  var loss: Int128 = 0

  @inline(__always)
  static func + (a: RunningIntegrals, b: RunningIntegrals) -> RunningIntegrals {
    RunningIntegrals(energy: a.energy &+ b.energy, loss: a.loss &+ b.loss)
  }

  @inline(__always)
  static func - (a: RunningIntegrals, b: RunningIntegrals) -> RunningIntegrals {
    RunningIntegrals(energy: a.energy &- b.energy, loss: a.loss &- b.loss)
  }

  @inline(__always)
  static func * (a: RunningIntegrals, factor: Int64) -> RunningIntegrals {
    RunningIntegrals(energy: a.energy &* Int128(factor), loss: a.loss &* Int128(factor))
  }

  /// One of `count` equal parts, rounded down.
  @inline(__always)
  static func / (a: RunningIntegrals, count: Int64) -> RunningIntegrals {
    if count == 1 { return a }
    return RunningIntegrals(energy: a.energy / Int128(count), loss: a.loss / Int128(count))
  }

  /// Both in units of 2^-32 pJ, for differences below some nanojoules.
  @inline(__always)
  var units: Int64 {
    Int64(truncatingIfNeeded: energy &<< FixedPointEnergy.fractionBits &+ loss)
  }
}

/// The integrals that the energy of one claim follows.
struct ClaimIntegrals: Sendable, Hashable {
  /// Over all the time.
  var all = RunningIntegrals()
  /// Over the time in which another payer held the same component.
  var shared = RunningIntegrals()

  @inline(__always)
  static func - (a: ClaimIntegrals, b: ClaimIntegrals) -> ClaimIntegrals {
    ClaimIntegrals(all: a.all - b.all, shared: a.shared - b.shared)
  }
}
