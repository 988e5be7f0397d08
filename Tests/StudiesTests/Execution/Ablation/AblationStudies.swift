import Studies
import StudyReports
import StudyTestSupport

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
          - {id: refresh, kind: refresh, earliestBegin: 15 min}
          - {id: clean, kind: processing, earliestBegin: 1 d}
        pushes: {on: contentChange}
    """

  static func file(
    _ overrides: [(path: String, value: String)] = [], policies: [String] = []
  ) throws -> StudyFile {
    try StudyFolder().study(small, overrides: overrides, policies: policies)
  }

  static func plan(
    _ overrides: [(path: String, value: String)] = [], policy: String = "seven-factor"
  ) throws -> AblationPlan {
    AblationPlan(AblationPolicy(try file(overrides, policies: [policy]).study.policies[0]))
  }
}
