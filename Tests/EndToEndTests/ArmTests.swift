import Testing

@Suite("Arms") struct ArmTests {
  private static let arms =
    "arms: [{name: today, set: {}}, {name: rare, set: {\"apps[0].tasks[0].floor\": 4 h}}]\n"

  @Test("arms are compared as effects, in all outputs alike; of one policy no table of one row is left")
  func effects() throws {
    let folder = try TestFolder(Studies.small(policies: "seven-factor", extra: Self.arms))
    let run = try folder.slumber("run", "small.yaml", code: 0)
    #expect(
      run.output.contains("effect of the arm: each arm less the first one, 2 replications"), "\(run.summary)")
    #expect(run.output.contains("minus today") && run.output.contains("first arm"))
    #expect(!run.output.contains("baseline") && !run.output.contains("metrics without a margin"))
    #expect(try folder.slumber("compare", "small.results.sqlite").output == run.output)
    let rows = try folder.export("small.results.sqlite").rows("effects.csv")
    #expect(
      Set(rows.map { $0["factor"] }) == ["arms"] && Set(rows.map { $0["level_text"] }) == ["today", "rare"])
    #expect(
      rows.filter { $0["level_text"] == "rare" }.allSatisfy {
        $0["first_level_text"] == "today" && $0["arm"] == ""
      })
    try folder.slumber("report", "small.results.sqlite", "--to", "report.html", code: 0)
    let page = try folder.text("report.html")
    #expect(page.contains("effect of the arm") && page.contains("rare instead of today"))
    #expect(!page.contains("has one arm, so there is no effect"))
  }

  @Test("the statement by STRESS-DES and the report list the arms with the keys that they set")
  func stress() throws {
    let folder = try TestFolder(Studies.small(policies: "seven-factor", extra: Self.arms))
    try folder.slumber("run", "small.yaml", code: 0)
    let statement = try folder.slumber(
      "report", "small.results.sqlite", "--stress", code: 0)
    #expect(statement.output.contains("| rare | apps[0].tasks[0].floor = 4 h |"), "\(statement.summary)")
    #expect(statement.output.contains("| today | none |"))
    #expect(statement.output.contains("Arms change only the keys that item 1.3 names."))
    try folder.slumber("report", "small.results.sqlite", "--to", "page.html", code: 0)
    #expect(try folder.text("page.html").contains("apps[0].tasks[0].floor = 4 h"))
  }

  @Test("arms that change the fleet are paired, and levels of factors stay apart by arm")
  func fleets() throws {
    let arms = "arms: [{name: home, set: {}}, {name: abroad, set: {population.cellularNetwork: saTMobile}}]\n"
    let factors = "factors: {refresh.minGap: [10 min, 40 min]}\n"
    let folder = try TestFolder(Studies.small(policies: "seven-factor, never", extra: arms + factors))
    let run = try folder.slumber("run", "small.yaml", code: 0)
    #expect(
      run.output.contains("effect of the arm") && !run.output.contains("unpaired"), "\(run.summary)")
    let interactions = try folder.slumber("compare", "small.results.sqlite", "--interactions", code: 0)
    #expect(
      interactions.output.contains("interaction of arms and refresh.minGap: difference of their effects"))
    let seeded = try TestFolder(
      Studies.small(
        policies: "seven-factor", extra: "arms: [{name: one, set: {}}, {name: two, set: {seed: 2}}]\n"))
    #expect(
      try seeded.slumber("run", "small.yaml", code: 0).output.contains("two: unpaired: the seeds differ"))
    #expect(run.output.contains("effect of refresh.minGap") && run.output.contains("  abroad: "))
    #expect(run.output.contains("baseline"))
    let rows = try folder.export("small.results.sqlite").rows("effects.csv")
    #expect(
      Set(rows.map { "\($0["arm"] ?? "")/\($0["factor"] ?? "")" })
        .isSuperset(of: ["/arms", "home/refresh.minGap", "abroad/refresh.minGap"]))
  }

  private static let expectations = """
    expect:
      - {that: work runs, arm: rare, event: launched, greaterThan: 0}
      - {that: less energy, metric: energy_j_per_day, lessThan: 1}
      - {that: never means never, event: launched, mechanism: refresh, policy: never, equals: 0}

    """

  @Test("check names the arm, says units, and takes changes of the study")
  func check() throws {
    let folder = try TestFolder(
      Studies.small(policies: "seven-factor, never", extra: Self.arms + Self.expectations))
    let all = try folder.slumber("check", "small.yaml", code: 6)
    #expect(
      all.output.contains("holds  rare: work runs: ") && all.output.contains(" times > 0 times"),
      "\(all.summary)")
    #expect(all.output.contains("not decided  today: less energy: ") && all.output.contains(" J/d < 1 J/d"))
    #expect(all.output.contains("holds  today: never means never: 0 times = 0 times"))
    #expect(!all.output.contains("ratio ") && all.output.contains(", over 2 replications"))
    let changed = try folder.slumber(
      "check", "small.yaml", "--set", "apps[0].content.perDay=1", "--devices", "1", "--seed", "7", code: 6)
    #expect(changed.output != all.output, "\(changed.summary)")
  }

  @Test("what is expected of a policy that was not run is not judged, and nothing at all is wrong usage")
  func unjudged() throws {
    let folder = try TestFolder(
      Studies.small(policies: "seven-factor, never", extra: Self.arms + Self.expectations))
    let one = try folder.slumber("check", "small.yaml", "--policy", "immediate")
    #expect(one.output.contains("holds  rare: work runs: "), "\(one.summary)")
    #expect(one.output.contains("not judged  never means never: its policy was not run"))
    let only = Studies.small(
      policies: "seven-factor, never",
      extra: "expect:\n  - {that: never, event: launched, policy: never, equals: 0}\n")
    try folder.write(only, to: "only.yaml")
    let none = try folder.slumber("check", "only.yaml", "--policy", "immediate", code: 2)
    #expect(none.error.contains("there is nothing to judge"))
  }
}
