import ModelParameters
import TestSupport
import Testing

@Suite("Domains of parameters")
struct ParameterDomainTests {
  static let numeric = ParameterCatalogue.all.filter { $0.domain != nil }

  @Test("every number of the catalogue has a domain with both ends, which holds its default and its range")
  func complete() throws {
    for definition in ParameterCatalogue.all {
      switch definition.defaultValue {
      case .number(let value): try check(definition, [value])
      case .numbers(let values): try check(definition, values)
      case .boolean, .choice: #expect(definition.domain == nil, "\(definition.name)")
      }
    }
  }

  private func check(_ definition: ParameterDefinition, _ values: [Double]) throws {
    let domain = try #require(definition.domain, "\(definition.name)")
    holds(domain.least.isFinite && domain.greatest.isFinite && domain.least < domain.greatest)
    for value in values { holds(domain.contains(value), "\(definition.name) = \(value)") }
    if let range = definition.range {
      holds(
        range.lowerBound >= domain.least && range.upperBound <= domain.greatest,
        "\(definition.name): \(range)")
    }
  }

  @Test("the ends are taken, and what lies outside is refused with the domain", arguments: numeric)
  func ends(_ definition: ParameterDefinition) throws {
    let domain = try #require(definition.domain)
    let unit = definition.unit == .none ? "" : " \(definition.unit.rawValue)"
    func words(_ number: String) -> [String] {
      guard case .numbers(let values) = definition.defaultValue else { return [number + unit] }
      return values.map { _ in number + unit }
    }
    for end in [domain.least, domain.greatest] { _ = try definition.parse(words("\(end)")) }
    for outside in ["-1e9", "1e300", "\(domain.least - 1)", "\(domain.greatest + 1)", "1e15"] {
      let found = words(outside)
      let error = ParameterError.wrongValue(
        name: definition.name, found: found[0], expected: domain.text(in: definition.unit))
      #expect(throws: error) { try definition.parse(found) }
    }
    for nonsense in ["nan", "inf", "1e999", "0x1", ""] {
      #expect(throws: ParameterError.self) { try definition.parse(words(nonsense)) }
    }
  }

  @Test("the text of a domain has both ends and the unit")
  func texts() {
    #expect(ParameterDomain(0...100).text(in: .percent) == "from 0 to 100 %")
    #expect(ParameterDomain(0.05...1440).text(in: .minutes) == "from 0.05 to 1440 min")
    #expect(ParameterDomain(0...1).text(in: .none) == "a number from 0 to 1")
    #expect(ParameterDomain(whole: 1...30).text(in: .none) == "a whole number from 1 to 30")
    holds(!ParameterDomain(whole: 1...30).contains(2.5) && !ParameterDomain(0...1).contains(.nan))
  }

  @Test(
    "a removed parameter says what replaces it, and is no parameter any more",
    arguments: [
      ("charge.holdMin", "`charge.holdLength` (its first number is the shortest hold)"),
      ("charge.holdMax", "`charge.holdLength` (its second number is the longest hold)"),
      ("charge.topUpLead", "`charge.holdLead`"),
      ("charge.day.rate", "`charge.day.chances`, the number of chances that gives such a rate"),
    ])
  func removed(_ name: String, _ instead: String) {
    var set = ParameterSet()
    #expect(set.definition(name) == nil)
    #expect(throws: ParameterError.removedName(name, instead: instead)) {
      try set.set(name, parsing: ["1 h"])
    }
  }
}
