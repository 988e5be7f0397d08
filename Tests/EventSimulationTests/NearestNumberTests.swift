import EventSimulation
import TestSupport
import Testing

@Suite("The nearest whole number")
struct NearestNumberTests {
  @Test("it rounds like the library, halves away from zero")
  func nearest() {
    var random = SeededGenerator(seed: 3)
    var numbers: [Double] = [
      0, -0.0, 0.5, -0.5, 0.5.nextDown, (-0.5).nextUp, 1.5, 2.5, -2.5, 4_503_599_627_370_495.5,
      4_503_599_627_370_496.5, 9_007_199_254_740_992, 9_223_372_036_854_774_784, -9_223_372_036_854_775_808,
      .leastNonzeroMagnitude,
    ]
    for exponent in 0..<62 {
      let scale = Double(sign: .plus, exponent: exponent, significand: 1)
      for _ in 0..<50 {
        let number = Double(random.below(1 << 30)) / Double(1 << 30) * scale
        numbers += [number, -number, number.rounded() + 0.5, (number.rounded() + 0.5).nextDown]
      }
    }
    let wrong = numbers.first { Int64(nearest: $0) != Int64($0.rounded()) }
    #expect(wrong == nil)
  }
}
