import Basics
import StudyReports
import Testing
import Workload

@Suite("Report of an ablation") struct AblationReportTests {
  /// An additive world in which two factors matter and the replications differ a little.
  private func report(
    replications: Int = 4, failures: [AblationResults.Failure] = []
  ) throws -> AblationReport {
    let plan = AblationTables.plan()
    var results = AblationTables.results(plan, replications: replications) { setting, replication in
      1000 + 10 * Double(replication)
        + (setting.enforces.contains(.of(.appUsage)) ? 0 : 100 + Double(replication % 2))
        + (setting.off.contains(2) ? -2 : 0)
    }
    results.failures = failures
    return AblationReport(
      try Ablation(results, plan: plan, metrics: ["energy_j_per_day"]), study: "tiny",
      designPoint: "base", designPoints: 1, devices: 2, isTraced: false, replications: replications,
      results: results)
  }

  @Test("says what was run, what is worth what, and how sure that is; failed runs come first")
  func texts() throws {
    let failure = AblationResults.Failure(
      label: "seven-factor without lowBattery", text: "replication 1, device 2: BUD-9 is broken: x")
    try expectRecorded(
      "ablation.txt",
      [
        "four replications": try report().page.text(width: 200),
        "one replication": try report(replications: 1).page.text(width: 200),
        "a failed run": try report(failures: [failure]).page.text(width: 200),
      ])
  }
}
