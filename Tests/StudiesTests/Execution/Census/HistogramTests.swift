import TestSupport
import Testing

@testable import Studies

@Suite("Histograms of a fleet")
struct HistogramTests {
  @Test("a quantile is a value that occurred, and merging is adding")
  func quantiles() {
    var histogram = WholeNumberHistogram()
    #expect(histogram.quantile(0.5) == nil)
    for value in [5, -2, 9, 5] { histogram.add(value) }
    holds(histogram.quantile(0.5) == 5 && histogram.quantile(0) == -2 && histogram.quantile(1) == 9)
    var other = WholeNumberHistogram()
    other.add(9, count: 4)
    var merged = other
    merged.merge(histogram)
    histogram.merge(other)
    holds(histogram == merged && histogram.quantile(0.5) == 9 && histogram.total == 8)
  }

  @Test("the distance of shapes does not depend on the pace of the phones")
  func shape() throws {
    var even = ShapeHistogram()
    even.add(phone: (1...100).map { Double($0) })
    even.add(phone: (1...100).map { 1000 * Double($0) })
    var scaled = ShapeHistogram()
    scaled.add(phone: (1...100).map { 7 * Double($0) })
    #expect(try #require(even.distance(to: scaled)) < 0.011)
    #expect(even.distance(to: ShapeHistogram()) == nil)
  }

  @Test("a fifth more in the tail is a distance of a fifth")
  func distance() throws {
    var short = ShapeHistogram()
    short.add(phone: Array(repeating: 1, count: 100))
    var long = ShapeHistogram()
    long.add(phone: Array(repeating: 1, count: 80) + Array(repeating: 50, count: 20))
    #expect(abs(try #require(short.distance(to: long)) - 0.2) < 1e-12)
    #expect(abs(try #require(long.distance(to: short)) - 0.2) < 1e-12)
  }

  @Test("fewer than twenty numbers are no shape")
  func fewNumbers() {
    var shape = ShapeHistogram()
    shape.add(phone: Array(repeating: 1, count: 19))
    #expect(shape.count == 0)
  }
}
