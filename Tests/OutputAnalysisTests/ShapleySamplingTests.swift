import OutputAnalysis
import RandomStreams
import TestSupport
import Testing

@Suite("Shapley values")
struct ShapleySamplingTests {
  private func stream(_ index: Int) -> RandomStream {
    let stream = RandomStream()
    stream.seek(sequential: StreamAddress(seed: 31, replication: index, device: 0, purpose: .test))
    return stream
  }

  /// A game with an arbitrary value for every coalition.
  private func arbitrary(players: Int, _ index: Int) -> [Double] {
    let stream = stream(index)
    return (0..<(1 << players)).map { _ in stream.normal(deviation: 10) }
  }

  @Test("additive games are exact from one order, whatever the order")
  func additive() {
    let worth = [3.0, -1, 0, 2.5, 7]
    for index in 0..<20 {
      let stream = stream(index)
      let shares = ShapleySampling(players: 5, orders: 2, choose: stream.integer(below:)) { coalition in
        10 + worth.indices.filter(coalition.contains).map { worth[$0] }.reduce(0, +)
      }
      for player in worth.indices {
        #expect(abs(shares.values[player] - worth[player]) < 1e-12)
        #expect(shares.standardErrors![player] < 1e-12)
      }
      holds(shares.none == 10 && shares.all == 21.5)
    }
  }

  @Test("pairwise interactions are split in halves, exactly, as each order is walked both ways")
  func pairs() {
    let stream = stream(1)
    let shares = ShapleySampling(players: 4, orders: 1, choose: stream.integer(below:)) { coalition in
      (coalition.contains(0) && coalition.contains(2) ? 6.0 : 0) + (coalition.contains(3) ? 1 : 0)
    }
    for (found, expected) in zip(shares.values, [3.0, 0, 3, 1]) { #expect(abs(found - expected) < 1e-12) }
    #expect(shares.standardErrors == nil)
  }

  @Test("exact values are the mean over all orders")
  func allOrders() {
    let worth = arbitrary(players: 4, 2)
    func orders(_ rest: [Int]) -> [[Int]] {
      rest.isEmpty ? [[]] : rest.flatMap { first in orders(rest.filter { $0 != first }).map { [first] + $0 } }
    }
    var mean = [Double](repeating: 0, count: 4)
    for order in orders([0, 1, 2, 3]) {
      var coalition = Coalition.none
      for player in order {
        let next = coalition.adding(player)
        mean[player] += (worth[Int(next.bits)] - worth[Int(coalition.bits)]) / 24
        coalition = next
      }
    }
    let exact = ShapleySampling.exact(players: 4) { worth[Int($0.bits)] }
    for (found, expected) in zip(exact, mean) { #expect(abs(found - expected) < 1e-12) }
    #expect(ShapleySampling.exact(players: 1) { Double($0.bits) * 5 } == [5])
  }

  @Test("the shares add up to v(all) − v(none) with every number of orders", arguments: [1, 2, 7, 40])
  func efficiency(orders: Int) {
    for index in 0..<20 {
      let worth = arbitrary(players: 6, index)
      let stream = stream(100 + index)
      let shares = ShapleySampling(players: 6, orders: orders, choose: stream.integer(below:)) {
        worth[Int($0.bits)]
      }
      #expect(abs(shares.values.reduce(0, +) - (worth[63] - worth[0])) < 1e-9)
    }
  }

  @Test("estimates lie within six standard errors of the exact values, and the errors shrink as 1/√n")
  func converges() {
    let worth = arbitrary(players: 8, 3)
    let exact = ShapleySampling.exact(players: 8) { worth[Int($0.bits)] }
    let stream = stream(4)
    var errors: [Double] = []
    for orders in [400, 6400] {
      let shares = ShapleySampling(players: 8, orders: orders, choose: stream.integer(below:)) {
        worth[Int($0.bits)]
      }
      for player in exact.indices {
        let error = shares.standardErrors![player]
        #expect(error > 0)
        #expect(abs(shares.values[player] - exact[player]) < 6 * error)
      }
      errors.append(shares.standardErrors!.reduce(0, +))
    }
    #expect(abs(errors[0] / errors[1] - 4) < 0.6)
  }

  @Test("a player who adds nothing gets nothing; equals get the same exact share")
  func axioms() {
    // Three voters, two of whom decide, and a bystander.
    let exact = ShapleySampling.exact(players: 4) { ($0.bits & 0b111).nonzeroBitCount >= 2 ? 1 : 0 }
    for (found, expected) in zip(exact, [1.0 / 3, 1.0 / 3, 1.0 / 3, 0]) {
      #expect(abs(found - expected) < 1e-12)
    }
    let stream = stream(5)
    let shares = ShapleySampling(players: 4, orders: 50, choose: stream.integer(below:)) {
      ($0.bits & 0b111).nonzeroBitCount >= 2 ? 1 : 0
    }
    #expect(shares.values[3] == 0)
  }

  @Test("each coalition is valued once, and an error of the game is passed on")
  func evaluations() throws {
    struct Failure: Error {}
    var asked: [Coalition] = []
    let stream = stream(6)
    let shares = ShapleySampling(players: 5, orders: 300, choose: stream.integer(below:)) { coalition in
      asked.append(coalition)
      return Double(coalition.count)
    }
    #expect(shares.evaluations == 32)
    holds(asked.count == 32 && Set(asked).count == 32)
    #expect(throws: Failure.self) {
      try ShapleySampling(players: 2, orders: 1, choose: { _ in 0 }) { _ in throw Failure() }
    }
  }
}
