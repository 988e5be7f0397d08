import OutputAnalysis
import Testing

@Suite("Welch's moving average") struct WelchAverageTests {
  @Test("windows grow from the start, are symmetric, and end where a series ends")
  func windows() {
    let average = WelchAverage([1, 2, 6, 4, 10, 0, 7], halfWidth: 2)
    let expected: [Double] = [1, 3, 4.6, 4.4, 5.4]
    #expect(average.values == expected)
    #expect(average.halfWidth == 2)
  }

  @Test("without a width it is the series; a series shorter than the width has no average")
  func edges() {
    #expect(WelchAverage([3, 1], halfWidth: 0).values == [3, 1])
    #expect(WelchAverage([3, 1], halfWidth: 2).values == [])
    #expect(WelchAverage([3, 1, 5], halfWidth: 2).values == [3])
    #expect(WelchAverage([], halfWidth: 3).values == [])
  }

  @Test("a cycle as long as the window leaves nothing of itself")
  func week() {
    let series = (0..<28).map { $0 % 7 < 5 ? 10.0 : 17 }
    let averages = WelchAverage(series, halfWidth: 3).values.dropFirst(3)
    #expect(averages.count == 22 && averages.allSatisfy { abs($0 - 12) < 1e-12 })
  }
}
