import ModelParameters
import ResultsStore
import Studies
import StudyTestSupport
import TestSupport
import Testing
import UsageModels
import Workload

@Suite("Design of a study")
struct DesignTests {
  @Test("A study without arms and factors has the one point `base`")
  func base() throws {
    let file = try StudyFolder().study(StudyText.minimal)
    #expect(file.points.map(\.name) == ["base"])
  }

  @Test("levels with the same number but different units are different levels")
  func spelling() throws {
    let file = try StudyFolder().study(StudyText.minimal + "factors: {refresh.minGap: [15 min, 15 h]}\n")
    #expect(file.points.count == 2)
  }

  @Test("A level may have a name, which stands for its value in points and tables and changes no run")
  func namedLevels() throws {
    func study(_ levels: String, _ more: String = "") throws -> StudyFile {
      try StudyFolder().study(StudyText.minimal + "factors: {refresh.minGap: [\(levels)]}\n" + more)
    }
    let named = try study("{name: by day, value: 15 min}, {name: at night, value: 2 h}, 3 h")
    let plain = try study("15 min, 2 h, 3 h")
    #expect(
      named.points.map(\.name) == [
        "base;refresh.minGap=by day", "base;refresh.minGap=at night", "base;refresh.minGap=3 h",
      ])
    #expect(named.points.map(\.digest) == plain.points.map(\.digest))
    let levels = RunPlan(named, command: "").entries.filter { $0.policy == 0 && $0.planned.replication == 0 }
      .map(\.planned.factors[0])
    #expect(levels.map(\.value) == ["by day", "at night", "3 h"])
    #expect(levels.map(\.number) == [900, 7200, 10800])
    let kept = try study(
      "{name: short, value: 15 min}, {name: long, value: 2 h}",
      "design: {kind: fullFactorial, where: refresh.minGap <= 30 min}\n")
    #expect(kept.points.map(\.name) == ["base;refresh.minGap=short"])
    // A list or a mapping has a readable name.
    let gates = try StudyFolder().study(
      StudyText.minimal
        + "factors: {\"apps[0].tasks\": [{name: none, value: []}, "
        + "{name: one, value: [{id: r, kind: refresh, earliestBegin: 1 h}]}]}\n")
    #expect(gates.points.map(\.name) == ["base;apps[0].tasks=none", "base;apps[0].tasks=one"])
    #expect(gates.points.map { $0.study.apps[0].tasks.count } == [0, 1])
    // The study of a results file has the names, too.
    let stored = try StudyFile(stored: named.effectiveText, path: "s.sqlite")
    #expect(stored.points.map(\.name) == named.points.map(\.name))
  }

  @Test("A full factorial has every combination once, the first factor slowest")
  func factorial() throws {
    let file = try StudyFolder().study(
      StudyText.minimal + """
        arms:
          - {name: plain, set: {}}
          - {name: busy, set: {"apps[0].content.perDay": 24}}
        factors:
          refresh.minGap: [10 min, 20 min, 30 min]
          push.minGap: {from: 10 min, to: 20 min, steps: 3}
        """)
    #expect(file.points.count == 18)
    #expect(Set(file.points.map(\.name)).count == 18)
    #expect(file.points.map(\.order) == Array(0..<18))
    #expect(
      file.points[..<4].map(\.name) == [
        "plain;refresh.minGap=10 min;push.minGap=10 min", "plain;refresh.minGap=10 min;push.minGap=15 min",
        "plain;refresh.minGap=10 min;push.minGap=20 min", "plain;refresh.minGap=20 min;push.minGap=10 min",
      ])
    #expect(file.points[9].name == "busy;refresh.minGap=10 min;push.minGap=10 min")
    #expect(file.points[17].study.parameters.number("push.minGap") == 20)
    #expect(file.points[17].study.apps[0].content.changesPerDay == 24)
  }

  @Test("A factor of one policy varies that policy only")
  func policyFactor() throws {
    let file = try StudyFolder().study(
      StudyText.minimal + "factors: {policies.fixed-interval.fixed.interval: [10 min, 20 min]}\n")
    #expect(file.points.map { $0.study.policies[1].parameters.number("fixed.interval") } == [10, 20])
    #expect(Set(file.points.map { $0.study.policies[0].parameters.number("fixed.interval") }).count == 1)
  }

  // MARK: Other designs

  private static let two = """
    factors:
      refresh.minGap: [10 min, 20 min, 30 min]
      push.minGap: [10 min, 20 min]

    """

  private func names(_ text: String) throws -> [String] {
    try StudyFolder().study(StudyText.minimal + text).points.map(\.name)
  }

  @Test("One at a time has the first levels, and each other level alone")
  func oneAtATime() throws {
    #expect(
      try names(Self.two + "design: oneAtATime\n") == [
        "base;refresh.minGap=10 min;push.minGap=10 min", "base;refresh.minGap=20 min;push.minGap=10 min",
        "base;refresh.minGap=30 min;push.minGap=10 min", "base;refresh.minGap=10 min;push.minGap=20 min",
      ])
  }

  @Test("Conditions leave points out, and factors of a group move together")
  func conditions() throws {
    #expect(
      try names(Self.two + "design: {kind: fullFactorial, where: refresh.minGap <= push.minGap}\n") == [
        "base;refresh.minGap=10 min;push.minGap=10 min", "base;refresh.minGap=10 min;push.minGap=20 min",
        "base;refresh.minGap=20 min;push.minGap=20 min",
      ])
    #expect(
      try names(
        "factors: {refresh.minGap: [10 min, 20 min], push.minGap: [1 h, 2 h]}\n"
          + "design: {kind: oneAtATime, together: {gaps: [refresh.minGap, push.minGap]}}\n") == [
          "base;refresh.minGap=10 min;push.minGap=1 h", "base;refresh.minGap=20 min;push.minGap=2 h",
        ])
    // 0.25 h is 15 min.
    #expect(
      try names(
        Self.two + "design: {kind: fullFactorial, where: [refresh.minGap < 0.25 h, push.minGap > 10 min]}\n")
        == ["base;refresh.minGap=10 min;push.minGap=20 min"])
  }

  private static let ranges = """
    factors:
      refresh.minGap: {from: 10 min, to: 60 min}
      push.minGap: {from: 5 min, to: 30 min}

    """

  @Test(
    "A space-filling design has one point in each stratum of each range, the same with another seed",
    arguments: ["latinHypercube", "sobol"])
  func spaceFilling(kind: String) throws {
    let design = "design: {kind: \(kind), points: 15}\n"
    let file = try StudyFolder().study(StudyText.minimal + Self.ranges + design)
    holds(file.points.count == 15 && Set(file.points.map(\.name)).count == 15)
    let gaps = file.points.map { $0.study.parameters.number("refresh.minGap") }
    holds(gaps.allSatisfy { (10...60).contains($0) })
    #expect(Set(gaps.map { Int(($0 - 10) / 50 * 15) }).count >= 14)
    holds(file.points[0].levels[0].text.hasSuffix(" min"))
    let seeded = StudyText.minimal.replacing(/seed: .*/, with: "seed: 9")
    #expect(seeded != StudyText.minimal)
    let other = try StudyFolder().study(seeded + Self.ranges + design)
    #expect(other.points.map(\.name) == file.points.map(\.name))
  }

  @Test("A group takes the same share of its ranges, and conditions keep points of a space-filling design")
  func spread() throws {
    let file = try StudyFolder().study(
      StudyText.minimal + Self.ranges + "  score.thresholdStart: {from: 0.6, to: 0.9}\n"
        + "design: {kind: latinHypercube, points: 30, together: {g: [refresh.minGap, push.minGap]}, "
        + "where: refresh.minGap < 35 min}\n")
    holds((10...20).contains(file.points.count))
    for point in file.points {
      let parameters = point.study.parameters
      #expect(abs(parameters.number("refresh.minGap") - 2 * parameters.number("push.minGap")) < 0.1)
      #expect(parameters.number("refresh.minGap") < 35)
    }
  }

  @Test("A fraction of two levels has the resolution that is asked for")
  func fraction() throws {
    let names = [
      "refresh.minGap", "push.minGap", "score.thresholdStart", "score.thresholdEnd", "gate.herdPause",
    ]
    let levels = ["[10 min, 20 min]", "[10 min, 20 min]", "[0.7, 0.8]", "[0.1, 0.2]", "[2 min, 4 min]"]
    let factors = "factors:\n" + zip(names, levels).map { "  \($0): \($1)\n" }.joined()
    func count(_ resolution: Int) throws -> Int {
      try StudyFolder().study(
        StudyText.minimal + factors + "design: {kind: fractional, resolution: \(resolution)}\n"
      ).points.count
    }
    #expect(try (3...5).map(count) == [8, 16, 16])
  }

  @Test("A Sobol' design has 40 factors at most")
  func tooMany() throws {
    let names = ParameterCatalogue.all.filter {
      $0.range != nil && $0.domain?.isWhole != true && $0.unit == .none
    }.prefix(41)
    let factors = "factors:\n" + names.map { "  \($0.name): {from: 0.1, to: 0.2}\n" }.joined()
    #expect(names.count == 41)
    let errors = try StudyFolder().errors(StudyText.minimal + factors + "design: {kind: sobol, points: 63}\n")
    holds(
      errors.contains { $0.contains("found 41 factors in a design `sobol`, expected at most 40") },
      "\(errors)")
  }
}
