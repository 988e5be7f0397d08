/// The energy that a claim has used since it was last settled, in whole nanojoules.
struct ClaimUse: Sendable {
  /// Energy delivered to the claim.
  let energy: Int64
  /// Its part of the energy lost in the cell.
  let loss: Int64
  /// The parts of both that were used while another payer held the component.
  var sharedEnergy: Int64 = 0
  var sharedLoss: Int64 = 0
  /// What is left of energy and loss below a nanojoule each, in units of 2^-32 pJ.
  let remainder: Int64

  /// - Parameters:
  ///   - integrals: differences of the integrals since the claim was last settled.
  ///   - factor: the claim's microwatts, or 1 for a share of a divided load.
  @inline(__always)
  init(_ integrals: ClaimIntegrals, times factor: Int64) {
    let used = integrals.all * factor
    let (energy, picojoules) = FixedPointEnergy.nanojoules(inPicojoules: used.energy)
    let (loss, units) = FixedPointEnergy.nanojoules(inUnits: used.loss)
    self.energy = energy
    self.loss = loss
    remainder = picojoules * FixedPointEnergy.picojoule + units
    guard integrals.shared.energy > 0 else { return }
    let shared = integrals.shared * factor
    sharedEnergy = FixedPointEnergy.nanojoules(inPicojoules: shared.energy).whole
    sharedLoss = FixedPointEnergy.nanojoules(inUnits: shared.loss).whole
  }

  /// Energy and loss.
  @inline(__always)
  var total: Int64 { energy + loss }
}
