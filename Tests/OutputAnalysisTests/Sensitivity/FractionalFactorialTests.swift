import Testing

@testable import OutputAnalysis

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

  @Test("sizes are those of the tables of Box and Hunter")
  func sizes() {
    func size(_ factors: Int, _ resolution: Int) -> Int? {
      FractionalFactorial(factors: factors, resolution: resolution)?.points.count
    }
    #expect([(3, 3), (7, 3), (15, 3)].map(size) == [4, 8, 16])
    #expect([(4, 4), (8, 4), (16, 4)].map(size) == [8, 16, 32])
    #expect([(5, 5), (6, 5), (8, 5)].map(size) == [16, 32, 64])
    #expect(size(0, 3) == nil && size(3, 2) == nil)
  }
}
