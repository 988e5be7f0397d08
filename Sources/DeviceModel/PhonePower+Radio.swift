import Basics
import EventSimulation

/// Transfers, streams and tails.
///
/// A cellular radio is idle, sets up a connection (its energy a lump, billed to what caused it), is active,
/// and stays connected for a tail after its last byte. Transfers at the same time share its rate, see
/// `PhonePower+Sharing.swift`. Who is billed for a tail is the choice of ``TailRule``.
extension PhonePower {
  /// Starts to move bytes. The transfers under way get smaller shares of the rate: see ``takeReplans()``, which gives `tag` back.
  public mutating func startTransfer(
    payer: EnergyPayer, path: RadioPath, bytesUp: Int64, bytesDown: Int64, account: AccountID? = nil,
    tag: UInt64 = 0, at now: Instant
  ) -> TransferStart {
    precondition(bytesUp >= 0 && bytesDown >= 0, "a transfer has bytes")
    advance(to: now)
    let row = ledger.row(payer)
    let account = index(account)
    connect(path, row: row, account: account)
    let radio = hardware[path]
    let sending = Double(bytesUp) * 8 / radio.upRate
    let receiving = Double(bytesDown) * 8 / radio.downRate
    var record = TransferRecord(
      tag: tag, bytesUp: bytesUp, bytesDown: bytesDown, work: sending + receiving,
      workLeft: sending + receiving,
      isForeground: payer.cause == .user, since: now)
    if record.work > 0 {
      let fixed = radio.upFixed * sending + radio.downFixed * receiving
      let bits = radio.upEnergyPerBit * Double(bytesUp) + radio.downEnergyPerBit * Double(bytesDown)
      record.power = (fixed + bits * 8000) / record.work
    }
    // Most are alone on the radio: nobody else's account and no shares.
    let isAlone = radios[path.radio].users.isEmpty
    let slot = takePlace(
      .transfer, path.component, path: path, row: row, account: account,
      microwatts: isAlone ? plan(&record, path, sharers: 1, from: supply.time) : 0)
    transfers[slot] = record
    radios[path.radio].users.append(Int32(truncatingIfNeeded: slot))
    radios[path.radio].transfers &+= 1
    if record.isForeground { radios[path.radio].foregroundTransfers &+= 1 }
    if !isAlone { shareRate(path.radio, new: slot) }
    return TransferStart(
      id: TransferID(claim: id(slot)), duration: sharesAreHeld && !isAlone ? .zero : transfers[slot].end - now
    )
  }

  /// Moves a few bytes within the instant: set-up where the radio is idle, their energy as a lump, the tail that
  /// follows.
  public mutating func spendTransfer(
    payer: EnergyPayer, path: RadioPath, bytesDown: Int64, account: AccountID? = nil, at now: Instant
  ) {
    precondition(bytesDown >= 0, "a transfer has bytes")
    advance(to: now)
    let row = ledger.row(payer)
    let account = index(account)
    connect(path, row: row, account: account)
    let picojoules = hardware.picojoules(receiving: Double(bytesDown) * 8, path)
    billLump(row, path.component, Int64(nearest: picojoules * costFactor(path) / 1000), account: account)
    if startsPlainTail(path.radio) {
      startTail(.tail, path, row: row, account: account)
    } else {
      afterUse(path, row: row, account: account)
    }
  }

  public mutating func finishTransfer(_ id: TransferID, at now: Instant) {
    advance(to: now)
    let slot = slot(id.claim, .transfer)
    let radio = slots[slot].path.radio
    let rest = -transfers[slot].exactWorkLeft(at: now, connectedAt: radios[radio].connectedAt)
    endTransfer(slot, handingOn: rest)
  }

  /// Stops a transfer and returns the bytes that have not moved.
  public mutating func interruptTransfer(
    _ id: TransferID, at now: Instant
  ) -> (bytesUpLeft: Int64, bytesDownLeft: Int64) {
    advance(to: now)
    let left = bytesLeft(of: id, at: now)
    endTransfer(slot(id.claim, .transfer))
    return left
  }

  /// The end of a transfer by its present plan.
  public func end(of id: TransferID) -> Instant { transfers[slot(id.claim, .transfer)].end }

  /// The bytes of a transfer that have not moved at `now`: both ways in proportion.
  public func bytesLeft(
    of id: TransferID, at now: Instant
  ) -> (bytesUpLeft: Int64, bytesDownLeft: Int64) {
    let slot = slot(id.claim, .transfer)
    let record = transfers[slot]
    guard record.work > 0 else { return (0, 0) }
    let workLeft = record.workLeft(at: now, connectedAt: radios[slots[slot].path.radio].connectedAt)
    let done = 1 - workLeft / record.work
    func left(_ bytes: Int64) -> Int64 {
      bytes - min(bytes, Int64(Double(bytes) * done + BytePlan.tolerance))
    }
    return (left(record.bytesUp), left(record.bytesDown))
  }

  /// The exact plan of a transfer that moves now; nil for a transfer that waits for another transfer or has
  /// no remaining work.
  public func bytePlan(of id: TransferID, at now: Instant) -> BytePlan? {
    let slot = slot(id.claim, .transfer)
    let record = transfers[slot]
    let connectedAt = radios[slots[slot].path.radio].connectedAt
    let workLeft = record.workLeft(at: now, connectedAt: connectedAt)
    guard record.rate > 0, workLeft > 0 else { return nil }
    let part = workLeft / record.work
    return BytePlan(
      delay: max(.zero, connectedAt - now), microseconds: workLeft / record.rate,
      bytesUp: Double(record.bytesUp) * part, bytesDown: Double(record.bytesDown) * part)
  }

