import DeviceModel
import ModelParameters
import PhoneSimulation
import Studies
import TestSupport
import Testing
import Workload

/// The first study to run, on every network and under every rule for tails.
@Suite("Quickstart on every network and under every rule for tails")
struct NetworksAndTailsTests {
  static let changes =
    NetworkProfile.names.map { ("population.cellularNetwork", $0) }
    + TailRule.allCases.map { ("ledger.tail", $0.rawValue) }

  @Test("one --set chooses, and all accounts close", arguments: changes)
  func runs(path: String, value: String) throws {
    let file = try StudyFile(
      path: PackageRoot.path + "/scenarios/quickstart.yaml",
      overrides: [("horizonDays", "3"), ("warmUpDays", "1"), (path, value)], policies: ["seven-factor"])
    let replay = DeviceReplay(file.study, policy: 0, replication: 0, device: 1)
    if path == "population.cellularNetwork" { #expect(replay.plan.initial.cellularNetwork.name == value) }
    // A run whose ledger or budgets do not close throws.
    let result = try replay.run(records: [.energy])
    let device = result.ledgerWhole.reduce(0) { $0 + $1.energyNanojoules }
    holds(device == result.energyWhole.device && device > 0)
    let shared = result.ledgerWhole.filter { $0.payer.cause == .sharedTail }
    holds(shared.allSatisfy { $0.energyNanojoules >= 0 })
    holds(value == "marginal" || shared.isEmpty)
  }

  @Test("phones of the default population belong to several networks, the same under every policy")
  func population() throws {
    let file = try StudyFile(
      path: PackageRoot.path + "/scenarios/quickstart.yaml",
      overrides: [("horizonDays", "2"), ("warmUpDays", "1")])
    let networks = (0..<20).map {
      DeviceReplay(file.study, policy: 0, replication: 0, device: $0).plan.initial.cellularNetwork
    }
    #expect(Set(networks).count >= 4)
    holds(!networks.contains(.lte2012) && !networks.contains(.umts2012))
    let others = (0..<20).map {
      DeviceReplay(file.study, policy: 1, replication: 0, device: $0).plan.initial.cellularNetwork
    }
    #expect(others == networks)
  }
}
