/// Energy and cell loss since the start, for each microwatt of a load.
///
/// The energy that a claim has used is the difference of two readings times its power, so claims need not be touched
/// while time passes.
struct RunningIntegrals: Sendable, Hashable {
  /// Picojoules, which are microseconds.
  var energy: Int64 = 0
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
