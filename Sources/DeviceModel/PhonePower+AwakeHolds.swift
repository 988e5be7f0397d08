import Basics
import EventSimulation

/// The awake platform, whose power is billed in equal parts to all who keep it awake.
extension PhonePower {
  /// Whether nobody keeps the platform awake; mutating for the reason that ``readAccountEnergy(_:at:)`` is.
  @inlinable public var isAsleep: Bool { mutating get { awake.holders == 0 } }

  /// Keeps the platform awake; its power is billed in equal parts to all who do.
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

  @inline(never) private mutating func addHoldPlace() {
    firstFreeHold = Int32(holds.count)
    holds.append(AwakeHold())
  }

  /// Releases a hold. The platform sleeps when no hold remains.
  public mutating func releaseAwake(_ id: HolderID, at now: Instant) {
    advance(to: now)
    releaseHold(place(id))
  }

  public mutating func end(_ claim: ClaimID, releasing hold: HolderID, at now: Instant) {
    advance(to: now)
    freePlace(slot(claim, .constant))
    releaseHold(place(hold))
  }

  /// The place of a hold; traps when it has ended.
  @inline(__always) private func place(_ id: HolderID) -> Int {
    let place = Int(id.claim.slot)
    precondition(holds[place].generation == id.claim.generation && holds[place].isHeld, "the hold has ended")
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
  @inline(__always) func awakeShare(at now: RunningIntegrals) -> PowerShare {
    awake.share(at: now, isShared: sharing.isShared(.system))
  }
}

/// A place in the table of those who keep the platform awake: billed shares of one power, they are no claims.
struct AwakeHold: Sendable {
  var isHeld = false
  /// Row of the ledger; of a free place the next free one, -1 for none.
  var row: Int32 = -1
  var account: Int32 = -1
  var generation: UInt32 = 0
  /// One share when the hold was last settled.
  var settled = PowerShare()

  @inline(__always) mutating func occupy(row: Int32, account: Int32, settled: PowerShare) {
    isHeld = true
    (self.row, self.account, self.settled) = (row, account, settled)
  }

  /// The use since the hold was last settled.
  @inline(__always) func use(upTo share: PowerShare) -> ClaimUse { ClaimUse(share: share - settled) }

  @inline(__always) mutating func vacate(nextFree: Int32) {
    isHeld = false
    (row, account) = (nextFree, -1)
    generation &+= 1
  }
}

/// The hold of the system's own work. Its end is known when it begins: one of the changes that come by themselves.
extension PhonePower {
  /// Keeps the platform awake until an instant; of two such holds that overlap the later end counts.
  public mutating func holdAwake(
    until end: Instant, payer: EnergyPayer, work: Int64? = nil, at now: Instant
  ) {
    advance(to: now)
    if end > now, timedHold.slot < 0 {
      let row = ledger.row(payer)
      if let work, work != 0 { billLump(row, .processor, work, account: -1) }
      timedHold = TimedHold(slot: Int(takeHold(row: row, account: -1).claim.slot), end: end)
    } else {
      if let work { spend(.processor, payer: payer, nanojoules: work, at: now) }
      if end > now { timedHold.end = max(timedHold.end, end) }
    }
    refreshOwnChange()
  }

  /// Releases the platform before its time: the phone powers off.
  public mutating func cancelTimedHold(at now: Instant) {
    advance(to: now)
    if timedHold.slot >= 0 { releaseTimedHold() }
  }

  /// Releases the platform at the instant up to which everything is integrated.
  mutating func releaseTimedHold() {
    let slot = timedHold.slot
    timedHold = TimedHold()
    refreshOwnChange()
    releaseHold(slot)
  }
}

/// A request to keep the platform awake until an instant that is known.
struct TimedHold: Sendable {
  /// The slot of its claim, -1 for none.
  var slot = -1
  /// The platform is released then; the distant future while there is no such request.
  var end: Instant = .distantFuture
}

/// Powers that change by themselves, at instants that are known ahead: the end of the timed hold, and the stages of
/// tails.
///
/// Time never passes such an instant without making the change there; readings beyond one need
/// ``PhonePower/advance(to:)`` first.
extension PhonePower {
  /// The next of these changes; the distant future if there is no change. Mutating for the same reason as
  /// ``readAccountEnergy(_:at:)``.
  public var nextOwnChange: Instant { mutating get { ownChange } }

  /// Makes the changes up to an instant. Time goes on to the last of them and no further: whatever happens at the
  /// instant takes it there, and mostly that is nothing.
  @inlinable @inline(__always) public mutating func followOwnChanges(to now: Instant) {
    if now >= ownChange { makeOwnChanges(until: now) }
  }

  /// Makes the changes up to an instant, which is not before the next of them, in order.
  @usableFromInline @inline(never) mutating func makeOwnChanges(until now: Instant) {
    repeat {
      let change = ownChange
      supply.advance(to: change)
      if timedHold.end <= change { releaseTimedHold() }
      if radios[0].tailEnd <= change { passStage(0) }
      if radios[1].tailEnd <= change { passStage(1) }
    } while ownChange <= now
  }

  mutating func refreshOwnChange() {
    ownChange = min(timedHold.end, min(radios[0].tailEnd, radios[1].tailEnd))
  }
}
