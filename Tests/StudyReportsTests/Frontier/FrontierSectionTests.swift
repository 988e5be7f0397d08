import Basics
import OutputAnalysis
import ResultsStore
import StudyReports
import TestSupport
import Testing

@Suite("Front of energy and staleness as it is shown")
struct FrontierSectionTests {
  private func section(
    _ runs: [PolicyRun] = FrontTable.runs(FrontTable.places), levels: [String: [FactorLevel]] = [:],
    names: [String: String] = [:], plan: FrontierPlan = FrontierPlan(metrics: [DefaultMetrics.front])
  ) throws -> FrontierSection {
    try FrontierSection(runs, levels: levels, names: names, policies: FrontTable.policies, plan: plan)
  }

  /// Runs with changes.
  private func changed(_ runs: [PolicyRun], _ change: (inout PolicyRun) -> Void) -> [PolicyRun] {
    runs.map { run in
      var run = run
      change(&run)
      return run
    }
  }

  @Test("a table by the first metric with the dominance of each policy, and what the words mean, as recorded")
  func text() throws { try expectRecorded("front.txt", try section().text) }

  @Test("dominance follow from the places; the policy that uses the future dominates nobody")
  func dominance() throws {
    let section = try section()
    let front = try #require(section.fronts.first)
    let byLabel = Dictionary(uniqueKeysWithValues: front.points.map { ($0.label, $0) })
    // A dominance by the means only leaves open that it is the other way round.
    #expect(
      byLabel.mapValues(\.dominance).filter { !["random", "never"].contains($0.key) } == [
        "clairvoyant": .beside, "aligned": .unresolved, "immediate": .onFront, "charging-only": .unresolved,
        "seven-factor": .clearlyDominated, "fixed-interval": .perhapsDominated,
      ])
    #expect(Set(byLabel["seven-factor"]?.rivals ?? []) == ["aligned", "fixed-interval"])
    #expect(byLabel["fixed-interval"]?.rivals == ["aligned"])
    // Tables, files and the words of the page agree.
    for (row, point) in zip(section.rows, front.points) {
      holds(point.words.hasPrefix(row.dominance), "\(point.words)")
    }
    holds(
      section.rows.contains { $0.dominance == "not distinguished" || $0.dominance == "perhaps dominated" })
    let latex = section.page().latex
    holds(latex.contains("difference (kJ/d)") || latex.contains("difference (J/d)"))
    #expect(byLabel["never"]?.startsNothing == true)
    holds(front.attainable == 7 && front.statements == 84 && front.replications == 5)
    // Without the label of the catalogue clairvoyant would dominate all but those with less energy.
    let other = try #require(
      try self.section(names: ["clairvoyant": "immediate", "immediate": "clairvoyant"]).fronts.first)
    #expect(other.points.first { $0.label == "aligned" }?.dominance == .clearlyDominated)
    #expect(other.points.first { $0.label == "immediate" }?.dominance == .beside)
  }

  @Test("identical policies are one point of the front, the others the same as the first")
  func identical() throws {
    var runs = FrontTable.runs(FrontTable.places)
    for label in ["seven-factor", "aligned"] {
      runs += changed(runs.filter { $0.policy == label }) { $0.policy = "\(label) again" }
    }
    let front = try #require(try section(runs).fronts.first)
    #expect(front.attainable == 9 && front.statements == 84 && front.points.count == 10)
    let byLabel = Dictionary(uniqueKeysWithValues: front.points.map { ($0.label, $0) })
    for label in ["seven-factor", "aligned"] {
      let twin = try #require(byLabel["\(label) again"])
      #expect(twin.words == "same as \(label)" && twin.pValue == nil && twin.rivals.isEmpty)
      #expect(twin.sameAs == label && twin.dominance == byLabel[label]?.dominance)
      #expect(byLabel[label]?.sameAs == nil && twin.frontShare == byLabel[label]?.frontShare)
    }
    #expect(byLabel["seven-factor"]?.words == "clearly dominated by fixed-interval and 1 more")
    // Two labels of one policy alone, too.
    let pair = try #require(try section(runs.filter { $0.policy.hasPrefix("aligned") }).fronts.first)
    #expect(pair.points.map(\.words) == ["on the front", "same as aligned"])
    #expect(pair.statements == 0)
  }

  @Test("there is a hypervolume only up to a reference that was stated")
  func reference() throws {
    let plain = try section()
    holds(plain.fronts.first?.hypervolume == nil && !plain.text.contains("hypervolume"))
    let stated = try section(
      plan: FrontierPlan(
        metrics: [DefaultMetrics.front], reference: FrontierReference(first: 17_550, second: 7000)))
    let hypervolume = try #require(stated.fronts.first?.hypervolume)
    // One point lies below both by 50 and 100, another by 48 and 91 within that.
    holds(abs(hypervolume.estimate.area - 5000) < 1e-6 && abs(hypervolume.paired.area - 5000) < 1e-6)
    holds(stated.text.contains("\n  hypervolume "))
    holds(stated.text.contains("\n  up to 17550 J/d and 7000 s\n"))
  }

  @Test("any two metrics make a front; where more is better the sign of the comparison turns")
  func otherMetrics() throws {
    let runs = changed(FrontTable.runs([("a", 100, 10), ("b", 200, 20), ("c", 300, 15)])) { run in
      let (first, second) = (
        run.values[DefaultMetrics.front.first] ?? 0, run.values[DefaultMetrics.front.second] ?? 0
      )
      run.values = ["wake_ups_per_day": first]
      // The share of opens is a ratio; more of it is better.
      run.fractions = ["fresh_open_share": MetricFraction(second - 2 * (first / 100), over: 100)]
    }
    let section = try section(runs, plan: FrontierPlan(metrics: [("wake_ups_per_day", "fresh_open_share")]))
    let front = try #require(section.fronts.first)
    #expect(front.points.map(\.label) == ["a", "b", "c"])
    // More wake-ups and fewer fresh opens than b.
    holds(front.points[0].dominance == .onFront && front.points[2].rivals.contains("b"))
    let drawn = FrontierPlot(front, title: "").svg
    holds(drawn.contains(">wake ups per day (1/d)</text>") && drawn.contains("upper left is better"))
    for (first, second, refusal) in [
      ("fresh_open_share", "fresh_open_share", ComparisonError.frontOfOne("fresh_open_share")),
      ("sessions_per_day", "fresh_open_share", .noPolarity("sessions_per_day")),
      (
        "energy_j_per_day", "energy_j_per_day_device_p90",
        .quantileOverDevices("energy_j_per_day_device_p90")
      ), ("energy", "fresh_open_share", .unknownMetric("energy")),
    ] { #expect(throws: refusal) { try FrontMetrics((first, second)) } }
  }

  @Test("a stated reference is two positive numbers with a comma")
  func referenceText() {
    #expect(FrontierReference("20000,24000") == FrontierReference(first: 20_000, second: 24_000))
    #expect(FrontierReference("2e4, 24000.5") == FrontierReference(first: 20_000, second: 24_000.5))
    for text in ["", "20000", "20000,", ",1", "1,2,3", "0,1", "1,-1", "nan,1", "1,inf", "a,b", "20000;24000"]
    {
      #expect(FrontierReference(text) == nil, "\(text)")
    }
  }

  @Test("a front names policies without values, gates where they are known, and the fronts that could not be")
  func pages() throws {
    var gaps = FrontTable.runs(FrontTable.places)
    gaps.removeAll { $0.policy == "aligned" && $0.replication == 1 }
    for index in gaps.indices where gaps[index].policy == "random" {
      gaps[index].values[DefaultMetrics.front.second] = nil
    }
    let whole = try section(gaps)
    holds(whole.fronts.first?.replications == 4 && whole.fronts.first?.left == ["random"])
    // One policy alone, or one beside the future, makes no front.
    let single = try section(FrontTable.runs([("a", 1, 1), ("clairvoyant", 2, 2)]))
    holds(single.fronts.isEmpty && single.text.isEmpty)
    let absent = try section(plan: FrontierPlan(metrics: [("energy_j_per_day", "fresh_open_share")]))
    holds(absent.fronts.isEmpty && absent.rows.isEmpty)
    let one = try section(FrontTable.runs(FrontTable.places, replications: 1))
    let front = try #require(one.fronts.first)
    holds(front.points.allSatisfy { $0.frontShare == nil && $0.difference == nil && $0.pValue == nil })
    try expectRecorded(
      "fronts.txt",
      [
        "a policy without values": whole.page().text(width: 200), "no front": absent.page().text(width: 200),
        "one replication": one.page().text(width: 200),
      ])
  }

  @Test("freshness stands on two fronts, by age and by share, and what is dominated says on which")
  func both() throws {
    let shares = ["seven-factor": 0.3, "random": 0.4, "usage-predictive": 0.6]
    let places = [
      (policy: "seven-factor", energy: 17_800.0, staleness: 9000.0), ("random", 17_500, 6900),
      ("usage-predictive", 17_600, 7700),
    ]
    let runs = changed(FrontTable.runs(places)) { run in
      run.fractions = [
        "fresh_reachable_open_share": MetricFraction(100 * (shares[run.policy] ?? 0), over: 100),
        // Two device-days with a battery of 35 kJ.
        "background_energy_j_per_day": MetricFraction(9, over: 2),
        "battery_share_per_day": MetricFraction(9, over: 700),
      ]
    }
    let section = try section(runs, plan: FrontierPlan())
    #expect(section.fronts.map(\.metrics.second.name) == DefaultMetrics.fronts.map(\.second))
    let dominance = section.fronts.map { front in
      Dictionary(uniqueKeysWithValues: front.points.map { ($0.label, $0.dominance) })
    }
    #expect(dominance[0]["usage-predictive"] == .clearlyDominated)
    holds(dominance[1]["usage-predictive"] == .onFront && dominance[1]["random"] == .onFront)
    try expectRecorded("both-fronts.txt", section.page().text(width: 400))
    holds(section.rows.count == 6 && section.json.elements?.count == 2)
    #expect(
      Set(section.rows.map { $0.front.name + $0.front.metrics.second.name + $0.point.label }).count == 6)
    let picture = try #require(FrontierPlot.svg(of: section, title: "Both", size: nil, axisNames: nil))
    holds(picture.split(separator: "<svg ").count == 3 && picture.hasSuffix("</svg>\n</svg>\n"))
    holds(picture.contains("upper left is better") && picture.contains("lower left is better"))
  }

  @Test("GATE-1: a column says how many soft gates each policy obeys, where that is known")
  func gates() throws {
    let plain = try section()
    holds(!plain.text.contains("gates") && plain.rows.allSatisfy { $0.point.gates == nil })
    let obeyed = ["immediate": [], "aligned": ["lowBattery", "rateLimit"]]
    let section = try section(
      changed(FrontTable.runs([("immediate", 1, 2), ("aligned", 2, 1)])) { $0.enforces = obeyed[$0.policy] })
    #expect(section.rows.map(\.point.gates) == [0, 2])
    holds(section.text.contains("\n  policy     gates "))
    holds(section.page().text(width: 1000).contains("  number of soft gates that the policy obeys"))
  }

  @Test("levels of a policy's parameter stand on one front, those of an assumption on fronts of their own")
  func factors() throws {
    var runs: [PolicyRun] = []
    var levels: [String: [FactorLevel]] = [:]
    for gap in ["15 min", "1 h"] {
      for (index, interval) in ["1 h", "2 h", "4 h"].enumerated() {
        let point = "base;fixed.interval=\(interval);refresh.minGap=\(gap)"
        levels[point] = [
          FactorLevel(name: "fixed.interval", value: interval),
          FactorLevel(name: "refresh.minGap", value: gap),
        ]
        let step = Double(index)
        // The factor does not concern the second policy.
        runs += FrontTable.runs(
          [("fixed-interval", 18_000 - 200 * step, 6000 + 900 * step), ("seven-factor", 17_900, 7000)],
          designPoint: point)
      }
    }
    let section = try section(runs, levels: levels, plan: FrontierPlan())
    #expect(section.fronts.map(\.name) == ["base;refresh.minGap=15 min", "base;refresh.minGap=1 h"])
    let front = try #require(section.fronts.first)
    #expect(front.over == ["fixed.interval"])
    #expect(
      front.points.map(\.label) == [
        "fixed-interval 4 h", "fixed-interval 2 h", "seven-factor", "fixed-interval 1 h",
      ])
    #expect(front.points.map(\.dominance) == [.onFront, .onFront, .clearlyDominated, .onFront])
    #expect(front.baseline == "fixed-interval 1 h")
    #expect(
      section.page().text(width: 200).contains(
        "at base;refresh.minGap=1 h, over fixed.interval, 4 choices, 5 replications\n"))

    // The level of a parameter of another policy is not a level of the policy.
    #expect(
      front.points.map { $0.levels.map(\.value) } == [
        ["4 h", "15 min"], ["2 h", "15 min"], ["15 min"], ["1 h", "15 min"],
      ])
    let table = PolicyFrontier.Row.table.withFactors(of: section.rows, \.point.levels)
    let names = table.columns.map(\.definition.name)
    #expect(
      names[1...5] == [
        "arm", "fixed.interval", "fixed.interval_text", "refresh.minGap", "refresh.minGap_text",
      ])

    let all = try self.section(
      runs, levels: levels, plan: FrontierPlan(over: ["fixed.interval", "refresh.minGap"]))
    #expect(all.fronts.map(\.name) == ["base"])
    #expect(all.fronts[0].points.contains { $0.label == "fixed-interval 2 h, 15 min" })
    #expect(!all.text.contains("these policy settings only"))
    #expect(try self.section(runs, levels: levels, plan: FrontierPlan(over: [])).fronts.count == 6)
    #expect(throws: ComparisonError.unknownFactor("x", known: ["fixed.interval", "refresh.minGap"])) {
      try self.section(runs, levels: levels, plan: FrontierPlan(over: ["x"]))
    }
  }

  @Test("unknown factors are named with those that there are")
  func factorMessages() {
    #expect(
      "\(ComparisonError.unknownFactor("fixed.intervals", known: ["fixed.interval", "refresh.minGap"]))"
        == "no factor `fixed.intervals` in these results; did you mean `fixed.interval`? "
        + "Factors: fixed.interval, refresh.minGap")
    #expect(
      "\(ComparisonError.unknownFactor("x", known: []))"
        == "no factor `x`: these results do not vary a factor")
  }
}
