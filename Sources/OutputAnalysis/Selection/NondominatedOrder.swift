/// Settings in the order in which a search keeps them, by two costs of which less is better.
///
/// The settings of the first front are not dominated. The settings of each further front are not dominated once the
/// fronts before are left out. A front begins with its preferred settings. Within these parts, settings with distant
/// neighbors come first (Deb, Pratap, Agarwal and Meyarivan, "A fast and elitist multiobjective genetic algorithm:
/// NSGA-II", IEEE Transactions on Evolutionary Computation 6, 2002).
package enum NondominatedOrder {
  package typealias Costs = (first: Double, second: Double)

  /// Whether one setting has no more of both costs than another one, and less of one cost.
  package static func dominates(_ one: Costs, _ other: Costs) -> Bool {
    one.first <= other.first && one.second <= other.second && one != other
  }

  /// The places of the settings by front.
  package static func fronts(_ costs: [Costs], isPreferred: (Int) -> Bool = { _ in false }) -> [[Int]] {
    var left = Array(costs.indices)
    var fronts: [[Int]] = []
    while !left.isEmpty {
      let front = left.filter { place in !left.contains { dominates(costs[$0], costs[place]) } }
      left.removeAll(where: front.contains)
      let gaps = gaps(front.map { costs[$0] })
      let order = front.indices.sorted { one, other in
        let (own, rival) = (isPreferred(front[one]), isPreferred(front[other]))
        if own != rival { return own }
        return (-gaps[one], front[one]) < (-gaps[other], front[other])
      }
      fronts.append(order.map { front[$0] })
    }
    return fronts
  }

  /// The crowding distances of a front: by cost, the difference of both neighbors as a share of the range, summed.
  /// Infinite for the ends.
  private static func gaps(_ costs: [Costs]) -> [Double] {
    var gaps = [Double](repeating: 0, count: costs.count)
    for cost in [{ $0.first }, { $0.second }] as [(Costs) -> Double] {
      let order = costs.indices.sorted { (cost(costs[$0]), $0) < (cost(costs[$1]), $1) }
      guard let least = order.first, let most = order.last else { continue }
      let range = cost(costs[most]) - cost(costs[least])
      for end in [least, most] { gaps[end] = .infinity }
      guard range > 0 else { continue }
      for (place, own) in order.enumerated().dropFirst().dropLast() {
        gaps[own] += (cost(costs[order[place + 1]]) - cost(costs[order[place - 1]])) / range
      }
    }
    return gaps
  }
}
