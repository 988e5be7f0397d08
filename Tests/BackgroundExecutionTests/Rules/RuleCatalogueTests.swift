import BackgroundExecution
import ModelParameters
import TestSupport
import Testing

@Suite("Rule catalogue")
struct RuleCatalogueTests {
  @Test("holds the rules of the specification, in its order")
  func complete() throws {
    #expect(RuleCatalogue.all.map(\.id) == (try SpecifiedRules.ids()))
    #expect(RuleCatalogue.byIdentifier.count == RuleCatalogue.all.count)
    #expect(RuleCatalogue.byIdentifier["SUB-4"]?.chapter.code == "SUB")
  }

  @Test("a chapter numbers its rules from 1", arguments: RuleChapter.all)
  func chapters(_ chapter: RuleChapter) {
    #expect(chapter.rules.map(\.number) == Array(1...max(1, chapter.rules.count)))
    holds(chapter.rules.allSatisfy { $0.chapter == chapter })
    holds(!chapter.title.isEmpty)
  }

  @Test(
    "a rule is stated in sentences of one line, with grades from better to worse",
    arguments: RuleCatalogue.all)
  func form(_ rule: PlatformRule) {
    holds(rule.statement.hasSuffix(".") && !rule.statement.contains("\n"))
    holds(!rule.observable.isEmpty && !rule.observable.hasSuffix("."))
    for text in [rule.statement, rule.observable] {
      holds(text.count { $0 == "`" }.isMultiple(of: 2), "\(text)")
    }
    holds(!rule.grades.isEmpty)
    #expect(rule.grades.map(\.rawValue) == Set(rule.grades.map(\.rawValue)).sorted())
  }

  @Test("a rule refers to rules that exist", arguments: RuleCatalogue.all)
  func references(_ rule: PlatformRule) {
    for id in RuleNames.ids(in: rule.statement + rule.observable) {
      #expect(RuleCatalogue.byIdentifier[id] != nil, "\(id)")
    }
  }

  @Test("a parameter names rules that exist")
  func parametersNameRules() {
    for parameter in ParameterCatalogue.all {
      for id in parameter.ruleIdentifiers {
        #expect(RuleCatalogue.byIdentifier[id] != nil, "\(parameter.name) names \(id)")
      }
    }
  }

  @Test("a parameter that a rule states is one that names the rule", arguments: RuleCatalogue.all)
  func rulesNameParameters(_ rule: PlatformRule) {
    for word in rule.statement.split(separator: "`", omittingEmptySubsequences: false).enumerated()
    where !word.offset.isMultiple(of: 2) && word.element.contains(/^[a-z][A-Za-z]*\.[A-Za-z.]+$/) {
      holds(rule.parameters.map(\.name).contains(String(word.element)), "\(word.element)")
    }
  }

  @Test("rules of a parameter are distinguished from models and pages that read it")
  func identifiers() {
    func identifiers(_ rules: String) -> [String] {
      ParameterDefinition.boolean("a.b", "meaning", true, .d, rules: rules, source: "source").ruleIdentifiers
    }
    #expect(identifiers("PWR-1, URL-5, GATE-3") == ["PWR-1", "URL-5", "GATE-3"])
    #expect(identifiers("definitions 5, 7") == [])
    #expect(identifiers("usage-predictive, charger") == [])
    #expect(identifiers("SUB-, -4, SUB-4-5") == [])
    let limit = RuleCatalogue.byIdentifier["SUB-4"]
    #expect(limit?.parameters.map(\.name) == ["submit.refreshLimit"])
    #expect(limit?.gradeText == "A")
  }
}

extension PlatformRule: CustomTestStringConvertible {
  public var testDescription: String { id }
}
