import Testing
import Workload

@testable import Studies
@testable import StudyReports

@Suite("Plan of an ablation") struct AblationPlanTests {
  private static let conditions = [
    "bootHold", "busy", "cpuLoad", "thermalSerious", "herd", "settling", "transferStage",
  ]

  @Test("each factor and each obeyed condition is off in turn, then all soft ones together")
  func variants() throws {
    let plan = try AblationStudies.plan()
    #expect(
      plan.variants.map(\.name) == [
        "lowBattery", "lowPowerMode", "appUsage", "appSwitcher", "backgroundRefresh", "budgets", "rateLimit",
      ] + Self.conditions + ["all soft"])
    #expect(plan.absences.isEmpty)
    #expect(plan.settings == [plan.base] + plan.variants.map(\.setting))
    #expect(plan.base.off.isEmpty)
    for (place, variant) in plan.variants.prefix(7).enumerated() {
      #expect(variant.kind == .factor)
      #expect(variant.setting.off == [place])
      #expect(variant.setting.enforces == plan.base.enforces)
    }
    for variant in plan.variants where variant.kind == .condition {
      #expect(variant.setting.off.isEmpty)
      let missing = plan.base.enforces.subtracting(variant.setting.enforces)
      #expect(missing.reasons.map(\.name) == [variant.name])
    }
  }

  @Test("8.2 all soft off leaves the hard factors, and takes all conditions away")
  func allSoft() throws {
    let plan = try AblationStudies.plan()
    let hard = plan.variants.filter { $0.kind == .factor && $0.enforcement == "hard" }.map(\.name)
    #expect(hard == ["lowPowerMode", "appSwitcher", "backgroundRefresh"])
    let allSoft = try #require(plan.variants.last)
    let off = AblationSetting.factorNames.enumerated().filter { allSoft.setting.off.contains($0.offset) }
    #expect(off.map(\.element) == ["lowBattery", "appUsage", "budgets", "rateLimit"])
    #expect(
      Set(plan.base.enforces.subtracting(allSoft.setting.enforces).reasons.map(\.name))
        == Set(Self.conditions))

    let handedOver = try AblationStudies.plan([("factor.lowPowerMode", "soft")])
    #expect(try #require(handedOver.variants.last).setting.off.contains(1))
  }

  @Test("factors that are already off or not obeyed are reported, not run")
  func absences() throws {
    let off = try AblationStudies.plan([("factor.budgets", "off")])
    #expect(off.base.off == [5])
    #expect(off.absences == [.init(name: "budgets", reason: "off in this study")])
    #expect(!off.variants.contains { $0.name == "budgets" })

    let immediate = try AblationStudies.plan(policy: "immediate")
    #expect(immediate.absences.map(\.name) == Self.conditions)
    #expect(Set(immediate.absences.map(\.reason)) == ["not obeyed by immediate"])
    #expect(immediate.variants.count == 8)
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
