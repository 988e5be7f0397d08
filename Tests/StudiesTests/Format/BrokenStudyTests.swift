import Foundation
import Studies
import StudyTestSupport
import TestSupport
import Testing

/// A change of the minimal study that makes it wrong or doubtful, and what is said about it.
///
/// A case of a table in `Fixtures/Broken` has a name, the lines that are changed with `-` in front, those in their place with
/// `+` (behind the study where no line is changed), and all messages.
struct Breakage: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var study: String
  var messages: [String]

  init(_ text: Substring) {
    let lines = text.split(separator: "\n").map(String.init)
    func marked(_ mark: String) -> String {
      lines.dropFirst().filter { $0.hasPrefix(mark) }.map { $0.dropFirst() }.joined(separator: "\n")
    }
    let (old, new) = (marked("-"), marked("+"))
    testDescription = lines[0]
    study =
      old.isEmpty
      ? StudyText.minimal + new + "\n" : StudyText.minimal.replacing(old, with: new, maxReplacements: 1)
    messages = lines.filter { $0.hasPrefix("study.yaml:") }
  }

  static func cases(_ tables: String...) -> [Breakage] {
    tables.flatMap { table in
      let text = try! PackageRoot.text("Tests/StudiesTests/Format/Fixtures/Broken/\(table).txt")
      return ("\n" + text).split(separator: "\n# ").map { Breakage($0) }
    }
  }
}

@Suite("Broken studies")
struct BrokenStudyTests {
  @Test(
    "A broken study is refused with place, found and expected",
    arguments: Breakage.cases("studies", "names", "designs", "programs", "language", "observed"))
  func refused(_ breakage: Breakage) throws {
    holds(breakage.study != StudyText.minimal && !breakage.messages.isEmpty)
    #expect(try StudyFolder().errors(breakage.study) == breakage.messages)
  }

  @Test("More tasks than an app can have are refused")
  func tasks() throws {
    let tasks = (0..<100).map { "      - {id: t\($0), kind: refresh}\n" }.joined()
    let text = StudyText.minimal.replacing("    tasks:\n", with: "    tasks:\n\(tasks)")
    #expect(
      try StudyFolder().errors(text) == [
        "study.yaml:15:7: apps[0].tasks: found a list of 101, expected at most 100 elements"
      ])
  }

  @Test("The study that is broken here is right itself")
  func minimal() throws { holds(try StudyFolder().errors(StudyText.minimal).isEmpty) }

  private static let tooLarge =
    "study.yaml: found more than 4194304 bytes, expected a study file of at most 4 MiB"
  private static let noText =
    "study.yaml:1:1: found bytes that are not text, expected a study in YAML, encoded as UTF-8"
  private static let endless =
    "found endless aliases or nesting, expected at most 64 levels and 200000 values"

  @Test("Files that are no studies are refused: empty, binary, without a mapping")
  func noStudies() throws {
    let folder = try StudyFolder()
    for text in ["", "# nothing\n"] {
      #expect(try folder.errors(text) == ["study.yaml:1:1: found an empty file, expected a study in YAML"])
    }
    #expect(try folder.errors("hello\n") == ["study.yaml:1:1: found `hello`, expected a mapping"])
    #expect(try folder.errors([0, 1, 255, 254]) == [Self.noText])
    #expect(try folder.errors(Array("name: caf".utf8) + [0xe9, 10]) == [Self.noText])
    #expect(
      try folder.errors(Array("seed: 1\nname: caf".utf8) + [0xe9, 10])
        == [Self.noText.replacing(":1:1:", with: ":2:1:")])
    let missing = try #require(throws: StudyErrors.self) { try StudyFile(path: "\(folder.path)/gone.yaml") }
    #expect(
      missing.description
        == "\(folder.path)/gone.yaml: found an unreadable file (No such file or directory), expected a study")
  }

  @Test("Files beyond 4 MiB and lines of 10 MB are refused without being read to the end")
  func tooLarge() throws {
    let folder = try StudyFolder()
    #expect(try folder.errors(Array(repeating: UInt8(ascii: "#"), count: (4 << 20) + 1)) == [Self.tooLarge])
    let line = Array("name: ".utf8) + Array(repeating: UInt8(ascii: "a"), count: 10_000_000)
    #expect(try folder.errors(line) == [Self.tooLarge])
  }

  @Test("Aliases that multiply or contain themselves, and deep nesting, end in one error")
  func endless() throws {
    let folder = try StudyFolder()
    var bomb = "a: &a [x, x, x, x, x, x, x, x, x, x]\n"
    for (old, new) in zip("abcdefgh", "bcdefghi") {
      bomb += "\(new): &\(new) [" + Array(repeating: "*\(old)", count: 10).joined(separator: ", ") + "]\n"
    }
    let errors = try folder.errors(bomb)
    holds(errors.count == 1 && errors[0].hasSuffix(Self.endless), "\(errors)")
    #expect(try folder.errors("a: &a [*a]\n") == ["study.yaml:1:4: \(Self.endless)"])
    let nested = String(repeating: "[", count: 100) + String(repeating: "]", count: 100)
    #expect(try folder.errors(nested) == ["study.yaml:1:65: \(Self.endless)"])
    let open = try folder.errors(String(repeating: "[", count: 100_000))
    #expect(open.count == 1, "\(open)")
  }

  @Test("Two studies that extend each other are refused")
  func cycle() throws {
    let folder = try StudyFolder()
    _ = try folder.write("extends: study.yaml\n", as: "other.yaml")
    #expect(
      try folder.errors("extends: other.yaml\n") == [
        "other.yaml:1:10: extends: found `study.yaml`, expected a file that does not extend this file again"
      ])
  }

  @Test("Errors come in order of line")
  func order() throws {
    let text = StudyText.minimal.replacing("seven-factor", with: "sevn-factor").replacing(
      "15 min", with: "15"
    )
    .replacing("seed: 7", with: "seed: -7")
    let errors = try StudyFolder().errors(text)
    #expect(errors.map { $0.split(separator: ":")[1] } == ["3", "15", "16"], "\(errors)")
  }
}
