import TestSupport
import Testing
import Workload

@testable import Studies
@testable import StudyReports

@Suite("Plan of an ablation") struct AblationPlanTests {
  private static let conditions = [
    "bootHold", "busy", "cpuLoad", "thermalSerious", "herd", "settling", "transferStage",
  ]

  @Test("each obeyed soft gate is off in turn, then all of them, then factors, then the score")
  func variants() throws {
    let plan = try AblationStudies.plan()
    let gates = ["lowBattery", "appUsage", "budgets", "rateLimit"] + Self.conditions
    let factors = ["lowPowerMode", "appUsage", "appSwitcher", "backgroundRefresh"].map { "factor.\($0)" }
    #expect(plan.variants.map(\.name) == gates + ["all soft gates"] + factors + ["score"])
    #expect(plan.absences.isEmpty)
    #expect(plan.settings == [plan.base] + plan.variants.map(\.setting))
    #expect(Set(plan.settings.map(plan.label)).count == plan.settings.count)
    holds(plan.base.off.isEmpty && plan.base.hasScore)
    for variant in plan.variants {
      let missing = plan.base.enforces.subtracting(variant.setting.enforces).reasons.map(\.name)
      let off = variant.setting.off.map { "factor." + AblationSetting.factorNames[$0] }
      switch variant.kind {
      case .gate:
        #expect(
          off.isEmpty
            && missing == (variant.name == "budgets" ? ["energyBudget", "dataBudget"] : [variant.name]))
      case .allGates: #expect(off.isEmpty && missing == BlockingSet.softGates.reasons.map(\.name))
      case .factor: #expect(off == [variant.name] && missing.isEmpty)
      case .score: #expect(off.isEmpty && missing.isEmpty && !variant.setting.hasScore)
      }
    }
  }

  @Test("a hard factor that a study hands over to the policy is a gate")
  func handedOver() throws {
    let plan = try AblationStudies.plan([("factor.lowPowerMode", "soft")])
    #expect(plan.variants.first { $0.name == "lowPowerMode" }?.kind == .gate)
    holds(!plan.variants.contains { $0.name == "factor.lowPowerMode" })
  }

  @Test("factors that are already off or not obeyed are reported, not run")
  func absences() throws {
    let off = try AblationStudies.plan([("factor.budgets", "off")])
    #expect(off.base.off == [5])
    #expect(off.absences == [.init(name: "budgets", reason: "off in this study")])
    #expect(!off.variants.contains { $0.name == "budgets" })

    let immediate = try AblationStudies.plan(policy: "immediate")
    #expect(
      immediate.absences.map(\.name) == ["lowBattery", "appUsage", "budgets", "rateLimit"] + Self.conditions)
    #expect(Set(immediate.absences.map(\.reason)) == ["not obeyed by immediate"])
    #expect(immediate.variants.map(\.kind) == [.factor, .factor, .factor])
  }

  @Test("The facts about a policy describe the study's factors, changes, and score")
  func facts() throws {
    let changed = try AblationStudies.file([("factor.budgets", "off")], policies: ["seven-factor"])
    let policy = AblationPolicy(changed.study.policies[0])
    #expect(policy.label == "seven-factor" && policy.hasScore)
    #expect(policy.enforcements == ["soft", "hard", "soft", "hard", "hard", "off", "soft"])
    #expect(policy.enforces == .everyFactorAndCondition)
    #expect(policy.changes == [.init(parameter: "factor.budgets", value: "off")])
    let immediate = try AblationStudies.file(policies: ["immediate"])
    #expect(!AblationPolicy(immediate.study.policies[0]).hasScore)
  }
}
