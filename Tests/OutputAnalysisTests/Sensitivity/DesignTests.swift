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
      #expect(LatinHypercube.fillsStrata(design.points))
    }
    #expect(!LatinHypercube.fillsStrata([[0.1, 0.1], [0.2, 0.9]]))
  }

  @Test("each trajectory of Morris changes each factor once, by one step within the cube")
  func morris() {
    var random = SeededGenerator(seed: 2)
    let design = MorrisDesign(factors: 5, trajectories: 40) { .random(in: 0..<$0, using: &random) }
    #expect(design.trajectories.count == 40)
    for points in design.trajectories {
      #expect(points.count == 6)
      var changed: [Int] = []
      for step in 1..<points.count {
        let factors = (0..<5).filter { points[step][$0] != points[step - 1][$0] }
        #expect(factors.count == 1)
        changed += factors
        #expect(abs(abs(points[step][factors[0]] - points[step - 1][factors[0]]) - 2.0 / 3) < 1e-12)
      }
      #expect(Set(changed).count == 5)
      #expect(points.allSatisfy { $0.allSatisfy { (0...1).contains($0) } })
    }
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
    #expect(effects[0].values == [] && effects[1].values == [2])
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
