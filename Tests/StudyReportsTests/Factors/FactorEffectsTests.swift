import Basics
import OutputAnalysis
import ResultsStore
import StudyReports
import TestSupport
import Testing

@Suite("Effects of factors")
struct FactorEffectsTests {
  private static let metric = "fresh_open_share"
  private let plan = ComparisonPlan(metrics: [.init(name: Self.metric, margin: .relative(0.1))])

  private static func levels(_ gap: String, _ push: String) -> [FactorLevel] {
    [
      FactorLevel(name: "refresh.minGap", value: gap, number: gap == "word" ? nil : 900, unit: "s"),
      FactorLevel(name: "policies.one.x", value: push),
    ]
  }

  /// Opens and fresh opens of a cell: the first factor acts on both policies, the second on the first alone.
  private static func fraction(_ gap: Int, _ push: Int, _ policy: Int, _ replication: Int) -> MetricFraction {
    let opens = Double(40 + 7 * replication + (policy == 0 ? 5 * gap : 3))
    let share = 0.5 + 0.1 * Double(gap) + (policy == 0 ? 0.02 * Double(push) * Double(1 + gap) : 0)
    let noise = Double((replication * 7 + gap * 3 + push * (1 - policy)) % 5) / 10
    return MetricFraction(opens * share + noise, over: opens)
  }

  private static let gaps = ["15 min", "1 h", "word"]
  private static let pushes = ["low", "high"]

  private static func design(
    replications: Int = 6, skip: (Int, Int, Int, Int) -> Bool = { _, _, _, _ in false }
  ) -> (runs: [PolicyRun], levels: [String: [FactorLevel]]) {
    var runs: [PolicyRun] = []
    var byPoint: [String: [FactorLevel]] = [:]
    for (gap, gapText) in gaps.enumerated() {
      for (push, pushText) in pushes.enumerated() {
        let point = "base;\(gapText);\(pushText)"
        byPoint[point] = levels(gapText, pushText)
        for (policy, label) in ["one", "two"].enumerated() {
          for replication in 0..<replications where !skip(gap, push, policy, replication) {
            let fraction = fraction(gap, push, policy, replication)
            runs.append(
              PolicyRun(
                designPoint: point, arm: "base", policy: label, replication: replication,
                values: [metric: fraction.value ?? 0], fractions: [metric: fraction], devices: 30))
          }
        }
      }
    }
    return (runs, byPoint)
  }

  /// The pooled sample of a policy at a level of the first factor, by hand.
  private static func pooled(_ gap: Int, _ policy: Int, without: Int? = nil) -> ReplicationSample {
    .fractions(
      (0..<6).map { replication in
        if replication == without { return nil }
        let parts = [0, 1].map { fraction(gap, $0, policy, replication) }
        return .init(
          parts[0].numerator + parts[1].numerator, over: parts[0].denominator + parts[1].denominator)
      })
  }

