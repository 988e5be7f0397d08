/// The energy that a claim has used since it was last settled, in whole nanojoules.
struct ClaimUse: Sendable {
  /// Energy delivered to the claim.
  let energy: Int64
  /// Its part of the energy lost in the cell.
  let loss: Int64
  /// The parts of both that were used while another payer held the component.
  var sharedEnergy: Int64 = 0
  var sharedLoss: Int64 = 0
  /// The remainders of energy and loss below a nanojoule each, in units of 2^-32 pJ.
  let remainder: Int64

  /// The use of a constant power over a difference of integrals.
  @inline(__always)
  init(_ used: ClaimIntegrals, microwatts: Int64) {
    guard microwatts > 0, used.all.energy > 0 else {
      (energy, loss, remainder) = (0, 0, 0)
      return
    }
    let power = Int128(microwatts)
    let (energy, picojoules) = FixedPointEnergy.nanojoules(
      microwatts: microwatts, microseconds: used.all.energy)
    let (loss, units) = FixedPointEnergy.nanojoules(inUnits: power &* used.all.loss)
    self.energy = energy
    self.loss = loss
    remainder = picojoules * FixedPointEnergy.picojoule + units
    guard used.shared.energy > 0 else { return }
    sharedEnergy =
      FixedPointEnergy.nanojoules(microwatts: microwatts, microseconds: used.shared.energy).whole
    sharedLoss = FixedPointEnergy.nanojoules(inUnits: power &* used.shared.loss).whole
  }

  /// The growth of a share, which is whole nanojoules already.
  @inline(__always)
  init(share: ClaimIntegrals) {
    energy = share.all.energy
    loss = Int64(truncatingIfNeeded: share.all.loss)
    sharedEnergy = share.shared.energy
    sharedLoss = Int64(truncatingIfNeeded: share.shared.loss)
    remainder = 0
  }

  /// Energy and loss.
  @inline(__always)
  var total: Int64 { energy + loss }
}
