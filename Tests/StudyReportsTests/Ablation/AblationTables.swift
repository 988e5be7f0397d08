import ResultsStore
import StudyReports
import Workload

/// Plans and values that the tests of an ablation share.
enum AblationTables {
  /// The plan of a policy that obeys everything, with some of its soft factors switched off.
  static func plan(off: [String] = []) -> AblationPlan {
    let hard: Set = ["lowPowerMode", "appSwitcher", "backgroundRefresh"]
    let policy = AblationPolicy(
      label: "seven-factor",
      enforcements: AblationSetting.factorNames.map {
        off.contains($0) ? "off" : hard.contains($0) ? "hard" : "soft"
      }, enforces: .everyFactorAndCondition, hasScore: true)
    return AblationPlan(policy)
  }

  /// Results of which every setting of a plan has a value per replication.
  static func results(
    _ plan: AblationPlan, metric: String = "energy_j_per_day", replications: Int,
    _ value: (AblationSetting, Int) -> Double?
  ) -> AblationResults {
    AblationResults(
      runs: plan.settings.flatMap { setting in
        (0..<replications).map { replication in
          PolicyRun(
            designPoint: "base", arm: "base", policy: plan.label(setting), replication: replication,
            values: value(setting, replication).map { [metric: $0] } ?? [:])
        }
      })
  }
}
