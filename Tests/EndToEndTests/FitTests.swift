import EndToEndTestSupport
import Foundation
import TestSupport
import Testing

@Suite("slumber fit") struct FitTests {
  /// Refreshes of a composite that sees the network only come every 24 h × (start − 0.5) / (start − end), 4 to 18 h over the box: two
  /// sources saw 8 h, and one an hour, which no threshold gives.
  static let observed = """
    expect:
      - {that: a gap, observe: medianLaunchGapSeconds, mechanism: refresh, observed:
          {id: T1, value: 8, unit: h, phones: 1, grade: C, source: one, tolerance: {times: 1.1}}}
      - {that: a gap, observe: medianLaunchGapSeconds, mechanism: refresh, observed:
          {id: T2, value: 8, unit: h, phones: 1, grade: C, source: two, tolerance: {times: 1.1}}}
      - {that: a gap, observe: medianLaunchGapSeconds, mechanism: refresh, observed:
          {id: T3, value: 1, unit: h, phones: 1, grade: C, source: three, tolerance: {times: 1.1}}}
    """

  private func folder() throws -> TestFolder {
    // The default margin, 0.1 % of the battery per day, exceeds the difference.
    let margin = "compare: {metrics: [{name: discretionary_battery_j_per_day, margin: 10 %}]}\n"
    return try TestFolder(
      try Studies.shipped("threshold-corner") + margin + Self.observed + "\n", as: "seen.yaml")
  }

  private let command = [
    "fit", "seen.yaml", "--over", "score.threshold", "--points", "40", "--replications", "2", "--budget", "0",
    "--progress", "none", "--to",
  ]

