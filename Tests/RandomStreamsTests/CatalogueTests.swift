import RandomStreams
import TestSupport
import Testing

@Suite("Distributions are made by name")
struct CatalogueTests {
  @Test("a study's words become a law, written back canonically")
  func make() throws {
    func text(_ name: String, _ arguments: [String: Double]) throws -> String {
      try DistributionCatalogue.make(name: name, arguments: arguments).canonicalText
    }
    #expect(
      try text("lognormal", ["median": 1.5, "sigma": 0.6]) == "lognormal(median: 1.5, sigma: 0.6)")
    #expect(try text("lognormal", ["zeta": 0, "sigma": 0.6]) == "lognormal(median: 1, sigma: 0.6)")
    #expect(try text("constant", ["value": 5]) == "constant(value: 5)")
    #expect(try text("gamma", ["shape": 8, "mean": 1]) == "gamma(shape: 8, scale: 0.125)")
  }

  @Test("errors state the found and the expected value")
  func errors() {
    func message(_ name: String, _ arguments: [String: Double]) -> String {
      do {
        return try DistributionCatalogue.make(name: name, arguments: arguments).canonicalText
      } catch { return "\(error)" }
    }
    #expect(
      message("lognormal", ["median": 0, "sigma": 1])
        == "lognormal: median: found 0, expected a number above 0")
    #expect(
      message("lognormal", ["mu": 0, "sigma": 1])
        == "lognormal: found mu, sigma, expected median, sigma; or zeta, sigma")
    #expect(message("exponential", [:]) == "exponential: found no parameters, expected mean")
    holds(
      message("logn", [:]).hasPrefix("found the distribution logn, expected one of constant, uniform, "))
  }

  @Test("every entry's example is its own canonical text")
  func examples() throws {
    let laws: [any Distribution] = [
      try Constant(5), try Uniform(low: 0.4, high: 1), try Exponential(mean: 2.5),
      try Normal(mean: 18, deviation: 1.5), try Lognormal(median: 1.5, sigma: 0.6),
      try Gamma(shape: 8, scale: 0.125), try Weibull(scale: 0.536, shape: 0.52),
      try Pareto(exponent: 2.5, lowerBound: 1), try Hyperexponential(mean: 1, scv: 4), try Beta(2, 3),
      try VonMises(mean: 21, kappa: 1.8, period: 24),
      try Empirical(values: [0, 1, 2.5, 7], cumulative: [0, 0.2, 0.6, 1]),
      try Mixture(weights: [1, 1], components: [Exponential(mean: 1), Lognormal(median: 9, sigma: 0.3)]),
      try Discrete(values: [1, 2, 5], weights: [2, 1, 1]), try Zipf(count: 50, exponent: 1.1),
      try Poisson(mean: 7.3), try Geometric(p: 0.25), try NegativeBinomial(p: 0.3, n: 4.5),
    ]
    #expect(laws.map(\.canonicalText) == DistributionCatalogue.entries.map(\.example))
  }

  @Test("every form of every entry names parameters that are explained")
  func parameters() {
    #expect(Set(DistributionCatalogue.names).count == DistributionCatalogue.entries.count)
    for entry in DistributionCatalogue.entries {
      let explained = entry.parameters.map(\.name)
      #expect(Set(entry.forms.joined()) == Set(explained))
      holds(entry.example.hasPrefix(entry.name + "("))
      holds(!entry.summary.isEmpty && !entry.meanFormula.isEmpty)
    }
  }

  @Test("lists and laws are taken by name")
  func lists() throws {
    let empirical = try DistributionCatalogue.make(
      name: "empirical", arguments: [:], lists: ["values": [0, 10], "cumulative": [0, 1]])
    #expect(empirical.mean == 5)
    let mixture = try DistributionCatalogue.make(
      name: "mixture", arguments: [:], lists: ["weights": [1, 3]],
      laws: ["components": [Constant(0), Constant(4)]])
    #expect(mixture.mean == 3)
    #expect(throws: DistributionError.self) {
      try DistributionCatalogue.make(name: "exponential", arguments: [:], lists: ["mean": [1]])
    }
  }

  @Test("min and max truncate a continuous law")
  func truncation() throws {
    let law = try DistributionCatalogue.make(
      name: "normal", arguments: ["mean": 1.4, "deviation": 0.3, "min": 0.8, "max": 2.2])
    #expect(law.canonicalText == "normal(mean: 1.4, deviation: 0.3, min: 0.8, max: 2.2)")
    holds(law.cumulative(0.8) == 0 && law.cumulative(2.2) == 1)
    let narrower = try Truncated(law, high: 2)
    #expect(narrower.canonicalText == "normal(mean: 1.4, deviation: 0.3, min: 0.8, max: 2)")
    func message(_ name: String, _ arguments: [String: Double]) -> String {
      do {
        return try DistributionCatalogue.make(name: name, arguments: arguments).canonicalText
      } catch { return "\(error)" }
    }
    #expect(
      message("constant", ["value": 5, "min": 1])
        == "constant(value: 5): min, max: found a distribution of single values, "
        + "expected a continuous law")
    #expect(
      message("exponential", ["mean": 1, "min": 2, "max": 1])
        == "exponential(mean: 1): max: found 1, expected a number above min, 2")
    #expect(
      message("uniform", ["low": 0, "high": 1, "min": 2])
        == "uniform(low: 0, high: 1): min, max: found 2, inf, expected bounds that enclose a part of "
        + "the distribution")
  }

  @Test(
    "impossible parameters are refused with the possible values",
    arguments: [
      ("constant", ["value": Double.nan], "constant: value: found nan, expected a finite number"),
      ("uniform", ["low": 2, "high": 2], "uniform: high: found 2, expected a number above 2"),
      ("exponential", ["mean": -1], "exponential: mean: found -1, expected a number above 0"),
      ("normal", ["mean": 0, "deviation": 0], "normal: deviation: found 0, expected a number above 0"),
      ("gamma", ["shape": 0, "mean": 1], "gamma: shape: found 0, expected a number above 0"),
      ("weibull", ["shape": 1, "scale": .infinity], "weibull: scale: found inf, expected a number above 0"),
      ("pareto", ["exponent": 0, "lowerBound": 1], "pareto: exponent: found 0, expected a number above 0"),
      (
        "hyperexponential", ["mean": 1, "scv": 0.5],
        "hyperexponential: scv: found 0.5, expected a number of at least 1"
      ),
      ("beta", ["a": 1, "b": 0], "beta: b: found 0, expected a number above 0"),
      (
        "vonmises", ["mean": 0, "kappa": -1],
        "vonmises: kappa: found -1, expected a number from 0 to 10000"
      ),
      (
        "zipf", ["count": 2.5, "exponent": 1],
        "zipf: count: found 2.5, expected a whole number from 1 to 1000000"
      ),
      ("poisson", ["mean": 2e6], "poisson: mean: found 2000000, expected a number of at most 1000000"),
      ("geometric", ["p": 1.5], "geometric: p: found 1.5, expected a number above 0 and at most 1"),
      (
        "negativebinomial", ["p": 0, "n": 1],
        "negativebinomial: p: found 0, expected a number above 0 and at most 1"
      ),
      ("mixture", [:], "mixture: found no parameters, expected weights, components"),
    ] as [(String, [String: Double], String)])
  func refused(_ name: String, _ arguments: [String: Double], _ expected: String) {
    do {
      _ = try DistributionCatalogue.make(name: name, arguments: arguments)
      Issue.record("accepted")
    } catch { #expect("\(error)" == expected) }
  }
}
