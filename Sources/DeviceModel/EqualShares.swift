/// A constant power that its holders pay in equal parts.
///
/// One running integral serves all holders: each is billed by how much a share has grown while it held. A
/// change of their number costs the same however many they are. Shares grow by whole nanojoules; what does
/// not divide evenly is returned and billed to the system at idle.
@usableFromInline
struct EqualShares: Sendable {
  /// The whole power while anybody holds it.
  let microwatts: Int64
  @usableFromInline private(set) var holders: Int64 = 0
  /// One share up to the last call that brought it up to date.
  private(set) var share = PowerShare()
  private var since = RunningIntegrals()

  init(microwatts: Int64) { self.microwatts = microwatts }

  /// One share at `now`, which is not before the last call that changed something.
  ///
  /// - Parameter isShared: whether different payers have held the component since then.
  @inline(__always)
  func share(at now: RunningIntegrals, isShared: Bool) -> PowerShare {
    var share = share
    if now.energy != since.energy, holders > 0 {
      let (energy, loss, _) = growth(now - since)
      share.grow(by: energy, loss: loss, isShared: isShared)
    }
    return share
  }

  /// Brings the shares up to `now`, and returns what did not divide evenly in units of 2^-32 pJ.
  @inline(always)
  mutating func advance(to now: RunningIntegrals, isShared: Bool) -> Int64 {
    guard now.energy != since.energy else { return 0 }
    let passed = now - since
    since = now
    guard holders > 0 else { return 0 }
    let (energy, loss, rest) = growth(passed)
    share.grow(by: energy, loss: loss, isShared: isShared)
    return rest
  }

  /// The part of each of the holders, who are some, for a time, and the rest that does not divide evenly in units of 2^-32 pJ.
  @inline(always)
  private func growth(_ passed: RunningIntegrals) -> (energy: Int64, loss: Int64, rest: Int64) {
    let whole = ClaimUse(ClaimIntegrals(all: passed), microwatts: microwatts)
    guard holders > 1 else { return (whole.energy, whole.loss, whole.remainder) }
    return Self.part(of: whole.energy, whole.loss, whole.remainder, among: holders)
  }

  @inline(never)
  private static func part(
    of wholeEnergy: Int64, _ wholeLoss: Int64, _ remainder: Int64, among holders: Int64
  ) -> (energy: Int64, loss: Int64, rest: Int64) {
    // Not negative, and the rest is less than twice the holders.
    let divisor = UInt64(bitPattern: holders)
    let energy = Int64(bitPattern: UInt64(bitPattern: wholeEnergy) / divisor)
    let loss = Int64(bitPattern: UInt64(bitPattern: wholeLoss) / divisor)
    let rest = wholeEnergy &+ wholeLoss &- (energy &+ loss) &* holders
    return (energy, loss, remainder &+ rest &* FixedPointEnergy.nanojoule)
  }

  /// Adds a holder. The shares must be up to date, as for ``leave()``.
  mutating func join() { holders &+= 1 }

  /// Takes a holder off.
  mutating func leave() { holders &-= 1 }
}

/// The bill of one holder of a divided power since the start, in nanojoules. It wraps around; differences of
/// two readings hold.
struct PowerShare: Sendable {
  private(set) var energy: Int64 = 0
  /// Energy lost in the cell.
  private(set) var loss: Int64 = 0
  /// The parts of both that were used while different payers held the component.
  private(set) var sharedEnergy: Int64 = 0
  private(set) var sharedLoss: Int64 = 0

  @inline(__always)
  mutating func grow(by energy: Int64, loss: Int64, isShared: Bool) {
    self.energy &+= energy
    self.loss &+= loss
    guard isShared else { return }
    sharedEnergy &+= energy
    sharedLoss &+= loss
  }

  @inline(__always)
  static func - (a: PowerShare, b: PowerShare) -> PowerShare {
    var difference = PowerShare()
    difference.energy = a.energy &- b.energy
    difference.loss = a.loss &- b.loss
    difference.sharedEnergy = a.sharedEnergy &- b.sharedEnergy
    difference.sharedLoss = a.sharedLoss &- b.sharedLoss
    return difference
  }
}
