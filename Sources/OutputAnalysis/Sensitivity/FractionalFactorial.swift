/// A regular fraction of the combinations of factors with two levels each, of a stated resolution.
///
/// Resolution III confuses factors with pairs but not with other factors; resolution IV does not confuse
/// factors with pairs; resolution V does not confuse pairs with pairs (Box and Hunter, "The 2^(k−p)
/// fractional factorial designs", Technometrics 3, 1961). Some factors take all combinations, and each
/// further factor has the sign of a product of these.
public struct FractionalFactorial: Hashable, Sendable {
  public static let resolutions = 3...5
  /// Factors of which all combinations are taken, at most.
  private static let mostBasic = 13

  /// Whether each factor is at its second level, by point. At the first point, all factors are at their first
  /// level.
  public let points: [[Bool]]

  /// Makes the smallest fraction that products of this kind give; nil without factors, for a resolution that cannot be asked
  /// for, or where more than 8,192 points were needed.
  public init?(factors: Int, resolution: Int) {
    guard factors > 0, Self.resolutions.contains(resolution) else { return nil }
    for basic in 1...Self.mostBasic {
      guard let columns = Self.columns(factors, basic, resolution) else { continue }
      points = (0..<1 << basic).map { number in
        columns.map { column in
          // With all basic factors at the first level, the others are there, too.
          (number & column).nonzeroBitCount % 2 == 1
        }
      }
      return
    }
    return nil
  }

  /// The products of basic factors that stand for factors, as sets of bits; nil where there are too few.
  private static func columns(_ factors: Int, _ basic: Int, _ resolution: Int) -> [Int]? {
    let products = (1..<1 << basic).filter { $0.nonzeroBitCount > 1 }
    // Long products confuse a factor with the least of others; of resolution IV most fit with products of odd length, of V with
    // short ones.
    let orders = [
      products.sorted { (-$0.nonzeroBitCount, $0) < (-$1.nonzeroBitCount, $1) },
      products.filter { $0.nonzeroBitCount % 2 == 1 },
      products.sorted { ($0.nonzeroBitCount, $0) < ($1.nonzeroBitCount, $1) },
    ]
    for order in orders {
      if let columns = columns(factors, basic, resolution, order) { return columns }
    }
    return nil
  }

  /// The basic factors with as many products as are needed, each taken where it keeps the resolution.
  private static func columns(_ factors: Int, _ basic: Int, _ resolution: Int, _ products: [Int]) -> [Int]? {
    let singles = (0..<basic).map { 1 << $0 }
    guard factors > basic else { return Array(singles.prefix(factors)) }
    var columns = singles
    var pairs: Set<Int> = []
    for (place, one) in singles.enumerated() {
      for other in singles[..<place] { pairs.insert(one ^ other) }
    }
    var known = Set(columns)
    for product in products where columns.count < factors {
      let withOthers = columns.map { $0 ^ product }
      // A word of three letters is a product that equals a pair, one of four makes two pairs equal.
      if resolution >= 4, pairs.contains(product) || withOthers.contains(where: known.contains) { continue }
      if resolution >= 5, withOthers.contains(where: pairs.contains) { continue }
      columns.append(product)
      known.insert(product)
      pairs.formUnion(withOthers)
    }
    return columns.count == factors ? columns : nil
  }
}

/// Points in the unit cube: in each coordinate, each of n equal strata contains one of the n points. From
/// several random designs, the design with the largest least distance between two points is taken (Johnson,
/// Moore and Ylvisaker, Journal of Statistical Planning and Inference 26, 1990).
public struct LatinHypercube: Hashable, Sendable {
  static let candidates = 100

  public let points: [[Double]]

  /// `uniform` draws a number from 0 to 1, 1 excluded, and `choose` an integer from 0 ..< its argument.
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
}
