import RandomStreams
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

  @Test("errors say what was found and what is expected")
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
    #expect(
      message("logn", [:]).hasPrefix("found the distribution logn, expected one of constant, uniform, "))
  }
}
