import ModelParameters
import OutputAnalysis
import Testing

@testable import StudyReports

/// Worlds whose differences are known exactly.
@Suite("Search for decisive assumptions") struct SensitivitySearchTests {
  /// Runs a search on a response that is a function of the numbers of a point, with the given standard error.
  private func search(
    _ names: [String], grades: Set<EvidenceGrade> = [.d], error: Double = 0.01, spread: Int = 0,
    steps: ((SensitivitySearch) -> Void)? = nil,
    _ world: @escaping ([String: Double]) -> Double
  ) -> SensitivitySearch {
    let box = SensitivityBoxTests.box(names, grades: grades)
    func value(_ point: SensitivityPoint) -> Double { world(box.numbers(at: point)) }
    var search = SensitivitySearch(box, contrasts: 1, spread: spread)
    while !search.next.isEmpty {
      steps?(search)
      search.add(
        search.next.map { point in
          [
            SensitivityResponse(
              difference: .init(value(point), standardError: error),
              effect: .init(value(point) - value(.base), standardError: error), halfWidth: 2.8 * error,
              replications: 5)
          ]
        })
    }
    return search
  }

  @Test(
    "a change of sign at a corner of two assumptions, which neither makes alone, is found and located along both"
  )
  func corner() throws {
    // At the default 1; at the far corner, 0.2 and 0.076 away, 1 - 0.8 - 0.912 = -0.712.
    let search = search(["score.threshold"]) {
      1 - 4 * (0.8 - $0["score.thresholdStart", default: 0])
        - 12 * ($0["score.thresholdEnd", default: 0] - 0.2)
    }
    #expect(search.flips(0, assumptions: 1).isEmpty)
    let corner = try #require(search.flips(0, assumptions: 2).first)
    #expect(search.box.text(corner) == "score.thresholdStart = 0.6, score.thresholdEnd = 0.276")
    #expect(search.boundaries.count == 2)
    let start = try #require(search.boundaries.first)
    // Along the start with the end at 0.276: 1 - 0.912 = 4 (0.8 - x).
    #expect(search.box.text(start.others) == "score.thresholdEnd = 0.276")
    #expect(abs(start.place - 0.778) <= start.halfWidth && start.halfWidth < 0.02)
    #expect(!start.isNegativeAtStart && start.from == 0.8 && start.to == 0.6)
    let end = try #require(search.boundaries.last)
    #expect(abs(end.place - (0.2 + 0.2 / 12)) <= end.halfWidth && end.halfWidth < 0.03)
  }

  @Test("a change of sign within the range of one assumption is located with all others as they are")
  func single() throws {
    let search = search(["score.threshold"]) { 0.5 - $0["score.thresholdEnd", default: 0] * 2 }
    let found = try #require(search.flips(0, assumptions: 1).first)
    #expect(search.box.text(found) == "score.thresholdEnd = 0.276")
    let boundary = try #require(search.boundaries.first)
    #expect(search.boundaries.count == 1 && boundary.others == .base)
    #expect(abs(boundary.place - 0.25) <= boundary.halfWidth)
  }

  @Test("without a change of sign nothing is located, and points are asked for once")
  func none() {
    let search = search(["score.", "gate."]) { 1 + $0["score.thresholdEnd", default: 0] }
    #expect(search.boundaries.isEmpty && search.step == .done)
    #expect(Set(search.points).count == search.points.count)
    // The study, and both ends of each; one assumption alone has no corners.
    #expect(search.points.count == 1 + search.box.factors.reduce(0) { $0 + $1.ends.count })
    #expect(search.strongestFactors(0).count == 1)
  }

