import OutputAnalysis
import TestSupport
import Testing

@Suite("Selection in stages")
struct StagedSelectionTests {
  /// Correlated values of some systems whose means lie a step apart.
  private func table(_ systems: Int, step: Double, seed: UInt64, count: Int = 400) -> [[Double]] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).map { _ in
      let shared = random.normal()
      return (0..<systems).map { Double($0) * step + 0.6 * shared + random.normal() }
    }
  }

  private func select(_ table: [[Double]], limit: Int = 1000) throws -> StagedSelection {
    try StagedSelection(systems: table[0].count, difference: 0.5, confidence: 0.95, limit: limit) {
      table.indices.contains($1) ? table[$1][$0] : nil
    }
  }

  @Test("decides as the procedure that takes one replication after the other")
  func equal() throws {
    for seed in UInt64(1)...20 {
      let table = table(4, step: 0.2, seed: seed)
      let staged = try select(table)
      var procedure = try KimNelsonSelection(
        systems: 4, firstStage: StagedSelection.firstStage, difference: 0.5, confidence: 0.95)
      var place = 0
      while procedure.selected == nil {
        procedure.add(table[place])
        place += 1
      }
      holds(staged.selected == procedure.selected && staged.isEnded)
      let last = try #require(staged.stages.last)
      holds(last.replications >= place && last.replications < place + StagedSelection.stageLength)
      for (system, left) in procedure.leftAt.enumerated() {
        let stage = staged.stages.first { !$0.survivors.contains(system) }
        // It is out at the end of the stage in which it left, and has the replications of that stage.
        guard left > 0 else { continue }
        let expected = 20 + (max(0, left - 20) + 4) / 5 * 5
        #expect(stage.map { $0.replications <= expected && $0.replications >= left } == true)
        #expect(staged.replicationsDone[system] == stage?.replications)
      }
    }
  }

  @Test("the next step follows from the present values, stage by stage")
  func resumed() throws {
    let table = table(3, step: 0.1, seed: 5)
    let whole = try select(table)
    try #require(whole.stages.count > 2)
    var have = [20, 20, 20]
    var asked: [[Int]] = []
    while true {
      let part = try StagedSelection(systems: 3, difference: 0.5, confidence: 0.95, limit: 1000) {
        $1 < have[$0] ? table[$1][$0] : nil
      }
      #expect(part.stages == Array(whole.stages.prefix(part.stages.count)))
      if part.isEnded {
        holds(part.selected == whole.selected && part.replicationsDone == whole.replicationsDone)
        break
      }
      // Only systems that are still in get more, never beyond what the procedure can need.
      for system in 0..<3 {
        let isIn = part.stages.last?.survivors.contains(system) == true
        #expect(isIn ? part.replications[system] > have[system] : part.replications[system] == have[system])
        #expect(part.replications[system] <= max(20, part.mostNeeded ?? 0))
      }
      have = part.replications
      asked.append(have)
    }
    #expect(asked.count == whole.stages.count - 1)
  }

  @Test("there is no decision before the first stage is complete")
  func beginning() throws {
    let table = table(3, step: 5, seed: 1, count: 19)
    let selection = try select(table)
    holds(selection.stages.isEmpty && selection.selected == nil && selection.mostNeeded == nil)
    holds(selection.replications == [20, 20, 20] && selection.replicationsDone == [0, 0, 0])
  }

  @Test("ends at its limit without a choice")
  func limit() throws {
    let selection = try select(table(2, step: 0, seed: 3), limit: 23)
    try #require((selection.mostNeeded ?? 0) > 23)
    holds(selection.isEnded && selection.selected == nil)
    #expect(selection.stages.map(\.replications) == [20, 23])
  }

  @Test("equal systems are decided at once, and values that are no numbers refused")
  func degenerate() throws {
    let selection = try StagedSelection(systems: 3, difference: 1, confidence: 0.9, limit: 50) { _, _ in 4 }
    holds(selection.isEnded && selection.selected != nil && selection.stages.count == 1)
    #expect(throws: AnalysisError.self) {
      try StagedSelection(systems: 3, difference: 1, confidence: 0.9, limit: 50) { _, _ in .nan }
    }
  }
}

@Suite("Choice of the best of several systems")
struct KimNelsonSelectionTests {
  @Test("a clear lead ends it with the first stage")
  func clear() throws {
    var selection = try KimNelsonSelection(systems: 3, firstStage: 10, difference: 1, confidence: 0.95)
    for replication in 0..<10 {
      #expect(selection.selected == nil)
      let noise = Double(replication % 3) / 10
      selection.add([noise, 50 + noise / 2, 20 - noise])
    }
    #expect(selection.selected == 1)
    #expect(selection.observations == 30)
    #expect(selection.survivors == [1])
    selection.add([1000, 0, 0])
    holds(selection.selected == 1 && selection.replications == 10)
  }

  @Test("refuses a lead of 0, one system and a confidence that chance has")
  func refusals() {
    #expect(throws: AnalysisError.self) {
      try KimNelsonSelection(systems: 3, firstStage: 10, difference: 0, confidence: 0.95)
    }
    #expect(throws: AnalysisError.self) {
      try KimNelsonSelection(systems: 1, firstStage: 10, difference: 1, confidence: 0.95)
    }
    #expect(throws: AnalysisError.self) {
      try KimNelsonSelection(systems: 4, firstStage: 10, difference: 1, confidence: 0.25)
    }
  }
}
