/// Energy and cell loss since the start, for each microwatt of a load or for one share of a divided load.
///
/// The energy that a claim has used is the difference of two readings times its power, so claims need not be touched
/// while time passes.
struct RunningIntegrals: Sendable, Hashable {
  /// For each microwatt: picojoules, which are microseconds. For a share: nanojoules.
  var energy: Int64 = 0
  /// Energy lost in the cell. For each microwatt: units of 2^-32 pJ. For a share: nanojoules.
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
