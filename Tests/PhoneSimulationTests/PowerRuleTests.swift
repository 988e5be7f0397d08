import EventSimulation
import ModelParameters
import PhoneSimulation
import SchedulingPolicies
import TestSupport
import Testing
import Workload

@Suite("Power, budgets and gates over time")
struct PowerRuleTests {
  @Test(
    "PWR-3 PWR-4 the prompt comes once per discharge, and a mode that it switched on ends at 80 % on the charger"
  )
  func prompt() throws {
    var bench = try PhoneBench([.with(earliestBegin: .hours(30))], ["lpm.promptAcceptance": "1"])
    bench.initial.stateOfCharge = 0.2
    bench.use(0, at: .hour)
    bench.at(.hours(2), set: .lowPowerMode, to: 0)
    bench.use(0, at: .hours(3))
    bench.at(.hours(4), plug: .wired20W)
    bench.at(.hours(4.1), .unplug)
    let result = try bench.run()
    // On at the first unlock, off by hand, and not asked again before the next unplugging.
    #expect(result.log(.settingChanged, .lowPowerMode).map(\.time.seconds) == [3600, 7200])
    var charged = try PhoneBench([.with(earliestBegin: .hours(30))], ["lpm.promptAcceptance": "1"])
    charged.initial.stateOfCharge = 0.2
    charged.use(0, at: .hour)
    charged.at(.hours(2), plug: .wired20W)
    let ended = try charged.run(records: [.log, .timeseries])
    let off = try #require(ended.log(.settingChanged, .lowPowerMode).last)
    #expect(off.value == 0)
    let after = try #require(ended.samples.first { $0.time >= off.time })
    let before = try #require(ended.samples.last { $0.time < off.time })
    holds(before.stateOfCharge < 0.8 && after.stateOfCharge >= 0.8)
    charged.parameters.set("lpm.promptAcceptance", .number(0))
    holds(try charged.run().log(.settingChanged, .lowPowerMode).isEmpty)
  }

  @Test("optimized charging holds a plug-in at night once five nights were charged, and tops up in time")
  func hold() throws {
    var bench = try PhoneBench([], hours: 24 * 8)
    for day in 0..<7 {
      bench.at(
        .days(day) + .hours(22), .plug, app: Int(ChargerKind.wired20W.rawValue), value2: 6 * 3600)
      bench.at(.days(day) + .hours(31), .unplug)
    }
    let samples = try bench.run(records: .timeseries).samples
    func isFull(_ hour: Int) -> [Bool] { (1...7).map { samples[24 * $0 + hour].stateOfCharge > 0.999 } }
    // Held above the level of the hold, the cell neither takes nor gives.
    #expect(isFull(3) == [true, true, true, true, true, false, false])
    #expect(isFull(6) == Array(repeating: true, count: 7))
  }

  @Test("BUD-3 BUD-4 a run on battery debits device and app; plugged in, or over Wi-Fi, no ledger is touched")
  func debits() throws {
    var bench = try PhoneBench([.with(down: 50_000)])
    let onWifi = try bench.run()
    holds(onWifi.log(.budgetDebited, .cellular).isEmpty)
    let energies = onWifi.log(.budgetDebited, .energy)
    holds(energies.count >= 2 && energies.count % 2 == 0)
    for pair in stride(from: 0, to: energies.count, by: 2) {
      holds(energies[pair].app == -1 && energies[pair + 1].app == 0)
      #expect(energies[pair].value == energies[pair + 1].value)
    }
    let billed = energies.filter { $0.app == 0 }.map(\.value).reduce(0, +)
    #expect(billed == Double(onWifi.mechanism(.refresh).counts[.energy]))
    bench.initial.charger = .wired20W
    holds(try bench.run().log(.budgetDebited).isEmpty)
    bench.initial.network = .cellular
    #expect(try bench.run().log(.budgetDebited, .cellular).map(\.value) == [50_000, 50_000])
  }

  @Test("BUD-2 BUD-6 a run is never stopped by a budget; the debt is paid back by refills")
  func debt() throws {
    let bench = try PhoneBench(
      [.with(earliestBegin: .minutes(20), cpu: 25, resubmits: .atStart)], hours: 12,
      ["budget.energyFraction": "0.00002"])
    let result = try bench.runObediently()
    holds(result.log(.expired).isEmpty)
    let balances = result.log(.budgetRefilled, .energy).filter { $0.app < 0 }.compactMap { $0[.balance] }
    holds(balances.contains { if case .integer(let balance) = $0 { balance < 0 } else { false } })
    holds(!result.log(.deferred, .energyBudget).isEmpty)
    #expect(
      result.log(.budgetRefilled, .energy).filter { $0.app < 0 }.map(\.time.seconds)
        == (1...12).map { Double($0) * 3600 })
    let free = try bench.run()
    #expect(free.log(.launched).count > result.log(.launched).count)
  }
}
