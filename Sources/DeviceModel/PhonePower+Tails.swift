import Basics
import EventSimulation

/// The tails of radios: their beginning when nothing uses the connection any more, their stages and their end.
extension PhonePower {
  /// Ends a claim that has used the radio's connection.
  @inline(__always) mutating func leaveConnection(_ slot: Int) {
    let path = slots[slot].path
    guard startsPlainTail(path.radio) else {
      let (row, account) = (slots[slot].row, slots[slot].account)
      release(slot)
      return afterUse(path, row: row, account: account)
    }
    // The tail has the payer of the claim, so it takes its place, without that being given back and taken again.
    settleHere(slot)
    let (end, power) = hardware[path].tail.first
    supply.changeLoad(by: power - slots[slot].microwatts)
    slots[slot].turnIntoTail(microwatts: power)
    beginTail(slot, path, firstEnd: end)
  }

  /// Whether a use of the radio that ends now leaves a tail which is billed to its payer.
  @inline(__always) func startsPlainTail(_ radio: Int) -> Bool { tailRule == .last && !radios[radio].isInUse }

  /// Starts the tail if nothing holds the connection any more.
  @inline(never) mutating func afterUse(_ path: RadioPath, row: Int32, account: Int32) {
    let radio = path.radio
    if tailRule != .last { leaveBurst(path, row: row, account: account) }
    guard !radios[radio].isHot else { return shareRate(radio) }
    if tailRule.settlesBursts {
      startTail(.burstTail, path, row: ledger.row(.sharedTail), account: -1)
    } else if tailRule == .first, let first = radios[radio].burst.members.first {
      startTail(.tail, path, row: first.row, account: first.account)
    } else {
      startTail(.tail, path, row: row, account: account)
    }
  }

  @inline(__always)
  mutating func startTail(_ role: ClaimSlot.Role, _ path: RadioPath, row: Int32, account: Int32) {
    let (end, power) = hardware[path].tail.first
    let slot = takePlace(role, path.component, path: path, row: row, account: account, microwatts: power)
    beginTail(slot, path, firstEnd: end)
  }

  /// The tail of a radio begins, with the claim of its power; its first stage ends so many microseconds from now.
  @inline(__always) private mutating func beginTail(_ slot: Int, _ path: RadioPath, firstEnd: Int64) {
    let radio = path.radio
    let end = supply.time + .microseconds(firstEnd)
    radios[radio].tail = slot
    radios[radio].tailStart = supply.time
    radios[radio].tailEnd = end
    radios[radio].tailLength = .microseconds(hardware[path].tail.length)
    // There was none before.
    ownChange = min(ownChange, end)
  }

  /// A stage of the tail is over: the next begins, or the radio is idle.
  @inline(always)
  mutating func passStage(_ radio: Int) {
    let age = supply.time - radios[radio].tailStart
    guard age < radios[radio].tailLength else { return endTail(radio) }
    beginStage(radio, at: age.microseconds)
  }

  @inline(never) private mutating func beginStage(_ radio: Int, at age: Int64) {
    let slot = radios[radio].tail
    guard let (end, power) = hardware[slots[slot].path].tail.stage(at: age) else {
      return endTailOfNoStage(radio)
    }
    setPower(slot, power)
    radios[radio].tailEnd = radios[radio].tailStart + .microseconds(end)
    refreshOwnChange()
  }

  /// A stage has ended before its time, which is none: a tail of no length.
  @inline(never) private mutating func endTailOfNoStage(_ radio: Int) { endTail(radio) }

  /// The radio is idle: its tail and its burst are over.
  @inline(always)
  private mutating func endTail(_ radio: Int) {
    removeTail(radio)
    if tailRule != .last { endBurst(radio) }
  }

  @inline(always)
  mutating func removeTail(_ radio: Int) {
    freePlace(radios[radio].tail, radio == RadioPath.cellularRadio ? .cellular : .wifi)
    radios[radio].tail = -1
    radios[radio].tailEnd = .distantFuture
    refreshOwnChange()
  }

  @inline(never) mutating func takeTail(_ path: RadioPath, row: Int32, account: Int32) {
    let radio = path.radio
    let age = (supply.time - radios[radio].tailStart).microseconds
    let isWeak = hardware[slots[radios[radio].tail].path].tail.isWeak(at: age)
    removeTail(radio)
    if isWeak {
      promote(path, hardware[path].resumeNanojoules, hardware[path].resumeMicroseconds, row, account)
    }
  }
}

/// The tails of bursts, under the rules that bill them when the radio is idle.
extension PhonePower {
  @inline(never) mutating func joinBurst(_ path: RadioPath, row: Int32, account: Int32) {
    radios[path.radio].burst.join(
      ledger.payer(ofRow: row).app, row: row, account: account, tail: hardware[path].tail, at: supply.time)
  }

  @inline(never) mutating func leaveBurst(_ path: RadioPath, row: Int32, account: Int32) {
    radios[path.radio].burst.leave(
      ledger.payer(ofRow: row).app, row: row, account: account, tail: hardware[path].tail, at: supply.time)
  }

  @inline(never) mutating func endBurst(_ radio: Int) {
    guard tailRule != .last else { return }
    divideBurst(radio)
    radios[radio].burst.end()
  }

  /// Bills what tails have drawn so far, at the end of warm-up; the bursts go on.
  mutating func divideBursts() {
    guard tailRule.settlesBursts else { return }
    for radio in radios.indices { divideBurst(radio) }
  }

  private mutating func divideBurst(_ radio: Int) {
    guard tailRule.settlesBursts, radios[radio].burst.isOpen else { return }
    radios[radio].burst.divide(tailRule, at: supply.time) { member, part in
      ledger.moveTail(part, to: member.row, radio: radio)
      guard member.account >= 0 else { return }
      accounts[Int(member.account)].add(part)
    }
  }
}

extension EnergyLedger {
  /// Bills a part of a burst's tails, which the system has had until now, to an app.
  mutating func moveTail(_ part: RadioBurst.Pot, to row: Int32, radio: Int) {
    let component: EnergyComponent = radio == RadioPath.cellularRadio ? .cellular : .wifi
    move(part.energy, from: self.row(.sharedTail), to: row, component)
    move(part.loss, from: self.row(.sharedTail), to: row, .batteryLoss)
  }
}

extension PowerAccount {
  mutating func add(_ part: RadioBurst.Pot) {
    let onBattery = part.energy.battery + part.loss.battery
    add(onBattery, fromBattery: true)
    add(part.energy.energy + part.loss.energy - onBattery, fromBattery: false)
  }
}
