import Foundation
import Testing

@Suite("The front in slumber compare") struct FrontierTests {
  @Test("compare and run print the front with standings, and a hypervolume up to a reference that was stated")
  func front() throws {
    let folder = try TestFolder(Studies.small())
    let run = try folder.slumber("run", "small.yaml", code: 0)
    #expect(
      run.flowing.contains(#/ front of \w+ and \w+: 3 policies, 2 replications /#), "\(run.summary)")
    #expect(run.output.contains("`never` starts no discretionary work. It marks the end of the front"))
    #expect(!run.output.contains("hypervolume"))
    let stated = try folder.slumber("compare", "small.results.sqlite", "--reference", "90000,90000")
    #expect(
      stated.output.contains(#/\n  hypervolume [0-9.]+ .*\n  up to 90000 J/d and 90000 s\n/#),
      "\(stated.summary)")
    let rows = try folder.export("small.results.sqlite").rows("front.csv")
    #expect(Set(rows.compactMap { $0["choice"] }) == ["seven-factor", "never", "fixed-interval"])
    #expect(
      rows.filter { $0["is_baseline"] == "1" }.compactMap { $0["second_metric"] }
        == ["staleness_at_reachable_open_s", "fresh_reachable_open_share"])
    #expect(run.flowing.contains("Clearly dominated on both fronts: "), "\(run.summary)")
    #expect(rows.allSatisfy { $0["replications_used"] == "2" && $0["standing"] != "" })
    #expect(Set(rows.compactMap { $0["first_unit"] }) == ["J/d"])
    #expect(Set(rows.compactMap { $0["second_unit"] }) == ["s", "1"])
    // A study names its own front.
    try folder.write(
      Studies.small(name: "own", extra: "compare: {front: [wake_ups_per_day, fresh_open_share]}\n"),
      to: "own.yaml")
    let own = try folder.slumber("run", "own.yaml")
    #expect(own.output.contains("\nfront of wake_ups_per_day and fresh_open_share: "), "\(own.summary)")
    #expect(try folder.slumber("compare", "own.results.sqlite").output == own.output)
    #expect(
      try folder.export("own.results.sqlite").rows("front.csv")[0]["first_metric"] == "wake_ups_per_day")
    // Who asks for a metric gets that metric.
    let metric = try folder.slumber("compare", "small.results.sqlite", "--metric", "launches_per_day")
    #expect(!metric.output.contains("front of"))
  }

  @Test(
    "the picture has the fronts of all design points with their names, or of the point that `--point` names")
  func points() throws {
    let folder = try TestFolder(Studies.small(extra: "factors: {gate.herdPause: [5 min, 20 min]}\n"))
    try folder.slumber("run", "small.yaml", code: 0)
    try folder.slumber("compare", "small.results.sqlite", "--svg", "all.svg", code: 0)
    let all = try folder.xml("all.svg")
    #expect(all.matches(of: />At base;gate.herdPause=(5|20) min\./).count == 4)
    let ids = all.matches(of: /clipPath id="([^"]+)"/).map { String($0.1) }
    #expect(Set(ids).count == 4)
    try folder.slumber(
      "compare", "small.results.sqlite", "--svg", "one.svg", "--point", "gate.herdPause=20min", code: 0)
    let one = try folder.xml("one.svg")
    #expect(one.matches(of: />At base;gate.herdPause=20 min\./).count == 2 && !one.contains("=5 min"))
    let wrong = try folder.slumber(
      "compare", "small.results.sqlite", "--svg", "no.svg", "--point", "gate.herdPause=7 min", code: 2)
    #expect(
      wrong.error.contains("no design point fits --point `gate.herdPause=7 min`, expected one of: `base;"))
    let alone = try folder.slumber("compare", "small.results.sqlite", "--point", "base", code: 2)
    #expect(alone.error.contains("`--point` needs `--svg FILE`"), "\(alone.error)")
  }

  @Test("the levels of a policy's parameter stand on one front and in its picture")
  func parameter() throws {
    let folder = try TestFolder()
    let factors = "policies.fixed-interval.fixed.interval: [30 min, 6 h]"
    try folder.write(
      Studies.small(replications: 3, extra: "factors: {\(factors)}\ncompare: {baseline: fixed-interval}\n"),
      to: "small.yaml")
    try folder.slumber("run", "small.yaml", code: 0)
    let json = try folder.slumber("compare", "small.results.sqlite", "--json")
    let report = try json.object
    let fronts = try #require(report["frontier"] as? [[String: Any]])
    #expect(fronts.count == 2)
    #expect(fronts[0]["over"] as? [String] == ["policies.fixed-interval.fixed.interval"])
    let points = try #require(fronts[0]["points"] as? [[String: Any]])
    #expect(
      Set(points.compactMap { $0["label"] as? String })
        == ["fixed-interval 30 min", "fixed-interval 6 h", "seven-factor", "never"])

    try folder.slumber("compare", "small.results.sqlite", "--svg", "front.svg", code: 0)
    let picture = try folder.xml("front.svg")
    #expect(picture.contains(">fixed-interval 30 min (baseline)</text>"))
    #expect(picture.contains(">Does the program work from end to end?</text>"))

    let unknown = try folder.slumber(
      "compare", "small.results.sqlite", "--frontier-over", "fixed.interval", code: 2)
    #expect(
      unknown.error.hasPrefix(
        "slumber: no factor `fixed.interval` in these results. "
          + "Factors: policies.fixed-interval.fixed.interval\n"), "\(unknown.error)")
  }
}
