import OutputAnalysis
import Testing

@Suite("Quantiles and their sketch")
struct QuantileSketchTests {
  /// Positive values over eight decades, from a fixed recurrence.
  static let values: [Double] = (1...2000).map { index in
    let step = Double((index * 7919) % 10007) / 10007
    return 1e-3 * pow10(8 * step)
  }

  private static func pow10(_ x: Double) -> Double {
    var result = 1.0
    var rest = x
    while rest >= 1 {
      result *= 10
      rest -= 1
    }
    // Linear inside a decade is enough for a spread sample.
    return result * (1 + 9 * rest)
  }

  @Test("any order of adding and merging gives the same sketch bit for bit")
  func orderIndependence() {
    var forwards = QuantileSketch()
    for value in Self.values { forwards.add(value) }
    var backwards = QuantileSketch()
    for value in Self.values.reversed() { backwards.add(value) }
    var parts = (0..<7).map { _ in QuantileSketch() }
    for (index, value) in Self.values.enumerated() { parts[index % 7].add(value) }
    var merged = QuantileSketch()
    for part in [3, 0, 6, 1, 5, 2, 4] { merged.merge(parts[part]) }
    #expect(forwards == backwards)
    #expect(forwards == merged)
    #expect(forwards.count == 2000)
  }

  @Test("every quantile is within half a percent of the order statistic")
  func accuracy() {
    var sketch = QuantileSketch()
    for value in Self.values { sketch.add(value) }
    let sorted = Self.values.sorted()
    for index in 0...200 {
      let p = Double(index) / 200
      let exact = sorted[Int((p * Double(sorted.count - 1)).rounded(.down))]
      #expect(abs(sketch.quantile(p)! / exact - 1) <= 0.005 * (1 + 1e-9))
    }
  }

  @Test("zeros are counted apart and come first")
  func zeros() {
    var sketch = QuantileSketch()
    #expect(sketch.quantile(0.5) == nil)
    sketch.add(0, multiplicity: 3)
    sketch.add(10)
    #expect(sketch.zeros == 3)
    #expect(sketch.count == 4)
    #expect(sketch.quantile(0.5) == 0)
    #expect(abs(sketch.quantile(1)! - 10) < 0.05)
    var same = QuantileSketch()
    same.add(10, multiplicity: 1)
    same.add(5, multiplicity: 0)
    same.add(0, multiplicity: 3)
    #expect(same == sketch)
  }

  @Test("a sample's quantile at its ends and for one value; what cannot be ordered is refused")
  func sampleQuantiles() throws {
    #expect(try [0, 1, 0.25].map { try SampleQuantile.linear($0, of: [3, 1, 2]) } == [1, 3, 1.5])
    #expect(try SampleQuantile.linear(0.3, of: [4]) == 4)
    #expect(throws: AnalysisError.emptySample) { try SampleQuantile.linear(0.5, of: []) }
    #expect(throws: AnalysisError.notFinite(index: 1)) { try SampleQuantile.linear(0.5, of: [1, .nan]) }
    #expect(throws: AnalysisError.probabilityOutsideUnitInterval(1.5)) {
      try SampleQuantile.linear(1.5, of: [1])
    }
  }
}
