import Containers
import EventSimulation

/// The tails of bursts, under the rules that bill them when the radio is idle.
extension PhonePower {
  /// A transfer or stream uses the radio.
  @inline(never)
  mutating func joinBurst(_ path: RadioPath, row: Int32, account: Int32) {
    radios[path.radio].burst.join(
      ledger.payer(ofRow: row).app, row: row, account: account, tail: hardware[path].tail, at: supply.time)
  }

  /// A transfer or stream has ended.
  @inline(never)
  mutating func leaveBurst(_ path: RadioPath, row: Int32, account: Int32) {
    radios[path.radio].burst.leave(
      ledger.payer(ofRow: row).app, row: row, account: account, tail: hardware[path].tail, at: supply.time)
  }

  /// The radio is idle: its burst is over.
  @inline(never)
  mutating func endBurst(_ radio: Int) {
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
  /// Counts a part of a burst's tails.
  mutating func add(_ part: RadioBurst.Pot) {
    let (total, onBattery) = (
      part.energy.energy + part.loss.energy, part.energy.battery + part.loss.battery
    )
    add(onBattery, fromBattery: true)
    add(total - onBattery, fromBattery: false)
  }
}
