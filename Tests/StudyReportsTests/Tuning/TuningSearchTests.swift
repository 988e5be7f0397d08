import ModelParameters
import OutputAnalysis
import ResultsStore
import TestSupport
import Testing

@testable import StudyReports

@Suite("Search of settings") struct TuningSearchTests {
  private static let plan = TuningPlan(points: 32, replications: 16)

  private static func search(
    _ patterns: [String], _ plan: TuningPlan = plan, seed: UInt64 = 1,
    parameters: ParameterSet = ParameterSet(),
    costs: (TuningSearch, Int) -> NondominatedOrder.Costs?
  ) throws -> TuningSearch {
    let box = SensitivityBoxTests.box(patterns, grades: [.c, .d], parameters: parameters)
    var search = try #require(TuningSearch(box, plan, seed: seed))
    while !search.next.isEmpty { search.add(search.next.map { costs(search, $0) }) }
    return search
  }

  /// The value of the only number of a setting.
  private static func number(_ search: TuningSearch, _ place: Int) -> Double {
    if case .number(let number)? = search.values(place).first?.value { number } else { 0.8 }
  }

  @Test("each round has half of the settings in twice the replications, and the test has other replications")
  func rounds() throws {
    var rounds: [(settings: Int, seeds: Range<Int>)] = []
    let box = SensitivityBoxTests.box(["score.thresholdStart"])
    var search = try #require(TuningSearch(box, Self.plan, seed: 1))
    while !search.next.isEmpty {
      #expect(search.next[0] == 0 && Set(search.next).count == search.next.count)
      rounds.append((search.next.count - 1, search.seeds))
      search.add(search.next.map { (Self.number(search, $0), -Self.number(search, $0)) })
    }
    #expect(rounds.map(\.settings) == [32, 16, 8, 4])
    #expect(rounds.map(\.seeds) == [0..<2, 0..<4, 0..<8, 0..<16])
    for plan in [Self.plan, TuningPlan(points: 8, replications: 3)] {
      for round in 0..<TuningPlan.rounds { holds(!plan.seeds(round).overlaps(plan.testSeeds)) }
      #expect(plan.testSeeds.count == plan.replications)
    }
  }

  @Test("settings are in their ranges and conditions, and their texts are exact")
  func settings() throws {
    let search = try Self.search(["score."]) { search, place in (Double(place % 7), Double(place % 5)) }
    #expect(search.settings.count > 40 && search.settings[0].point == .base)
    #expect(Set(search.settings.map(\.point)).count == search.settings.count)
    var weights: Set<Double> = []
    for place in search.settings.indices.dropFirst() {
      var parameters = ParameterSet()
      for (name, value) in search.values(place) {
        let definition = try #require(parameters.definition(name))
        let words = definition.text(of: value).split(separator: ", ").map(String.init)
        #expect(try definition.parse(words) == value)
        parameters.set(name, value)
      }
      let (start, end) = (
        parameters.number("score.thresholdStart"), parameters.number("score.thresholdEnd")
      )
      holds((0.6...0.98).contains(start) && (0...0.276).contains(end))
      let own = parameters.numbers("score.weights")
      #expect(abs(own.reduce(0, +) - 1) < 1e-9)
      let ranges = try #require(parameters.definition("score.weights")?.listRanges).ranges
      holds(zip(own, ranges).allSatisfy { $1.contains($0) })
      weights.formUnion(own)
    }
    #expect(weights.count > 100)
  }

  @Test("later rounds come nearer to the best setting, and seeds give other settings")
  func refinement() throws {
    func costs(_ search: TuningSearch, _ place: Int) -> NondominatedOrder.Costs? {
      let distance = abs(Self.number(search, place) - 0.9)
      return (distance, distance)
    }
    let plan = TuningPlan(points: 8, replications: 16)
    var best: [Double] = []
    for seed in 1...5 {
      let search = try Self.search(["score.thresholdStart"], plan, seed: UInt64(seed), costs: costs)
      #expect(search.judged.count == 1)
      best.append(try #require(costs(search, search.judged[0])?.first))
      let first = search.settings.indices.filter { search.settings[$0].round == 0 }
      let least = first.compactMap { costs(search, $0)?.first }.min() ?? 0
      #expect(least >= best[best.count - 1])
      let again = try Self.search(["score.thresholdStart"], plan, seed: UInt64(seed), costs: costs)
      #expect(again.settings.map(\.point) == search.settings.map(\.point))
    }
    #expect(best.allSatisfy { $0 < 0.02 } && Set(best).count > 1)
  }

  @Test("words take every value once, and settings without an estimate are not judged")
  func words() throws {
    let patterns = ["rate.scope", "ledger.tail"]
    let search = try Self.search(patterns) { _, place in place == 1 ? nil : (Double(place), -Double(place)) }
    #expect(search.settings.count == search.box.factors.reduce(1) { $0 * $1.definition.choices.count })
    #expect(search.judged.count > 1 && !search.judged.contains(0) && !search.judged.contains(1))
  }

  @Test("settings that the default dominates or equals are not judged, and equal settings are judged once")
  func equals() throws {
    let dominated = try Self.search(["score.thresholdStart"]) { _, place in place == 0 ? (0, 0) : (1, 1) }
    #expect(dominated.judged == [])
    let same = try Self.search(["score.thresholdStart"]) { _, _ in (1, 1) }
    #expect(same.judged == [])
    let better = try Self.search(["score.thresholdStart"]) { _, place in place == 0 ? (1, 1) : (0, 1) }
    #expect(better.judged.count == 1)
  }

  @Test("a time limit cuts settings before replications, and refuses fewer than eight settings")
  func cuts() throws {
    let plan = TuningPlan(points: 64, replications: 80)
    #expect(plan.fitting(runs: Double(plan.runs)) == plan)
    let fewer = try #require(plan.fitting(runs: Double(plan.runs) / 2))
    #expect(fewer.replications == 80 && fewer.points < 64 && fewer.runs <= plan.runs / 2)
    let least = try #require(plan.fitting(runs: 300))
    #expect(least.replications < 80 && least.points >= 8 && least.runs <= 300)
    #expect(plan.fitting(runs: 50) == nil)
  }
}

@Suite("Settings next to the default") struct TuningFindingsTests {
  private static let metrics = try! FrontMetrics((DefaultMetrics.front.first, "fresh_reachable_open_share"))

