import BackgroundExecution
import TestSupport
import Testing
import Workload

@Suite("System in stages") struct RuleFlowTests {
  @Test("each reason of the platform belongs to one gate, with rules that name it")
  func reasons() {
    let gates = RuleFlow.rows.joined().flatMap(\.reasons)
    let platform = BlockingReason.allCases.filter { ![.score, .policyChoice].contains($0) }
    #expect(gates.map(\.name).sorted() == platform.map(\.name).sorted())
    for gate in gates { holds(!gate.rules.isEmpty, "\(gate.name)") }
    #expect(RuleFlow.rules(denying: .externalPower) == ["PROC-3", "PROC-4"])
    #expect(RuleFlow.rules(denying: .herd) == ["GATE-8"])
  }

  @Test("every id names a rule, or a chapter from its first to its last rule")
  func ids() {
    for stage in RuleFlow.rows.joined() {
      holds(!stage.rules.isEmpty, "\(stage.title)")
      for text in stage.rules {
        for id in text.split(separator: " ") where id != "to" {
          #expect(RuleCatalogue.byIdentifier[String(id)] != nil, "\(id)")
        }
      }
    }
    #expect(RuleFlow.rows.map(\.count) == [2, 1, 1, 1, 1, 1, 2])
  }
}
