import DeviceModel
import EventSimulation
import TestSupport
import Testing

@Suite("Energy ledger") struct EnergyLedgerTests {
  @Test("rows are sorted by app, component and cause, for any order of their payers")
  func order() {
    var random = SeededGenerator(seed: 3)
    var power = barePhone()
    var model: [EnergyPayer: [EnergyComponent: Int64]] = [:]
    for _ in 0..<300 {
      let payer = EnergyPayer(
        app: Int32(random.integer(below: 6)) - 1,
        cause: EnergyCause.allCases[random.integer(below: EnergyCause.allCases.count)])
      let component = EnergyComponent.allCases[random.integer(below: EnergyComponent.allCases.count)]
      let energy = Int64(random.integer(below: 1_000)) + 1
      power.spend(component, payer: payer, nanojoules: energy, at: .zero)
      model[payer, default: [:]][component, default: 0] += energy
    }
    let entries = power.ledger()
    let keys = entries.map { (Int($0.payer.app), Int($0.component.rawValue), Int($0.payer.cause.rawValue)) }
    holds(zip(keys, keys.dropFirst()).allSatisfy { $0 < $1 })
    holds(entries.allSatisfy { model[$0.payer]?[$0.component] == $0.energyNanojoules })
    let total = model.values.reduce(0) { $0 + $1.values.reduce(0, +) }
    holds(power.totals().device == total && entries.reduce(0) { $0 + $1.energyNanojoules } == total)
    let ofPushes = entries.reduce(0) { $0 + ($1.payer.cause == .push ? $1.batteryNanojoules : 0) }
    let found = power.batteryEnergy(at: .zero) { $0 == .push }
    #expect(found == ofPushes)
  }

  @Test("a payer that comes after the mark has all of its energy since then")
  func mark() {
    var power = barePhone()
    power.spend(.wifi, payer: pushOfApp1, nanojoules: 5, at: .zero)
    power.markWindow(at: .zero)
    power.spend(.wifi, payer: refreshOfApp0, nanojoules: 7, at: .zero)
    power.spend(.wifi, payer: pushOfApp1, nanojoules: 2, at: .zero)
    let since = power.ledgerSinceMark()
    holds(since.map(\.payer.app) == [0, 1] && since.map(\.energyNanojoules) == [7, 2])
    #expect(power.ledger().reduce(0) { $0 + $1.energyNanojoules } == 14)
  }
}
