import Containers
import EventSimulation

/// The awake platform, whose power is billed in equal parts to all who keep it awake.
extension PhonePower {
  /// Holders of the awake platform.
  public var awakeHolders: Int { Int(awake.holders) }

  /// Whether nobody keeps the platform awake; mutating for the reason that ``readAccountEnergy(_:at:)`` is.
  @inlinable public var isAsleep: Bool { mutating get { awake.holders == 0 } }

  /// Keeps the platform awake; its power is billed in equal parts to all who do.
  ///
  /// - Parameter work: Nanojoules of processor work that is done at once, as to wake it up.
  public mutating func holdAwake(
    payer: EnergyPayer, account: AccountID? = nil, work: Int64 = 0, at now: Instant
  ) -> HolderID {
    advance(to: now)
    let (row, account) = (ledger.row(payer), index(account))
    if work != 0 { billLump(row, .processor, work, account: account) }
    return takeHold(row: row, account: account)
  }

  /// The same, and draws a constant power for the same payer from the same instant on.
  public mutating func holdAwake(
    payer: EnergyPayer, account: AccountID? = nil, work: Int64 = 0, drawing component: EnergyComponent,
    microwatts: Int64, at now: Instant
  ) -> (hold: HolderID, claim: ClaimID) {
    precondition((0...Self.greatestMicrowatts).contains(microwatts), "a load takes 0 to 40 W")
    advance(to: now)
    let (row, account) = (ledger.row(payer), index(account))
    if work != 0 { billLump(row, .processor, work, account: account) }
    let hold = takeHold(row: row, account: account)
    return (hold, id(takePlace(.constant, component, row: row, account: account, microwatts: microwatts)))
  }

  /// A hold that begins.
  @inline(always)
  mutating func takeHold(row: Int32, account: Int32) -> HolderID {
    shareAwakePower()
    sharing.add(row, .system, at: supply.integrals)
    if account >= 0 { accounts[Int(account)].claims &+= 1 }
    if firstFreeHold < 0 { addHoldPlace() }
    let place = Int(firstFreeHold)
    firstFreeHold = holds[place].row
    holds[place].occupy(row: row, account: account, settled: awake.share)
    awake.join()
    supply.changeLoad(by: awake.holders == 1 ? awake.microwatts : 0)
    return HolderID(claim: ClaimID(slot: Int32(place), generation: holds[place].generation))
  }

  @inline(never)
  private mutating func addHoldPlace() {
    firstFreeHold = Int32(holds.count)
    holds.append(AwakeHold())
  }

  /// Releases a hold. The platform sleeps when none is left.
  public mutating func releaseAwake(_ id: HolderID, at now: Instant) {
    advance(to: now)
    releaseHold(place(id))
  }

  /// Ends a claim, then a hold.
  public mutating func end(_ claim: ClaimID, releasing hold: HolderID, at now: Instant) {
    advance(to: now)
    freePlace(slot(claim, .constant))
    releaseHold(place(hold))
  }

  /// The place of a hold; traps when it has ended.
  @inline(__always)
  private func place(_ id: HolderID) -> Int {
    let place = Int(id.claim.slot)
    precondition(
      holds[place].generation == id.claim.generation && holds[place].isHeld,
      "the hold has ended")
    return place
  }

  /// Bills a hold up to the present instant and frees its place.
  @inline(always)
  mutating func releaseHold(_ place: Int) {
    shareAwakePower()
    let (row, account) = (holds[place].row, holds[place].account)
    let use = holds[place].use(upTo: awake.share)
    holds[place].vacate(nextFree: firstFreeHold)
    firstFreeHold = Int32(truncatingIfNeeded: place)
    ledger.add(use, row, .system, fromBattery: !supply.isPlugged)
    if account >= 0 {
      credit(account, use.total)
      accounts[Int(account)].claims &-= 1
    }
    sharing.remove(row, .system, at: supply.integrals)
    awake.leave()
    supply.changeLoad(by: awake.holders == 0 ? -awake.microwatts : 0)
  }

  /// Bills every hold up to the present instant.
  mutating func settleHolds() {
    shareAwakePower()
    for place in holds.indices where holds[place].isHeld {
      bill(holds[place].use(upTo: awake.share), holds[place].row, .system, account: holds[place].account)
      holds[place].settled = awake.share
    }
  }

  /// Brings the shares of the platform's power up to date. Comes before any change of who holds the system.
  @inline(always)
  mutating func shareAwakePower() {
    let rest = awake.advance(to: supply.integrals, isShared: sharing.isShared(.system))
    if rest != 0 { ledger.addRemainder(rest, fromBattery: !supply.isPlugged) }
  }

  /// One share of the platform's power, at a reading of the supply.
  @inline(__always)
  func awakeShare(at now: RunningIntegrals) -> PowerShare {
    awake.share(at: now, isShared: sharing.isShared(.system))
  }
}
