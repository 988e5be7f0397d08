import OutputAnalysis
import TestSupport
import Testing

@Suite("Designs over a box")
struct DesignTests {
  @Test("a Latin hypercube has one point in each stratum and is more even than a single draw")
  func latin() {
    var random = SeededGenerator(seed: 1)
    func draw(_ count: Int) -> LatinHypercube {
      LatinHypercube(
        dimension: 3, count: count, uniform: { .random(in: 0..<1, using: &random) },
        choose: { .random(in: 0..<$0, using: &random) })
    }
    for count in [1, 2, 16, 64] {
      let design = draw(count)
      #expect(design.points.count == count)
      holds(LatinHypercube.fillsStrata(design.points))
    }
    holds(!LatinHypercube.fillsStrata([[0.1, 0.1], [0.2, 0.9]]))
  }

  @Test("Morris finds a linear effect without spread and a product with spread")
  func effects() throws {
    var random = SeededGenerator(seed: 3)
    let design = MorrisDesign(factors: 3, trajectories: 20) { .random(in: 0..<$0, using: &random) }
    let effects = ElementaryEffects.ofFactors(
      design.trajectories, responses: design.trajectories.map { $0.map { 4 * $0[0] + $0[1] * $0[2] } })
    #expect(abs(try #require(effects[0].mean) - 4) < 1e-12)
    #expect(try #require(effects[0].standardDeviation) < 1e-12)
    #expect(try #require(effects[1].standardDeviation) > 0.1)
  }

  /// Mean sizes of the effects of a function in the unit cube, of 4,000 trajectories, with the standard errors.
  private static func meanSizes(_ factors: Int, _ function: ([Double]) -> Double) throws
    -> [(size: Double, error: Double)]
  {
    var random = SeededGenerator(seed: 4)
    let design = MorrisDesign(factors: factors, trajectories: 4000) { .random(in: 0..<$0, using: &random) }
    let effects = ElementaryEffects.ofFactors(
      design.trajectories, responses: design.trajectories.map { $0.map(function) })
    return try effects.map { effect in
      let sizes = try Moments(effect.values.map(abs))
      return (try #require(effect.meanSize), (sizes.standardDeviation ?? 0) / 4000.0.squareRoot())
    }
  }

  @Test(
    "Morris finds the mean sizes that follow by hand for Ishigami's function, the g-function and a linear model"
  )
  func theory() throws {
    // On the grid 0, 1/3, 2/3, 1 the sine is 0 or ±√3/2, and x⁴ is π⁴ or π⁴/81.
    let (root, fourth) = (3.0.squareRoot(), Double.pi * Double.pi * Double.pi * Double.pi)
    let ishigami = [
      0.75 * root * (1 + 0.1 * fourth * 41 / 81), 1.5 * 7 * 0.75, 1.5 * 0.1 * fourth * 80 / 81 * root / 4,
    ]
    // |4u − 2| is 2 or 2/3, with a mean of 4/3.
    let a: [Double] = [0, 1, 4.5, 9]
    let g = a.indices.map { own in
      a.indices.reduce(1) { $0 * ($1 == own ? 2 : 4.0 / 3 + a[$1]) / (1 + a[$1]) }
    }
    let gFunction: ([Double]) -> Double = { u in
      zip(u, a).reduce(1) { $0 * (abs(4 * $1.0 - 2) + $1.1) / (1 + $1.1) }
    }
    for (found, expected) in [
      (try Self.meanSizes(3, DesignGoldens.ishigami(7, 0.1)), ishigami),
      (try Self.meanSizes(4, gFunction), g),
      (try Self.meanSizes(3) { 3 * $0[0] - 2 * $0[1] + $0[2] }, [3, 2, 1]),
    ] {
      for (value, mean) in zip(found, expected) {
        #expect(abs(value.size - mean) <= 5 * value.error + 1e-9, "\(value) \(mean)")
      }
    }
  }

  @Test("a point without a response gives no effect for the steps that touch it")
  func missing() {
    let effects = ElementaryEffects.ofFactors([[[0, 0], [1, 0], [1, 1]]], responses: [[nil, 1, 3]])
    holds(effects[0].values == [] && effects[1].values == [2])
    #expect(effects[0].meanSize == nil)
  }

  @Test("a regression needs more points than coefficients")
  func regression() throws {
    #expect(LinearRegression(points: [[1], [2]], responses: [1, 2]) == nil)
    let line = try #require(LinearRegression(points: [[1], [2], [3]], responses: [3, 5, 7]))
    #expect(abs(line.coefficients[1] - 2) < 1e-12)
    #expect(abs(try #require(line.explainedShare) - 1) < 1e-12)
    #expect(LinearRegression(points: [[1], [2], [3]], responses: [4, 4, 4])?.standardized == nil)
  }
}

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
}

