import EndToEndTestSupport
import Foundation
import TestSupport
import Testing

@Suite("slumber sensitivity") struct SensitivityTests {
  /// A composite that sees the network only, on phones that are always on cellular: the score is 0.5 and the wait of a
  /// refresh is 24 h (start − 0.5) / (start − end), 12 h by default, 6 and 9 h at one end, 4 h at the corner of both. Polling
  /// every five hours launches more often than the composite but at that corner.
  private func folder() throws -> TestFolder {
    try TestFolder(Studies.shipped("threshold-corner"), as: "flip.yaml")
  }

  private let options = [
    "--quick", "--metric", "launches_per_day", "--over", "score.threshold", "--replications", "2", "--budget",
    "0",
  ]

  @Test(
    "a known change of sign at a corner of two assumptions is found and located, with any number of workers")
  func corner() throws {
    let folder = try folder()
    let one = try folder.slumber(
      ["sensitivity", "flip.yaml"] + options + ["--jobs", "1", "--to", "one"], code: 0)
    holds(
      one.flowing.hasPrefix(
        "The sign of the difference in launches_per_day between polling and seven-factor changes at a corner of "
          + "score.thresholdStart and score.thresholdEnd (score.thresholdStart = 0.6, score.thresholdEnd = 0)."
      ),
      "\(one.summary)")
    holds(one.output.contains("Where signs change"))
    holds(
      one.flowing.contains(
        "polling has a lower launches_per_day than seven-factor where score.thresholdStart < 0.63"))
    let two = try folder.slumber(["sensitivity", "flip.yaml"] + options + ["--jobs", "2", "--to", "two"])
    #expect(two.output == one.output)
    let names = ["1-launches_per_day-polling.svg", "boundaries.csv", "points.csv", "sensitivity.json"]
    #expect(try folder.names("one").sorted() == (names + ["flip-sensitivity.results.sqlite"]).sorted())
    for name in names { #expect(try folder.data("one/\(name)") == folder.data("two/\(name)"), "\(name)") }

    let report = try folder.object("one/sensitivity.json")
    let boundaries = try #require(report["boundaries"] as? [[String: Any]])
    #expect(boundaries.map { $0["assumption"] as? String } == ["score.thresholdStart", "score.thresholdEnd"])
    // With the other at its end the waits are five hours at 12 / 19, and at 0.12; the launches of two weeks are whole.
    for (boundary, place) in zip(boundaries, [12.0 / 19, 0.12]) {
      #expect(abs(try #require(boundary["place"] as? Double) - place) < 0.01)
      #expect(try #require(boundary["half_width"] as? Double) < 0.03)
      #expect(boundary["policy_is_lower"] as? String == "below")
    }
  }

  private static let factor = "apps[0].tasks[0].floor"
  private let few = [
    "--quick", "--metric", "launches_per_day", "--over", "score.threshold", "--replications", "2", "--budget",
    "0", "--jobs", "2",
  ]

  @Test("levels of a factor are compared under one policy, and arms alike")
  func levels() throws {
    let folder = try TestFolder(
      Studies.small(
        devices: 2, days: 3, policies: "seven-factor", extra: "factors: {\"\(Self.factor)\": [15 min, 8 h]}\n"
      ))
    let found = try folder.slumber(
      ["sensitivity", "small.yaml", "--factor", Self.factor, "--json"] + few, code: 0)
    let rows = found.output
    holds(
      rows.contains("\"policy\": \"8 h\"") && rows.contains("\"baseline\": \"15 min\""), "\(found.summary)")
    holds(rows.contains("levels of \(Self.factor) under seven-factor"))
    try folder.write(
      Studies.small(
        devices: 2, days: 3, policies: "seven-factor",
        extra: "arms: [{name: often, set: {}}, {name: rare, set: {\"\(Self.factor)\": 8 h}}, "
          + "{name: gap, set: {score.thresholdStart: 0.7}}]\n"), to: "arms.yaml")
    let arms = try folder.slumber(
      ["sensitivity", "arms.yaml", "--factor", "arms", "--against", "rare", "--json"] + few, code: 0)
    holds(arms.output.contains("\"policy\": \"rare\"") && !arms.output.contains("\"policy\": \"gap\""))
    holds(arms.output.contains("score.thresholdStart"))
    // What an arm sets is none of the assumptions.
    let all = try folder.slumber(["sensitivity", "arms.yaml", "--factor", "arms", "--json"] + few, code: 0)
    holds(!all.output.contains("score.thresholdStart") && all.output.contains("score.thresholdEnd"))
  }

  @Test(
    "one policy without a factor is wrong usage, as are levels and factors that there are not",
    arguments: [
      ([], "--factor NAME"), (["--factor", "floor"], "`--factor` was given `floor`"),
      (["--factor", SensitivityTests.factor, "--against", "9 h"], "`--against` was given `9 h`"),
      (["--factor", "arms"], "expected a factor"),
    ])
  func refusedFactor(_ options: [String], _ words: String) throws {
    let folder = try TestFolder(
      Studies.small(policies: "seven-factor", extra: "factors: {\"\(Self.factor)\": [15 min, 8 h]}\n"))
    let outcome = try folder.slumber(["sensitivity", "small.yaml"] + few + options, code: 2)
    holds(outcome.error.contains(words), "\(outcome.summary)")
  }

  @Test("points over the box tell how often the sign holds, the same in each run")
  func spread() throws {
    let folder = try folder()
    let options =
      options.map { $0 == "2" ? "10" : $0 } + ["--metric", "discretionary_battery_j_per_day"]
    let one = try folder.slumber(
      ["sensitivity", "flip.yaml"] + options + ["--points", "16", "--to", "one"], code: 0)
    holds(
      one.flowing.contains(
        "Share of points: 16 points of a Latin hypercube over the 2 assumptions with an effect"),
      "\(one.summary)")
    holds(
      one.flowing.contains(
        "launches_per_day, polling − seven-factor, above 0 as in the study: in 1"))
    let two = try folder.slumber(
      ["sensitivity", "flip.yaml"] + options + ["--points", "16", "--to", "two", "--jobs", "2"])
    #expect(two.output == one.output)
    let rows = try folder.text("one/hypercube.csv").split(separator: "\n")
    #expect(rows.count == 33)
    #expect(
      rows[0]
        == "metric,policy,baseline,point,score.thresholdStart,score.thresholdEnd,difference,half_width,standard_error"
    )
    #expect(try folder.data("one/hypercube.csv") == folder.data("two/hypercube.csv"))

    try folder.slumber(
      "run", "flip.yaml", "--results", "flip.sqlite", "--progress", "none", code: 0)
    let robust = try folder.slumber("compare", "flip.sqlite", "--robust", "one", "--json")
    holds(robust.code == 0 && robust.output.contains("\"robust_points\": 16"), "\(robust.summary)")
    holds(robust.output.contains("\"robust_freed_of_noise\": "))
    try folder.slumber(
      "run", "flip.yaml", "--seed", "9", "--results", "other.sqlite", "--progress", "none", code: 0)
    let foreign = try folder.slumber("compare", "other.sqlite", "--robust", "one")
    holds(
      foreign.code == 1
        && foreign.error.contains(
          "with other settings, expected those of the results: search again with the same study"),
      "\(foreign.summary)")
    let none = try folder.slumber("compare", "flip.sqlite", "--robust", "nothing")
    holds(
      none.code == 1
        && none.error.contains(
          "`nothing/sensitivity.json` cannot be read, expected a folder of `slumber sensitivity"),
      "\(none.summary)")
  }