  /// Runs of a setting with an energy and a number of fresh opens of 100 for each replication.
  private static func runs(_ energy: [Double], _ fresh: [Double]) -> [PolicyRun] {
    zip(energy, fresh).enumerated().map { place, own in
      PolicyRun(
        designPoint: "base", arm: "base", policy: "p", replication: 10 + place,
        values: [metrics.first.name: own.0],
        fractions: [metrics.second.name: MetricFraction(own.1, over: 100)])
    }
  }

  private static let energy = [10.0, 12, 9, 11, 13, 10]
  private static let fresh = [50.0, 52, 47, 51, 55, 49]

  private func findings(_ others: [[PolicyRun]]) throws -> TuningFindings {
    let base = Self.runs(Self.energy, Self.fresh)
    return try TuningFindings(
      [0] + others.indices.map { $0 + 4 },
      runs: [base] + others + [Self.runs([1, 1, 1, 1, 1, 1], Self.fresh)],
      reference: "clairvoyant", metrics: Self.metrics, seeds: 10..<16)
  }

  @Test("verdicts follow from the paired intervals, in the better direction of each metric")
  func verdicts() throws {
    let more = Self.energy.map { $0 + 1 }
    let less = Self.energy.map { $0 - 1 }
    let fresher = zip(Self.fresh, [4.0, 5, 4, 5, 4, 5]).map { $0 + $1 }
    let mixed = zip(Self.energy, [3.0, -4, 2, -3, 4, -1]).map { $0 + $1 }
    let found = try findings([
      Self.runs(less, fresher), Self.runs(more, fresher), Self.runs(more, Self.fresh),
      Self.runs(Self.energy, Self.fresh), Self.runs(mixed, fresher), Self.runs(less, Self.fresh),
    ])
    #expect(found.rows.first?.name == "default" && found.rows.last?.name == "clairvoyant")
    let verdicts = Dictionary(
      uniqueKeysWithValues: found.rows.dropFirst().dropLast().map { ($0.name, $0.verdict) })
    #expect(
      verdicts == [
        "s4": .dominates, "s5": .tradeOff, "s6": .dominated, "s7": .same, "s8": .notDecided, "s9": .dominates,
      ])
    // s4 has the least energy and the most fresh opens.
    #expect(found.rows.filter { found.isOnFront($0) == true }.map(\.name) == ["s4"])
    #expect(found.rows.last.flatMap(found.isOnFront) == nil)
    #expect(found.statements == 14 && found.replications == 6 && found.judged == 6)
    #expect(found.best?.name == "s4" && found.dominating.map(\.name).sorted() == ["s4", "s9"])
  }

  @Test("more judged settings widen the intervals, by Bonferroni over both metrics and the reference")
  func multiplicity() throws {
    let other = Self.runs([9, 12.5, 8, 11, 12, 9], Self.fresh)
    func width(_ count: Int) throws -> Double {
      let found = try findings([[PolicyRun]](repeating: other, count: count))
      return try #require(found.rows[1].sides[0].difference?.halfWidth)
    }
    let error = try #require(try Moments([-1, 0.5, -1, 0, -1, -1]).standardError)
    for count in [1, 7] {
      let confidence = 1 - 0.05 / Double(2 * count + 2)
      let expected = error * StudentT(degreesOfFreedom: 5).twoSidedFactor(confidence: confidence)
      #expect(abs(try width(count) - expected) < 1e-9)
    }
  }

  /// Settings that are fresher in truth, and whose energy differs from the default by chance only.
  @Test("of settings that do not dominate, chance makes one seem to dominate in few tests")
  func falseFindings() throws {
    var random = SeededGenerator(seed: 5)
    let trials = 400
    let found = try (0..<trials).count { _ in
      func energies() -> [Double] { Self.energy.map { $0 + random.normal() } }
      let fresher = Self.fresh.map { $0 + 10 }
      return try findings((0..<8).map { _ in Self.runs(energies(), fresher) }).best != nil
    }
    // An interval ends below 0 by chance with the probability 0.05 ÷ 18 ÷ 2, one of eight in 1.1 % of the trials.
    #expect(found <= 10, "\(found) of \(trials)")
  }

  @Test("a setting without a value is named and not judged, and a default without values leaves no rows")
  func missing() throws {
    let found = try findings([[], Self.runs(Self.energy, Self.fresh)])
    #expect(found.left == ["s4"] && found.judged == 1)
    let none = try TuningFindings(
      [0], runs: [[], []], reference: "clairvoyant", metrics: Self.metrics, seeds: 10..<16)
    #expect(none.rows.isEmpty && none.best == nil && none.left == ["default", "clairvoyant"])
  }
}
