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
    // Below 67 W and 19 hours no energy comes near the end of 64 bits, since the loss is at most as much as the load.
    // So it is with the shared part, which is no longer.
    guard UInt64(bitPattern: microwatts) >> 26 == 0, UInt64(bitPattern: used.all.energy) >> 36 == 0 else {
      self = Self.great(
        used.all.energy, used.all.loss, used.shared.energy, used.shared.loss, microwatts: microwatts)
      return
    }
    let (energy, picojoules) = (microwatts &* used.all.energy).quotientAndRemainder(dividingBy: 1000)
    let (loss, units) = FixedPointEnergy.small(used.all.loss, times: microwatts)
    self.energy = energy
    self.loss = loss
    remainder = picojoules &* FixedPointEnergy.picojoule &+ units
    guard used.shared.energy > 0 else { return }
    sharedEnergy = microwatts &* used.shared.energy / 1000
    sharedLoss = FixedPointEnergy.small(used.shared.loss, times: microwatts).whole
  }

  /// The same for any power and time. Takes the integrals one by one: together they would be put into memory for every
  /// claim, for the sake of those few that come here.
  @inline(never)
  private static func great(
    _ time: Int64, _ integral: Int128, _ sharedTime: Int64, _ sharedIntegral: Int128, microwatts: Int64
  ) -> ClaimUse {
    guard microwatts > 0, time > 0 else { return ClaimUse(share: PowerShare()) }
    let power = Int128(microwatts)
    let (energy, picojoules) = FixedPointEnergy.nanojoules(microwatts: microwatts, microseconds: time)
    let (loss, units) = FixedPointEnergy.nanojoules(inUnits: power &* integral)
    var use = ClaimUse(
      energy: energy, loss: min(loss, .greatestNanojoules),
      remainder: picojoules * FixedPointEnergy.picojoule + units)
    guard sharedTime > 0 else { return use }
    use.sharedEnergy = FixedPointEnergy.nanojoules(microwatts: microwatts, microseconds: sharedTime).whole
    use.sharedLoss = min(
      FixedPointEnergy.nanojoules(inUnits: power &* sharedIntegral).whole, .greatestNanojoules)
    return use
  }

  private init(energy: Int64, loss: Int64, remainder: Int64) {
    self.energy = energy
    self.loss = loss
    self.remainder = remainder
  }

  /// The growth of a share, which is whole nanojoules already.
  @inline(__always)
  init(share: PowerShare) {
    energy = share.energy
    loss = share.loss
    sharedEnergy = share.sharedEnergy
    sharedLoss = share.sharedLoss
    remainder = 0
  }

  /// Energy and loss.
  @inline(__always)
  var total: Int64 { energy + loss }
}
