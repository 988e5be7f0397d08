import Containers
import EventSimulation

/// The tails of bursts, under the rules that bill them when the radio is idle.
extension PhonePower {
  /// The radio is idle: its burst is over.
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
    total.add(nanojoules: part.energy.energy + part.loss.energy)
    onBattery.add(nanojoules: part.energy.battery + part.loss.battery)
  }
}
