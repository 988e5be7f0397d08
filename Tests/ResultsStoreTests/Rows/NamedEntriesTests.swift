import Testing

@testable import ResultsStore

@Suite("Entries by name")
struct NamedEntriesTests {
  @Test("hold what a dictionary holds, also after changes")
  func dictionary() {
    var entries: NamedEntries<Double> = ["b": 2, "a": 1]
    #expect(entries["a"] == 1 && entries["b"] == 2 && entries["c"] == nil)
    entries["c"] = 3
    entries["a"] = nil
    #expect(entries.dictionary == ["b": 2, "c": 3])
    entries["missing"] = nil
    #expect(entries.dictionary == ["b": 2, "c": 3])
    entries["b"] = nil
    entries["c"] = nil
    #expect(entries.isEmpty)
  }

  @Test("are equal by what they hold, whatever the order of their names")
  func equality() {
    var one: NamedEntries<Double> = ["a": 1]
    one["b"] = 2
    var other: NamedEntries<Double> = ["b": 2, "z": 0]
    #expect(one != other)
    other["a"] = 1
    other["z"] = nil
    #expect(one == other && one.hashValue == other.hashValue)
  }

  @Test("of one maker share their list of names, and a change of one leaves the other as it is")
  func sharing() {
    var maker = NamedEntriesMaker<Double>()
    let one = maker.entries(["a", "b"], [1, 2])
    var other = maker.entries(["a", "b"], [3, 4])
    #expect(one.sharesNames(with: other))
    other["c"] = 5
    #expect(!one.sharesNames(with: other) && one.dictionary == ["a": 1, "b": 2])
    #expect(!maker.entries(["b", "a"], [1, 2]).sharesNames(with: one))
  }
}
