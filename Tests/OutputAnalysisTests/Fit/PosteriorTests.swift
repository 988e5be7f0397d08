import Foundation
import OutputAnalysis
import RandomStreams
import Testing

@Suite("Approximate posterior distributions") struct PosteriorTests {
  private let stream = RandomStream()

  init() { stream.seek(sequential: .init(seed: 1, group: 7, replication: 0, device: 0, purpose: .test)) }

  @Test("weighted points have the moments, quantiles, and effective size of their weights")
  func weights() {
    let points = WeightedPoints([[0.2], [0.4], [0.8]], weights: [1, 1, 2])
    #expect(abs(points.mean(0) - 0.55) < 1e-12)
    #expect(abs(points.deviation(0) - 0.0675.squareRoot()) < 1e-12)
    #expect(abs(points.effectiveSize - 1 / (0.0625 + 0.0625 + 0.25)) < 1e-12)
    #expect([0.1, 0.25, 0.5, 0.51, 1].map { points.quantile($0, axis: 0) } == [0.2, 0.2, 0.4, 0.8, 0.8])
    #expect(points.share(below: 0.8, axis: 0) == 0.5)
  }

  @Test("distinct points are drawn by weight: a point with weight 3 of 5 is first in three fifths of draws")
  func distinct() {
    let draws = (0..<10_000).map { _ in WeightedPoints.distinct(2, weights: [1, 3, 1]) { stream.uniform() } }
    #expect(draws.allSatisfy { Set($0).count == 2 })
    // 6 standard deviations of a binomial share.
    #expect(abs(Double(draws.count { $0[0] == 1 }) / 10_000 - 0.6) < 0.03)
  }

  @Test(
    "proposals have twice the variance, and weights of accepted proposals give the posterior distribution")
  func kernel() {
    let prior = WeightedPoints(
      (0..<400).map { [(Double($0) + 0.5) / 400] }, weights: .init(repeating: 1, count: 400))
    let kernel = ProposalKernel(prior)
    // Accepted if below a half: the posterior is uniform from 0 to a half.
    var accepted: [[Double]] = []
    while accepted.count < 4000 {
      guard let point = kernel.proposal(uniform: { stream.uniform() }, normal: { stream.normal() }),
        point[0] < 0.5
      else { continue }
      accepted.append(point)
    }
    let posterior = WeightedPoints(accepted, weights: accepted.map { 1 / kernel.density(at: $0) })
    #expect(abs(posterior.mean(0) - 0.25) < 0.015)
    #expect(abs(posterior.deviation(0) - 0.5 / 12.0.squareRoot()) < 0.01)
    let narrow = WeightedPoints([[0.4], [0.6]], weights: [1, 1])
    let ratio = ProposalKernel(narrow).density(at: [0.5]) / exp(-0.01 / (2 * 2 * 0.01))
    #expect(abs(ratio - 1) < 1e-9)
  }

  @Test("regression adjustment moves points of a linear model to the observed statistic")
  func adjustment() {
    let points = (0..<2000).map { _ in [0.3 + 0.4 * stream.uniform(), stream.uniform()] }
    let differences = points.map { [10 * ($0[0] - 0.5) + 0.1 * stream.normal(), 0] }
    let posterior = RegressionAdjustment.posterior(points, differences: differences, keeping: 200)
    #expect(posterior.points.count == 200)
    let few = RegressionAdjustment.posterior(
      Array(points.prefix(19)), differences: Array(differences.prefix(19)), keeping: 20)
    #expect(few.points.count == 19)
    #expect(abs(posterior.mean(0) - 0.5) < 0.01 && posterior.deviation(0) < 0.02)
    #expect(abs(posterior.deviation(1) - 1 / 12.0.squareRoot()) < 0.05)
  }

