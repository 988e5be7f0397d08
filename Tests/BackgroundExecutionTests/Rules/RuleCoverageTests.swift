import TestSupport
import Testing

/// Every rule of the specification is named by a test, and tests name no other rule.
@Suite("Coverage of the rules by tests")
struct RuleCoverageTests {
  /// Rules that no test names yet; a rule leaves the list with its first test.
  static let notYetTested: [String] = []

  @Test("the names of tests give the rules of the specification, all but those not yet tested")
  func coverage() throws {
    let specified = try SpecifiedRules.ids()
    let tested = try RuleNames.ids(under: SpecifiedRules.testsFolder)

    let missing = specified.filter { tested[$0] == nil && !Self.notYetTested.contains($0) }
    holds(missing.isEmpty, "no test names \(missing.joined(separator: ", "))")

    let unknown = tested.filter { !specified.contains($0.key) }.sorted { $0.key < $1.key }
    let places = unknown.map { "\($0.key) in \($0.value.joined(separator: ", "))" }
    holds(unknown.isEmpty, "no rule has the id \(places.joined(separator: "; "))")
  }

  @Test("the list of untested rules contains only existing rules without a test")
  func pending() throws {
    let specified = try SpecifiedRules.ids()
    let tested = try RuleNames.ids(under: SpecifiedRules.testsFolder)
    for id in Self.notYetTested {
      holds(specified.contains(id), "\(id)")
      #expect(tested[id] == nil, "\(id) is tested in \(tested[id, default: []].joined(separator: ", "))")
    }
    #expect(Set(Self.notYetTested).count == Self.notYetTested.count)
  }

  @Test("only ids are read from lists and ranges")
  func reading() {
    // Written apart, so that these names are not taken for those of tests.
    let attribute = "@" + "Test("
    let source = """
      \(attribute)"one rule, \\"quoted\\"") func a() {}
      \(attribute)
        "on a line of its own", arguments: ["an argument"])
      \(attribute)) func b() {}
      """
    #expect(RuleNames.displayNames(in: source) == ["one rule, \\\"quoted\\\"", "on a line of its own"])
    #expect(RuleNames.ids(in: "SUB-4, SUB-5 and LIFE-10: text") == ["SUB-4", "SUB-5", "LIFE-10"])
    #expect(RuleNames.ids(in: "REF-1 to REF-4 hold") == ["REF-1", "REF-4", "REF-2", "REF-3"])
    #expect(RuleNames.ids(in: "REF-1 to SUB-4") == ["REF-1", "SUB-4"])
    #expect(RuleNames.ids(in: "REF-4 to REF-1, in UTF-8, xSUB-4, a-1, SUB-x") == ["REF-4", "REF-1"])
  }
}
