import OutputAnalysis

@testable import Experiments

/// Studies and values that the tests of an ablation share.
enum AblationStudies {
  /// Two phones for four days, often low on battery, away from Wi-Fi and force-quit: every factor has a chance.
  static let small = """
    formatVersion: 1
    name: tiny
    seed: 3
    horizonDays: 4
    warmUpDays: 1
    replications: 2
    population: {devices: 2}
    policies: [seven-factor, immediate]
    parameters: {battery.capacity: 5 Wh}
    apps:
      - id: org.example.news
        popularity: {installShare: 100 %, weight: 0.3, spread: 0.5}
        content: {process: poisson, perDay: 10}
        tasks:
          - {id: refresh, kind: refresh, floor: 15 min}
          - {id: clean, kind: processing, floor: 1 d}
        pushes: {on: contentChange}
    """

  static func file(
    _ overrides: [(path: String, value: String)] = [], policies: [String] = []
  ) throws -> StudyFile {
    let folder = try ScratchFolder()
    return try StudyFile(path: folder.write(small), overrides: overrides, policies: policies)
  }

  static func plan(
    _ overrides: [(path: String, value: String)] = [], policy: String = "seven-factor", orders: Int? = nil
  ) throws -> AblationPlan {
    let study = try file(overrides, policies: [policy]).study
    return AblationPlan(study.policies[0], orders: orders, seed: study.seed)
  }

  /// Results of which every setting of a plan has a value per replication.
  static func results(
    _ plan: AblationPlan, metric: String = "energy_j_per_day", replications: Int,
    _ value: (AblationSetting, Int) -> Double?
  ) -> AblationResults {
    AblationResults(
      runs: plan.settings.enumerated().flatMap { place, setting in
        (0..<replications).map { replication in
          PolicyRun(
            designPoint: "base", arm: "base", policy: AblationResults.name(ofSetting: place),
            replication: replication,
            values: value(setting, replication).map { [metric: $0] } ?? [:])
        }
      })
  }
}
