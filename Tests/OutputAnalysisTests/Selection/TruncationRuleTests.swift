import OutputAnalysis
import RandomStreams
import TestSupport
import Testing

@Suite("Length of a warm-up")
struct TruncationRuleTests {
  @Test("no value of a level series is excluded, and the start of a settling series is")
  func settled() throws {
    let level = try #require(TruncationRule((0..<30).map { $0 % 2 == 0 ? 1 : 2 }))
    holds(level.values == 0 && !level.isTooShort)
    let settles = try #require(TruncationRule([9, 7, 5] + (0..<30).map { $0 % 2 == 0 ? 1 : 2 }))
    #expect(settles.values == 3)
  }

  @Test("a series that still falls at its end is too short to judge")
  func trend() throws {
    holds(try #require(TruncationRule((0..<30).map { 30 - Double($0) })).isTooShort)
    #expect(TruncationRule([1]) == nil)
  }

  @Test("no value of a constant series is excluded, and the values before a step are")
  func closedForms() throws {
    let constant = try #require(TruncationRule(Array(repeating: 0.1, count: 28)))
    holds(constant.values == 0 && !constant.isTooShort)
    for step in [1, 5, 12] {
      let rule = try #require(TruncationRule((0..<28).map { $0 < step ? 3 : 7 }))
      holds(rule.values == step && !rule.isTooShort)
    }
    // A step behind the longest length that is looked at.
    #expect(try #require(TruncationRule((0..<28).map { $0 < 20 ? 3 : 7 })).values == 0)
  }

  @Test("from an exponential decay with noise, about as much is excluded as the noise reveals")
  func decay() throws {
    let stream = RandomStream()
    stream.seek(sequential: StreamAddress(seed: 5, replication: 0, device: 0, purpose: .test))
    var found: [Int] = []
    for _ in 0..<200 {
      // As large as the noise after 5 · ln 20 = 15 values.
      var transient = 20.0
      let series = (0..<120).map { _ in
        transient *= 0.8187
        return 100 + transient + stream.normal(mean: 0, deviation: 1)
      }
      let rule = try #require(TruncationRule(series))
      holds(!rule.isTooShort)
      found.append(rule.values)
    }
    found.sort()
    holds((8...16).contains(found[100]), "median \(found[100])")
    holds(found[4] >= 6 && found[195] <= 45, "\(found)")
  }
}

@Suite("Welch's moving average") struct WelchAverageTests {
  @Test("windows grow from the start, are symmetric, and end where a series ends")
  func windows() {
    let expected: [Double] = [1, 3, 4.6, 4.4, 5.4]
    #expect(WelchAverage.values(of: [1, 2, 6, 4, 10, 0, 7], halfWidth: 2) == expected)
  }

  @Test("without a width it is the series; a series shorter than the width has no average")
  func edges() {
    let series: [([Double], Int)] = [([3, 1], 0), ([3, 1], 2), ([3, 1, 5], 2), ([], 3)]
    #expect(series.map { WelchAverage.values(of: $0.0, halfWidth: $0.1) } == [[3, 1], [], [3], []])
  }

  @Test("a cycle with the length of the window vanishes")
  func week() {
    let series = (0..<28).map { $0 % 7 < 5 ? 10.0 : 17 }
    let averages = WelchAverage.values(of: series, halfWidth: 3).dropFirst(3)
    holds(averages.count == 22 && averages.allSatisfy { abs($0 - 12) < 1e-12 })
  }
}
