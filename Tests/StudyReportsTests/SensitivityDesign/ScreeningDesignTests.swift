import ModelParameters
import OutputAnalysis
import Testing

@testable import StudyReports

@Suite("Trajectories through the box") struct ScreeningDesignTests {
  @Test("each trajectory changes each assumption once, by two thirds of its range, and each point is allowed")
  func trajectories() {
    let box = SensitivityBoxTests.box([
      "score.threshold", "user.sleepLength", "gate.herdPause", "ledger.tail",
    ])
    let design = ScreeningDesign(box, trajectories: 12, seed: 1)
    #expect(design.trajectories.count == 12)
    for trajectory in design.trajectories {
      #expect(trajectory.steps.map(\.factor).sorted() == Array(box.factors.indices))
      #expect(trajectory.points.count == box.factors.count + 1)
      for point in trajectory.points { #expect(box.values(at: point) != nil, "\(box.text(point))") }
      for (number, step) in trajectory.steps.enumerated() {
        let (before, after) = (trajectory.points[number], trajectory.points[number + 1])
        let changed = zip(before.moves, after.moves).filter { $0 != $1 }
        #expect(changed.map(\.0.factor) == [step.factor])
        let isWord = box.factors[step.factor].range == nil
        #expect(isWord ? abs(step.size) == 1 : abs(abs(step.size) - 2.0 / 3) < 0.2)
      }
    }
    // Both directions and different orders are drawn.
    #expect(Set(design.trajectories.map { $0.steps.map(\.factor) }).count > 6)
    #expect(Set(design.trajectories.flatMap { $0.steps.map { $0.size > 0 } }).count == 2)
    #expect(design == ScreeningDesign(box, trajectories: 12, seed: 1))
    #expect(design != ScreeningDesign(box, trajectories: 12, seed: 2))
  }

  @Test("of the shares of a whole one moves in a trajectory, each in its turn")
  func shares() {
    let box = SensitivityBoxTests.box(["score.weights"], grades: [.c])
    let design = ScreeningDesign(box, trajectories: 10, seed: 1)
    #expect(design.trajectories.map { $0.steps.map(\.factor) } == (0..<10).map { [$0 % 5] })
  }

  @Test("assumptions that a condition ties together are one group")
  func groups() {
    let box = SensitivityBoxTests.box(["gate.herdPause", "score.threshold", "push.window"])
    let names = box.linkedFactors.map { $0.map { box.factors[$0].name } }
    #expect(names.contains(["score.thresholdStart", "score.thresholdEnd"]))
    #expect(names.count == 3 && names.flatMap(\.self).count == 4)
  }

  @Test("a share of the range is a level, and words have equal parts of it")
  func levels() throws {
    let box = SensitivityBoxTests.box(["score.thresholdStart", "ledger.tail"])
    let start = box.factors[0]
    #expect(start.level(share: 0) == .number(0.6) && start.level(share: 1) == .number(0.98))
    let tail = box.factors[1]
    let words = tail.definition.choices
    #expect(words.count == 4)
    #expect((0..<4).map { tail.level(share: Double($0) / 3) } == words.map { .word($0) })
  }

  @Test("less time takes devices first, then trajectories, then assumptions, and each is named")
  func cuts() throws {
    let box = SensitivityBoxTests.box(["score.threshold", "user.sleepActivity"])
    func cut(_ seconds: Double, _ asked: Int? = nil) -> SensitivityAllowance.Cut? {
      SensitivityAllowance(minutes: 1, secondsPerRun: seconds, comparisons: 1, runsPerPoint: 10)
        .screeningCut(box, devices: 33, trajectories: asked)
    }
    // Ten trajectories of five points × 10 runs × 33 devices in 120 s.
    #expect(cut(0.0072) == .init(box: box, devices: 33, trajectories: 10))
    let fewer = try #require(cut(0.0073))
    #expect(fewer.devices == 20 && fewer.trajectories == 10 && fewer.sentences.count == 1)
    // 24 points of five devices.
    let short = try #require(cut(0.1))
    #expect(short.devices == 5 && short.trajectories == 4 && short.box == box)
    #expect(
      short.sentences == [
        "Cut to finish within 1 minute on 2 cores: 5 of 33 devices.",
        "Cut to finish within 1 minute on 2 cores: 4 instead of 10 trajectories.",
      ])
    let least = try #require(cut(0.14))
    #expect(least.names == ["user.sleepActivity"])
    #expect(cut(10) == nil)
    // A number that was asked for is kept.
    #expect(cut(0.1, 8)?.trajectories == 8)
  }
}

@Suite("Points for shares of the variance") struct SharesDesignTests {
  @Test("rows are one point of each set and their mixtures, and those outside of the box are left out")
  func rows() {
    let box = SensitivityBoxTests.box(["score.threshold", "gate.herdPause"])
    let design = SharesDesign(box, factors: [2, 0, 1], count: 15)
    #expect(design.factors == [2, 0, 1] && design.rows.count == 15)
    for row in design.rows {
      #expect(row.count == 5)
      for place in 0..<3 {
        let changed = zip(row[0].moves, row[place + 2].moves).filter { $0 != $1 }.map(\.0.factor)
        #expect(changed == [design.factors[place]] || changed.isEmpty)
      }
    }
    #expect(SharesDesign.isEven(15) && !SharesDesign.isEven(16) && !SharesDesign.isEven(1))
  }

  @Test("of the shares of a whole the most important one counts, and eight assumptions at most")
  func limits() {
    let box = SensitivityBoxTests.box(["score."], grades: [.c, .d])
    let design = SharesDesign(box, factors: Array(box.factors.indices), count: 7)
    #expect(
      design.factors.map { box.factors[$0].name } == [
        "score.thresholdStart", "score.thresholdEnd", "score.weights[0]", "score.chargerRelief",
      ])
    let many = SensitivityBoxTests.box(["user."])
    #expect(SharesDesign(many, factors: Array(many.factors.indices), count: 7).factors.count == 8)
  }
}
