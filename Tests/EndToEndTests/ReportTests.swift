import EndToEndTestSupport
import Foundation
import TestSupport
import Testing

@Suite("slumber report") struct ReportTests {
  private func results(record: String = "attempts, energy, regret", extra: String = "") throws -> TestFolder {
    try TestFolder(run: Studies.small(record: record, extra: extra))
  }

  /// The page of a results file, checked for its form.
  private func page(_ folder: TestFolder, _ results: String, _ options: [String] = []) throws -> String {
    let outcome = try folder.slumber(["report", results, "--to", "report.html"] + options, code: 0)
    holds(outcome.error.contains("report: report.html"))
    holds(outcome.output.isEmpty)
    let check = PackageRoot.file(".ci/check_report.py").path
    try folder.shell("python3 '\(check)' report.html", code: 0)
    return try folder.xml("report.html")
  }

  @Test("a page has every section, figures with their tables, and definitions of its numbers")
  func everything() throws {
    let folder = try results()
    let text = try page(folder, "small.results.sqlite", ["--data", "data"])
    for id in [
      "finding", "comparison", "design", "staleness", "waits", "energy", "held", "warm-up", "assumptions",
      "population", "caveats", "reproduce", "stress", "glossary",
    ] { #expect(text.contains("<section id=\"\(id)\">"), "\(id)") }
    for id in [
      "front-1", "staleness-1", "waits-refresh-1", "waits-push-1", "components-1", "causes-1", "held-1",
      "warm-up-1",
    ] {
      holds(text.contains("<figure id=\"\(id)\">"), "\(id)")
    }
    func figure(_ id: String) -> Substring {
      let start = text.firstRange(of: "<figure id=\"\(id)\">")?.upperBound ?? text.endIndex
      return text[start...].firstRange(of: "</figure>").map { text[start..<$0.lowerBound] } ?? ""
    }
    // Energy and staleness have no values below 0, and neither have their regions.
    holds(figure("front-1").contains("<path") && !figure("front-1").contains(">−"))
    func colors(_ id: String) -> Set<String> {
      Set(figure(id).matches(of: /stroke="(#\w+)" stroke-width="16/).map { String($0.1) })
    }
    holds(!colors("causes-1").isEmpty && colors("components-1").isDisjoint(with: colors("causes-1")))
    let names = [
      "comparison.csv", "energy-by-cause.csv", "energy-by-component.csv", "front.csv", "held-by-hour.csv",
      "population.csv", "runs.csv", "staleness-over-devices.csv", "waits.csv", "warm-up.csv",
    ]
    #expect(try folder.names("data") == names)
    for name in names {
      let rows = CSVRecords.read(try folder.text("data/\(name)"))
      holds(rows.count > 1 && rows.allSatisfy { $0.count == rows[0].count }, "\(name)")
    }
    // Every figure names its table, and the table is there.
    for match in text.matches(of: /Table: <code>([a-z-]+\.csv)<\/code>/) {
      holds(names.contains(String(match.1)), "\(match.1)")
    }
    holds(text.contains("slumber describe small.yaml --check-population"))
    // Three phones lie outside some band by chance: facts of a population that is known by name are caveats.
    let outside = CSVRecords.read(try folder.text("data/population.csv")).filter { $0[3] == "outside" }.map {
      $0[0]
    }
    let caveat = text.firstMatch(of: /These phones lie outside published bands[^<]*/)?.0 ?? ""
    #expect(!outside.isEmpty && outside.allSatisfy(caveat.contains), "\(caveat)")
    #expect(text.contains("slumber sensitivity small.yaml --quick --points 64 --to sensitivity"))
    #expect(text.contains("<th scope=\"row\">discretionary_battery_j_per_day</th><td>battery for work"))
    // The pages of the commands are parts of the report.
    for command in ["compare", "warm-up"] {
      let page = try folder.slumber(command, "small.results.sqlite", "--markdown", code: 0).output
      let rows = page.split(separator: "\n").filter { $0.hasPrefix("| ") && !$0.contains("---") }
      for cell in rows.joined(separator: "").split(separator: "|").map({
        $0.trimmingCharacters(in: .whitespaces)
      }) {
        let shown = cell.replacing("\\", with: "").replacing("<", with: "&lt;")
        #expect(text.contains(">\(shown)<"), "\(command): \(cell)")
      }
    }
  }

  @Test("its numbers are those of compare and export")
  func numbers() throws {
    let folder = try results()
    _ = try page(folder, "small.results.sqlite", ["--data", "data"])
    let export = try folder.export("small.results.sqlite")
    for name in ["comparison.csv", "front.csv"] {
      #expect(try folder.data("data/\(name)") == export.files[name], "\(name)")
    }
    // Energy by component adds up to the metric, and by cause to its part.
    let energy = try export.rows("comparison.csv").first {
      $0["metric"] == "energy_j_per_day" && $0["policy"] == "never"
    }
    let mean = try #require(energy?["mean"].flatMap(Double.init))
    for name in ["energy-by-component.csv", "energy-by-cause.csv"] {
      var records = CSVRecords.read(try folder.text("data/\(name)"))
      let column = try #require(records.removeFirst().firstIndex(of: "energy_j_per_day"))
      let sum = records.filter { $0[1] == "never" }.compactMap { Double($0[column]) }.reduce(0, +)
      #expect(abs(sum - mean) < 1e-5 * mean, "\(name): \(sum), \(mean)")
    }
    // Waits at risk at first are all waits of the attempts.
    let attempts = try export.rows("attempts.csv").filter {
      $0["mechanism"] == "refresh" && $0["wait_end"] != ""
    }
    let runs = Dictionary(
      uniqueKeysWithValues: try export.rows("runs.csv").map { ($0["run_id"] ?? "", $0["policy"] ?? "") })
    for policy in ["seven-factor", "never", "fixed-interval"] {
      let own = attempts.count { runs[$0["run_id"] ?? ""] == policy }
      let first = CSVRecords.read(try folder.text("data/waits.csv")).first {
        $0[1] == policy && $0[2] == "refresh"
      }
      #expect(first.flatMap { Int($0[4]) } ?? 0 == own, "\(policy)")
    }
    // Hours of the day add up to the time for which items were held back.
    let held = CSVRecords.read(try folder.text("data/held-by-hour.csv")).filter { $0[1] == "never" }
      .compactMap { Double($0[4]) }.reduce(0, +)
    let blocked = try export.rows("blocked.csv").filter { runs[$0["run_id"] ?? ""] == "never" }
      .compactMap { Double($0["blocked_s"] ?? "") }.reduce(0, +)
    let days =
      try export.rows("devices.csv").filter { runs[$0["run_id"] ?? ""] == "never" }
      .compactMap { Double($0["observed_s"] ?? "") }.reduce(0, +) / 86400
    #expect(abs(held - blocked / 3600 / days) < 1e-6 * held, "\(held)")
  }

  @Test("without details the sections say what makes them; the same file gives the same bytes")
  func absences() throws {
    let folder = try results(record: "")
    let text = try page(folder, "small.results.sqlite", ["--data", "data"])
    holds(!text.contains("id=\"waits-refresh-1\"") && !text.contains("id=\"causes-1\""))
    holds(text.contains("Add <code>attempts</code> to <code>record</code>"))
    let run =
      "slumber run small.yaml --set 'record=[energy]' --results small-energy.results.sqlite</code></pre>"
    holds(text.contains(run))
    let again = try page(folder, "small.results.sqlite", ["--data", "data"])
    #expect(again == text)
    // What it proposes works, and the page has the figure then.
    try folder.slumber(
      "run", "small.yaml", "--set", "record=[energy]", "--results", "small-energy.results.sqlite", code: 0)
    let more = try page(folder, "small-energy.results.sqlite", ["--data", "data"])
    holds(more.contains("id=\"causes-1\""))
    holds(try folder.names("data").contains("energy-by-cause.csv"))
    // Tables of an earlier report that this one does not have go.
    _ = try page(folder, "small.results.sqlite", ["--data", "data"])
    holds(try !folder.names("data").contains("energy-by-cause.csv"))
  }

  @Test("runs by other numbers of workers give the same page, but for where and when")
  func workers() throws {
    let folder = try results()
    func timeless(_ page: String) -> String {
      page.replacing(/<h3>Where and when<\/h3>[\s\S]*?<\/section>/, with: "")
        .replacing(/Time spent on all runs together: [^<]*/, with: "")
    }
    let first = timeless(try page(folder, "small.results.sqlite"))
    for jobs in ["1", "2"] {
      try folder.slumber("run", "small.yaml", "--fresh", "--jobs", jobs, code: 0)
      #expect(timeless(try page(folder, "small.results.sqlite")) == first)
    }
    holds(!first.contains("Where and when"))
  }

  @Test("all levels share a figure, and what has one row or dot is left out")
  func factors() throws {
    let factor = "apps[0].tasks[0].floor"
    let folder = try TestFolder(
      run: Studies.small(
        policies: "seven-factor", record: "attempts, energy",
        extra: "factors: {\"\(factor)\": [15 min, 1 h, 3 h, 6 h, 12 h]}\n"))
    let text = try page(folder, "small.results.sqlite", ["--data", "data"])
    #expect(text.contains("<p>Floor 12 h instead of 15 min: "))
    // Five levels less the first one are four dots of one figure; all five are lines of one other.
    #expect(text.contains("<figure id=\"effect-1\">") && text.contains("level minus the first level"))
    for id in ["staleness", "waits-refresh", "components", "causes", "held", "warm-up"] {
      holds(text.contains("<figure id=\"\(id)-1\">") && !text.contains("<figure id=\"\(id)-2\">"), "\(id)")
    }
    for level in ["15 min", "1 h", "3 h", "6 h", "12 h"] { #expect(text.contains(">floor \(level)</text>")) }
    // Ids stand in tables and commands, not in headings and pictures.
    for match in text.matches(of: /<(?:h3|h4|text)[^>]*>([^<]*)</) {
      holds(!match.1.contains("base;") && !match.1.contains("_j_per_day"), "\(match.1)")
    }
    holds(!text.contains("more of 5 design points") && !text.contains("<figure id=\"front-1\">"))
    holds(try folder.names("data").contains("effects.csv"))
  }

  /// The finding of a study with a second arm.
  private func finding(_ arm: String) throws -> String {
    let arms = "arms: [{name: today, set: {}}, {name: off, set: {\(arm)}}]\n"
    let folder = try TestFolder(
      run: Studies.small(devices: 8, days: 8, replications: 6, policies: "seven-factor", extra: arms))
    let text = try page(folder, "small.results.sqlite")
    return String(try #require(text.firstMatch(of: /<h2>First finding<\/h2>\s*<p>(.*)<\/p>/)?.1))
  }

  @Test("a finding in words claims what the interval shows, and nothing that it leaves open")
  func sentence() throws {
    let shown = try finding("population.settings: {barOff: 100 %}")
    let saving =
      /Arm off instead of today: battery for work that can wait \([\d.]+ to [\d.]+ J\/d, −[\d.]+ ± [\d.]+, −[\d.]+ % of the battery\)/
    #expect(shown.contains(saving), "\(shown)")
    let open = try finding("refresh.minGap: 20 min")
    #expect(open.hasPrefix("Arm off instead of today: battery for work that can wait"), "\(open)")
    #expect(!["±", "better", "worse"].contains(where: open.contains), "\(open)")
    let plain = try page(try results(record: ""), "small.results.sqlite")
    #expect(plain.contains("<p>Battery for work that can wait (lower is better), against "))
  }

  @Test("texts of a study cannot become part of the page")
  func hostile() throws {
    let folder = try TestFolder()
    let evil = "<script>alert(1)</script> \\\"&amp; ' <b>"
    let study = Studies.small(devices: 1, days: 3, replications: 1)
      .replacing(
        "question: Does the program work from end to end?",
        with: "question: \"Why \(evil) `code` \u{5D0}\u{5D1}?\""
      )
      .replacing("policies: [seven-factor,", with: "policies: [{name: seven-factor, label: \"p \(evil)\"},")
    try folder.write(study, to: "evil <i>'.yaml")
    try folder.slumber("run", "evil <i>'.yaml", "--results", "evil.sqlite", code: 0)
    // No study can have this name, but a file can say so.
    try ForeignDatabase.execute(
      "UPDATE study SET value = 'x <script>\u{202E}\"&' WHERE key = 'name'", on: folder.path("evil.sqlite"))
    try Forgery.renewDigests(of: folder.path("evil.sqlite"))
    let text = try page(folder, "evil.sqlite", ["--data", "data"])
    holds(!text.contains("<script") && !text.contains("<b>") && !text.contains("<i>"))
    holds(text.contains("&lt;script&gt;alert(1)&lt;/script&gt; &quot;&amp;amp; ' &lt;b&gt;"))
    let statement = try folder.slumber("report", "evil.sqlite", "--stress", code: 0)
    holds(statement.output.hasPrefix("# STRESS-DES statement of the study x \\<script\\>\\u{202E}\"&\n"))
    holds(text.contains("<h1>x &lt;script&gt;\\u{202E}&quot;&amp;</h1>"))
  }

  @Test("--stress prints the twenty items of the checklist; what the study cannot know is left to its author")
  func stress() throws {
    let folder = try results(record: "")
    let outcome = try folder.slumber("report", "small.results.sqlite", "--stress", code: 0)
    let headings = outcome.output.split(separator: "\n").filter { $0.hasPrefix("### ") }
      .map { $0.dropFirst(4).prefix { $0 != " " } }
    #expect(
      headings == [
        "1.1", "1.2", "1.3", "2.1", "2.2", "2.3", "2.4", "2.5.1", "2.5.2", "2.5.3", "2.5.4", "2.5.5", "3.1",
        "3.2", "3.3", "3.4", "4.1", "4.2", "4.3", "5.1", "5.2", "5.3", "5.4", "6.1",
      ])
    holds(outcome.output.contains("Question: Does the program work from end to end?"))
    holds(outcome.output.contains("2 independent replications of 3 devices"))
    holds(outcome.output.contains("The first day is warm-up"))
    holds(outcome.output.contains("slumber rules --svg FILE"))
    holds(outcome.output.contains("The author has to add background and rationale."))
    holds(outcome.output.contains("```sh\nslumber run small.yaml\n```"))
  }

  @Test("the assumptions that decide are shown, and verdicts carry their share of points")
  func sensitivity() throws {
    let folder = try TestFolder(Studies.shipped("threshold-corner"), as: "flip.yaml")
    try folder.slumber(
      "sensitivity", "flip.yaml", "--quick", "--metric", "discretionary_battery_j_per_day", "--over",
      "score.threshold", "--replications", "10", "--budget", "0", "--points", "8", "--to", "search", code: 0)
    try folder.slumber("run", "flip.yaml", "--results", "flip.sqlite", code: 0)
    let text = try page(folder, "flip.sqlite", ["--sensitivity", "search", "--data", "data"])
    holds(text.contains("<figure id=\"assumptions-1\">"))
    holds(text.contains(" of 8 points"))
    holds(try folder.names("data").contains("sensitivity.csv"))
    // Of another study, and no search at all.
    try folder.write(Studies.small(), to: "small.yaml")
    _ = try folder.slumber("run", "small.yaml")
    let other = try folder.slumber(
      "report", "small.results.sqlite", "--to", "other.html", "--sensitivity", "search", code: 1)
    #expect(
      other.error
        == "slumber: `search/sensitivity.json` is of study `threshold-corner`, expected `small`\n")
    let none = try folder.slumber(
      "report", "small.results.sqlite", "--to", "other.html", "--sensitivity", "data", code: 1)
    #expect(
      none.error == "slumber: `data/sensitivity.json` cannot be read, expected a folder of "
        + "`slumber sensitivity --quick --to FOLDER`\n")
    holds(try !folder.names().contains("other.html"))
  }

  @Test("a file that was cut off has no report")
  func errors() throws {
    let folder = try results(record: "")
    let data = try folder.data("small.results.sqlite")
    try data.prefix(data.count / 2).write(to: URL(fileURLWithPath: folder.path("half.sqlite")))
    try folder.slumber("report", "half.sqlite", "--to", "x.html", code: 1)
    #expect(try folder.names() == ["half.sqlite", "small.results.sqlite", "small.yaml"])
  }

  @Test(
    "a file with failed and missing runs says so on the page, and failed runs have the exit code of compare")
  func incomplete() throws {
    let folder = try TestFolder(Studies.small(replications: 2))
    try folder.slumber("run", "small.yaml", "--shard", "1/2", code: 0)
    try folder.slumber("merge", "small.results.sqlite", code: 4)
    let outcome = try folder.slumber("report", "small.results.sqlite", "--to", "report.html", code: 0)
    holds(outcome.error.contains("incomplete: 3 of 6 runs done, 0 failed\n"), "\(outcome.error)")
    let text = try folder.text("report.html")
    holds(text.contains("INCOMPLETE: 3 of 6 runs done, 0 failed and 3 missing."))
    let statement = try folder.slumber("report", "small.results.sqlite", "--stress")
    holds(statement.output.contains("INCOMPLETE: 3 of 6 runs are done, 0 failed."), "\(statement.summary)")
  }

  @Test("the shipped studies fit on a page", arguments: ["quickstart", "all-policies"])
  func shipped(name: String) throws {
    let folder = try TestFolder()
    try folder.slumber(
      "run", ShippedStudy.path(name), "--replications", "2", "--devices", "2", "--days", "6", "--set",
      "warmUpDays=2", "--results", "r.sqlite", code: 0)
    let text = try page(folder, "r.sqlite")
    holds(text.contains("<figure id=\"front-1\">"))
    #expect(text.utf8.count < 600_000)
  }
}
