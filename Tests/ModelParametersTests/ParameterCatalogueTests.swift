import EventSimulation
import ModelParameters
import Testing

@Suite("Parameter catalogue")
struct ParameterCatalogueTests {
  @Test("names are unique and every definition has a meaning, a source and rules")
  func complete() {
    #expect(ParameterCatalogue.byName.count == ParameterCatalogue.all.count)
    for definition in ParameterCatalogue.all {
      #expect(!definition.meaning.isEmpty && !definition.source.isEmpty, "\(definition.name)")
      if case .number(let value) = definition.defaultValue, let range = definition.range {
        #expect(range.contains(value) || definition.name == "charge.limitLevel", "\(definition.name)")
      }
    }
  }

  @Test("a default counts as no override")
  func defaults() {
    var set = ParameterSet()
    set.set("refresh.minGap", .number(15))
    #expect(set.overriddenNames.isEmpty)
    #expect(set.span("refresh.minGap") == .minutes(15))
  }
}
