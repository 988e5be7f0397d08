import Basics

/// A constant power that its holders pay in equal parts.
///
/// Each is billed by how much a share has grown while it held, so a change of their number costs the same however many
/// they are. Shares grow by whole nanojoules; what does not divide evenly is returned and billed to the system at idle.
@usableFromInline struct EqualShares: Sendable {
  /// The whole power while anybody holds it.
  let microwatts: Int64
  @usableFromInline private(set) var holders: Int64 = 0
  /// One share up to the last call that brought it up to date.
  private(set) var share = PowerShare()
  private var since = RunningIntegrals()

  init(microwatts: Int64) { self.microwatts = microwatts }

  /// One share at `now`, which is not before the last call that changed something; `isShared` is about the time since then.
  @inline(__always) func share(at now: RunningIntegrals, isShared: Bool) -> PowerShare {
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

  @inline(never) private static func part(
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
  mutating func leave() { holders &-= 1 }
}

/// The bill of one holder of a divided power since the start, in nanojoules; it wraps around.
struct PowerShare: Sendable {
  private(set) var energy: Int64 = 0
  /// Energy lost in the cell.
  private(set) var loss: Int64 = 0
  /// The parts of both that were used while different payers held the component.
  private(set) var sharedEnergy: Int64 = 0
  private(set) var sharedLoss: Int64 = 0

  @inline(__always) mutating func grow(by energy: Int64, loss: Int64, isShared: Bool) {
    self.energy &+= energy
    self.loss &+= loss
    guard isShared else { return }
    sharedEnergy &+= energy
    sharedLoss &+= loss
  }

  @inline(__always) static func - (a: PowerShare, b: PowerShare) -> PowerShare {
    var difference = PowerShare()
    (difference.energy, difference.loss) = (a.energy &- b.energy, a.loss &- b.loss)
    difference.sharedEnergy = a.sharedEnergy &- b.sharedEnergy
    difference.sharedLoss = a.sharedLoss &- b.sharedLoss
    return difference
  }
}

/// The time in which more than one payer holds a component.
///
/// A payer holds a component while it has a claim on it. What the phone always draws at idle holds nothing.
struct ComponentSharing: ~Copyable, Sendable {
  struct Component {
    /// Payers with at least one claim.
    var payers: Int32 = 0
    /// The integrals over the time shared. While the component is shared they grow with those over all time, and this
    /// is what they differ by.
    var shared = RunningIntegrals()
  }

  private var components: UniqueArray<Component>
  /// Claims by cell of the ledger.
  private var claims = UniqueArray<Int32>()

  init() { components = UniqueArray(repeating: Component(), count: EnergyLedger.components) }

  @inline(__always) mutating func add(_ row: Int32, _ component: EnergyComponent, at now: RunningIntegrals) {
    guard count(row, component, by: 1) == 1 else { return }
    let index = Int(component.rawValue)
    components[index].payers &+= 1
    if components[index].payers == 2 { components[index].shared = components[index].shared - now }
  }

  @inline(__always)
  mutating func remove(_ row: Int32, _ component: EnergyComponent, at now: RunningIntegrals) {
    guard count(row, component, by: -1) == 0 else { return }
    let index = Int(component.rawValue)
    components[index].payers &-= 1
    if components[index].payers == 1 { components[index].shared = components[index].shared + now }
  }

  /// The claims of a row on a component, once so many are added to them.
  @inline(__always)
  private mutating func count(_ row: Int32, _ component: EnergyComponent, by change: Int32) -> Int32 {
    let cell = EnergyLedger.cell(row, component)
    if cell >= claims.count { makeRoom(for: cell) }
    // There are fewer claims than the numbers of their places.
    let count = claims[cell] &+ change
    claims[cell] = count
    return count
  }

  /// The row has come since.
  @inline(never)
  private mutating func makeRoom(for cell: Int) { while claims.count <= cell { claims.append(0) } }

  @inline(__always)
  func isShared(_ component: EnergyComponent) -> Bool { components[Int(component.rawValue)].payers > 1 }

  /// The integrals over the time shared, at `now`.
  @inline(__always) func shared(_ component: EnergyComponent, at now: RunningIntegrals) -> RunningIntegrals {
    let index = Int(component.rawValue)
    return components[index].payers > 1 ? components[index].shared + now : components[index].shared
  }
}
