import Foundation
import OutputAnalysis
import RandomStreams
import TestSupport
import Testing

@Suite("The share of a box with a sign, noise-adjusted") struct SignShareTests {
  /// The share of values by point and replication, with resamples from a fixed stream.
  private func share(_ values: [[Double]], isNegative: Bool = false, resamples: Int = 2000) throws
    -> SignShare
  {
    let stream = stream(1)
    return try #require(
      SignShare(
        values, isNegative: isNegative, resamples: resamples, uniform: { stream.uniform() },
        choose: { stream.integer(below: $0) }))
  }

  private func stream(_ seed: UInt64) -> RandomStream {
    let stream = RandomStream()
    stream.seek(sequential: StreamAddress(seed: seed, replication: 0, device: 0, purpose: .bootstrap))
    return stream
  }

  @Test("points are shrunk to their mean, by hand for three of them")
  func byHand() throws {
    // Means 3, 1 and -1, each with a standard error of 0.5: V = 4, τ² = 4 − 0.25, k = 0.9375.
    let deviation = (5 * 0.25).squareRoot()
    let noise = [-1, -1, 0, 1, 1].map { $0 * deviation }
    let found = try share([3, 1, -1].map { mean in noise.map { mean + $0 } })
    holds(found.points == 3 && found.withSign == 2 && found.lack == nil && found.interval == nil)
    let kept = 3.75 / 4
    let error = (kept * 0.25).squareRoot()
    let expected =
      [3.0, 1, -1].reduce(0) { sum, mean in
        sum + 0.5 * erfc(-(1 + kept * (mean - 1)) / error / 2.0.squareRoot())
      } / 3
    #expect(abs(found.noiseAdjusted - expected) < 1e-12, "\(found.noiseAdjusted), \(expected)")
    let other = try share([3, 1, -1].map { mean in noise.map { mean + $0 } }, isNegative: true)
    holds(other.withSign == 1 && abs(other.noiseAdjusted - (1 - expected)) < 1e-12)
  }

  @Test("there is no share below five replications, nor an interval below ten")
  func fewReplications() throws {
    func count(_ count: Int) throws -> SignShare {
      let odd: [Double] = (0..<count).map { 0.01 * Double($0 % 2) }
      return try share((0..<8).map { point in odd.map { Double(point) - 2.5 + $0 } })
    }
    #expect(try count(4).lack == .replications)
    holds(try count(5).lack == nil && count(9).interval == nil)
    #expect(try count(10).interval?.contains(5.0 / 8) == true)
    #expect(SignShare([[1, 2]], isNegative: false, uniform: { 0.5 }, choose: { _ in 0 }) == nil)
    #expect(SignShare([[1, 2], [1]], isNegative: false, uniform: { 0.5 }, choose: { _ in 0 }) == nil)
  }

  @Test("points that differ less than their noise have no share, and the needed phones are reported")
  func fewPhones() throws {
    func points(_ count: Int) -> [[Double]] {
      let noise: Double = 2 * (Double(count - 1) / Double(count)).squareRoot()
      return (0..<16).map { (point: Int) -> [Double] in
        let mean = 0.1 * Double(point)
        return (0..<count).map { $0 % 2 == 0 ? mean + noise : mean - noise }
      }
    }
    let found = try share(points(20))
    // The standard deviation over points is 0.476, that over replications is 2: t 2 / √n is below it from n = 71 on.
    guard case .phones(let added, false)? = found.lack else {
      Issue.record("\(String(describing: found.lack))")
      return
    }
    holds(found.interval == nil && 20 + added == 71, "\(added)")
    #expect(try share(points(20 + added + 1)).lack == nil)
    #expect(
      try share((0..<4).map { _ in [1, -1, 1, -1, 1, -1] }).lack == .phones(replications: 594, isMore: true))
  }

  @Test(
    "without noise the share equals the share of the points, and points that all agree leave room for unobserved ones"
  )
  func noNoise() throws {
    func constant(_ means: [Double]) throws -> SignShare {
      try share(means.map { Array(repeating: $0, count: 20) })
    }
    let most = try constant((0..<64).map { Double($0) - 1 })
    // A point at 0 has neither sign.
    holds(most.withSign == 62 && abs(most.noiseAdjusted - 62.0 / 64) < 1e-12)
    let all = try constant((0..<64).map { Double($0) + 1 })
    holds(all.withSign == 64 && all.noiseAdjusted == 1)
    let interval = try #require(all.interval)
    holds(
      interval.upperBound == 1 && interval.lowerBound > 0.94 && interval.lowerBound < 0.98, "\(interval)")
    let equal = try constant([2, 2, 2])
    holds(equal.noiseAdjusted == 1 && equal.lack == nil)
  }

  // MARK: A known share

  /// A noisy study whose share is known.
  struct World: Sendable, CustomTestStringConvertible {
    /// The share above 0, of true effects with the standard deviation 1.
    var share: Double
    /// The half-width of a point at 20 replications.
    var halfWidth: Double
    /// The part of the noise that all points have in common.
    var common: Double
    var isUniform = false

    var testDescription: String {
      "\(share), ± \(halfWidth), \(common) in common\(isUniform ? ", uniform" : "")"
    }

    /// Draws points, then their replications.
    func values(_ count: Int, _ stream: RandomStream) -> [[Double]] {
      // The quantile of the share: of the normal distribution by bisection.
      var (low, high) = (-5.0, 5.0)
      while high - low > 1e-12 {
        let middle = (low + high) / 2
        if 0.5 * erfc(-middle / 2.0.squareRoot()) < share { low = middle } else { high = middle }
      }
      let center = isUniform ? (share - 0.5) * 12.0.squareRoot() : low
      let true64 = (0..<64).map { _ in
        center + (isUniform ? (stream.uniform() - 0.5) * 12.0.squareRoot() : stream.normal())
      }
      let deviation = halfWidth * 20.0.squareRoot() / 2.093
      let shared = (0..<count).map { _ in deviation * common.squareRoot() * stream.normal() }
      return true64.map { effect in
        shared.map { effect + $0 + deviation * (1 - common).squareRoot() * stream.normal() }
      }
    }
  }

  static let worlds = [
    World(share: 0.8, halfWidth: 0.6, common: 0.5), World(share: 0.95, halfWidth: 0.4, common: 0.9),
    World(share: 0.5, halfWidth: 0.3, common: 0), World(share: 0.99, halfWidth: 0.5, common: 0.5),
    World(share: 0.8, halfWidth: 0.4, common: 0.8, isUniform: true),
  ]

  @Test(
    "the interval covers a known share in nine of ten noisy studies, and holds what more phones find",
    arguments: Tier.isLong ? worlds : [worlds[0]])
  func coverageInNumbers(world: World) throws {
    // 30 seeds allow for their own chance.
    let (seeds, least) = Tier.isLong ? (200, 0.9) : (30, 0.8)
    var (covered, steady, told) = (0, 0, 0)
    for seed in 1...seeds {
      let values = world.values(100, stream(UInt64(1000 + seed)))
      let found = try share(values.map { Array($0.prefix(20)) }, resamples: Tier.isLong ? 2000 : 500)
      guard let interval = found.interval else { continue }
      told += 1
      if interval.contains(world.share) { covered += 1 }
      // A share of so many points is known to half a point at best.
      let later = try share(values, resamples: 1).noiseAdjusted
      if interval.lowerBound - 0.5 / 64...interval.upperBound + 0.5 / 64 ~= later { steady += 1 }
    }
    #expect(told > seeds * 9 / 10)
    #expect(Double(covered) >= least * Double(told), "\(covered) of \(told)")
    #expect(Double(steady) >= least * Double(told), "\(steady) of \(told)")
  }
}
