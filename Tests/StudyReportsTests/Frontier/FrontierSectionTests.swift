import Basics
import OutputAnalysis
import ResultsStore
import StudyReports
import TestSupport
import Testing

@Suite("Front of energy and staleness as it is shown")
struct FrontierSectionTests {
  private func section(
    _ plan: FrontierPlan = FrontierPlan(metrics: [DefaultMetrics.front])
  ) throws -> FrontierSection {
    try FrontierSection(
      FrontTable.runs(FrontTable.places), policies: FrontTable.policies, plan: plan)
  }

  @Test("a table by the first metric with the standing of each policy, and what the words mean, as recorded")
  func text() throws {
    let text = try section().text
    let path = "Tests/StudyReportsTests/Fixtures/front.txt"
    #expect(try Snapshot.recorded(path, replacedBy: text) == text)
  }

  @Test("standings follow from the places; the policy that uses the future dominates nobody")
  func standings() throws {
    let front = try #require(try section().fronts.first)
    let byLabel = Dictionary(uniqueKeysWithValues: front.points.map { ($0.label, $0) })
    #expect(byLabel["clairvoyant"]?.standing == .beside)
    // Its dominance over another by the means only leaves open that it is the other way round.
    #expect(byLabel["aligned"]?.standing == .unresolved)
    #expect(byLabel["immediate"]?.standing == .onFront)
    #expect(byLabel["seven-factor"]?.standing == .clearlyDominated)
    #expect(Set(byLabel["seven-factor"]?.rivals ?? []) == ["aligned", "fixed-interval"])
    #expect(byLabel["fixed-interval"]?.standing == .perhapsDominated)
    #expect(byLabel["fixed-interval"]?.rivals == ["aligned"])
    // Tables, files and the words of the page agree.
    let section = try section()
    let rows = section.rows.filter { $0.front.metrics.second.name == front.metrics.second.name }
    for (row, point) in zip(rows, front.points) {
      #expect(point.words.hasPrefix(row.standing), "\(point.words)")
    }
    #expect(rows.contains { $0.standing == "not distinguished" || $0.standing == "perhaps dominated" })
    let latex = section.page().latex
    #expect(latex.contains("difference (kJ/d)") || latex.contains("difference (J/d)"))
    #expect(byLabel["charging-only"]?.standing == .unresolved)
    #expect(byLabel["never"]?.startsNothing == true)
    #expect(front.attainable == 7 && front.statements == 84 && front.replications == 5)
    // Without the label of the catalogue clairvoyant would dominate all but those with less energy.
    let named = try FrontierSection(
      FrontTable.runs(FrontTable.places), names: ["clairvoyant": "immediate", "immediate": "clairvoyant"],
      policies: FrontTable.policies)
    let other = try #require(named.fronts.first)
    #expect(other.points.first { $0.label == "aligned" }?.standing == .clearlyDominated)
    #expect(other.points.first { $0.label == "immediate" }?.standing == .beside)
  }

