import OutputAnalysis
import RandomStreams

/// The orders of joining behind a Shapley split, drawn before any value is known.
///
/// Knowing the coalitions beforehand, all of them can be run side by side on the same timelines. Where the
/// orders could meet as many coalitions as there are, all are run and the split is exact.
package struct ShapleyOrders: Hashable, Sendable {
  package let players: Int
  /// Orders drawn, each walked in both directions; none is behind an exact split.
  package let orders: Int
  package let isExact: Bool
  package let coalitions: [Coalition]
  /// The drawn permutations, in the order in which the estimator asks for them.
  private let choices: [Int]

  package init(players: Int, orders: Int, seed: UInt64) {
    self.players = players
    let all = 1 << players
    // Each order passes players - 1 coalitions one way and as many the other, beside nobody and everybody.
    isExact = orders >= all || orders * 2 * (players - 1) + 2 >= all
    if isExact {
      self.orders = 0
      choices = []
      coalitions = (0..<all).map { Coalition(bits: UInt64($0)) }
      return
    }
    self.orders = orders
    let stream = RandomStream()
    stream.seek(
      sequential: StreamAddress(
        seed: seed, group: StreamAddress.group(of: "ablate"), replication: 0, device: 0, purpose: .design))
    var drawn: [Int] = []
    var met: Set<UInt64> = []
    _ = ShapleySampling(
      players: players, orders: orders,
      choose: { count in
        drawn.append(stream.integer(below: count))
        return drawn[drawn.count - 1]
      },
      value: { coalition in
        met.insert(coalition.bits)
        return 0
      })
    choices = drawn
    coalitions = met.sorted().map { Coalition(bits: $0) }
  }

  /// The values of the players, and the standard errors that the draw of orders leaves: 0 for an exact split,
  /// nil for one order.
  package func split(_ value: (Coalition) throws -> Double) rethrows -> (values: [Double], errors: [Double]?)
  {
    if isExact {
      let values = try ShapleySampling.exact(players: players, value: value)
      return (values, values.map { _ in 0 })
    }
    var next = 0
    let sampling = try ShapleySampling(
      players: players, orders: orders,
      choose: { _ in
        next += 1
        return choices[next - 1]
      }, value: value)
    return (sampling.values, sampling.standardErrors)
  }
}
