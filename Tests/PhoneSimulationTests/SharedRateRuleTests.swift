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
    .submit(app: app, identifier: "task", mechanism: .refresh, floor: nil)
  }

  @Test(
    "wall time = start-up + max(cpu, bytes over the rate got) + wait: two runs at once take twice as long")
  func together() throws {
    var alone = try Self.bench()
    alone.at(.hour, Self.submit(0))
    var both = try Self.bench()
    both.at(.hour, Self.submit(0))
    both.at(.hour, Self.submit(1))
    let one = try alone.run().log(.completed).map(\.value)
    let two = try both.run().log(.completed).map(\.value)
    holds(one == [4] && two == [8, 8])
  }

  @Test("a run that comes later slows the first from then on, and has the whole rate once it is over")
  func staggered() throws {
    var bench = try Self.bench()
    bench.at(.hour, Self.submit(0))
    bench.at(.hour + .seconds(2), Self.submit(1))
    let result = try bench.run()
    // 2 s alone and 4 s shared; then 2 s shared by the other, of which the first half is done by then.
    #expect(result.log(.completed).map(\.value) == [6, 6])
    #expect(result.apps.count == 2)
  }

  @Test("the signal of the network slows a run from its change on")
  func signal() throws {
    var bench = try Self.bench()
    bench.initial.network = .cellular
    bench.initial.cellularNetwork = .lteVerizon
    bench.at(.hour, Self.submit(0))
    let good = try bench.run().log(.completed).map(\.value)
    bench.at(.minute, .signal, value: 1)
    let fair = try bench.run().log(.completed).map(\.value)
    bench.at(.minutes(2), .signal, value: 0)
    let back = try bench.run().log(.completed).map(\.value)
    // 160 Mbit at 20 Mbit/s, and at 0.6 of that.
    #expect(good == [8.26])
    #expect(fair == [13.593334])
    #expect(back == good)
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

  @Test("BAD-9 a checkpoint of a run that shared its path keeps whole bytes without loss")
  func checkpoint() throws {
    var app = try AppSpecification.with(cpu: 0, down: 235e6, submits: false)
    app.tasks.append(
      TaskSpecification(
        identifier: "process", mechanism: .processing, floor: nil, work: try .constant(down: 300e6),
        fetches: false,
        submitsAtFirstLaunch: false))
    var bench = try PhoneBench([app], hours: 2)
    bench.initial.charger = .wired20W
    bench.at(.seconds(951), .submit(app: 0, identifier: "process", mechanism: .processing, floor: nil))
    bench.at(.seconds(1000), Self.submit(0))
    bench.at(.seconds(3000), Self.submit(0))
    let result = try bench.run()
    // 26 s with half of 5 MB/s and 4 s with all of it; the next run needs its whole limit for the rest.
    let refresh = result.log(.completed, nil, .refresh)
    #expect(refresh.map(\.word) == [.failure, .success])
    #expect(refresh.map { $0.integer(.bytesWifi) } == [85_000_000, 150_000_000])
    #expect(refresh.last?.time.seconds == 3030.2)
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
