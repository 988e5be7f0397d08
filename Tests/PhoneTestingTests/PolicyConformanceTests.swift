import PhoneTesting
import SchedulingPolicies
import TestSupport
import Testing

@Suite("Conformance of policies")
struct PolicyConformanceTests {
  @Test(
    "ORD-2 GATE-2 GATE-6 LOG-1 BUD-9 every built-in policy keeps every clause",
    arguments: Tier.isLong ? PolicyCatalogue.builtIn.names : ["seven-factor", "fixed-interval", "never"])
  func builtInInNumbers(name: String) throws {
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

  @Test(
    "a policy whose decisions follow from outcomes receives them if it listens, and otherwise breaks a clause"
  )
  func outcomes() throws {
    let descriptor = PolicyDescriptor(
      name: "pupil", summary: "Starts work while the number of outcomes is even.", make: { _ in Pupil() })
    let report = PolicyConformance.report(of: descriptor)
    holds(report.holds, "\(report.failures)")
    var deaf = descriptor
    deaf.make = { _ in Pupil(listens: []) }
    #expect(PolicyConformance.report(of: deaf).failures == [.shortcuts])
  }
}

/// Starts work while the number of outcomes that it has been told is even.
private struct Pupil: SchedulingPolicy {
  let traits: PolicyTraits
  private var count = 0

  init(listens: PolicyEvent.Kinds = .outcome) { traits = PolicyTraits(listens: listens) }

  mutating func observe(_ event: PolicyEvent) {
    if case .outcome = event { count += 1 }
  }

  mutating func decide(
    _ observation: Observation, _ candidates: [Candidate], into answer: inout PolicyAnswer
  ) {
    answer.append(contentsOf: count % 2 == 0 ? candidates.map { .start($0) } : [])
  }
}
