/// The energy that a claim has used since it was last settled, in whole nanojoules.
struct ClaimUse: Sendable {
  let energy: Int64
  /// Its part of the energy lost in the cell.
  let loss: Int64
  /// The parts of both that were used while another payer held the component.
  var sharedEnergy: Int64 = 0
  var sharedLoss: Int64 = 0
  /// The remainders of energy and loss below a nanojoule each, in units of 2^-32 pJ.
  let remainder: Int64

  /// The use of a constant power over a difference of integrals.
  @inline(__always) init(_ used: ClaimIntegrals, microwatts: Int64) {
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
  @inline(never) private static func great(
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
    (self.energy, self.loss, self.remainder) = (energy, loss, remainder)
  }

  /// The growth of a share, which is whole nanojoules already.
  @inline(__always) init(share: PowerShare) {
    (energy, loss, remainder) = (share.energy, share.loss, 0)
    (sharedEnergy, sharedLoss) = (share.sharedEnergy, share.sharedLoss)
  }

  @inline(__always) var total: Int64 { energy + loss }
}

/// Energies below a nanojoule, as integers: a microwatt for a microsecond is a picojoule.
///
/// The cell's loss is counted in units of 2^-32 pJ: its rate of a segment is rounded by at most 1.2e-10 of the
/// load, once, and everything after that is exact.
enum FixedPointEnergy {
  static let fractionBits: Int128 = 32
  /// Units of 2^-32 pJ in a picojoule.
  static let picojoule: Int64 = 1 << 32
  /// Units of 2^-32 pJ in a nanojoule.
  static let nanojoule: Int64 = 1000 << 32

  /// The product of two numbers that are not negative.
  @inline(__always) static func product(_ a: Int64, _ b: Int64) -> Int128 {
    Int128(truncatingIfNeeded: UInt64(bitPattern: a)) &* Int128(truncatingIfNeeded: UInt64(bitPattern: b))
  }

  /// Whole nanojoules of a power over a time, and the picojoules that are left.
  @inline(__always) static func nanojoules(
    microwatts: Int64, microseconds: Int64
  ) -> (whole: Int64, picojoules: Int64) {
    let (product, isWide) = microwatts.multipliedReportingOverflow(by: microseconds)
    guard !isWide else {
      let (whole, rest) = (Int128(microwatts) &* Int128(microseconds)).quotientAndRemainder(dividingBy: 1000)
      return (min(.greatestNanojoules, Int64(clamping: whole)), Int64(rest))
    }
    return (product / 1000, product % 1000)
  }

  /// Whole nanojoules in a multiple of units of 2^-32 pJ, and the units that are left, where the product of both is
  /// from 0 to 2^95: its picojoules fit into 64 bits.
  @inline(__always) static func small(_ units: Int128, times factor: Int64) -> (whole: Int64, rest: Int64) {
    let product = units &* Int128(truncatingIfNeeded: UInt64(bitPattern: factor))
    let whole = Int64(bitPattern: UInt64(truncatingIfNeeded: product &>> fractionBits) / 1000)
    return (whole, Int64(truncatingIfNeeded: product) &- whole &* nanojoule)
  }

  /// Whole nanojoules in a number of units of 2^-32 pJ, and the units that are left.
  @inline(__always) static func nanojoules(inUnits units: Int128) -> (whole: Int64, rest: Int64) {
    let picojoules = units &>> fractionBits
    let small = Int64(truncatingIfNeeded: picojoules)
    // Nearly always true, and much faster to divide.
    let whole = Int128(small) == picojoules ? small / 1000 : Int64(clamping: picojoules / 1000)
    return (whole, Int64(truncatingIfNeeded: units) &- whole &* nanojoule)
  }
}

/// Energy and cell loss since the start, for each microwatt of a load: a claim has used the difference of two readings
/// times its power.
struct RunningIntegrals: Sendable, Hashable {
  /// Picojoules, which are microseconds.
  var energy: Int64 = 0
  /// Energy lost in the cell, in units of 2^-32 pJ.
  var loss: Int128 = 0

  @inline(__always) static func + (a: RunningIntegrals, b: RunningIntegrals) -> RunningIntegrals {
    RunningIntegrals(energy: a.energy &+ b.energy, loss: a.loss &+ b.loss)
  }

  @inline(__always) static func - (a: RunningIntegrals, b: RunningIntegrals) -> RunningIntegrals {
    RunningIntegrals(energy: a.energy &- b.energy, loss: a.loss &- b.loss)
  }
}

/// The integrals that the energy of one claim follows.
struct ClaimIntegrals: Sendable, Hashable {
  /// Over all the time.
  var all = RunningIntegrals()
  /// Over the time in which another payer held the same component.
  var shared = RunningIntegrals()

  @inline(__always) static func - (a: ClaimIntegrals, b: ClaimIntegrals) -> ClaimIntegrals {
    ClaimIntegrals(all: a.all - b.all, shared: a.shared - b.shared)
  }
}
