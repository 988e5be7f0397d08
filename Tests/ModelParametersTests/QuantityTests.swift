import EventSimulation
import ModelParameters
import Testing

@Suite("Quantities of a study")
struct QuantityTests {
  @Test("a number and a unit convert exactly inside a dimension")
  func converts() throws {
    let quantity = try Quantity(parsing: "20 min", expected: .seconds)
    #expect(quantity.value(in: .seconds) == 1200)
    #expect(quantity.value(in: .hours) == 20.0 / 60)
    #expect(quantity.value(in: .joules) == nil)
  }

  @Test(
    "a bare number, a foreign unit or an invalid number is refused",
    arguments: ["20", "20 J", "nan s", "1 2 s", "", "0x10 s", "inf s", "1e999 s"])
  func refuses(text: String) {
    #expect(throws: QuantityError.self) { try Quantity(parsing: text, expected: .seconds) }
  }

  @Test("a parameter refuses values outside its domain, and states the expected values")
  func domain() throws {
    var set = ParameterSet()
    try set.set("refresh.minGap", parsing: ["20 min"])
    #expect(set.span("refresh.minGap").seconds == 1200)
    #expect(set.overriddenNames == ["refresh.minGap"])
    #expect(
      throws: ParameterError.wrongValue(
        name: "refresh.minGap", found: "-1 min", expected: "from 0 to 5270400 min")
    ) {
      try set.set("refresh.minGap", parsing: ["-1 min"])
    }
    #expect(
      throws: ParameterError.wrongValue(
        name: "factor.budgets", found: "sfot", expected: "one of hard, soft, off")
    ) {
      try set.set("factor.budgets", parsing: ["sfot"])
    }
    #expect(throws: ParameterError.unknownName("refresh.mingap")) {
      try set.set("refresh.mingap", parsing: ["1 min"])
    }
  }
}
