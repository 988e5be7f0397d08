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

  @Test(
    "wrong networks are refused with what was expected",
    arguments: [
      ("lteVerison", "one of \(NetworkProfile.names.joined(separator: ", "))"),
      ("{lteVerizon: 20 %, saTMobile: 70 %}", "shares that sum to 100 %"),
    ])
  func refused(value: String, expected: String) {
    #expect {
      try StudyFile(path: Self.quickstart, overrides: [("population.cellularNetwork", value)])
    } throws: { error in
      "\(error)".contains("population.cellularNetwork") && "\(error)".contains(expected)
    }
  }

  @Test("every rule for tails is chosen by one --set, and another word is refused")
  func tailRules() throws {
    for rule in ["last", "first", "equal", "marginal"] {
      let file = try StudyFile(path: Self.quickstart, overrides: [("ledger.tail", rule)])
      #expect(file.study.policies.allSatisfy { $0.parameters.choice("ledger.tail") == rule })
    }
    #expect {
      try StudyFile(path: Self.quickstart, overrides: [("ledger.tail", "none")])
    } throws: { "\($0)".contains("one of last, first, equal, marginal") }
  }
}
