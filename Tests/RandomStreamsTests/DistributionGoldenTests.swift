import RandomStreams
import TestSupport
import Testing

@Suite("Distributions and arrivals agree with the golden values")
struct DistributionGoldenTests {
  @Test("every row of distributions.csv about implemented distributions")
  func rows() throws {
    let (rows, complaints) = try GoldenCoverage().judge(
      "distributions.csv", for: "RandomStreamsTests", answer)
    #expect(complaints == [])
    #expect(rows == 90)
  }

  private func answer(_ row: GoldenRow) throws -> GoldenAnswer? {
    switch row.name.prefix(while: { $0.isLetter }) {
    case "gof", "ks", "ad", "chisq": return try goodnessOfFit(row)
    case "alias":
      return .numbers(try AliasTable(weights: row.numbers("weights")).probabilities)
    case "poisson" where row.name.hasSuffix("dispersion_test"):
      return .number(GoodnessOfFit.dispersion(row.numbers("counts")))
    case "hyperexp" where row.name.hasSuffix("scv"):
      let law = try law(row.name, row)
      return .number(law.variance / (law.mean * law.mean))
    default: return property(row.name, row, of: try law(row.name, row))
    }
  }

  /// The law that a row is about.
  private func law(_ name: String, _ row: GoldenRow) throws -> any Distribution {
    func lognormal() throws -> Lognormal {
      try Lognormal(zeta: row.number("zeta"), sigma: row.number("sigma"))
    }
    func truncated(_ law: any Distribution) throws -> Truncated {
      try Truncated(law, low: row.number("lo"), high: row.number("hi"))
    }
    switch name.prefix(while: { $0.isLetter }) {
    case "exponential": return try Exponential(mean: row.number("mean"))
    case "gamma": return try Gamma(shape: row.number("shape"), scale: row.number("scale"))
    case "erlang": return try Gamma(shape: row.number("k"), scale: 1 / row.number("rate"))
    case "lognormal":
      guard name.hasPrefix("lognormal_mixture") else { return try lognormal() }
      let parts = try zip(row.numbers("zeta"), row.numbers("sigma")).map {
        try Lognormal(zeta: $0, sigma: $1)
      }
      return try Mixture(weights: row.numbers("w"), components: parts)
    case "weibull": return try Weibull(scale: row.number("scale"), shape: row.number("shape"))
    case "beta": return try Beta(row.number("a"), row.number("b"))
    case "pareto": return try Pareto(exponent: row.number("a"), lowerBound: row.number("b"))
    case "truncnormal":
      return try truncated(Normal(mean: row.number("mu"), deviation: row.number("sigma")))
    case "truncexp": return try truncated(Exponential(mean: row.number("mean")))
    case "trunclognormal": return try truncated(lognormal())
    case "vonmises": return try VonMises(mean: 0, kappa: row.number("kappa"))
    case "hyperexp":
      return try Mixture(
        weights: row.numbers("p"), components: row.numbers("means").map { try Exponential(mean: $0) })
    case "empirical": return try Empirical(values: row.numbers("x"), cumulative: row.numbers("F"))
    case "poisson": return try Poisson(mean: row.number("mu"))
    case "negbinomial": return try NegativeBinomial(p: row.number("p"), n: row.number("n"))
    case "geometric": return try Geometric(p: row.number("p"))
    case "zipf": return try Zipf(count: row.count("N"), exponent: row.number("s"))
    default:
      throw DistributionError.unknownName(found: name, known: [])
    }
  }

  /// The property that the row's name ends with, at the number it ends with.
  private func property(
    _ name: String, _ row: GoldenRow, of law: any Distribution
  ) -> GoldenAnswer? {
    let words = name.split(separator: "_").map(String.init)
    func argument(after word: String) -> Double {
      guard let place = words.lastIndex(of: word), place + 1 < words.count else { return .nan }
      return Double(words[place + 1]) ?? .nan
    }
    if words.contains("cdf") { return .number(law.cumulative(argument(after: "cdf"))) }
    if words.contains("quantile") { return .number(law.quantile(argument(after: "quantile"))) }
    if words.contains("pmf") {
      let k = Int(argument(after: "pmf"))
      switch law {
      case let law as Poisson: return .number(law.probability(k))
      case let law as NegativeBinomial: return .number(law.probability(k))
      case let law as Geometric: return .number(law.probability(k))
      case let law as Zipf: return .number(law.probabilities[k - 1])
      default: return nil
      }
    }
    if name.hasSuffix("resultant_length") { return .number((law as? VonMises)?.meanResultantLength ?? .nan) }
    if name.hasSuffix("mean") { return .number(law.mean) }
    if name.hasSuffix("variance") { return .number(law.variance) }
    return nil
  }

  private func goodnessOfFit(_ row: GoldenRow) throws -> GoldenAnswer? {
    if row.name.hasPrefix("ks_critical") {
      return .number(
        GoodnessOfFit.kolmogorovCritical(count: row.count("n"), alpha: row.number("alpha")))
    }
    if row.name.hasPrefix("chisq_upper_critical") {
      return .number(
        try GoodnessOfFit.chiSquareCritical(
          degrees: row.count("df"), alpha: row.number("alpha")))
    }
    if row.name.hasPrefix("gof20_chisq5") {
      let data = try GoldenTable.column("u", of: "data_gof20.csv")
      let counts = (0..<5).map { bin in data.filter { Int($0 * 5) == bin }.count }
      let statistic = GoodnessOfFit.chiSquare(
        observed: counts, expected: [Double](repeating: Double(data.count) / 5, count: 5))
      return .number(
        row.name.hasSuffix("statistic")
          ? statistic : try GoodnessOfFit.chiSquareTail(statistic, degrees: 4))
    }
    return nil
  }
}