  @Test(
    "differences have the unit of the median absolute deviation, and of the mean deviation below the precision"
  )
  func distances() throws {
    let seen = PredictiveScore.Observation(20, precision: 0.5)
    let shares = RowDistance([0, 1, 2, 3, 4], .share, .init(2))
    #expect(shares.unit == 1 && shares.difference(5, from: 2) == 3 && shares.difference(nil, from: nil) == 0)
    #expect(shares.difference(nil, from: 2) == 4 && shares.difference(2, from: nil) == 4)
    #expect(
      shares.difference(5, from: 2, isBound: true) == 0 && shares.difference(1, from: 2, isBound: true) == -1)
    // Four of five are equal: the mean deviation is 8 ÷ 5.
    #expect(RowDistance([2, 2, 2, 2, 10], .share, .init(2)).unit == 1.6)
    #expect(RowDistance([2, 2.1, 2.2, 2.3, 10], .share, seen).unit.map { $0 > 1 } == true)
    #expect(RowDistance([3, 3, nil], .share, .init(2)).unit == nil)
    let hours = RowDistance([22, 23, 1, 2, 0], .hour, .init(0))
    #expect(try abs(#require(hours.unit) - 1) < 1e-12)
    #expect(abs(hours.difference(1, from: 23) - 2) < 1e-12 && abs(hours.difference(22, from: 1) + 3) < 1e-12)
  }

  @Test("a parameter explains all, half, or nothing of a response")
  func effects() {
    let coordinates = (0..<4000).map { _ in stream.uniform() }
    let parts = coordinates.map { ($0 * 10).rounded(.down) }
    let noise = parts.map { _ in stream.normal(deviation: 8.25.squareRoot()) }
    #expect(ExplainedShare.of(parts, by: coordinates) == 1)
    #expect(abs(ExplainedShare.of(zip(parts, noise).map { $0 + $1 }, by: coordinates) - 0.5) < 0.06)
    #expect(ExplainedShare.of(noise, by: coordinates) < 0.01)
    #expect(ExplainedShare.of([1, 1, 1], by: [0, 0.5, 1]) == 0)
  }

  /// Posteriors of a normal truth from one normal observation of equal variance, as points.
  private func calibration(spread: Double) -> FitCalibration {
    var truths: [[Double]] = []
    var posteriors: [WeightedPoints] = []
    for _ in 0..<300 {
      let pairs = (0..<3).map { _ in
        let truth = stream.normal()
        return (truth, (truth + stream.normal()) / 2)
      }
      truths.append(pairs.map(\.0))
      let points = (0..<400).map { _ in
        pairs.map { $0.1 + stream.normal(deviation: spread * 0.5.squareRoot()) }
      }
      posteriors.append(WeightedPoints(points, weights: points.map { _ in 1 }))
    }
    return FitCalibration(truths, posteriors)
  }

  @Test("right posteriors pass the calibration, and posteriors with half of the spread fail it")
  func calibrations() {
    let right = calibration(spread: 1)
    #expect(!right.isRejected && right.tested.count == 3)
    #expect(
      right.axes.allSatisfy { abs($0.spread - 0.5.squareRoot()) < 0.06 && $0.ranks.reduce(0, +) == 300 })
    #expect(
      right.axes.allSatisfy {
        $0.coverage(0.5).interval.contains(0.5) || $0.coverage(0.9).interval.contains(0.9)
      })
    let narrow = calibration(spread: 0.5)
    #expect(narrow.isRejected && narrow.axes.allSatisfy { $0.coverage(0.9).interval.upperBound < 0.8 })
  }

  @Test("the interval of a share is that of Clopper and Pearson")
  func shares() {
    let share = BinomialShare(5, of: 10)
    #expect(
      abs(share.interval.lowerBound - 0.187086) < 1e-6 && abs(share.interval.upperBound - 0.812914) < 1e-6)
    #expect(
      BinomialShare(0, of: 10).interval.lowerBound == 0 && BinomialShare(10, of: 10).interval.upperBound == 1)
  }
}
