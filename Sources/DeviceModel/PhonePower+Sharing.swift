import Basics
import EventSimulation
import ModelParameters

/// Transfers at the same time share the rate of their radio.
///
/// Transfers of the user's own opens come first: during such a transfer, all other transfers wait. Transfers of one rank
/// have equal parts. So the energy of a transfer does not depend on what else moves: with a part of the rate it draws that part
/// of the power, and for longer. The signal changes rate and power of LTE and 5G. Whenever a share or the signal
/// changes, all ends are planned anew as if nothing else would change.
extension PhonePower {
  public mutating func setSignal(_ level: SignalLevel, at now: Instant) {
    guard level != signal else { return }
    advance(to: now)
    signal = level
    shareRate(RadioPath.cellularRadio)
  }

  /// Whether ends of transfers have changed; mutating for the reason that ``readAccountEnergy(_:at:)`` is.
  public var hasReplans: Bool { mutating get { !replans.isEmpty } }

  /// Takes the transfers whose ends have changed, other than by their own start or end.
  public mutating func takeReplans() -> [TransferReplan] {
    defer { replans.removeAll() }
    var changed: [TransferReplan] = []
    for index in replans.indices {
      let slot = Int(replans[index])
      // The place may have been given back since, and taken again.
      guard slots[slot].role == .transfer, transfers[slot].isReplanned else { continue }
      transfers[slot].isReplanned = false
      changed.append(
        TransferReplan(id: TransferID(claim: id(slot)), tag: transfers[slot].tag, end: transfers[slot].end))
    }
    return changed
  }

  /// Starts and stops many transfers at one instant: their shares are settled once, and ``end(of:)`` is known then.
  public mutating func holdShares() { sharesAreHeld = true }

  public mutating func settleShares() {
    sharesAreHeld = false
    for radio in radios.indices where radios[radio].awaitsShares {
      radios[radio].awaitsShares = false
      shareRate(radio)
    }
  }

  /// The signal of the cellular network; mutating for the reason that ``readAccountEnergy(_:at:)`` is.
  public mutating func readSignal() -> SignalLevel { signal }

  /// Factor on the energy of a bit at the present signal.
  @inline(__always) func costFactor(_ path: RadioPath) -> Double {
    guard path.followsSignal, signal != .good else { return 1 }
    return hardware.costFactor(signal)
  }

  @inline(__always) private func rateFactor(_ path: RadioPath) -> Double {
    guard path.followsSignal, signal != .good else { return 1 }
    return hardware.rateFactor(signal)
  }

  /// Plans the ends and powers of all users of a radio.
  mutating func shareRate(_ radio: Int, new: Int = -1) {
    if sharesAreHeld {
      radios[radio].awaitsShares = true
      return
    }
    keepAccounts(radio)
    let (count, foreground) = (radios[radio].transfers, radios[radio].foregroundTransfers)
    var backgroundStart = supply.time
    if foreground > 0 {
      for index in radios[radio].users.indices {
        let slot = Int(radios[radio].users[index])
        guard slots[slot].role == .transfer, transfers[slot].isForeground else { continue }
        plan(slot, sharers: foreground, from: supply.time, isNew: slot == new)
        backgroundStart = max(backgroundStart, transfers[slot].end)
      }
    }
    guard radios[radio].users.count > foreground else { return }
    for index in radios[radio].users.indices {
      let slot = Int(radios[radio].users[index])
      if slots[slot].role == .transfer {
        guard !transfers[slot].isForeground else { continue }
        plan(slot, sharers: count - foreground, from: backgroundStart, isNew: slot == new)
      } else {
        setPower(slot, streamPower(transfers[slot].power, slots[slot].path))
      }
    }
  }

  /// Whether nobody uses a radio, or transfers alone that have been planned at the present instant: to plan them again
  /// would find the same.
  @inline(__always) mutating func hasNewTransfersOnly(_ radio: Int) -> Bool {
    for index in radios[radio].users.indices {
      let slot = Int(radios[radio].users[index])
      guard slots[slot].role == .transfer, transfers[slot].since == supply.time else { return false }
    }
    return true
  }

  /// The power of a stream whose own mean power is given, in microwatts, at the present signal, with its part of the connection
  /// where nothing else holds that.
  @inline(__always) func streamPower(_ own: Double, _ path: RadioPath) -> Int64 {
    let (transfers, streams) = (radios[path.radio].transfers, radios[path.radio].streams)
    let connection = transfers == 0 && streams > 0 ? hardware[path].tailMicrowatts / streams : 0
    return Int64(nearest: own * costFactor(path)) + connection
  }

  /// Plans the end of a transfer with a part of the rate from an instant on.
  private mutating func plan(_ slot: Int, sharers: Int64, from start: Instant, isNew: Bool) {
    var planned = transfers[slot]
    let power = plan(&planned, slots[slot].path, sharers: sharers, from: start)
    if planned.end != transfers[slot].end, !isNew, !planned.isReplanned {
      replans.append(Int32(slot))
      planned.isReplanned = true
    }
    transfers[slot] = planned
    if isNew {
      // It has drawn nothing and has just been settled.
      slots[slot].microwatts = power
      supply.changeLoad(by: power)
    } else {
      setPower(slot, power)
    }
  }

  /// The same for its record.
  @inline(__always)
  func plan(_ transfer: inout TransferRecord, _ path: RadioPath, sharers: Int64, from start: Instant) -> Int64
  {
    let now = supply.time
    let waits = start > now
    let rate = rateFactor(path) / Double(sharers)
    let from = max(start, radios[path.radio].connectedAt)
    // A picosecond of rounding is no microsecond more.
    let length = max(0, transfer.workLeft / rate - 1e-6)
    let whole = Int64(length)
    let end = from + .microseconds(Double(whole) < length ? whole + 1 : whole)
    let cost = transfer.power * costFactor(path)
    let energy = max(0, transfer.workLeft) * cost + transfer.debt
    let span = (end - now).microseconds
    transfer.rate = waits ? 0 : rate
    transfer.cost = cost
    transfer.end = end
    return waits || span <= 0 ? 0 : max(0, Int64(nearest: energy / Double(span)))
  }

  /// Hands the rate that a transfer had between the end of its work and the present instant, less than a microsecond
  /// later, to those that go on.
  mutating func handOn(_ rest: Double, _ radio: Int) {
    let (count, foreground) = (radios[radio].transfers, radios[radio].foregroundTransfers)
    guard rest > 0, count > 0 else { return }
    keepAccounts(radio)
    let part = rest / Double(foreground > 0 ? foreground : count)
    for index in radios[radio].users.indices {
      let slot = Int(radios[radio].users[index])
      guard slots[slot].role == .transfer, transfers[slot].isForeground == (foreground > 0) else { continue }
      transfers[slot].settle(workLeft: transfers[slot].workLeft - part)
    }
  }

  /// Brings the work and the energy of all transfers of a radio up to the present instant.
  private mutating func keepAccounts(_ radio: Int) {
    let (now, connectedAt) = (supply.time, radios[radio].connectedAt)
    for index in radios[radio].users.indices {
      let slot = Int(radios[radio].users[index])
      guard slots[slot].role == .transfer, transfers[slot].since < now else { continue }
      transfers[slot].debt -=
        Double(slots[slot].microwatts) * Double((now - transfers[slot].since).microseconds)
      transfers[slot].settle(workLeft: transfers[slot].exactWorkLeft(at: now, connectedAt: connectedAt))
      transfers[slot].since = now
    }
  }
}
