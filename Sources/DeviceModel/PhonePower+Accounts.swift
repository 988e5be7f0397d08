import Containers
import EventSimulation

/// The energy of single runs.
extension PhonePower {
  /// Opens an account: what claims, holds and transfers that name it are billed is counted in it.
  public mutating func openAccount() -> AccountID {
    if let free = freeAccounts.popLast() {
      let generation = accounts[Int(free)].generation
      accounts[Int(free)] = PowerAccount(generation: generation)
      return AccountID(index: free, generation: generation)
    }
    accounts.append(PowerAccount())
    return AccountID(index: Int32(accounts.count - 1), generation: 0)
  }

  /// Nanojoules billed up to `now`, the loss in the cell included, and the part of it that the battery gave.
  /// `now` is not before the last call that changed something.
  public func accountEnergy(_ id: AccountID, at now: Instant) -> (total: Int64, onBattery: Int64) {
    energy(of: index(id), at: supply.integrals(at: now))
  }

  /// The same, for callers that ask often and have nothing to ask or to do at an earlier instant afterwards. It changes
  /// nothing that can be read: it is mutating because a call that only borrows the phone's power copies all of it.
  ///
  /// - Parameter holder: A hold that names the account, if there is one; mostly nothing else does.
  public mutating func readAccountEnergy(
    _ id: AccountID, holder: HolderID? = nil, at now: Instant
  ) -> (total: Int64, onBattery: Int64) {
    let account = index(id)
    guard accounts[Int(account)].claims > 0 else {
      return (accounts[Int(account)].energy.total, accounts[Int(account)].energy.battery)
    }
    if let holder, accounts[Int(account)].claims == 1 {
      return readHeldAccount(account, Int(holder.claim.slot), at: now)
    }
    return readOpenAccount(account, at: now)
  }

  /// The energy of an account that a hold alone names.
  @inline(never)
  private mutating func readHeldAccount(
    _ account: Int32, _ hold: Int, at now: Instant
  ) -> (total: Int64, onBattery: Int64) {
    precondition(holds[hold].account == account, "the hold names the account")
    let open = holds[hold].use(upTo: awakeShare(at: readIntegrals(at: now))).total
    let energy = accounts[Int(account)].energy
    return (energy.total + open, energy.battery + (supply.isPlugged ? 0 : open))
  }

  @inline(never)
  private mutating func readOpenAccount(_ account: Int32, at now: Instant) -> (total: Int64, onBattery: Int64)
  {
    energy(of: account, at: readIntegrals(at: now))
  }

  /// The integrals at an instant. An account with an open claim is about to end it, so time goes on to there; on battery
  /// alone, since being at the charger's ceiling is told by time.
  @inline(__always)
  private mutating func readIntegrals(at now: Instant) -> RunningIntegrals {
    guard now < ownChange, !supply.isPlugged else { return supply.integrals(at: now) }
    supply.advance(to: now)
    return supply.integrals
  }

  /// The same up to the last call that took an instant.
  public func accountEnergy(_ id: AccountID) -> (total: Int64, onBattery: Int64) {
    energy(of: index(id), at: supply.integrals)
  }

  @inline(__always)
  private func energy(of account: Int32, at now: RunningIntegrals) -> (total: Int64, onBattery: Int64) {
    let (total, onBattery) = (
      accounts[Int(account)].energy.total, accounts[Int(account)].energy.battery
    )
    var open: Int64 = 0
    var left = accounts[Int(account)].claims
    var hold = 0
    while left > 0, hold < holds.count {
      if holds[hold].account == account {
        open += holds[hold].use(upTo: awakeShare(at: now)).total
        left -= 1
      }
      hold += 1
    }
    var slot = 0
    while left > 0 {
      if slots[slot].account == account {
        open += slots[slot].use(upTo: integrals(ofSlot: slot, at: now)).total
        left -= 1
      }
      slot += 1
    }
    return (total + open, onBattery + (supply.isPlugged ? 0 : open))
  }

  /// Reads an account as ``readAccountEnergy(_:holder:at:)`` does, and closes it; what is still billed to its claims is no
  /// longer counted.
  @discardableResult
  public mutating func closeAccount(_ id: AccountID, at now: Instant) -> (total: Int64, onBattery: Int64) {
    let account = index(id)
    var energy = (accounts[Int(account)].energy.total, accounts[Int(account)].energy.battery)
    if accounts[Int(account)].claims > 0 {
      energy = readOpenAccount(account, at: now)
      forgetClaims(account)
    }
    if tailRule != .last {
      for radio in radios.indices { radios[radio].burst.forget(account: account) }
    }
    accounts[Int(account)].isOpen = false
    accounts[Int(account)].generation &+= 1
    freeAccounts.append(account)
    return energy
  }

  @inline(never)
  private mutating func forgetClaims(_ account: Int32) {
    for slot in slots.indices where slots[slot].account == account { slots[slot].account = -1 }
    for hold in holds.indices where holds[hold].account == account { holds[hold].account = -1 }
  }

  @inline(__always)
  func index(_ id: AccountID?) -> Int32 {
    guard let id else { return -1 }
    precondition(
      accounts[Int(id.index)].isOpen && accounts[Int(id.index)].generation == id.generation,
      "the account is closed")
    return id.index
  }
}
