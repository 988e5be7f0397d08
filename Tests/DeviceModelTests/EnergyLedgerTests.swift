import TestSupport
import Testing

@testable import DeviceModel

@Suite("Energy ledger") struct EnergyLedgerTests {
  @Test("rows stand by app, component and cause, in whatever order their payers have come")
  func order() {
    var random = SeededGenerator(seed: 3)
    var ledger = EnergyLedger(appCount: 12)
    var model: [EnergyPayer: [EnergyComponent: Int64]] = [:]
    for _ in 0..<300 {
      let payer = EnergyPayer(
        app: Int32(random.integer(below: 13)) - 1,
        cause: EnergyCause.allCases[random.integer(below: EnergyCause.allCases.count)])
      let component = EnergyComponent.allCases[random.integer(below: EnergyComponent.allCases.count)]
      let energy = Int64(random.integer(below: 1_000))
      let row = ledger.row(payer)
      ledger.add(row, component, energy, fromBattery: true)
      model[payer, default: [:]][component, default: 0] += energy
      expect(ledger.payer(ofRow: row) == payer && ledger.row(payer) == row)
    }
    let entries = ledger.entries()
    let keys = entries.map { (Int($0.payer.app), Int($0.component.rawValue), Int($0.payer.cause.rawValue)) }
    expect(zip(keys, keys.dropFirst()).allSatisfy { $0 < $1 })
    for entry in entries { expect(model[entry.payer]?[entry.component] == entry.energyNanojoules) }
    let total = model.values.reduce(0) { $0 + $1.values.reduce(0, +) }
    expect(ledger.sums.energy == total && entries.reduce(0) { $0 + $1.energyNanojoules } == total)
    let ofPushes = entries.reduce(0) { $0 + ($1.payer.cause == .push ? $1.batteryNanojoules : 0) }
    expect(ledger.batterySum { $0 == .push } == ofPushes)
  }

  @Test("a payer that comes after the mark has all of its energy since then")
  func mark() {
    var ledger = EnergyLedger(appCount: 2)
    let old = ledger.row(EnergyPayer(app: 1, cause: .push))
    ledger.add(old, .wifi, 5, fromBattery: false)
    ledger.setMark()
    let new = ledger.row(EnergyPayer(app: 0, cause: .user))
    ledger.add(new, .wifi, 7, fromBattery: true)
    ledger.add(old, .wifi, 2, fromBattery: false)
    let since = ledger.entries(since: ledger.mark)
    expect(since.map(\.payer.app) == [0, 1] && since.map(\.energyNanojoules) == [7, 2])
    expect(ledger.mark?.sums.energy == 5 && ledger.sums.energy == 14 && ledger.sums.battery == 7)
    // A copy goes on by itself.
    var copy = ledger.copy()
    let later = copy.row(EnergyPayer(app: 1, cause: .user))
    copy.add(later, .wifi, 1, fromBattery: true)
    expect(copy.sums.energy == 15 && ledger.sums.energy == 14)
  }
}
