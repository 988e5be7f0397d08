import ResultsStore
import StudyReports
import Testing

@testable import Studies

@Suite("Running an ablation") struct AblationMethodTests {
  private static let metrics = ["energy_j_per_day", "launches_per_day", "staleness_at_open_s"]

  private func method(_ file: StudyFile) -> AblationMethod {
    AblationMethod(
      file, file.points[0], policy: file.study.policies[0], replications: 2, metrics: Self.metrics)
  }

  private func run(_ file: StudyFile, jobs: Int) throws -> (AblationPlan, [PolicyRun]) {
    var method = method(file)
    let points = method.next(PointResults())
    #expect(points.count == 1 && method.runCount == method.plan.settings.count * 2)
    let found = try TestExperiment(file).run(points, jobs: jobs)
    #expect(method.next(found).isEmpty && found.failures.isEmpty)
    return (method.plan, found.runs[0])
  }

  /// Metrics of the first policy of a file by replication, run as a study.
  private func study(_ file: StudyFile) throws -> [[String: Double]] {
    Array(try TestExperiment.study(file, Self.metrics).prefix(2))
  }

  @Test(
    "without a factor it gives the study with its parameter off; without gates or its score, a study of that"
  )
  func equalsStudies() throws {
    let (plan, runs) = try run(try AblationStudies.file(), jobs: 2)
    func values(_ setting: AblationSetting) -> [[String: Double]] {
      runs.filter { $0.policy == plan.label(setting) }.map(\.values)
    }
    let base = values(plan.base)
    #expect(base == (try study(try AblationStudies.file())))
    var different = 0
    for variant in plan.variants where variant.kind == .factor {
      let other = try study(try AblationStudies.file([(variant.name, "off")]))
      #expect(values(variant.setting) == other, "\(variant.name)")
      if other != base { different += 1 }
    }
    #expect(different >= 3)
    for (kind, policy) in [
      (AblationPlan.Variant.Kind.allGates, "{name: seven-factor, enforces: none}"), (.score, "gates-only"),
    ] {
      let variant = try #require(plan.variants.first { $0.kind == kind })
      let other = try study(try AblationStudies.file([("policies", "[\(policy)]")]))
      #expect(values(variant.setting) == other && other != base)
    }
  }

  @Test("any number of workers gives the same numbers, and a stop stops")
  func workers() throws {
    let file = try AblationStudies.file()
    let (_, alone) = try run(file, jobs: 1)
    let (_, together) = try run(file, jobs: 3)
    #expect(alone == together)
    var method = method(file)
    #expect(throws: StudyRunner.Stop.interrupted) {
      try TestExperiment(file).run(&method, isStopped: true)
    }
  }
}
