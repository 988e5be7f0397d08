import OutputAnalysis
import TestSupport
import Testing

@Suite("Order of nondominated settings") struct NondominatedOrderTests {
  @Test("by hand: fronts in turn, the ends of a front first, then the settings with the widest gaps")
  func hand() {
    let costs = [(0.0, 4.0), (1, 2), (1.5, 1.9), (4, 0), (2, 4), (5, 5)].map { (first: $0.0, second: $0.1) }
    #expect(NondominatedOrder.fronts(costs) == [[0, 3, 2, 1], [4], [5]])
    #expect(NondominatedOrder.fronts(costs) { $0 == 1 }[0] == [1, 0, 3, 2])
    #expect(NondominatedOrder.fronts([]) == [])
  }

  @Test("equal settings are on one front, in their order")
  func ties() {
    let equal = [NondominatedOrder.Costs](repeating: (1, 2), count: 4)
    #expect(NondominatedOrder.fronts(equal) == [[0, 3, 1, 2]])
    holds(!NondominatedOrder.dominates(equal[0], equal[1]))
  }

  @Test("a setting is on the first front if and only if another setting does not dominate it")
  func membership() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<50 {
      let costs = (0..<30).map { _ in (first: random.uniform(), second: random.uniform()) }
      let fronts = NondominatedOrder.fronts(costs)
      #expect(fronts.joined().sorted() == Array(costs.indices))
      for (number, front) in fronts.enumerated() {
        let later = fronts[number...].joined()
        for place in front {
          holds(!later.contains { NondominatedOrder.dominates(costs[$0], costs[place]) })
        }
        guard number > 0 else { continue }
        for place in front {
          holds(fronts[number - 1].contains { NondominatedOrder.dominates(costs[$0], costs[place]) })
        }
      }
    }
  }
}
