import Basics
import TestSupport
import Testing

@Suite("Text of a file")
struct SourceTextTests {
  private func problem(_ bytes: [UInt8], limit: Int = 100, allowsNull: Bool = true) -> SourceText.Problem? {
    do throws(SourceText.Problem) {
      _ = try SourceText(bytes, limit: limit, allowsNull: allowsNull)
      return nil
    } catch { return error }
  }

  @Test("A byte-order mark is no part of the text; line ends stay as they are")
  func mark() throws {
    #expect(Array(try SourceText([0xEF, 0xBB, 0xBF, 0x61], limit: 4).bytes) == [0x61])
    #expect(Array(try SourceText(Array("a\r\nb".utf8), limit: 4).bytes) == Array("a\r\nb".utf8))
    holds(try SourceText([], limit: 0).bytes.isEmpty)
  }

  @Test("Too many bytes, bytes that are no UTF-8 and null characters are refused with their line")
  func problems() {
    #expect(problem([0x61, 0x62], limit: 1) == .tooLarge)
    #expect(problem(Array("a\nb\n".utf8) + [0xE9, 0x0A]) == .noText(line: 3))
    #expect(problem([0x61, 0x0A, 0]) == nil)
    #expect(problem([0x61, 0x0A, 0], allowsNull: false) == .noText(line: 2))
    #expect(problem([0x61, 0x0A, 0, 0x0A, 0xFF], allowsNull: false) == .noText(line: 2))
    #expect(problem([0xFF, 0x0A, 0], allowsNull: false) == .noText(line: 1))
  }

  @Test("Lines are counted by the line feeds before a byte")
  func lines() {
    let bytes = Array("a\n\nb".utf8)
    #expect((0..<4).map { SourceText.line(of: $0, in: bytes) } == [1, 1, 2, 3])
  }

  @Test("A folder is no text file")
  func folder() throws {
    let folder = try TemporaryFolder()
    #expect(throws: TextFileError.notRegular(kind: "a directory")) {
      try TextFile.read(folder.path, limit: 10)
    }
    try folder.write("abcdef", as: "a.txt")
    #expect(try TextFile.read("\(folder.path)/a.txt", limit: 3).count == 4)
  }
}
