import Studies
import StudyTestSupport
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@Suite("Limits and texts of YAML files")
struct YAMLLimitTests {
  private static let endless =
    "found aliases or nesting without end, expected at most 64 levels and 200000 values"

  /// The errors of a text, which must be found within a processor time that no quadratic reader keeps.
  private func errors(_ text: String) throws -> [String] {
    let folder = try StudyFolder()
    let start = processorSeconds
    let errors = try folder.errors(text)
    #expect(processorSeconds - start < 30)
    return errors
  }

  /// Processor time of this thread.
  private var processorSeconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  @Test("Two million open brackets are refused at the 65th")
  func brackets() throws {
    #expect(
      try errors(String(repeating: "[", count: 2_000_000)) == ["study.yaml:1:65: \(Self.endless)"])
  }

  @Test("Mappings in mappings, 200,000 deep, are refused at the 65th")
  func mappings() throws {
    #expect(
      try errors(String(repeating: "{a: ", count: 200_000)) == ["study.yaml:1:254: \(Self.endless)"])
  }

  @Test("150,000 anchors are refused at the 1,001st")
  func anchors() throws {
    let text = (0..<150_000).map { "- &a\($0) x\n" }.joined()
    #expect(
      try errors(text) == ["study.yaml:1001:3: found more than 1000 anchors, expected at most 1000"])
  }

  @Test("20,000 aliases are refused at the 10,001st")
  func aliases() throws {
    let text = "- &a x\n" + String(repeating: "- *a\n", count: 20_000)
    #expect(
      try errors(text) == ["study.yaml:10002:3: found more than 10000 aliases, expected at most 10000"])
  }

  @Test("Aliases count with all that they repeat, in values and in levels")
  func expansion() throws {
    let list = "[" + Array(repeating: "x", count: 10_000).joined(separator: ", ") + "]"
    let wide = "- &a \(list)\n" + String(repeating: "- *a\n", count: 30)
    #expect(try errors(wide) == ["study.yaml:20:3: \(Self.endless)"])
    let deep = String(repeating: "[", count: 40) + String(repeating: "]", count: 40)
    let nested =
      "- &a \(deep)\n- " + String(repeating: "[", count: 30) + "*a" + String(repeating: "]", count: 30)
    #expect(try errors(nested) == ["study.yaml:2:33: \(Self.endless)"])
  }

  @Test("190,000 keys of one mapping are refused at a stated number of values")
  func keys() throws {
    let text = (0..<190_000).map { "key\($0): 1\n" }.joined()
    #expect(try errors(text) == ["study.yaml:100000:1: \(Self.endless)"])
  }

  @Test("90,000 keys twice are 90,000 errors")
  func duplicates() throws {
    let folder = try StudyFolder()
    let text = "a: 1\n" + String(repeating: "a: 1\n", count: 90_000)
    let errors = try folder.errors(text)
    #expect(errors.count == 90_000)
    #expect(
      errors.first
        == "study.yaml:2:1: a: found the key a second time, expected each key once (first in line 1)")
  }

  @Test("`%TAG` lines are refused at the 101st")
  func tags() throws {
    let text = (0..<250_000).map { "%TAG !\($0)! x\n" }.joined() + "---\na: 1\n"
    #expect(
      try errors(text) == ["study.yaml:101:1: found more than 100 `%TAG` lines, expected at most 100"])
  }

  @Test("Of thousands of errors a hundred are printed and the rest is counted", arguments: [4_000, 90_000])
  func manyErrors(count: Int) throws {
    let folder = try StudyFolder()
    let names = (0..<count).map { "  refresh.minGap\($0): 1\n" }.joined()
    let path = try folder.write(StudyText.minimal + "parameters:\n" + names)
    let errors = try #require(throws: StudyErrors.self) { try StudyFile(path: path) }
    #expect(errors.errors.count == count)
    let lines = errors.description.split(separator: "\n")
    #expect(lines.count == 101)
    #expect(lines.last == (count == 4_000 ? "and 3,900 more" : "and 89,900 more"))
    #expect(errors.errors.count { $0.suggestion != nil } == 20)
  }

  @Test("A hundred errors are printed in full")
  func hundredErrors() throws {
    let folder = try StudyFolder()
    let names = (0..<100).map { "  refresh.minGap\($0): 1\n" }.joined()
    let path = try folder.write(StudyText.minimal + "parameters:\n" + names)
    let errors = try #require(throws: StudyErrors.self) { try StudyFile(path: path) }
    #expect(errors.description.split(separator: "\n").count == 100)
  }

  @Test("A byte-order mark is no part of the text")
  func byteOrderMark() throws {
    #expect(try StudyFolder().errors([0xEF, 0xBB, 0xBF] + Array(StudyText.minimal.utf8)) == [])
    #expect(
      try StudyFolder().errors([0xEF, 0xBB, 0xBF])
        == ["study.yaml:1:1: found an empty file, expected a study in YAML"])
  }

  @Test("Tabs and control characters are named")
  func characters() throws {
    #expect(
      try errors("a:\n\tb: 1\n") == ["study.yaml:2:1: found a tab, expected spaces as indentation"])
    #expect(
      try errors("a: 1\nb: \u{1B}[1m\n") == ["study.yaml:2:1: found a control character, expected valid YAML"]
    )
    #expect(
      try StudyFolder().errors(Array("a: 1\nb: \0\n".utf8)) == [
        "study.yaml:2:1: found bytes that are no text, expected a study in YAML, encoded as UTF-8"
      ])
  }

  @Test("An alias without its anchor, and an anchor that is given twice, are refused")
  func wrongAnchors() throws {
    #expect(try errors("a: *b\n") == ["study.yaml:1:4: found undefined alias, expected valid YAML"])
    #expect(
      try errors("a: &x 1\nb: &x 2\n") == ["study.yaml:2:4: found duplicate anchor, expected valid YAML"])
  }

  @Test("A study may extend a mapping with thousands of keys in linear time")
  func extensionOfManyKeys() throws {
    let folder = try StudyFolder()
    let keys = (0..<40_000).map { "  k\($0): 1\n" }.joined()
    _ = try folder.write("parameters:\n\(keys)", as: "base.yaml")
    let start = processorSeconds
    let count = try folder.errors("extends: base.yaml\nparameters:\n\(keys)").count
    #expect(count >= 40_000)
    #expect(processorSeconds - start < 30)
  }
}