  @Test("values that can be computed are found, and an observation that nothing gives is named")
  func known() throws {
    let folder = try folder()
    let outcome = try folder.slumber(command + ["fit"], code: 0)
    holds(outcome.output.contains(" of 80 points are plausible; of the box "), "\(outcome.summary)")
    holds(
      outcome.flowing.contains(
        "No point meets T3 (medianLaunchGapSeconds refresh in threshold-corner): least implausibility"))
    let report = try folder.object("fit/fit.json")
    #expect(report["no_point_meets"] as? [String] == ["T3"])
    // 12 h where 8 h and one were seen.
    holds(
      outcome.flowing.contains(
        "The studies as they are: 9.8 over sources, ruled out; at the cut-off or above: T1 9.8, T2 9.8, T3 75.2"
      ),
      "\(outcome.summary)")
    let lines = try folder.text("fit/plausible.csv").split(separator: "\n")
    #expect(
      lines[0] == "point,wave,score.thresholdStart,score.thresholdEnd,i_T1,i_T2,i_T3,deciding,largest")
    for line in lines.dropFirst() {
      let cells = line.split(separator: ",")
      let (start, end) = (try #require(Double(cells[2])), try #require(Double(cells[3])))
      // A band from 7.27 to 8.8 h and one half-width of it to both sides.
      let wait = 24 * (start - 0.5) / (start - end)
      holds((6.5...9.8).contains(wait), "\(line)")
    }
    #expect(lines.count > 10)
    #expect(
      try folder.names("fit").sorted()
        == [
          "fit.json", "fit.svg", "observations.csv", "parameters.csv", "plausible.csv", "points.csv",
          "seen-fit.results.sqlite", "waves.csv",
        ])
  }

  @Test(
    "any number of workers and three shards give the same bytes, and withheld rows rule out nothing")
  func resumed() throws {
    let folder = try folder()
    let command = command.map { $0 == "40" ? "16" : $0 }
    let whole = try folder.slumber(command + ["whole", "--jobs", "1"], code: 0)
    func check(_ name: String) throws {
      let again = try folder.slumber(command + [name, "--jobs", "3"], code: 0)
      #expect(again.output == whole.output, "\(name)")
      for file in ["fit.json", "fit.svg", "observations.csv", "plausible.csv", "points.csv"] {
        #expect(try folder.data("\(name)/\(file)") == folder.data("whole/\(file)"), "\(name)/\(file)")
      }
    }
    try check("workers")
    let merge = ["merge", "parts/seen-fit.results.sqlite"]
    // The screening, then each wave, as far as its points are known.
    for _ in 1...3 {
      for shard in 1...3 {
        let part = try folder.slumber(command + ["parts", "--shard", "\(shard)/3"], code: 0)
        #expect(part.output.hasPrefix("shard \(shard)/3: its runs are published"), "\(part.summary)")
      }
      try folder.slumber(merge, code: 0)
    }
    let last = try folder.slumber(command + ["parts", "--shard", "1/3"], code: 0)
    #expect(last.output.hasPrefix("shard 1/3: all runs are done"), "\(last.summary)")
    try check("parts")
    let held = try folder.slumber(command + ["whole", "--hold-out", "T2", "--hold-out", "T3"], code: 0)
    holds(
      held.flowing.contains("Of 2 withheld observations the plausible points meet 1.00 in the mean"),
      "\(held.summary)")
  }

  @Test(
    "a study at the points that are left prints each difference with what phones and assumptions leave open")
  func plausible() throws {
    let folder = try folder()
    try folder.slumber(command + ["fit"], code: 0)
    let run = [
      "run", "seen.yaml", "--plausible", "fit", "--points", "4", "--replications", "3", "--progress", "none",
    ]
    let outcome = try folder.slumber(run, code: 0)
    holds(outcome.flowing.contains("Differences over 4 plausible points"), "\(outcome.summary)")
    // The front and the tables are those of the study as it is.
    holds(!outcome.output.contains("plausible_point=p1"), "\(outcome.summary)")
    let whole = try folder.slumber("run", "seen.yaml", "--replications", "3", "--progress", "none", code: 0)
    let json = try folder.slumber(
      ["compare", "seen-plausible.results.sqlite", "--json"], code: 0)
    let value = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
    let rows = try #require(value?["plausible"] as? [[String: Any]])
    holds(!rows.isEmpty)
    for row in rows {
      let (least, greatest) = (row["least"] as? Double ?? .nan, row["greatest"] as? Double ?? .nan)
      #expect(least <= greatest, "\(row)")
    }
    holds(whole.output.contains("staleness_at_reachable_open_s"))
    let alone = try folder.slumber("run", "seen.yaml", "--points", "4", code: 2)
    holds(alone.error.contains("`--points` needs `--plausible FOLDER`"), "\(alone.summary)")
    let rule = try folder.slumber(run + ["--precision", "0.1"])
    holds(rule.code == 2 && rule.error.contains("exclude each other"), "\(rule.summary)")
    let other = try folder.slumber(
      "run", "seen.yaml", "--plausible", "fit", "--points", "10000", code: 1)
    holds(other.error.contains("expected at most 9999 points"), "\(other.summary)")
  }

  @Test("a search over the points that are left tells the share of them, and refuses a fit without any")
  func within() throws {
    let folder = try folder()
    try folder.slumber(command + ["fit"], code: 0)
    let search = [
      "sensitivity", "seen.yaml", "--quick", "--metric", "launches_per_day", "--metric",
      "discretionary_battery_j_per_day", "--over", "score.threshold",
      "--replications", "10", "--budget", "0", "--progress", "none", "--points", "12", "--to", "judged",
      "--within",
    ]
    let outcome = try folder.slumber(search + ["fit"], code: 0)
    holds(
      outcome.flowing.contains(
        "Share of points: 12 points over the 2 assumptions of the fit, as it left them"),
      "\(outcome.summary)")
    // Refreshes that wait more than the five hours of polling: the corner with the other sign is ruled out.
    holds(outcome.flowing.contains("above 0 as in the study: in 12 of 12 points"), "\(outcome.summary)")
    try folder.slumber("run", "seen.yaml", "--results", "r.sqlite", "--progress", "none", code: 0)
    let whole = search.dropLast().map { $0 == "judged" ? "box" : $0 }
    try folder.slumber(whole, code: 0)
    let robust = try folder.slumber("compare", "r.sqlite", "--robust", "judged", "--robust", "box", code: 0)
    holds(
      robust.flowing.contains("points that the fit has left whose estimate")
        && robust.flowing.contains("points of the box of assumptions whose estimate"), "\(robust.summary)")
    let twice = try folder.slumber("compare", "r.sqlite", "--robust", "box", "--robust", "box", code: 2)
    holds(twice.error.contains("two searches of one kind"), "\(twice.summary)")
    let head = try folder.text("fit/plausible.csv").prefix { $0 != "\n" }
    try folder.write("\(head)\n", to: "fit/plausible.csv")
    let nothing = try folder.slumber(search + ["fit"], code: 1)
    holds(
      nothing.error.contains("`fit/plausible.csv`: the fit has left no point, so that nothing can be judged"))
  }
}
