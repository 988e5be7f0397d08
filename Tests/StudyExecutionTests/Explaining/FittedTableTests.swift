import Testing

@testable import StudyExecution

@Suite("Tables of a fixed width") struct FittedTableTests {
  @Test("a table that fits keeps its columns, with numbers to the right")
  func fitting() {
    var table = FittedTable([("name", .left), ("n", .right)], indentation: 2)
    table.add(["a", "5"])
    table.add(["bcdef", "12"])
    #expect(table.text == "  name    n\n  a       5\n  bcdef  12\n")
  }

  @Test("long cells continue on further lines, within 100 columns and without a lost character")
  func wrapping() {
    var table = FittedTable([("name", .left), ("text", .left)])
    let name = "org.example." + String(repeating: "verylong.", count: 12) + "refresh"
    let text = String(repeating: "word ", count: 40) + "end"
    table.add([name, text])
    for line in table.text.split(separator: "\n") { #expect(line.count <= FittedTable.pageWidth) }
    func kept(_ text: String) -> [Character: Int] {
      text.filter { $0 != " " && $0 != "\n" }.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }
    #expect(kept(table.text) == kept("nametext" + name + text))
  }

  @Test("words break at blanks, long words after a mark, or anywhere")
  func breaking() {
    #expect(FittedTable.wrapped("one two three", 8) == ["one two", "three"])
    #expect(FittedTable.wrapped("org.example.news", 12) == ["org.example.", "news"])
    #expect(FittedTable.wrapped("abcdefghij", 4) == ["abcd", "efgh", "ij"])
    #expect(FittedTable.wrapped("short", 8) == ["short"])
  }
}