  /// Whether several transfers share a radio at present.
  public func isShared(_ path: RadioPath) -> Bool { radios[path.radio].transfers > 1 }

  /// The traffic of the foreground app: bytes received at a constant slow rate, which keep a cellular radio
  /// at the power of its tail.
  public mutating func beginStreaming(
    payer: EnergyPayer, path: RadioPath, account: AccountID? = nil, at now: Instant
  ) -> StreamID {
    advance(to: now)
    let row = ledger.row(payer)
    let account = index(account)
    if hardware[path].streamHoldsConnection {
      connect(path, row: row, account: account)
      radios[path.radio].streams += 1
    }
    // A stream takes no part in the rates: mostly nothing changes for others, and it has its power from the start.
    let isUndisturbing = hasNewTransfersOnly(path.radio)
    let power = hardware.streamMicrowatts(path)
    let slot = takePlace(
      .stream, path.component, path: path, row: row, account: account,
      microwatts: isUndisturbing ? streamPower(power, path) : 0)
    transfers[slot] = TransferRecord(power: power)
    radios[path.radio].users.append(Int32(truncatingIfNeeded: slot))
    if !isUndisturbing { shareRate(path.radio) }
    return StreamID(claim: id(slot))
  }

  /// Ends the traffic: the app left the front, or the path changed.
  public mutating func endStreaming(_ id: StreamID, at now: Instant) {
    advance(to: now)
    let slot = slot(id.claim, .stream)
    let path = slots[slot].path
    guard radios[path.radio].remove(slot), hardware[path].streamHoldsConnection else { return release(slot) }
    radios[path.radio].streams -= 1
    leaveConnection(slot)
  }

  /// When the last of the present tails is over if no byte moves any more; the distant future without one. Mutating for
  /// the reason that ``readAccountEnergy(_:at:)`` is.
  public var tailsEnd: Instant {
    mutating get {
      let (first, second) = (radios[0].tailLength, radios[1].tailLength)
      guard radios[0].tail >= 0 else {
        return radios[1].tail >= 0 ? radios[1].tailStart + second : .distantFuture
      }
      let end = radios[0].tailStart + first
      return radios[1].tail >= 0 ? max(end, radios[1].tailStart + second) : end
    }
  }

  /// Ends all tails and connections, for a phone that powers off. Transfers and streams are to be ended at the same
  /// instant.
  public mutating func radiosOff(at now: Instant) {
    advance(to: now)
    for radio in radios.indices { drop(radio) }
  }

  /// Whether a radio is connected: moving bytes, streaming or in its tail; mutating as ``readAccountEnergy(_:at:)`` is.
  public mutating func readRadioIsHot() -> Bool { radios[0].isHot || radios[1].isHot }

  /// Whether something that has moved bytes may still be billed for a tail.
  public var hasOpenTails: Bool {
    mutating get {
      tailRule == .last ? radios[0].tail >= 0 || radios[1].tail >= 0 : radios[0].isHot || radios[1].isHot
    }
  }

  // MARK: Machinery

  /// Takes over a tail, or sets up a connection.
  @inline(__always) private mutating func connect(_ path: RadioPath, row: Int32, account: Int32) {
    let radio = path.radio
    if radios[radio].tail >= 0 {
      takeTail(path, row: row, account: account)
    } else if !radios[radio].isHot {
      let characteristics = hardware[path]
      promote(path, characteristics.promotionNanojoules, characteristics.promotionMicroseconds, row, account)
    }
    if tailRule != .last { joinBurst(path, row: row, account: account) }
  }

  /// Sets up a connection: its energy at once, its bytes when it stands.
  @inline(__always) mutating func promote(
    _ path: RadioPath, _ nanojoules: Int64, _ microseconds: Int64, _ row: Int32, _ account: Int32
  ) {
    if nanojoules > 0 { billPromotion(path, nanojoules, row, account) }
    radios[path.radio].connectedAt = supply.time + .microseconds(microseconds)
  }

  @inline(never) private mutating func billPromotion(
    _ path: RadioPath, _ nanojoules: Int64, _ row: Int32, _ account: Int32
  ) {
    billLump(row, path.component, nanojoules, account: account)
  }

  /// - Parameter rest: Work for which it had the rate and no more bytes.
  @inline(always)
  private mutating func endTransfer(_ slot: Int, handingOn rest: Double = 0) {
    let radio = slots[slot].path.radio
    // It is none where the radio went off meanwhile.
    guard radios[radio].remove(slot) else { return release(slot) }
    radios[radio].transfers &-= 1
    if transfers[slot].isForeground { radios[radio].foregroundTransfers &-= 1 }
    handOn(rest, radio)
    leaveConnection(slot)
  }

  private mutating func drop(_ radio: Int) {
    if radios[radio].tail >= 0 { removeTail(radio) }
    endBurst(radio)
    for index in radios[radio].users.indices { setPower(Int(radios[radio].users[index]), 0) }
    radios[radio].clear()
  }
}
