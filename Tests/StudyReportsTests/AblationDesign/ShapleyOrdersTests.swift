import StudyReports
import Testing

@Suite("Orders of a Shapley split") struct ShapleyOrdersTests {
  @Test("orders are drawn from the seed alone, and become exact where they could meet every coalition")
  func orders() {
    #expect(ShapleyOrders(players: 7, orders: 5, seed: 1) == ShapleyOrders(players: 7, orders: 5, seed: 1))
    #expect(ShapleyOrders(players: 7, orders: 5, seed: 1) != ShapleyOrders(players: 7, orders: 5, seed: 2))
    #expect(!ShapleyOrders(players: 7, orders: 10, seed: 1).isExact)
    #expect(ShapleyOrders(players: 7, orders: 11, seed: 1).coalitions.count == 128)
    #expect(ShapleyOrders(players: 7, orders: .max, seed: 1).isExact)
  }
}
