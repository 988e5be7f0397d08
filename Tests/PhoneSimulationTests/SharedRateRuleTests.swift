import DeviceModel
import EventSimulation
import ModelParameters
import PhoneSimulation
import SchedulingPolicies
import TestSupport
import Testing
import Workload

/// Runs whose bytes share a radio, and the signal of the network.
@Suite("Runs that share a radio")
struct SharedRateRuleTests {
  /// Two apps that receive 20 MB each: 4 s over Wi-Fi alone.
  static func bench(_ changes: [String: String] = [:]) throws -> PhoneBench {
    let apps = try (0..<2).map {
      try AppSpecification.with(down: 20_000_000, submits: false, bundleID: "org.example.\($0)")
    }
    return try PhoneBench(apps, hours: 2, changes)
  }

  static func submit(_ app: Int) -> ScriptStep {
    .submit(app: app, identifier: "task", mechanism: .refresh, earliestBegin: nil)
  }

  @Test(
    "Low Power Mode moves a 5G phone to the LTE network of its operator", arguments: NetworkProfile.allCases)
  func lowPowerMode(profile: NetworkProfile) throws {
    var bench = try Self.bench(["lpm.disables5G": "true"])
    bench.initial.network = .cellular
    bench.initial.cellularNetwork = profile
    bench.at(.minute, set: .lowPowerMode, to: 1)
    bench.use(0, at: .hour, for: .minutes(5))
    let saved = try bench.run(records: [.energy]).ledgerWhole
    bench.initial.cellularNetwork = profile.withoutFifthGeneration
    #expect(try bench.run(records: [.energy]).ledgerWhole == saved)
  }

  @Test(
    "budgets are debited at the end of a run and once more with its tail, under every rule",
    arguments: TailRule.allCases)
  func debits(rule: TailRule) throws {
    var bench = try Self.bench(["ledger.tail": rule.rawValue])
    bench.initial.network = .cellular
    bench.at(.hour, Self.submit(0))
    bench.at(.hour + .seconds(2), Self.submit(1))
    let result = try bench.run(records: [.log, .energy])
    for app in 0..<2 {
      let debits = result.log(.budgetDebited).filter { Int($0.app) == app && $0.word == .energy }
      let billed = result.ledgerWhole.filter { $0.payer == EnergyPayer(app: Int32(app), cause: .refresh) }
        .reduce(0) { $0 + $1.batteryNanojoules }
      holds(debits.count == 2 || rule == .marginal || rule == .first || rule == .last)
      #expect(debits.reduce(0) { $0 + $1.value } == Double(billed), "\(rule), app \(app)")
    }
  }
}
