import ModelParameters
import Studies
import StudyTestSupport
import TestSupport
import Testing
import UsageModels

@Suite("Cellular networks of a study")
struct CellularNetworkTests {
  static let quickstart = PackageRoot.path + "/scenarios/quickstart.yaml"

  @Test("every network is chosen by one --set", arguments: NetworkProfile.allCases)
  func one(profile: NetworkProfile) throws {
    let file = try StudyFile(
      path: Self.quickstart, overrides: [("population.cellularNetwork", profile.name)])
    #expect(file.study.population.cellularNetworks == NetworkShares(profile))
  }

  @Test("shares of networks, and networks as the levels of a factor")
  func sharesAndFactor() throws {
    let shares = try StudyFile(
      path: Self.quickstart,
      overrides: [("population.cellularNetwork", "{lteVerizon: 25 %, saTMobile: 75 %}")])
    #expect(
      shares.study.population.cellularNetworks
        == NetworkShares { $0 == .lteVerizon ? 0.25 : $0 == .saTMobile ? 0.75 : 0 })
    let factor = try StudyFile(
      path: Self.quickstart, overrides: [("factors", "{population.cellularNetwork: [lte2012, nsaVerizon]}")])
    #expect(factor.points.map { $0.levels.map(\.text) } == [["lte2012"], ["nsaVerizon"]])
    #expect(factor.points.map(\.study.population.cellularNetworks) == [.init(.lte2012), .init(.nsaVerizon)])
  }

  @Test("every rule for tails is chosen by one --set")
  func tailRules() throws {
    for rule in ["last", "first", "equal", "marginal"] {
      let file = try StudyFile(path: Self.quickstart, overrides: [("ledger.tail", rule)])
      holds(file.study.policies.allSatisfy { $0.parameters.choice("ledger.tail") == rule })
    }
  }
}
