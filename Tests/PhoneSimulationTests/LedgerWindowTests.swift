import DeviceModel
import EventSimulation
import PhoneSimulation
import SchedulingPolicies
import TestSupport
import Testing
import Workload

/// Definitions, section 15: what is billed is what cell and adapter gave, in both windows.
@Suite("Ledgers of whole runs")
struct LedgerWindowTests {
  private func check(_ ledger: [EnergyEntry], device: Int64, batteryOut: Int64) {
    #expect(ledger.reduce(0) { $0 + $1.energyNanojoules } == device)
    #expect(ledger.reduce(0) { $0 + $1.batteryNanojoules } == batteryOut)
  }

  @Test(
    "close to the nanojoule for energy and battery, whole and observed, over random scripts",
    arguments: 0..<24)
  func closes(number: Int) throws {
    var random = SeededGenerator(seed: UInt64(number) + 900)
    var bench = try PhoneBench.random(&random)
    bench.warmUpEnd = .zero + .minutes(random.uniform(1...4000))
    let policy: any SchedulingPolicy = number % 3 == 0 ? NeverStart() : Immediate()
    let result = try bench.run(policy, records: .energy)
    let (whole, observed) = (result.energyWhole, result.counts)
    check(result.ledgerWhole, device: whole.device, batteryOut: whole.batteryOut)
    check(result.ledgerObserved, device: observed.energy, batteryOut: observed[.batteryOut])
    #expect(whole.device == whole.batteryOut + whole.adapter)
    let given = observed[.adapter] + observed[.batteryIn] + observed[.chargingLoss]
    #expect(observed.wall == given + observed[.adapterLoss])
    let difference: Double = abs(Double(given) - 0.88 * Double(observed.wall))
    #expect(difference <= 1 + 1e-12 * Double(given))
    for later in result.ledgerObserved {
      let whole = result.ledgerWhole.first { $0.payer == later.payer && $0.component == later.component }
      #expect(later.energyNanojoules <= whole?.energyNanojoules ?? 0)
      #expect(later.batteryNanojoules <= whole?.batteryNanojoules ?? 0)
    }
  }
}
