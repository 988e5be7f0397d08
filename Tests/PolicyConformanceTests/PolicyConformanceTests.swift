import PolicyConformance
import SchedulingPolicies
import Testing

@Suite("Conformance of policies")
struct PolicyConformanceTests {
  @Test(
    "ORD-2 GATE-2 GATE-6 LOG-1 BUD-9 every built-in policy keeps every clause",
    arguments: PolicyCatalogue.builtIn.names)
  func builtIn(name: String) throws {
    let descriptor = try #require(PolicyCatalogue.builtIn.descriptor(name))
    let report = PolicyConformance.report(of: descriptor)
    for entry in report.entries {
      if case .fails(let finding) = entry.outcome { Issue.record("\(entry.clause): \(finding)") }
    }
    #expect(report.entries.map(\.clause) == ConformanceClause.allCases)
  }

  @Test("progress counts the phones before each of them")
  func progress() throws {
    var told: [[Int]] = []
    let report = PolicyConformance.report(of: NeverStart.descriptor) { told.append([$0, $1]) }
    #expect(told == report.devices.indices.map { [$0, report.devices.count] })
  }
}
