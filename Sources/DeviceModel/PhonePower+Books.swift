import EventSimulation

/// Reading the books, and the accounts of single runs.
extension PhonePower {
  /// Energies since the start, at `now` or at the last call that took an instant.
  public func totals(at now: Instant? = nil) -> BatteryTotals {
    let now = now ?? time
    // Not beyond the segment, in which all powers are constant.
    guard now < segmentEnd, !isSegmentStale, session == nil else { return settled(at: now).booked }
    let ticks = (now - time).microseconds
    var totals = booked
    for slot in slots[..<used] {
      totals.batteryOut += (slot.energy + slot.microwatts * ticks) / 1000
      totals.batteryOut += (slot.loss + slot.lossNanowatts * ticks) / 1_000_000
    }
    return totals
  }

  /// Energies since ``markWindow(at:)``, or since the start without one.
  public func totalsSinceMark(at now: Instant? = nil) -> BatteryTotals { totals(at: now) - markedTotals }

  /// Rows of the ledger since the start, sorted by app, component and cause; zero rows are left out.
  public func ledger(at now: Instant? = nil) -> [EnergyEntry] {
    settled(at: now ?? time).ledger.entries()
  }

  /// Rows since ``markWindow(at:)``, or since the start without one.
  public func ledgerSinceMark(at now: Instant? = nil) -> [EnergyEntry] {
    settled(at: now ?? time).ledger.entries(since: markedLedger)
  }

  /// Starts the second window: the end of warm-up.
  public mutating func markWindow(at now: Instant? = nil) {
    advance(to: now ?? time)
    bookAll()
    settleCharge()
    markedLedger = ledger
    markedTotals = booked
  }

  /// Checks that the ledger is what battery and adapter gave, and the cell is start - out + in.
  public func checkClosure(at now: Instant? = nil) -> ClosureError? {
    let books = settled(at: now ?? time)
    let sum = books.ledger.sum
    guard sum == books.booked.device else { return .ledger(sum: sum, drawn: books.booked.device) }
    // The cell's own count against the books, to the femtojoule.
    let expected = books.startNanojoules - books.booked.batteryOut + books.booked.batteryIn
    var open = books.unbilled
    if books.session == nil {
      for slot in books.slots[..<books.used] { open += slot.energy * 1000 + slot.loss }
    }
    let (whole, part) = books.drawn.quotientAndRemainder(dividingBy: 1_000_000)
    let difference = (books.base - whole - expected) * 1_000_000 - part + open
    return difference == 0 ? nil : .battery(difference: difference)
  }

  /// A copy with everything up to `now` in its books.
  private func settled(at now: Instant) -> PhonePower {
    var copy = self
    copy.advance(to: now)
    copy.bookAll()
    copy.settleCharge()
    return copy
  }

  // MARK: Accounts

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

  /// Nanojoules billed so far, the loss in the cell included, and the part of it billed while unplugged.
  public mutating func accountEnergy(_ id: AccountID, at now: Instant) -> (total: Int64, onBattery: Int64) {
    advance(to: now)
    return accountEnergy(id)
  }

  /// The same up to the last call that took an instant.
  public func accountEnergy(_ id: AccountID) -> (total: Int64, onBattery: Int64) {
    let account = index(id)
    var open: Int64 = 0
    for slot in 0..<used where slots[slot].account == account {
      open += slots[slot].energy / 1000 + slots[slot].loss / 1_000_000
    }
    let booked = accounts[Int(account)]
    return (booked.total + open, booked.onBattery + (session == nil ? open : 0))
  }

  /// Closes an account; what is still billed to its claims is no longer counted.
  public mutating func closeAccount(_ id: AccountID) {
    let account = index(id)
    for slot in 0..<used where slots[slot].account == account {
      book(slot)
      slots[slot].account = -1
    }
    accounts[Int(account)].isOpen = false
    accounts[Int(account)].generation &+= 1
    freeAccounts.append(account)
  }

  @inline(__always)
  func index(_ id: AccountID?) -> Int32 {
    guard let id else { return -1 }
    precondition(
      accounts[Int(id.index)].isOpen && accounts[Int(id.index)].generation == id.generation,
      "the account is closed")
    return id.index
  }

  @inline(__always)
  func accountID(_ index: Int32) -> AccountID? {
    index < 0 ? nil : AccountID(index: index, generation: accounts[Int(index)].generation)
  }
}
