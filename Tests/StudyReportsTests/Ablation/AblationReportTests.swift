import Basics
import StudyReports
import Testing

@Suite("Report of an ablation") struct AblationReportTests {
  /// An additive world in which two factors matter and the replications differ a little.
  private func report(
    replications: Int = 4, failures: [AblationResults.Failure] = []
  ) throws -> AblationReport {
    let plan = AblationTables.plan()
    var results = AblationTables.results(plan, replications: replications) { setting, replication in
      1000 + 10 * Double(replication) + (setting.off.contains(2) ? 100 + Double(replication % 2) : 0)
        + (setting.off.contains(6) ? -2 : 0)
    }
    results.failures = failures
    return AblationReport(
      try Ablation(results, plan: plan, metrics: ["energy_j_per_day"]), study: "tiny",
      designPoint: "base", designPoints: 1, devices: 2, isTraced: false, replications: replications,
      results: results)
  }

  @Test("the text says what was run, what is worth what, and how sure that is")
  func text() throws {
    let text = try report().page.text(width: 200)
    #expect(
      text == """
        tiny, seven-factor: the effect of each factor and condition
        4 replications of 2 devices
        A row is the policy with that off minus the policy as it is.

          off             energy_j_per_day
                                       J/d
          nothing (mean)         1015 ± 21
          appUsage            +100.5 ± 2.5
          rateLimit             −2.000 ± 0
          all soft             +98.5 ± 2.5

        No difference in any run: lowBattery, lowPowerMode, appSwitcher, backgroundRefresh, budgets, \
        bootHold, busy, cpuLoad, thermalSerious, herd, settling, transferStage
        energy_j_per_day is clear of 0 for appUsage, rateLimit, all soft
        The intervals of the 15 differences hold together at 95 % confidence.
        With appUsage off, usage leaves the score too. The score itself is no factor and stays.

        """, "\(text)")
  }

  @Test("one replication says that it has no intervals; failed runs come first")
  func warnings() throws {
    #expect(try report(replications: 1).text.contains("One replication has no intervals"))
    let failure = AblationResults.Failure(
      label: "seven-factor without lowBattery", text: "replication 1, device 2: BUD-9 is broken: x")
    #expect(
      try report(failures: [failure]).text.hasPrefix(
        """
        INCOMPLETE: 63 of 64 runs done, 1 failed
          failed: seven-factor without lowBattery, replication 1, device 2: BUD-9 is broken: x
        """))
  }
}