@Suite("Fractions of factorial designs") struct FractionalFactorialTests {
  /// The fewest factors whose signs multiply to a constant in all points: the resolution; nil for all combinations.
  private func resolution(_ design: FractionalFactorial, factors: Int, atMost limit: Int) -> Int? {
    let signs = (0..<factors).map { factor in design.points.map { $0[factor] } }
    func shortest(_ from: Int, _ product: [Bool], _ length: Int) -> Int? {
      if length > 0, Set(product).count == 1 { return length }
      guard length < limit else { return nil }
      return (from..<factors).compactMap { factor in
        shortest(factor + 1, zip(product, signs[factor]).map { $0 != $1 }, length + 1)
      }.min()
    }
    return shortest(0, design.points.map { _ in false }, 0)
  }

  @Test(
    "a fraction has the resolution that was asked for or more, is balanced, and begins with all first levels",
    arguments: 3...5)
  func resolutions(asked: Int) throws {
    for factors in 1...11 {
      let design = try #require(FractionalFactorial(factors: factors, resolution: asked))
      if let found = resolution(design, factors: factors, atMost: asked) {
        #expect(found >= asked, "\(factors) factors")
      }
      #expect(design.points[0] == Array(repeating: false, count: factors))
      #expect(Set(design.points).count == design.points.count)
      for factor in 0..<factors {
        #expect(design.points.count { $0[factor] } * 2 == design.points.count)
      }
    }
  }

  @Test("sizes equal the tables of Box and Hunter")
  func sizes() {
    func size(_ factors: Int, _ resolution: Int) -> Int? {
      FractionalFactorial(factors: factors, resolution: resolution)?.points.count
    }
    #expect([(3, 3), (7, 3), (15, 3)].map(size) == [4, 8, 16])
    #expect([(4, 4), (8, 4), (16, 4)].map(size) == [8, 16, 32])
    #expect([(5, 5), (6, 5), (8, 5)].map(size) == [16, 32, 64])
    holds(size(0, 3) == nil && size(3, 2) == nil)
  }
}

@Suite("Shares of variance")
struct SobolIndicesTests {
  @Test("of the g-function, whose indices have a closed form, within 0.01")
  func gFunction() {
    let a: [Double] = [0, 1, 4.5, 9, 99, 99]
    let found = DesignGoldens.indices(factors: 6, count: 8191) { u in
      zip(u, a).reduce(1) { $0 * (abs(4 * $1.0 - 2) + $1.1) / (1 + $1.1) }
    }
    // The partial variances are 1 / (3 (1 + a)²).
    let parts = a.map { 1 / (3 * (1 + $0) * (1 + $0)) }
    let whole = parts.reduce(1) { $0 * (1 + $1) } - 1
    for (factor, part) in parts.enumerated() {
      #expect(abs(found.first[factor] - part / whole) < 0.01)
      let total = part * (whole + 1) / (1 + part) / whole
      #expect(abs(found.total[factor] - total) < 0.01)
    }
    #expect(abs(found.variance - whole) < 0.01)
  }

  @Test("of a linear model: the squares of its coefficients, first order and total alike")
  func linear() {
    let found = DesignGoldens.indices(factors: 3, count: 4095) { 3 * $0[0] + 2 * $0[1] + $0[2] }
    for (factor, share) in [9.0 / 14, 4.0 / 14, 1.0 / 14].enumerated() {
      #expect(abs(found.first[factor] - share) < 0.005)
      #expect(abs(found.total[factor] - share) < 0.005)
    }
  }

  @Test("a response that does not vary has no indices")
  func constant() {
    #expect(SobolIndices(a: [1, 1], b: [1, 1], mixed: [[1, 1]]) == nil)
    #expect(SobolIndices.points(factors: 21, count: 1) == nil)
    #expect(SobolIndices.points(factors: 20, count: 1)?.a.first?.count == 20)
  }
}
