import RandomStreams
import TestSupport
import Testing

/// A law under test, with bounds of its support.
struct SampledLaw: Sendable, CustomTestStringConvertible {
  let law: any Distribution
  let support: ClosedRange<Double>
  var testDescription: String { law.canonicalText }

  static func all() throws -> [SampledLaw] {
    func of(_ law: any Distribution, _ low: Double = 0, _ high: Double = .infinity) -> SampledLaw {
      SampledLaw(law: law, support: low...high)
    }
    let bursts = try Mixture(
      weights: [0.6, 0.4], components: [Lognormal(zeta: 0, sigma: 0.5), Lognormal(zeta: 2, sigma: 0.3)])
    return [
      of(try Constant(5), 5, 5),
      of(try Uniform(low: -1, high: 3), -1, 3),
      of(try Exponential(mean: 2.5)),
      of(try Normal(mean: 18, deviation: 1.5), -.infinity),
      of(try Lognormal(median: 1.5, sigma: 0.6)),
      of(try Gamma(shape: 8, mean: 1)),
      of(try Gamma(shape: 0.4, scale: 5)),
      of(try Weibull(mean: 1, shape: 0.52)),
      of(try Weibull(scale: 3, shape: 2.2)),
      of(try Pareto(exponent: 5, lowerBound: 2), 2),
      of(try Hyperexponential(mean: 2, scv: 4)),
      of(try Beta(2, 3), 0, 1),
      of(try Beta(0.5, 0.5), 0, 1),
      of(try VonMises(mean: 21, kappa: 1.8, period: 24), 9, 33),
      of(try VonMises(mean: 0, kappa: 40), -.pi, .pi),
      of(try VonMises(mean: 0, kappa: 0), -.pi, .pi),
      of(try Empirical(values: [0, 1, 2.5, 7], cumulative: [0, 0.2, 0.6, 1]), 0, 7),
      of(bursts),
      of(try Truncated(Normal(mean: 1.4, deviation: 0.3), low: 0.8, high: 2.2), 0.8, 2.2),
      of(try Truncated(Normal(mean: 0, deviation: 1), low: 6), 6),
      of(try Truncated(bursts, low: 1, high: 10), 1, 10),
      of(try Truncated(Gamma(shape: 0.4, scale: 5), low: 1), 1),
      of(try Truncated(Gamma(shape: 0.4, scale: 5), high: 20), 0, 20),
      of(try Truncated(Gamma(shape: 8, mean: 1), low: 2, high: 4), 2, 4),
      of(try Truncated(Beta(0.5, 0.5), high: 0.9), 0, 0.9),
      of(try Truncated(VonMises(mean: 12, kappa: 2, period: 24), low: 6, high: 12), 6, 12),
      of(try Truncated(Pareto(exponent: 1, lowerBound: 1), high: 100), 1, 100),
      of(try Truncated(Empirical(values: [0, 1, 2.5, 7], cumulative: [0, 0.2, 0.6, 1]), low: 0.5), 0.5, 7),
      of(try Discrete(values: [1, 2, 5], weights: [0.5, 0.25, 0.25]), 1, 5),
      of(try Zipf(count: 50, exponent: 1.1), 1, 50),
      of(try Poisson(mean: 7.3)),
      of(try Geometric(p: 0.25), 1),
      of(try NegativeBinomial(p: 0.3, n: 4.5)),
    ]
  }
}

@Suite("Samplers follow their laws")
struct SamplerTests {
  static let count = 20_000

  private func sample(
    _ law: any Distribution, seed: UInt64, count: Int = SamplerTests.count
  ) -> [Double] {
    let stream = RandomStream()
    stream.seek(sequential: StreamAddress(seed: seed, replication: 0, device: 0, purpose: .test))
    return (0..<count).map { _ in law.sample(stream) }
  }

  @Test("support, mean, variance and shape", arguments: try SampledLaw.all())
  func law(_ tested: SampledLaw) throws {
    let law = tested.law
    let values = sample(law, seed: 20_240_601)
    holds(values.allSatisfy { tested.support.contains($0) })

    let n = Double(values.count)
    let mean = values.reduce(0, +) / n
    let slack = 1e-12 * abs(law.mean)
    #expect(abs(mean - law.mean) <= GoodnessOfFit.z * (law.variance / n).squareRoot() + slack)
    // The standard error of the variance comes from the sample's own fourth moment, so the band is wider than
    // that of the mean.
    let squares = values.map { ($0 - law.mean) * ($0 - law.mean) }
    let variance = squares.reduce(0, +) / n
    let spread = squares.reduce(0) { $0 + ($1 - variance) * ($1 - variance) } / n
    #expect(abs(variance - law.variance) <= 8 * (spread / n).squareRoot() + 1e-12)

    if law.hasAtoms {
      try checkCounts(values, law)
    } else {
      let critical = (log2 * 30 / (2 * n)).squareRoot()
      #expect(GoodnessOfFit.kolmogorov(values, law) < critical)
    }
  }

  /// ln(2 / alpha) for alpha = 2e-9 is below 30 ln 2.
  private let log2 = 0.693147180559945

