import ResultsStore
import Testing

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
}