  @Test("a level less the first one is the paired difference of ratios of sums pooled over other factors")
  func levels() throws {
    let design = Self.design()
    let effects = try FactorEffects(design.runs, levels: design.levels, plan: plan)
    #expect(
      effects.families.map(\.factors) == [
        ["refresh.minGap"], ["policies.one.x"], ["refresh.minGap", "policies.one.x"],
      ])
    let family = effects.families[0]
    #expect(family.rows.count == 6)
    #expect(family.rows.map(\.policy) == ["one", "one", "one", "two", "two", "two"])
    #expect(family.rows.map(\.factor.level.value) == Self.gaps + Self.gaps)
    for (policy, label) in ["one", "two"].enumerated() {
      for gap in [1, 2] {
        let row = try #require(
          family.rows.first { $0.policy == label && $0.factor.level.value == Self.gaps[gap] })
        let expected = try PairedDifference(
          of: Self.pooled(gap, policy).pseudoValues(), minus: Self.pooled(0, policy).pseudoValues(),
          confidence: 1 - 0.05 / 4)
        #expect(row.difference == expected.interval.mean)
        #expect(row.differenceHalfWidth.map { abs($0 - (expected.interval.halfWidth ?? 0)) < 1e-12 } == true)
        #expect(row.margin == 0.1 * (try Self.pooled(0, policy).pseudoValues().requiredEstimate()))
        #expect(row.firstEstimate == (try Self.pooled(0, policy).pseudoValues().estimate))
        #expect(row.interval == "simultaneous" && row.factor.first.value == "15 min")
      }
    }
    let first = try #require(family.rows.first)
    #expect(first.verdict == nil && first.difference == nil && first.estimate != nil)
    // A factor of one policy says nothing of another.
    #expect(Set(effects.families[1].rows.map(\.policy)) == ["one"])
    #expect(effects.families[1].rows.allSatisfy { $0.factor.level.number == nil })
  }

  @Test("an interaction is the difference of two effects over the same replications")
  func interactions() throws {
    let design = Self.design()
    let effects = try FactorEffects(design.runs, levels: design.levels, plan: plan)
    let rows = effects.families[2].rows
    #expect(rows.map(\.policy) == ["one", "one"] && rows.allSatisfy { $0.second?.level.value == "high" })
    func values(_ gap: Int, _ push: Int) throws -> PseudoValues {
      try ReplicationSample.fractions(
        (0..<6).map {
          let part = Self.fraction(gap, push, 0, $0)
          return .init(part.numerator, over: part.denominator)
        }
      ).pseudoValues()
    }
    for (row, gap) in zip(rows, [1, 2]) {
      let expected = try PairedDifference(
        of: values(gap, 1).minus(values(0, 1)), minus: values(gap, 0).minus(values(0, 0)),
        confidence: 1 - 0.05 / 2)
      #expect(row.difference == expected.interval.mean)
      #expect(row.adjustedPValue != nil && row.differenceHalfWidth != nil)
      #expect(row.kind == .interaction)
    }
  }

  @Test("a replication that one level lacks is left out of both, and the row says so")
  func incomplete() throws {
    let design = Self.design { gap, push, policy, replication in
      gap == 1 && push == 1 && policy == 1 && replication == 4
    }
    let effects = try FactorEffects(design.runs, levels: design.levels, plan: plan)
    let row = try #require(
      effects.families[0].rows.first { $0.policy == "two" && $0.factor.level.value == "1 h" })
    #expect(row.replicationsUsed == 5 && row.notes.first == "no estimate in 1 replication")
    let expected = try PairedDifference(
      of: Self.pooled(1, 1).pseudoValues(in: [0, 1, 2, 3, 5]),
      minus: Self.pooled(0, 1).pseudoValues(in: [0, 1, 2, 3, 5]), confidence: 1 - 0.05 / 4)
    #expect(row.difference == expected.interval.mean)
  }

  /// The design with another name for its first factor.
  private static func renamed(_ name: String) -> (runs: [PolicyRun], levels: [String: [FactorLevel]]) {
    var design = Self.design()
    design.levels = design.levels.mapValues { levels in
      levels.map { FactorLevel(name: $0.name == "refresh.minGap" ? name : $0.name, value: $0.value) }
    }
    return design
  }

  @Test(
    "levels that change the population are paired by replication, with interactions",
    arguments: ["population.archetypes", "population.devices", "population.settings.barOff", "trace.devices"])
  func pairedPopulations(_ name: String) throws {
    let (own, plain) = (Self.renamed(name), Self.design())
    func numbers(_ design: (runs: [PolicyRun], levels: [String: [FactorLevel]])) throws -> [Double?] {
      try FactorEffects(design.runs, levels: design.levels, plan: plan).rows.map(\.differenceHalfWidth)
    }
    #expect(try numbers(own) == numbers(plain))
  }

  @Test("arms are paired and have interactions with factors; an arm that sets the seed has neither")
  func arms() throws {
    var runs: [PolicyRun] = []
    var levels: [String: [FactorLevel]] = [:]
    // The two gaps are the arms of the study, and the push is its factor.
    for (gap, arm) in ["base", "many", "other"].enumerated() {
      for (push, text) in Self.pushes.enumerated() {
        let point = "\(arm);\(text)"
        levels[point] = [FactorLevel(name: "push.minGap", value: text)]
        for replication in 0..<6 {
          let fraction = Self.fraction(gap, push, 0, replication)
          runs.append(
            PolicyRun(
              designPoint: point, arm: arm, policy: "one", replication: replication, values: [:],
              fractions: [Self.metric: fraction], devices: 30))
        }
      }
    }
    let effects = try FactorEffects(runs, levels: levels, armsWithSeed: ["other"], plan: plan)
    #expect(effects.families.map(\.factors) == [["arms"], ["arms", "push.minGap"], ["push.minGap"]])
    let arms = effects.families[0].rows
    let expected = try PairedDifference(
      of: Self.pooled(1, 0).pseudoValues(), minus: Self.pooled(0, 0).pseudoValues(), confidence: 1 - 0.05 / 2)
    let many = try #require(arms.first { $0.factor.level.value == "many" })
    #expect(many.difference == expected.interval.mean && many.correlation != nil)
    let other = try #require(arms.first { $0.factor.level.value == "other" })
    #expect(other.notes == ["unpaired: the seeds differ"] && other.correlation == nil)
    let interactions = effects.families[1].rows
    #expect(interactions.map(\.factor.level.value) == ["many"])
    #expect(interactions.first?.second?.level.value == "high" && interactions.first?.arm == "")
  }

  @Test("levels of the seed are compared unpaired, and the row says so")
  func unpaired() throws {
    var design = Self.renamed("seed")
    let effects = try FactorEffects(design.runs, levels: design.levels, plan: plan)
    let row = try #require(effects.families[0].rows.first { $0.factor.level.value == "1 h" })
    let welch = try #require(
      try WelchComparison(
        Self.pooled(1, 0).pseudoValues(), Self.pooled(0, 0).pseudoValues(), confidence: 1 - 0.05 / 4))
    #expect(row.difference == welch.difference)
    #expect(abs(try #require(row.differenceHalfWidth) - welch.halfWidth) < 1e-12)
    #expect(row.notes == ["unpaired: the seeds differ"] && row.correlation == nil)
    // Seeds have no interactions.
    #expect(effects.families.count == 2)
    // Where nothing varies, chance has no part in the difference.
    for index in design.runs.indices {
      design.runs[index].fractions[Self.metric] = MetricFraction(1, over: 2)
    }
    let equal = try FactorEffects(design.runs, levels: design.levels, plan: plan)
    let still = try #require(equal.families[0].rows.first { $0.factor.level.value == "1 h" })
    #expect(still.difference == 0 && still.differenceHalfWidth == 0)
    #expect(still.notes == ["unpaired: the seeds differ", "deterministic"])
  }

  @Test("the report begins with a table per factor; interactions stand there where they are asked for")
  func text() throws {
    let design = Self.design()
    let effects = try FactorEffects(design.runs, levels: design.levels, plan: plan)
    var report = ComparisonReport(
      study: "gaps", question: "Does a longer gap matter?",
      counts: RunCounts(expected: 72, done: 72, failed: 0), failures: [], provenance: [],
      comparison: try Comparison(design.runs, plan: plan))
    report.effects = effects
    try expectRecorded("effects.txt", report.text)
    holds(!report.text.contains("interaction"))
    report.showsInteractions = true
    #expect(
      report.text.contains(
        "\ninteraction of refresh.minGap and policies.one.x: difference of their effects, "))
    #expect(report.json.text().contains("\"kind\": \"interaction\""))
    report.metrics = ["energy_j_per_day"]
    #expect(!report.text.contains("effect of"))
  }

  @Test("a study without factors, or with one level, has no effects")
  func none() throws {
    let runs = try PolicyTable.runs { value, _, _ in [Self.metric: value] }
    #expect(try FactorEffects(runs, levels: [:], plan: plan).rows.isEmpty)
    let level = ["base": [FactorLevel(name: "refresh.minGap", value: "1 h")]]
    #expect(try FactorEffects(runs, levels: level, plan: plan).rows.isEmpty)
  }
}
