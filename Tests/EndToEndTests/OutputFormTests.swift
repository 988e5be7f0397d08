import Foundation
import Testing

@Suite("Forms and amount of output") struct OutputFormTests {
  @Test(
    "tables are printed as CSV with as many cells in every row",
    arguments: [
      "policies", "parameters", "parameters push", "metrics", "rules", "rules SUB", "distributions",
      "devices",
      "devices iphone-15-pro", "networks", "networks nsaVerizon", "conform never",
    ])
  func csv(_ words: String) throws {
    let outcome = try TestFolder().shell("slumber \(words) --csv", code: 0)
    for table in outcome.output.components(separatedBy: "\n\n") {
      let records = CSV.records(table)
      #expect(records.count > 1)
      #expect(Set(records.map(\.count)).count == 1, "\(table.prefix(300))")
    }
    #expect(!outcome.output.contains("…"))
  }

  @Test("a study is described, compared and explained in Markdown and CSV, and compared in LaTeX")
  func studies() throws {
    let folder = try TestFolder(Studies.small())
    let run = try folder.shell("slumber run small.yaml --progress none --csv")
    #expect(
      run.code == 0 && run.output.contains("subject,policy,estimate,minus seven-factor"), "\(run.summary)")
    for words in [
      "describe small.yaml", "compare small.results.sqlite", "explain small.yaml --app org.example.news",
      "explain small.yaml --summary", "ablate small.yaml --replications 2 --progress none",
    ] {
      let markdown = try folder.shell("slumber \(words) --markdown")
      #expect(markdown.code == 0 && markdown.output.contains("\n| --- |"), "\(words): \(markdown.summary)")
      let csv = try folder.shell("slumber \(words) --csv")
      #expect(csv.code == 0 && CSV.records(csv.output).count > 3, "\(words): \(csv.summary)")
    }
    let latex = try folder.shell("slumber compare small.results.sqlite --latex")
    #expect(latex.output.contains("\\begin{tabular}{lrr") && latex.output.contains("seven-factor &"))
    #expect(latex.output.contains("\npolicy & estimate (J/d) & battery & minus seven-factor (J/d) &"))
    #expect(latex.output.contains("\npolicy & estimate (h) & minus seven-factor (h) &"), "\(latex.summary)")
  }

  @Test("progress on a terminal counts device-days and runs")
  func progress() throws {
    let folder = try TestFolder(ResumeTests.study, as: "long.yaml")
    let outcome = try folder.shell(
      "env -u NO_COLOR TERM=xterm script -qec 'slumber run long.yaml --jobs 1 --results r.sqlite' /dev/null")
    let lines = outcome.output.matches(
      of: #/\r\e\[2K(\d+)/(\d+) device-days, \S+ a second, [^,]+ left, (\d+) runs? done/#)
    #expect(lines.count > 1, "\(outcome.summary)")
    // 25 replications of three policies; a run has 8 devices over 6 days.
    let last = try #require(lines.last)
    let (days, total, runs) = (Int(last.1), Int(last.2), Int(last.3))
    #expect(total == 75 * 48 && days != nil && runs != nil)
    #expect((days ?? 0) >= 48 * (runs ?? 0) && (runs ?? 0) > 0)
  }

  @Test("an event log has its data dictionary beside it, with a row for each column")
  func dictionary() throws {
    let folder = try TestFolder(Studies.small())
    let outcome = try folder.slumber("trace", "small.yaml", "--to", "events.csv")
    #expect(outcome.code == 0 && outcome.error.contains("events.columns.csv"), "\(outcome.summary)")
    let columns = CSV.records(try folder.text("events.csv"))[0]
    let rows = CSV.records(try folder.text("events.columns.csv"))
    #expect(rows[0] == ["column", "unit", "meaning"])
    #expect(rows.dropFirst().map { $0[0] } == columns)
    #expect(columns.contains("t_us") && columns.contains("age_us") && columns.contains("energy_nj"))
  }

  @Test("-q leaves errors only, -v adds versions, amount of work and time, -V prints the version")
  func verbosity() throws {
    let folder = try TestFolder(Studies.small())
    let quiet = try folder.slumber("run", "small.yaml", "-q")
    #expect(quiet.code == 0 && quiet.error.isEmpty && !quiet.output.isEmpty, "\(quiet.summary)")
    #expect(try folder.slumber("run", "small.yaml", "--quiet").output == quiet.output)
    let leading = try folder.slumber("-q", "run", "small.yaml")
    #expect(
      leading.code == 0 && leading.error.isEmpty && leading.output == quiet.output, "\(leading.summary)")
    let normal = try folder.slumber("run", "small.yaml")
    #expect(normal.error == "results: small.results.sqlite\n")
    let verbose = try folder.slumber("run", "-v", "small.yaml", "--fresh", "--jobs", "1")
    #expect(verbose.error.hasPrefix("slumber 0."))
    #expect(verbose.error.contains("blocks of devices to do with 1 worker\n"))
    #expect(verbose.error.contains("\ntime: "))
    #expect(verbose.output == quiet.output)
    #expect(try folder.slumber("trace", "small.yaml", "--to", "log.csv", "-q").error.isEmpty)
    let version = try folder.slumber("--version").output
    #expect(try folder.slumber("-V").output == version)
    #expect(try folder.slumber("run", "-V").output == version)
  }

  @Test(
    "entries of catalogues are found by what their names begin with",
    arguments: [
      ("metrics staleness", "staleness_at_open_s", "energy_j_per_day"),
      ("policies FIXED", "fixed-interval", "seven-factor"), ("rules SUB-1", "SUB-1 ", "SUB-2"),
      ("parameters push.", "push.minGap", "battery.capacity"), ("distributions log", "lognormal", "gamma"),
      ("devices iphone-15-", "iphone-15-pro", "iphone-11"), ("networks lte", "lteVerizon", "saLowBand"),
    ])
  func prefixes(_ words: String, _ found: String, _ other: String) throws {
    let outcome = try TestFolder().shell("slumber \(words)", code: 0)
    #expect(outcome.output.contains(found) && !outcome.output.contains(other), "\(outcome.summary)")
  }
}
