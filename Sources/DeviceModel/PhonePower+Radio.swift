import EventSimulation

/// Transfers, streams and tails.
///
/// A cellular radio is idle, sets up a connection (its energy a lump, billed to what caused it), is active,
/// and stays connected for a tail after its last byte. The power of one transfer is the mean over its
/// duration; the fixed part is split equally among the transfers of a radio. A tail is billed to the last
/// transfer until its timer ends or something else begins. Transfers do not slow each other down.
extension PhonePower {
  /// Starts to move bytes.
  public mutating func startTransfer(
    payer: EnergyPayer, path: RadioPath, bytesUp: Int64, bytesDown: Int64, account: AccountID? = nil,
    at now: Instant
  ) -> TransferStart {
    precondition(bytesUp >= 0 && bytesDown >= 0, "a transfer has bytes")
    advance(to: now)
    let row = ledger.row(payer)
    let account = index(account)
    connect(path, row: row, account: account)
    let radio = hardware[path]
    let sending = Double(bytesUp) * 8 / radio.upRate
    let receiving = Double(bytesDown) * 8 / radio.downRate
    let waiting = max(0, (self[path.radio].connectedAt - now).microseconds)
    let duration = waiting + Int64((sending + receiving).rounded(.up))
    let slot = allocate(.transfer, path.component, row: row, account: account)
    var record = TransferRecord()
    record.start = now
    record.duration = duration
    record.bytesUp = bytesUp
    record.bytesDown = bytesDown
    if duration > 0 {
      let fixed = radio.upFixed * sending + radio.downFixed * receiving
      let bits = radio.upEnergyPerBit * Double(bytesUp) + radio.downEnergyPerBit * Double(bytesDown)
      record.fixed = Int64((fixed / Double(duration)).rounded())
      record.variable = Int64((bits * 8000 / Double(duration)).rounded())
    }
    transfers[slot] = record
    slots[slot].path = path
    self[path.radio].transfers += 1
    splitRadioPower(path.radio)
    powersChanged()
    return TransferStart(id: TransferID(claim: id(slot)), duration: .microseconds(duration))
  }

  /// The transfer is done.
  public mutating func finishTransfer(_ id: TransferID, at now: Instant) {
    advance(to: now)
    endTransfer(slot(id.claim, .transfer))
  }

  /// Stops a transfer and tells what has not moved; bytes move in proportion to time.
  public mutating func interruptTransfer(
    _ id: TransferID, at now: Instant
  ) -> (bytesUpLeft: Int64, bytesDownLeft: Int64) {
    advance(to: now)
    let slot = slot(id.claim, .transfer)
    let record = transfers[slot]
    let elapsed = min((now - record.start).microseconds, record.duration)
    endTransfer(slot)
    guard record.duration > 0 else { return (0, 0) }
    func left(_ bytes: Int64) -> Int64 {
      let product = bytes.multipliedFullWidth(by: elapsed)
      return bytes - record.duration.dividingFullWidth(product).quotient
    }
    return (left(record.bytesUp), left(record.bytesDown))
  }

  /// Traffic of an app in front: bytes received at a constant slow rate.
  ///
  /// A cellular radio stays connected meanwhile, at the power of its tail, and its tail follows.
  public mutating func beginStreaming(
    payer: EnergyPayer, path: RadioPath, account: AccountID? = nil, at now: Instant
  ) -> StreamID {
    advance(to: now)
    let row = ledger.row(payer)
    let account = index(account)
    let radio = hardware[path]
    if radio.streamHoldsConnection {
      connect(path, row: row, account: account)
      self[path.radio].streams += 1
    }
    let slot = allocate(.stream, path.component, row: row, account: account)
    slots[slot].path = path
    transfers[slot] = TransferRecord()
    transfers[slot].variable = radio.streamMicrowatts(
      bytesPerMinute: hardware.parameters.foregroundBytesPerMinute)
    splitRadioPower(path.radio)
    powersChanged()
    return StreamID(claim: id(slot))
  }

  /// The app left the front, or the path changed.
  public mutating func endStreaming(_ id: StreamID, at now: Instant) {
    advance(to: now)
    let slot = slot(id.claim, .stream)
    let (path, row, account) = (slots[slot].path, slots[slot].row, slots[slot].account)
    release(slot)
    if hardware[path].streamHoldsConnection, self[path.radio].streams > 0 {
      self[path.radio].streams -= 1
      afterUse(path, row: row, account: account)
    } else {
      splitRadioPower(path.radio)
    }
    powersChanged()
  }

