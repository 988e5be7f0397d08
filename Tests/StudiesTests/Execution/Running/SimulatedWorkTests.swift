import Testing

@testable import Studies

@Suite("Simulated days behind cells")
struct SimulatedWorkTests {
  @Test("cells of a timeline that many runs share count as many times")
  func weights() {
    let work = SimulatedWork([(cells: 2, daysOfCell: 30), (cells: 3, daysOfCell: 1.5)])
    #expect((0...5).map(work.days(ofFirst:)) == [0, 30, 60, 62, 63, 65])
    #expect(SimulatedWork([]).days(ofFirst: 0) == 0)
  }
}