  /// Chi-square over whole numbers, tails pooled so that every cell expects at least 10.
  private func checkCounts(_ values: [Double], _ law: any Distribution) throws {
    var cells: [(upTo: Double, expected: Double)] = []
    var below = 0.0
    for k in 0...200 {
      let p = law.cumulative(Double(k)) - below
      let remaining = 1 - law.cumulative(Double(k))
      if p * Double(values.count) >= 10 && (remaining * Double(values.count) >= 10 || remaining < 1e-15) {
        cells.append((Double(k), p * Double(values.count)))
        below += p
      }
    }
    if 1 - below > 1e-12 { cells.append((.infinity, (1 - below) * Double(values.count))) }
    var observed = [Int](repeating: 0, count: cells.count)
    for value in values {
      if let cell = cells.firstIndex(where: { value <= $0.upTo }) { observed[cell] += 1 }
    }
    guard cells.count > 1 else {
      #expect(observed == [values.count])
      return
    }
    let statistic = GoodnessOfFit.chiSquare(observed: observed, expected: cells.map(\.expected))
    let tail = try GoodnessOfFit.chiSquareTail(statistic, degrees: cells.count - 1)
    #expect(tail > GoodnessOfFit.alpha)
  }

  @Test(
    "equal addresses give equal samples, different seeds give different samples",
    arguments: try SampledLaw.all())
  func reproducible(_ tested: SampledLaw) throws {
    let first = sample(tested.law, seed: 7, count: 500)
    #expect(first == sample(tested.law, seed: 7, count: 500))
    if tested.law.variance > 0 { #expect(first != sample(tested.law, seed: 8, count: 500)) }
  }

  @Test("quantiles invert the distribution function from both sides", arguments: try SampledLaw.all())
  func inversion(_ tested: SampledLaw) throws {
    let law = tested.law
    for p in [1e-6, 0.01, 0.2, 0.5, 0.77, 0.99, 1 - 1e-6] {
      let x = law.quantile(p)
      if law.hasAtoms {
        #expect(law.cumulative(x) >= p - 1e-12)
        #expect(law.cumulative(x - 1e-6 * max(1, abs(x))) < p + 1e-12)
      } else {
        #expect(abs(law.cumulative(x) - p) < 1e-9)
        let upper = law.upperQuantile(p)
        #expect(abs(law.survival(upper) - p) <= 1e-9)
      }
      #expect(abs(law.cumulative(x) + law.survival(x) - 1) < 1e-12)
    }
  }

  @Test("closed moments agree with the integral of the quantiles")
  func moments() throws {
    struct Plain: Distribution {
      let law: any Distribution
      func sample(_ stream: RandomStream) -> Double { law.sample(stream) }
      var mean: Double { law.mean }
      func cumulative(_ x: Double) -> Double { law.cumulative(x) }
      func quantile(_ p: Double) -> Double { law.quantile(p) }
      func upperQuantile(_ q: Double) -> Double { law.upperQuantile(q) }
      var canonicalText: String { law.canonicalText }
    }
    let laws: [any Distribution] = [
      try Uniform(low: 1, high: 4), try Exponential(mean: 2), try Normal(mean: 3, deviation: 2),
      try Lognormal(median: 1, sigma: 0.8), try Gamma(shape: 2.3, scale: 1.7),
      try Weibull(scale: 1, shape: 0.7),
      try Beta(2, 3), try VonMises(mean: 1, kappa: 3), try Hyperexponential(mean: 1, scv: 3),
      try Pareto(exponent: 6, lowerBound: 1),
    ]
    for law in laws {
      #expect(abs(Plain(law: law).variance / law.variance - 1) < 1e-7, "\(law.canonicalText)")
    }
  }

  @Test("a mixture with single likely values is inverted at their jumps")
  func jumps() throws {
    let law = try Mixture(weights: [1, 1], components: [Constant(3), Uniform(low: 0, high: 10)])
    holds(law.hasAtoms)
    #expect(law.quantile(0.5) == 3)
    #expect(law.quantile(0.6) == 3)
    #expect(abs(law.quantile(0.1) - 2) < 1e-12)
    #expect(abs(law.upperQuantile(0.1) - 8) < 1e-12)
  }

  @Test("far tails keep their accuracy under truncation")
  func farTail() throws {
    // The mean of a standard normal beyond 10 is phi(10) / Q(10).
    let tail = try Truncated(Normal(mean: 0, deviation: 1), low: 10)
    #expect(abs(tail.mean - 10.098_093_233_962_511) < 1e-9)
    holds(tail.quantile(0.5) > 10 && tail.quantile(0.5) < tail.quantile(0.9))
  }

  @Test("the sampler test would notice a wrong parameter")
  func power() throws {
    let law = try Lognormal(median: 1.5, sigma: 0.6)
    let critical = (log2 * 30 / (2 * Double(SamplerTests.count))).squareRoot()
    for wrong in [try Lognormal(median: 1.6, sigma: 0.6), try Lognormal(median: 1.5, sigma: 0.7)] {
      #expect(GoodnessOfFit.kolmogorov(sample(wrong, seed: 20_240_601), law) > critical)
    }
  }
}