  @Test("assumptions that bring the difference nearer to another sign come before stronger ones that do not")
  func order() throws {
    let search = search(["score.thresholdEnd", "gate.evaluationInterval"]) {
      10 + $0["gate.evaluationInterval", default: 0] - 4 * $0["score.thresholdEnd", default: 0]
    }
    let names = search.strongestFactors(0).map { search.box.factors[$0].name }
    // The interval pulls by 14 at its low end, the threshold by 0.3 at its high end.
    #expect(names == ["gate.evaluationInterval", "score.thresholdEnd"])
    let away = self.search(["score.thresholdEnd", "gate.evaluationInterval"]) {
      40 + abs($0["gate.evaluationInterval", default: 0] - 15) - 4 * $0["score.thresholdEnd", default: 0]
    }
    #expect(away.box.factors[try #require(away.strongestFactors(0).first)].name == "score.thresholdEnd")
  }

  @Test("an effect within two standard errors is no effect, and an unclear difference has no other sign")
  func noise() {
    let search = search(["score.threshold"], error: 1) { 1 - $0["score.thresholdEnd", default: 0] * 4 }
    #expect(search.strongestFactors(0).isEmpty && search.boundaries.isEmpty)
    #expect(search.points.count == 5)
  }

  @Test("three strong assumptions are tried at all corners of each pair")
  func corners() {
    var sizes: [Int] = []
    _ = search(["score.threshold", "gate.evaluationInterval"], steps: { sizes.append($0.next.count) }) {
      100 - $0["score.thresholdEnd", default: 0] - $0["score.thresholdStart", default: 0]
        + $0["gate.evaluationInterval", default: 0]
    }
    #expect(sizes == [7, 12])
  }

  @Test("a corner outside of the box is left out and named")
  func conditions() {
    let search = search(["charge.holdLength"], grades: [.c]) {
      10 - $0["charge.holdLength[0]", default: 0] + $0["charge.holdLength[1]", default: 0] / 4
    }
    let names = search.leftOut.map { $0.moves.map { search.box.factors[$0.factor].name } }
    #expect(names == [["charge.holdLength[0]", "charge.holdLength[1]"]])
    #expect(search.leftOut.first?.moves.map(\.level) == [.number(5.5), .number(4.5)])
  }

  @Test("without responses the search ends after one assumption at a time")
  func nothing() {
    var search = SensitivitySearch(SensitivityBoxTests.box(["score.threshold"]), contrasts: 2)
    search.add(search.next.map { _ in [nil, nil] })
    #expect(search.next.isEmpty && search.step == .done && search.points.count == 5)
  }

  @Test("the share of points that keeps the sign is near the volume in which it does")
  func spread() {
    // Positive below 0.2208 of a range from 0 to 0.276, whatever the other threshold is.
    let search = search(["score.threshold", "gate.herdPause"], error: 0.0001, spread: 50) {
      0.2208 - $0["score.thresholdEnd", default: 0]
    }
    #expect(search.spread.count == 50)
    let names = Set(search.spread.flatMap { $0.moves.map { search.box.factors[$0.factor].name } })
    // The pause has no effect.
    #expect(names == ["score.thresholdEnd"])
    // A Latin hypercube has one point in each fiftieth of the range.
    let positive = search.spread.count {
      search.response(0, at: $0).map { $0.difference.estimate > 0 } == true
    }
    #expect(abs(positive - 40) <= 1)
    #expect(self.search(["score.threshold"]) { _ in 1 }.spread.isEmpty)
  }

  @Test("spread points lie in the box: of shares one moves, words stay, conditions hold")
  func spreadInBox() {
    let names = ["charge.night.chargers", "rate.scope", "usage.learningDays", "usage.refreshEligibilityDays"]
    // In the order of names: the sum must not depend on the order of a dictionary.
    let search = search(names, spread: 30) { numbers in
      numbers.keys.sorted().reduce(1) { $0 + numbers[$1, default: 0] }
    }
    #expect(search.spread.count == 30 && search.leftOut.allSatisfy { $0.moves.count < 3 })
    for point in search.spread {
      #expect(search.box.values(at: point) != nil && point.moves.count == 3)
    }
  }
}