  /// When the next tail ends; nil if there is none. A tail draws power until ``handleRadioTimer(at:)`` is
  /// called at this instant.
  public var radioTimer: Instant? {
    let first = min(radios.wifi.tailEnd, radios.cellular.tailEnd)
    return first == .distantFuture ? nil : first
  }

  /// Ends the tails whose time has come.
  public mutating func handleRadioTimer(at now: Instant) -> [TailEnd] {
    advance(to: now)
    var ends: [TailEnd] = []
    for radio in 0..<2 where self[radio].tail >= 0 && self[radio].tailEnd <= now {
      ends.append(endTail(radio))
    }
    if !ends.isEmpty { powersChanged() }
    return ends
  }

  /// Tails that ended since the last call because a transfer or stream began or the radios went off.
  public mutating func takeEndedTails() -> [TailEnd] {
    guard !endedTails.isEmpty else { return [] }
    defer { endedTails.removeAll(keepingCapacity: true) }
    return endedTails
  }

  /// Ends all tails and connections, for a phone that powers off. Transfers and streams that are under way
  /// draw nothing any more; they are to be ended at the same instant and leave no tail.
  public mutating func radiosOff(at now: Instant) {
    advance(to: now)
    for radio in 0..<2 { drop(radio) }
    powersChanged()
  }

  /// The same for the cellular radio alone, when its network is gone.
  public mutating func dropCellular(at now: Instant) {
    advance(to: now)
    drop(1)
    powersChanged()
  }

  /// Whether a radio is connected: moving bytes, streaming or in its tail.
  public var radioIsHot: Bool { radios.wifi.isHot || radios.cellular.isHot }

  // MARK: Machinery

  subscript(radio: Int) -> RadioState {
    get { radio == 0 ? radios.wifi : radios.cellular }
    set { if radio == 0 { radios.wifi = newValue } else { radios.cellular = newValue } }
  }

  /// Takes over a tail, or sets up a connection.
  private mutating func connect(_ path: RadioPath, row: Int32, account: Int32) {
    let radio = path.radio
    if self[radio].tail >= 0 {
      endedTails.append(endTail(radio))
    } else if !self[radio].isHot {
      let characteristics = hardware[path]
      if characteristics.promotionNanojoules > 0 {
        bill(row, path.component, characteristics.promotionNanojoules, account: account)
      }
      self[radio].connectedAt = time + .microseconds(characteristics.promotionMicroseconds)
    }
  }

  private mutating func endTransfer(_ slot: Int) {
    let (path, row, account) = (slots[slot].path, slots[slot].row, slots[slot].account)
    release(slot)
    if self[path.radio].transfers > 0 {
      self[path.radio].transfers -= 1
      afterUse(path, row: row, account: account)
    }
    powersChanged()
  }

  /// Starts the tail if nothing uses the radio any more.
  private mutating func afterUse(_ path: RadioPath, row: Int32, account: Int32) {
    let radio = path.radio
    guard !self[radio].isHot else {
      splitRadioPower(radio)
      return
    }
    let characteristics = hardware[path]
    let slot = allocate(.tail, path.component, row: row, account: account)
    slots[slot].microwatts = characteristics.tailMicrowatts
    slots[slot].path = path
    self[radio].tail = slot
    self[radio].tailEnd = time + .microseconds(characteristics.tailMicroseconds)
    // A stream that does not hold the connection may still be running beside it.
    splitRadioPower(radio)
  }

  private mutating func endTail(_ radio: Int) -> TailEnd {
    let slot = self[radio].tail
    let end = TailEnd(
      payer: ledger.payer(slots[slot].row), account: accountID(slots[slot].account),
      component: slots[slot].component)
    release(slot)
    self[radio].tail = -1
    self[radio].tailEnd = .distantFuture
    return end
  }

  private mutating func drop(_ radio: Int) {
    if self[radio].tail >= 0 { endedTails.append(endTail(radio)) }
    for index in 0..<used where slots[index].path.radio == radio {
      if slots[index].role == .transfer || slots[index].role == .stream { slots[index].microwatts = 0 }
    }
    self[radio] = RadioState()
  }

  /// Sets the powers of all transfers and streams of a radio.
  private mutating func splitRadioPower(_ radio: Int) {
    let state = self[radio]
    for index in 0..<used where slots[index].path.radio == radio {
      let record = transfers[index]
      if slots[index].role == .transfer {
        slots[index].microwatts = record.variable + record.fixed / Int64(max(1, state.transfers))
      } else if slots[index].role == .stream {
        let holds = state.transfers == 0 && state.streams > 0
        let connection = holds ? hardware[slots[index].path].tailMicrowatts / Int64(state.streams) : 0
        slots[index].microwatts = record.variable + connection
      }
    }
  }
}
