import ModelParameters
import Testing

@testable import StudyReports

extension SensitivityBox {
  /// The numbers of all factors at a point, by name.
  func numbers(at point: SensitivityPoint) -> [String: Double] {
    var numbers: [String: Double] = [:]
    for factor in factors { numbers[factor.name] = factor.number(factor.base) }
    for move in point.moves { numbers[factors[move.factor].name] = factors[move.factor].number(move.level) }
    return numbers
  }
}

@Suite("Box of assumptions") struct SensitivityBoxTests {
  static func box(
    _ patterns: [String], grades: Set<EvidenceGrade> = [.d], parameters: ParameterSet = ParameterSet(),
    reason: (ParameterDefinition) -> String? = { _ in nil }
  ) -> SensitivityBox {
    SensitivityBox(parameters, grades: grades, patterns: patterns, reasonToLeaveOut: reason)
  }

  @Test("a list has a factor for each of its numbers, words have one with the other words as ends")
  func factors() {
    let box = Self.box(
      ["score.", "rate.scope", "ledger.tail", "life.rebootKeepsRequests"], grades: [.c, .d])
    #expect(
      box.factors.map(\.name) == [
        "life.rebootKeepsRequests", "rate.scope", "score.thresholdStart", "score.thresholdEnd",
        "score.weights[0]", "score.weights[1]", "score.weights[2]", "score.weights[3]", "score.weights[4]",
        "score.chargerRelief", "ledger.tail",
      ])
    #expect(box.factors[0].ends == [.word("false")])
    #expect(box.factors[2].ends == [.number(0.6), .number(0.98)])
    #expect(box.factors[10].ends == [.word("first"), .word("equal"), .word("marginal")])
    #expect(box.factors[2].text(.number(0.6)) == "0.6")
    #expect(box.absences == [.init(count: box.absences[0].count, reason: "not named by --over")])
  }

  @Test("grades choose the assumptions, and reasons leave some out and are counted")
  func choice() {
    let both = Self.box(["charge.holdL", "gate.herd"], grades: [.c, .d])
    #expect(
      both.factors.map(\.name) == [
        "gate.herdPause", "gate.herdHold", "charge.holdLength[0]", "charge.holdLength[1]", "charge.holdLead",
      ])
    let none = Self.box(["gate.herd"], grades: [.c, .d]) { $0.name == "gate.herdHold" ? "a reason" : nil }
    #expect(none.factors.map(\.name) == ["gate.herdPause"])
    #expect(none.absences.contains(.init(count: 1, reason: "a reason")))
  }

  @Test("a study's own value is the middle, and an end that it already has is not tried again")
  func ownValues() {
    var parameters = ParameterSet()
    parameters.set("score.thresholdStart", .number(0.6))
    let box = Self.box(["score.thresholdStart"], parameters: parameters)
    #expect(box.factors[0].base == .number(0.6) && box.factors[0].ends == [.number(0.98)])
  }

  @Test("shares keep their sum; two of them more than the whole lie outside of the box")
  func shares() throws {
    let box = Self.box(["score.weights"], grades: [.c])
    let point = SensitivityPoint.base.moving(0, to: .number(0.612))
    let moved = try #require(box.values(at: point))
    guard case .numbers(let weights) = moved[0].value else {
      Issue.record("no list")
      return
    }
    #expect(moved.map(\.name) == ["score.weights"] && weights[0] == 0.612)
    #expect(abs(weights.reduce(0, +) - 1) < 1e-12)
    #expect(abs(weights[1] - 0.0696) < 1e-12 && abs(weights[4] - 0.2704) < 1e-12)
    #expect(box.values(at: point.moving(1, to: .number(0.4))) == nil)
  }

  @Test("a point that breaks a condition on several parameters lies outside of the box")
  func conditions() {
    let box = Self.box(["charge.holdLength"], grades: [.c])
    let late = SensitivityPoint.base.moving(0, to: .number(5.5))
    #expect(box.values(at: late) != nil)
    #expect(box.values(at: late.moving(1, to: .number(4.5))) == nil)
  }

  @Test("a point is the same whatever the order of its moves, and says itself in words")
  func points() {
    let box = Self.box(["score.threshold"])
    let one = SensitivityPoint.base.moving(0, to: .number(0.6)).moving(1, to: .number(0.5))
    let other = SensitivityPoint.base.moving(1, to: .number(0.5)).moving(0, to: .number(0.6))
    #expect(one == other)
    #expect(box.text(one) == "score.thresholdStart = 0.6, score.thresholdEnd = 0.5")
    #expect(box.text(.base) == "the defaults")
    #expect(one.moving(0, to: .number(0.7)).moves.count == 2)
    #expect(box.timelinePart(of: one) == .base)
  }

  @Test("whole numbers are rounded on the way between the ends")
  func wholeNumbers() {
    let box = Self.box(["processing.maxConcurrent", "score.thresholdEnd"])
    #expect(box.factors[0].level(at: 2.6) == .number(3))
    #expect(box.factors[1].level(at: 0.26) == .number(0.26))
  }

  @Test("assumptions that are cut are counted by parameter with the reason")
  func cutting() {
    let box = Self.box(["score."])
    let kept = box.keeping([box.factors[0]], reason: "cut")
    #expect(kept.factors == [box.factors[0]])
    #expect(kept.absences.last == .init(count: 2, reason: "cut"))
    #expect(box.keeping(Set(box.factors), reason: "cut").absences == box.absences)
  }
}