  @Test("identical policies are one point of the front, the others the same as the first")
  func identical() throws {
    var runs = FrontTable.runs(FrontTable.places)
    for label in ["seven-factor", "aligned"] {
      runs += runs.filter { $0.policy == label }.map { run in
        var twin = run
        twin.policy = "\(label) again"
        return twin
      }
    }
    let front = try #require(try FrontierSection(runs, policies: FrontTable.policies).fronts.first)
    #expect(front.attainable == 9 && front.statements == 84 && front.points.count == 10)
    let byLabel = Dictionary(uniqueKeysWithValues: front.points.map { ($0.label, $0) })
    for label in ["seven-factor", "aligned"] {
      let twin = try #require(byLabel["\(label) again"])
      #expect(twin.words == "same as \(label)" && twin.pValue == nil && twin.rivals.isEmpty)
      #expect(twin.sameAs == label && twin.standing == byLabel[label]?.standing)
      #expect(byLabel[label]?.sameAs == nil && twin.frontShare == byLabel[label]?.frontShare)
    }
    #expect(byLabel["seven-factor"]?.words == "clearly dominated by fixed-interval and 1 more")
    // Two labels of one policy alone, too.
    let pair = try #require(
      try FrontierSection(runs.filter { $0.policy.hasPrefix("aligned") }, policies: FrontTable.policies)
        .fronts.first)
    #expect(pair.points.map(\.words) == ["on the front", "same as aligned"])
    #expect(pair.statements == 0)
  }

  @Test("there is a hypervolume only up to a reference that was stated")
  func reference() throws {
    let plain = try section()
    #expect(plain.fronts.first?.hypervolume == nil && !plain.text.contains("hypervolume"))
    let stated = try section(
      FrontierPlan(metrics: [DefaultMetrics.front], reference: FrontierReference(first: 17_550, second: 7000))
    )
    let hypervolume = try #require(stated.fronts.first?.hypervolume)
    // One point lies below both by 50 and 100, another by 48 and 91 within that.
    #expect(abs(hypervolume.estimate.area - 5000) < 1e-6 && abs(hypervolume.paired.area - 5000) < 1e-6)
    #expect(stated.text.contains("\n  hypervolume "))
    #expect(stated.text.contains("\n  up to 17550 J/d and 7000 s\n"))
  }

  @Test("any two metrics make a front; where more is better the sign of the comparison turns")
  func otherMetrics() throws {
    var runs = FrontTable.runs([("a", 100, 10), ("b", 200, 20), ("c", 300, 15)])
    for index in runs.indices {
      let run = runs[index]
      runs[index].values = ["wake_ups_per_day": run.values[DefaultMetrics.front.first] ?? 0]
      // The share of opens is a ratio; more of it is better.
      let share =
        (run.values[DefaultMetrics.front.second] ?? 0) - 2
        * ((run.values[DefaultMetrics.front.first] ?? 0) / 100)
      runs[index].fractions = ["fresh_open_share": MetricFraction(share, over: 100)]
    }
    let plan = FrontierPlan(metrics: [("wake_ups_per_day", "fresh_open_share")])
    let section = try FrontierSection(runs, policies: FrontTable.policies, plan: plan)
    let front = try #require(section.fronts.first)
    #expect(
      section.text.contains("\nfront of wake_ups_per_day and fresh_open_share: 3 policies, 5 replications\n"))
    #expect(front.points.map(\.label) == ["a", "b", "c"])
    #expect(front.points.map(\.standing)[0] == .onFront)
    // More wake-ups and fewer fresh opens than b.
    #expect(front.points[2].rivals.contains("b"))
    let drawn = FrontierPlot(front, title: "").svg
    #expect(drawn.contains(">wake ups per day (1/d)</text>") && drawn.contains("upper left is better"))
    func refusal(_ first: String, _ second: String) -> ComparisonError? {
      do throws(ComparisonError) {
        _ = try FrontMetrics((first, second))
        return nil
      } catch { return error }
    }
    #expect(refusal("fresh_open_share", "fresh_open_share") == .frontOfOne("fresh_open_share"))
    #expect(refusal("sessions_per_day", "fresh_open_share") == .noPolarity("sessions_per_day"))
    #expect(
      refusal("energy_j_per_day", "energy_j_per_day_device_p90")
        == .quantileOverDevices("energy_j_per_day_device_p90"))
    #expect(refusal("energy", "fresh_open_share") == .unknownMetric("energy"))
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

  @Test("replications that a policy lacks count for none; a policy without values is named")
  func gaps() throws {
    var runs = FrontTable.runs(FrontTable.places)
    runs.removeAll { $0.policy == "aligned" && $0.replication == 1 }
    for index in runs.indices where runs[index].policy == "random" {
      runs[index].values[DefaultMetrics.front.second] = nil
    }
    let section = try FrontierSection(runs, policies: FrontTable.policies)
    let front = try #require(section.fronts.first)
    #expect(front.replications == 4)
    #expect(front.left == ["random"])
    #expect(section.text.contains("\n  random has no estimate of one of both\n"))
    // One policy alone, or one beside the future, makes no front.
    let single = FrontTable.runs([("a", 1, 1), ("clairvoyant", 2, 2)])
    #expect(try FrontierSection(single, policies: FrontTable.policies).fronts.isEmpty)
    #expect(try FrontierSection(single, policies: FrontTable.policies).text.isEmpty)
  }

  @Test("a front that several policies could have made and did not is named")
  func absent() throws {
    let plan = FrontierPlan(metrics: [("energy_j_per_day", "fresh_open_share")])
    let section = try FrontierSection(
      FrontTable.runs(FrontTable.places), policies: FrontTable.policies, plan: plan)
    #expect(section.fronts.isEmpty && section.rows.isEmpty)
    #expect(
      section.page().text(width: 200)
        == "\nno front of energy_j_per_day and fresh_open_share: fewer than two policies that know no future have values "
        + "of both\n")
  }

  @Test("freshness stands on two fronts, by age and by share, and what is dominated says on which")
  func both() throws {
    let shares = ["seven-factor": 0.3, "random": 0.4, "usage-predictive": 0.6]
    let runs = FrontTable.runs([
      ("seven-factor", 17_800, 9000), ("random", 17_500, 6900), ("usage-predictive", 17_600, 7700),
    ]).map { run in
      var run = run
      run.fractions = [
        "fresh_reachable_open_share": MetricFraction(100 * (shares[run.policy] ?? 0), over: 100),
        // Two device-days with a battery of 35 kJ.
        "background_energy_j_per_day": MetricFraction(9, over: 2),
        "battery_share_per_day": MetricFraction(9, over: 700),
      ]
      return run
    }
    let section = try FrontierSection(runs, policies: FrontTable.policies)
    #expect(section.fronts.map(\.metrics.second.name) == DefaultMetrics.fronts.map(\.second))
    let standings = section.fronts.map { front in
      Dictionary(uniqueKeysWithValues: front.points.map { ($0.label, $0.standing) })
    }
    #expect(standings[0]["usage-predictive"] == .clearlyDominated)
    #expect(standings[1]["usage-predictive"] == .onFront && standings[1]["random"] == .onFront)
    let text = section.page().text(width: 400)
    #expect(
      text.contains(
        "\nClearly dominated on both fronts: seven-factor; by staleness_at_reachable_open_s only: usage-predictive; "
          + "by fresh_reachable_open_share only: none.\n"), "\(text)")
    #expect(
      text.contains("for these settings of the policies: no curves over their parameters were compared.\n"))
    #expect(text.contains("\n  random            17500     50 %  "), "\(text)")
    #expect(section.rows.count == 6 && section.json.elements?.count == 2)
    #expect(
      Set(section.rows.map { $0.front.name + $0.front.metrics.second.name + $0.point.label }).count == 6)
    let picture = try #require(FrontierPlot.svg(of: section, title: "Both", size: nil, axisNames: nil))
    #expect(picture.split(separator: "<svg ").count == 3 && picture.hasSuffix("</svg>\n</svg>\n"))
    #expect(picture.contains("upper left is better") && picture.contains("lower left is better"))
  }

  @Test("GATE-1: a column says how many soft gates each policy obeys, where that is known")
  func gates() throws {
    let plain = try section()
    #expect(!plain.text.contains("gates"))
    #expect(plain.rows.allSatisfy { $0.point.gates == nil })
    let obeyed = ["immediate": [], "aligned": ["lowBattery", "rateLimit"]]
    let runs = FrontTable.runs([("immediate", 1, 2), ("aligned", 2, 1)]).map { run in
      var known = run
      known.enforces = obeyed[run.policy]
      return known
    }
    let section = try FrontierSection(runs, policies: FrontTable.policies)
    #expect(section.rows.map(\.point.gates) == [0, 2])
    #expect(section.text.contains("\n  policy     gates "))
    #expect(section.page().text(width: 1000).contains("gates: number of soft gates that the policy obeys"))
  }

  @Test("one replication gives means without statements, two differences without regions")
  func few() throws {
    let one = try FrontierSection(
      FrontTable.runs(FrontTable.places, replications: 1), policies: FrontTable.policies)
    let front = try #require(one.fronts.first)
    #expect(front.points.allSatisfy { $0.frontShare == nil && $0.difference == nil && $0.pValue == nil })
    #expect(one.page().text(width: 200).contains("1 replication\n"))
    #expect(!one.text.contains("standard error") && !one.text.contains("difference"))
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
    let section = try FrontierSection(runs, levels: levels, policies: FrontTable.policies)
    #expect(section.fronts.map(\.name) == ["base;refresh.minGap=15 min", "base;refresh.minGap=1 h"])
    let front = try #require(section.fronts.first)
    #expect(front.over == ["fixed.interval"])
    #expect(
      front.points.map(\.label) == [
        "fixed-interval 4 h", "fixed-interval 2 h", "seven-factor", "fixed-interval 1 h",
      ])
    #expect(front.points.map(\.standing) == [.onFront, .onFront, .clearlyDominated, .onFront])
    #expect(front.baseline == "fixed-interval 1 h")
    #expect(
      section.page().text(width: 200).contains(
        "at base;refresh.minGap=1 h, over fixed.interval, 4 choices, 5 replications\n"))

    let all = try FrontierSection(
      runs, levels: levels, policies: FrontTable.policies,
      plan: FrontierPlan(over: ["fixed.interval", "refresh.minGap"]))
    #expect(all.fronts.map(\.name) == ["base"])
    #expect(all.fronts[0].points.contains { $0.label == "fixed-interval 2 h, 15 min" })
    #expect(!all.text.contains("these settings of the policies"))
    let none = try FrontierSection(
      runs, levels: levels, policies: FrontTable.policies, plan: FrontierPlan(over: []))
    #expect(none.fronts.count == 6)
    #expect(throws: ComparisonError.unknownFactor("x", known: ["fixed.interval", "refresh.minGap"])) {
      try FrontierSection(
        runs, levels: levels, policies: FrontTable.policies, plan: FrontierPlan(over: ["x"]))
    }
  }

  @Test("unknown factors are named with those that there are")
  func factorMessages() {
    #expect(
      "\(ComparisonError.unknownFactor("fixed.intervall", known: ["fixed.interval", "refresh.minGap"]))"
        == "no factor `fixed.intervall` in these results; did you mean `fixed.interval`? "
        + "Factors: fixed.interval, refresh.minGap")
    #expect("\(ComparisonError.unknownFactor("x", known: []))" == "no factor `x`: these results vary none")
  }
}
