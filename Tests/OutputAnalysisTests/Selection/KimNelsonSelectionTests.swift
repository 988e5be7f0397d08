import OutputAnalysis
import Testing

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
    #expect(selection.selected == 1 && selection.replications == 10)
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