  @Test(
    "a point has a hundred phones by default, whatever the fleet of the study, in ten or more replications",
    arguments: [
      ([], 2, 50), (["--devices", "4"], 4, 25), (["--set", "population.devices=30"], 10, 10),
      (["--devices", "15"], 15, 10), (["--replications", "6"], 2, 6),
    ] as [([String], Int, Int)])
  func phones(words: [String], devices: Int, replications: Int) throws {
    let outcome = try folder().slumber(
      ["sensitivity", "flip.yaml", "--quick", "--over", "score.thresholdEnd", "--budget", "0", "--days", "2"]
        + ["--json"] + words, code: 0)
    let report = try outcome.object
    holds(report["devices"] as? Int == devices && report["replications"] as? Int == replications)
  }

  @Test("the interval of the share that can be computed by hand covers it, for nine of ten seeds")
  func knownShareInNumbers() throws {
    let seeds = Tier.isLong ? Tier.count("SLUMBER_SEEDS", or: 200) : 1
    let folder = try folder()
    var covered = 0
    for seed in 1...seeds {
      let outcome = try folder.slumber(
        "sensitivity", "flip.yaml", "--quick", "--metric", "launches_per_day", "--over", "score.threshold",
        "--budget", "0", "--points", "64", "--replications", "20", "--devices", "1", "--seed", "\(seed)",
        "--json", code: 0)
      let found = try #require((try outcome.object["comparisons"] as? [[String: Any]])?.first)
      let share = try #require(found["share_of_points"] as? [String: Any])
      let ends = try ["share_lower", "share_upper"].map { try #require(share[$0] as? Double) }
      // All but a triangle of 0.12 by 0.12 / 3.8 of a box of 0.35 by 0.276.
      if ends[0] <= 0.9804, 0.9804 <= ends[1] { covered += 1 }
    }
    #expect(Double(covered) >= 0.9 * Double(seeds), "\(covered) of \(seeds)")
  }

  @Test("the time is kept by fewer assumptions, and what was cut is named")
  func budget() throws {
    let folder = try folder()
    let outcome = try folder.slumber(
      "sensitivity", "flip.yaml", "--quick", "--over", "score.threshold", "--budget", "1", "--replications",
      "2",
      "--json", code: 0)
    let report = try outcome.object
    holds(report["cuts"] as? [String] == [] && report["devices"] as? Int == 2)
  }
}
