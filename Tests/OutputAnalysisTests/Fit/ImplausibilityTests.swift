import Basics
import OutputAnalysis
import TestSupport
import Testing

@Suite("Implausibility") struct ImplausibilityTests {
  private static func near(_ value: Double, _ expected: Double) -> Bool { abs(value - expected) < 1e-9 }

  @Test("inside of the band it is 0, and without noise one further half-width is 3")
  func linear() throws {
    let band = try #require(Implausibility(10...14, .linear, phones: 1))
    #expect(band.halfWidth == 2)
    holds(band.value([10, 14]) == 0 && band.value([12]) == 0)
    holds(Self.near(band.value([16]), 3) && Self.near(band.value([8, 8]), 3))
    holds(Self.near(band.value([22]), 12))
    // Without a value in any replication, what was seen never happens.
    #expect(band.value([]) == .infinity)
    #expect(Implausibility(3...3, .linear, phones: 1) == nil)
  }

  @Test("noise consists of the noise of the mean and of the observed phones")
  func noise() throws {
    let one = try #require(Implausibility(0...6, .linear, phones: 0))
    // Mean 9, variance 2 of one phone: 3 / √(2 / 2 + 2 + 1).
    holds(Self.near(one.value([8, 10]), 3 / (1.0 + 2 + 1).squareRoot()))
    let four = try #require(Implausibility(0...6, .linear, phones: 4))
    holds(Self.near(four.value([8, 10]), 3 / (1.0 + 0.5 + 1).squareRoot()))
    // Each value is a mean of two devices, so that one phone has twice the variance.
    let pairs = try #require(Implausibility(0...6, .linear, phones: 4, devices: 2))
    holds(Self.near(pairs.value([8, 10]), 3 / (1.0 + 1 + 1).squareRoot()))
    holds(pairs.variance([8, 10]) == 4 && pairs.variance([8]) == 0)
  }

  @Test("factors are judged on a logarithm, of counts plus a half, so that 0 has a place")
  func logarithmic() throws {
    let band = try #require(Implausibility(2...8, .logarithmic, phones: 1))
    holds(Self.near(band.halfWidth, Elementary.log(8.5 / 2.5) / 2))
    // One half-width above: 8.5 · √(8.5 / 2.5) − 0.5.
    let above = 8.5 * (8.5 / 2.5).squareRoot() - 0.5
    holds(Self.near(band.value([above]), 3))
    let none = try #require(Implausibility(0...0.5, .logarithmic, phones: 1))
    holds(none.value([0]) == 0 && Self.near(none.value([1]), 6 * Elementary.log(1.5) / Elementary.log(2)))
  }

  @Test("shares are judged on the logit scale, hours on the circle")
  func sharesAndHours() throws {
    let share = try #require(Implausibility(0...0.05, .logit, phones: 1))
    holds(share.value([0]) == 0 && share.value([0.04]) == 0)
    holds(share.value([1]) > share.value([0.5]) && share.value([1]).isFinite)
    holds(Self.near(share.position(0.5), 0))
    let night = try #require(Implausibility(23...25, .hourOfDay, phones: 1))
    #expect(night.value([0.5, 23.5]) == 0)
    holds(Self.near(night.value([2]), 3) && Self.near(night.value([22]), 3))
    holds(night.position(12.5) == 12.5 && night.position(11.5) == 35.5)
  }

  @Test("a value that is the least that it can be rules out from above only")
  func lowerBound() throws {
    let band = try #require(Implausibility(10...14, .linear, phones: 1))
    #expect(band.value([2], isLowerBound: true) == 0)
    holds(Self.near(band.value([16], isLowerBound: true), 3))
  }

  @Test("the second-largest over sources decides, with fewer than three sources the largest row")
  func sources() {
    let rule = RulingOut(sources: ["a", "a", "b", nil, "c"], cutoff: 3)
    #expect(rule.deciding([9, 8, 2, 99, 1]) == 2)
    holds(rule.isPlausible([9, 8, 2, 99, 1]) && !rule.isPlausible([9, 0, 3, 0, 1]))
    #expect(rule.deciding([.infinity, 0, 0, 0, .infinity]) == .infinity)
    #expect(RulingOut(sources: ["a", "b", "b"], cutoff: 3).deciding([1, 7, 5]) == 7)
    #expect(RulingOut(sources: [nil], cutoff: 3).deciding([7]) == 0)
  }

  @Test("shares of a box have the intervals of Wilson and of the delta method")
  func shares() {
    let first = BoxShare(left: 5, of: 50)
    #expect(first.estimate == 0.1)
    #expect(abs(first.interval.lowerBound - 0.0434757) < 1e-6)
    #expect(abs(first.interval.upperBound - 0.2136023) < 1e-6)
    let none = BoxShare(left: 0, of: 500)
    holds(none.interval.lowerBound == 0 && abs(none.interval.upperBound - 0.0076243) < 1e-6)
    let second = BoxShare(inRegion: 2000, of: 10_000, left: 96, of: 496)
    holds(Self.near(second.estimate, 0.2 * 96 / 496))
    // 98 of 500 with the four points more: variance 0.196 · 0.804 / 500, and 2002 of 10,004.
    let (a, b) = (2002.0 / 10_004, 0.196)
    let variance = b * b * a * (1 - a) / 10_004 + a * a * b * (1 - b) / 500
    holds(
      Self.near(second.interval.upperBound - second.estimate, 1.959963984540054 * variance.squareRoot()))
    #expect(BoxShare(inRegion: 10, of: 10_000, left: 0, of: 500).interval.lowerBound == 0)
  }
}
