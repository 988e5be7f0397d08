import Studies
import TestSupport
import Testing

@Suite("Claims of papers")
struct LiteratureTests {
  @Test("Every study of a claim is valid, and its head states the paper, both settings and the assumptions")
  func studies() throws {
    #expect(ShippedStudy.literature.count == 10)
    for name in ShippedStudy.literature {
      let path = ShippedStudy.path("literature/\(name)")
      let file = try StudyFile(path: path)
      #expect(file.study.name == name && !file.study.question.isEmpty, "\(name)")
      let text = try String(decoding: StudyFiles.bytes(of: path), as: UTF8.self)
      for part in ["Paper:", "Claim:", "Setting of the paper:", "Setting here:", "Assumptions:"] {
        holds(
          text.contains("\n# \(part) ") || text.hasPrefix("# \(part) "), "\(name): the head lacks `\(part)`")
      }
      holds(
        text.contains(" Read: ") || text.contains(" Read:\n"),
        "\(name): the head lacks the page that was read")
    }
  }
}
