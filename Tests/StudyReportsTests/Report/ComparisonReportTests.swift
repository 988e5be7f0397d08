import JSON
import ResultsStore
import StudyReports
import Testing

@Suite("A comparison as it is shown")
struct ComparisonReportTests {
  func report(failed: Int = 0, missing: Int = 0, provenance: [String] = []) throws -> ComparisonReport {
    let runs = try PolicyTable.runs { value, _, _ in
      ["staleness_at_open_s": value * 100, "energy_j_per_day": 9000 - value]
    }
    let done = 60 - failed - missing
    return ComparisonReport(
      study: "golden", question: "Which policy is fresh?",
      counts: RunCounts(expected: 60, done: done, failed: failed), failures: [], provenance: provenance,
      comparison: try Comparison(runs))
  }

  @Test("lines up, with a verdict for each policy and what verdicts mean")
  func table() throws {
    let text = try report().text
    #expect(
      text.hasPrefix(
        """
        golden: Which policy is fresh?

        energy_j_per_day: J/d, lower is better, margin 90, 12 replications
          policy          mean       minus A  p (Holm)  verdict
          A       8950.2 ± 5.8      baseline
          B       8951.3 ± 5.8    +1.2 ± 1.1     0.019  worse
          C       8949.3 ± 5.9    −0.9 ± 1.1     0.039  equivalent
          D       8952.1 ± 5.7  +1.95 ± 0.60    <0.001  worse
          E       8953.1 ± 5.6    +2.9 ± 1.1    <0.001  worse

        staleness_at_open_s: s, lower is better, margin 60, 12 replications
          policy        mean     minus A  p (Holm)  verdict     needed
          A       4982 ± 581    baseline
          B       4866 ± 581  −116 ± 111     0.019  better         +30

        """))
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.allSatisfy { $0.last != " " })
    #expect(
      text.hasSuffix(
        """

        better, worse: the interval excludes 0; equivalent: it lies within the margin; unresolved: neither.
        These intervals hold together at 95 % confidence; needed: replications to add until the half-width is
        within the margin.

        """))
    #expect(
      text.contains("processing_completed_share: no run has a value, so it is not part of the family\n"))
  }

  @Test("shows the regret of each policy if the runs have one, and nothing of it if not")
  func regret() throws {
    let runs = try PolicyTable.runs { value, _, _ in
      [
        "staleness_at_open_s": value * 100, "bound_staleness_s": value * 60,
        "regret_staleness_s": value * 40, "regret_ratio": 5.0 / 3,
      ]
    }
    let report = ComparisonReport(
      study: "golden", question: "", counts: RunCounts(expected: 60, done: 60, failed: 0), failures: [],
      provenance: [], comparison: try Comparison(runs))
    #expect(
      report.text.contains(
        """

        Regret against the best schedule with as many fetches: s per open, ratio of staleness to bound
          policy  staleness at open       bound      regret      ratio
          A              4982 ± 581  2989 ± 349  1993 ± 232  1.667 ± 0
          B              4866 ± 581  2919 ± 349  1946 ± 232  1.667 ± 0

        """))
    #expect(report.json.text().contains("\"regret_staleness_s\": 19"))
    #expect(!(try self.report().text.contains("Regret")))
    var chosen = report
    chosen.metrics = ["staleness_at_open_s"]
    #expect(!chosen.text.contains("Regret"))
  }

  @Test("says in the first line if runs are missing or failed, then what is real")
  func incomplete() throws {
    let text = try report(failed: 1, missing: 2, provenance: ["Real events: screen (3 phones)"]).text
    #expect(
      text.hasPrefix(
        "INCOMPLETE: 57 of 60 runs done, 1 failed and 2 missing\nReal events: screen (3 phones)\ngolden: "))
  }

  @Test("as JSON has every row and no number that is not one")
  func json() throws {
    let text = try report().json.text()
    #expect(text.contains("\"verdict\": \"better\""))
    #expect(!text.contains(": nan") && !text.contains(": inf"))
    #expect(text.contains("\"expected\": 60"))
  }

  @Test("tells real from generated events")
  func sources() {
    #expect(SourceSummary.lines([SourceCount(kind: "screen", source: "generated", devices: 9)]) == [])
    #expect(
      SourceSummary.lines([
        SourceCount(kind: "screen", source: "real", devices: 3),
        SourceCount(kind: "lock", source: "derived", devices: 2),
        SourceCount(kind: "lock", source: "generated", devices: 1),
      ]) == [
        "Real events: screen (3 phones)", "Derived from real events: lock (2 phones)",
        "Generated: lock (1 phone)", "Intervals cover the generated parts only: 3 phones, not a population",
      ])
  }
}
