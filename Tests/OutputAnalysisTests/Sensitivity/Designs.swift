import OutputAnalysis

extension ElementaryEffects {
  /// The effects of every factor of a design.
  ///
  /// - Parameters:
  ///   - trajectories: Points of each trajectory, in the unit cube; from one to the next exactly one factor changes.
  ///   - responses: A response for each point; trajectories with an empty one give no effects for the steps that touch it.
  static func ofFactors(
    _ trajectories: [[[Double]]], responses: [[Double?]]
  ) -> [ElementaryEffects] {
    let count = trajectories.first?.first?.count ?? 0
    var effects = [ElementaryEffects](repeating: ElementaryEffects(), count: count)
    for (points, values) in zip(trajectories, responses) {
      for step in points.indices.dropFirst() {
        guard let before = values[step - 1], let after = values[step],
          let factor = (0..<count).first(where: { points[step][$0] != points[step - 1][$0] })
        else { continue }
        effects[factor].add(step: points[step][factor] - points[step - 1][factor], response: after - before)
      }
    }
    return effects
  }
}

/// Random trajectories through a grid, along each of which every factor changes once.
struct MorrisDesign: Hashable, Sendable {
  /// Points in the unit cube, by trajectory: one more than factors.
  let trajectories: [[[Double]]]

  /// Draws trajectories.
  ///
  /// - Parameter choose: Draws an integer from 0 ..< its argument.
  init(factors: Int, trajectories count: Int, choose: (Int) -> Int) {
    trajectories = (0..<count).map { _ in
      // Half of the levels lie a step below the others.
      let lower = (0..<factors).map { _ in
        Double(choose(ElementaryEffects.levels / 2)) / Double(ElementaryEffects.levels - 1)
      }
      let rises = (0..<factors).map { _ in choose(2) == 0 }
      var point = zip(lower, rises).map { $1 ? $0 : $0 + ElementaryEffects.step }
      var order = Array(0..<factors)
      for place in order.indices.reversed().dropLast() { order.swapAt(place, choose(place + 1)) }
      var points = [point]
      for factor in order {
        point[factor] = lower[factor] + (rises[factor] ? ElementaryEffects.step : 0)
        points.append(point)
      }
      return points
    }
  }
}

extension LatinHypercube {
  /// Whether each stratum of each coordinate holds one of the points.
  static func fillsStrata(_ points: [[Double]]) -> Bool {
    let count = points.count
    return (points.first ?? []).indices.allSatisfy { axis in
      Set(points.map { Int($0[axis] * Double(count)) }) == Set(0..<count)
    }
  }

  /// The squared centered L₂ discrepancy of points in the unit cube: 0 would be perfectly even (Hickernell, "A generalized
  /// discrepancy and quadrature error bound", Mathematics of Computation 67, 1998).
  static func centeredDiscrepancy(_ points: [[Double]]) -> Double {
    guard let first = points.first else { return 0 }
    let count = Double(points.count)
    var constant = 1.0
    for _ in first { constant *= 13.0 / 12 }
    let single = points.reduce(0) { sum, point in
      sum
        + point.reduce(1) { product, x in
          let d = abs(x - 0.5)
          return product * (1 + d / 2 - d * d / 2)
        }
    }
    var pairs = 0.0
    for one in points {
      for other in points {
        pairs += zip(one, other).reduce(1) { product, x in
          product * (1 + abs(x.0 - 0.5) / 2 + abs(x.1 - 0.5) / 2 - abs(x.0 - x.1) / 2)
        }
      }
    }
    return constant - 2 / count * single + pairs / (count * count)
  }
}
