import OutputAnalysis
import Testing

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

  @Test("a response that does not vary has none")
  func constant() {
    #expect(SobolIndices(a: [1, 1], b: [1, 1], mixed: [[1, 1]]) == nil)
    #expect(SobolIndices.points(factors: 21, count: 1) == nil)
    #expect(SobolIndices.points(factors: 20, count: 1)?.a.first?.count == 20)
  }
}
