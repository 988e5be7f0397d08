/// Points in the unit cube of which, in each coordinate, one lies in each of as many equal strata as there are points.
///
/// Of several random designs the one whose closest two points are farthest apart is taken (maximin), because a design in
/// which points lie together leaves other parts of the cube unseen (Johnson, Moore and Ylvisaker, Journal of Statistical
/// Planning and Inference 26, 1990).
public struct LatinHypercube: Hashable, Sendable {
  /// Designs that are drawn to choose from.
  public static let candidates = 100

  /// The points, each with its coordinates.
  public let points: [[Double]]

  /// Draws a design.
  ///
  /// - Parameters:
  ///   - uniform: Draws a number from 0 to 1, 1 excluded.
  ///   - choose: Draws an integer from 0 ..< its argument.
  public init(
    dimension: Int, count: Int, uniform: () -> Double, choose: (Int) -> Int
  ) {
    var best: (points: [[Double]], distance: Double)?
    for _ in 0..<Self.candidates {
      var points = [[Double]](repeating: [Double](repeating: 0, count: dimension), count: count)
      for axis in 0..<dimension {
        var strata = Array(0..<count)
        for place in strata.indices.reversed().dropLast() { strata.swapAt(place, choose(place + 1)) }
        for (place, stratum) in strata.enumerated() {
          points[place][axis] = (Double(stratum) + uniform()) / Double(count)
        }
      }
      let distance = Self.smallestSquaredDistance(points)
      if best.map({ distance > $0.distance }) ?? true { best = (points, distance) }
    }
    points = best?.points ?? []
  }

  /// Whether each stratum of each coordinate holds one of the points.
  public static func fillsStrata(_ points: [[Double]]) -> Bool {
    let count = points.count
    return (points.first ?? []).indices.allSatisfy { axis in
      Set(points.map { Int($0[axis] * Double(count)) }) == Set(0..<count)
    }
  }

  private static func smallestSquaredDistance(_ points: [[Double]]) -> Double {
    var smallest = Double.infinity
    for (place, point) in points.enumerated() {
      for other in points[..<place] {
        var sum = 0.0
        for axis in point.indices { sum += (point[axis] - other[axis]) * (point[axis] - other[axis]) }
        smallest = min(smallest, sum)
      }
    }
    return smallest
  }

  /// The squared centred L₂ discrepancy of points in the unit cube: 0 would be perfectly even (Hickernell, "A generalized
  /// discrepancy and quadrature error bound", Mathematics of Computation 67, 1998).
  public static func centredDiscrepancy(_ points: [[Double]]) -> Double {
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
