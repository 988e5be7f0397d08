import EventSimulation
import ModelParameters
import TestSupport
import Testing

@Suite("Parameter catalogue")
struct ParameterCatalogueTests {
  @Test("the text of a value is the one that digests of runs hold")
  func texts() {
    #expect("\(ParameterValue.number(3))" == "number(3.0)")
    #expect("\(ParameterValue.number(1e-9))" == "number(1e-09)")
    #expect("\(ParameterValue.numbers([1, 2.5]))" == "numbers([1.0, 2.5])")
    #expect("\(ParameterValue.choice("say \"so\""))" == "choice(\"say \\\"so\\\"\")")
    #expect("\(ParameterValue.boolean(true))" == "boolean(true)")
  }

  @Test("names are unique and every definition has a meaning, a source and rules")
  func complete() {
    #expect(ParameterCatalogue.byName.count == ParameterCatalogue.all.count)
    for definition in ParameterCatalogue.all {
      holds(!definition.meaning.isEmpty && !definition.source.isEmpty, "\(definition.name)")
      if case .number(let value) = definition.defaultValue, let range = definition.range {
        holds(range.contains(value) || definition.name == "charge.limitLevel", "\(definition.name)")
      }
    }
  }

  @Test("a default counts as no override")
  func defaults() {
    var set = ParameterSet()
    set.set("refresh.minGap", .number(15))
    holds(set.overriddenNames.isEmpty)
    #expect(set.span("refresh.minGap") == .minutes(15))
  }
}

@Suite("Ranges of assumed parameters")
struct ParameterRangeTests {
  static let assumed = ParameterCatalogue.all.filter { $0.grade == .c || $0.grade == .d }.map(\.name)

  @Test("every parameter of grade C or D has a range, per number of a list, or words", arguments: assumed)
  func complete(_ name: String) throws {
    let definition = try #require(ParameterCatalogue.byName[name])
    switch definition.defaultValue {
    case .number(let value):
      holds(definition.range?.contains(value) == true && definition.range?.isEmpty == false)
    case .numbers(let values):
      guard let list = definition.listRanges else {
        Issue.record("\(definition.name) has no ranges")
        return
      }
      holds(list.ranges.count == values.count && !list.reason.isEmpty)
      for (range, value) in zip(list.ranges, values) { holds(range.contains(value)) }
      holds(list.ranges.contains { $0.lowerBound < $0.upperBound })
    case .choice, .boolean: #expect(definition.choices.count > 1)
    }
  }

  @Test(
    "the ends of a range can be set, and alone break no condition on several parameters", arguments: assumed)
  func ends(_ name: String) throws {
    let definition = try #require(ParameterCatalogue.byName[name])
    func number(_ name: String, _ set: ParameterSet) -> Double {
      guard let bracket = name.firstIndex(of: "[") else { return set.number(name) }
      let place = Int(name[name.index(after: bracket)...].dropLast()) ?? 0
      return set.numbers(String(name[..<bracket]))[place]
    }
    var values: [ParameterValue] = []
    if let range = definition.range { values = [.number(range.lowerBound), .number(range.upperBound)] }
    if let list = definition.listRanges, case .numbers(let numbers) = definition.defaultValue {
      for (place, range) in list.ranges.enumerated() {
        for end in [range.lowerBound, range.upperBound] {
          values.append(.numbers(try #require(list.replacing([place: end], of: numbers))))
        }
      }
    }
    for value in values {
      let numbers: [Double] =
        switch value {
        case .number(let number): [number]
        case .numbers(let numbers): numbers
        default: []
        }
      for number in numbers {
        #expect(definition.domain?.contains(number) == true, "\(definition.name) \(number)")
      }
      var set = ParameterSet()
      set.set(definition.name, value)
      for constraint in ParameterCatalogue.constraints {
        // Some ends of ranges are outside of a condition, which sweeps know.
        if case .sumWithin = constraint { continue }
        if definition.name == "continued.stallTimeoutPressure" { continue }
        holds(
          constraint.holds(constraint.names.map { number($0, set) }),
          "\(definition.name) at \(definition.text(of: value)): \(constraint.text)")
      }
    }
  }

  private func list(_ count: Int, areShares: Bool) throws -> ListRanges {
    var list = try #require(ParameterCatalogue.byName["charge.holdLength"]?.listRanges)
    list.ranges = Array(repeating: 0...1, count: count)
    list.areShares = areShares
    return list
  }

  @Test("a share that changes keeps the sum and the proportions of the remaining shares")
  func shares() throws {
    let list = try list(3, areShares: true)
    #expect(list.replacing([0: 0], of: [0.5, 0.3, 0.2]) == [0, 0.6, 0.4])
    #expect(list.replacing([0: 1], of: [0.5, 0.3, 0.2]) == [1, 0, 0])
    #expect(list.replacing([0: 2], of: [4, 0, 0]) == [2, 1, 1])
    #expect(list.replacing([0: 2, 1: 1], of: [4, 0, 0]) == [2, 1, 1])
    #expect(list.replacing([0: 3, 1: 2], of: [4, 0, 0]) == nil)
    let each = try self.list(2, areShares: false)
    #expect(each.replacing([1: 1], of: [0.5, 0.5]) == [0.5, 1])
  }

  @Test("the text of a list's ranges names them in order")
  func text() throws {
    let hold = try #require(ParameterCatalogue.byName["charge.holdLength"])
    #expect(hold.rangeText == "3–5.5, 4.5–8")
    #expect(hold.source == "19 nights of a recorded iPhone [Miller2026]; range: one phone")
  }

  @Test("conditions name parameters of the catalog, and state their requirement")
  func constraints() {
    for name in ParameterCatalogue.constraints.flatMap(\.names) {
      #expect(ParameterCatalogue.byName[String(name.prefix { $0 != "[" })] != nil, "\(name)")
    }
    let sum = ParameterConstraint.sum(["a", "b"], atMost: 1)
    holds(sum.holds([0.5, 0.5]) && !sum.holds([0.5, 0.6]) && sum.text == "a + b ≤ 1")
    let order = ParameterConstraint.ascending(["a[0]", "a[1]"])
    holds(order.holds([1, 1]) && !order.holds([2, 1]) && order.text == "a[0] ≤ a[1]")
    let within = ParameterConstraint.sumWithin(["a", "b"], [.init(0.5, "c"), .init(1, "d")])
    holds(
      within.holds([1, 2, 4, 1]) && !within.holds([1, 2, 3, 1]) && within.names == ["a", "b", "c", "d"])
    #expect(within.text == "a + b ≤ 0.5 c + d")
  }

  @Test("people and surroundings enter timelines, phones and rules do not")
  func timelines() {
    holds(ParameterCatalogue.entersTimeline("user.gapShape"))
    holds(ParameterCatalogue.entersTimeline("charge.holdLead"))
    holds(!ParameterCatalogue.entersTimeline("charge.day.levelWidth"))
    holds(!ParameterCatalogue.entersTimeline("score.weights"))
    holds(!ParameterCatalogue.entersTimeline("idle.system"))
  }
}
