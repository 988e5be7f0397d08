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
    "found endless aliases or nesting, expected at most 64 levels and 200000 values"

  /// The errors of a text, which must be found within a CPU time that no quadratic reader keeps.
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

  @Test("Values that are too deep or too many are rejected at their place")
  func limits() throws {
    func times(_ count: Int, _ text: String) -> String { String(repeating: text, count: count) }
    func lines(_ count: Int, _ line: (Int) -> String) -> String {
      (0..<count).map { line($0) + "\n" }.joined()
    }
    let list = "[" + Array(repeating: "x", count: 10_000).joined(separator: ", ") + "]"
    for (text, error) in [
      (times(2_000_000, "["), "1:65: \(Self.endless)"), (times(200_000, "{a: "), "1:254: \(Self.endless)"),
      (
        lines(150_000) { "- &a\($0) x" }, "1001:3: found more than 1000 anchors, expected at most 1000"
      ),
      (
        "- &a x\n" + times(20_000, "- *a\n"),
        "10002:3: found more than 10000 aliases, expected at most 10000"
      ),
      // Aliases count with all that they repeat, in values and in levels.
      ("- &a \(list)\n" + times(30, "- *a\n"), "20:3: \(Self.endless)"),
      (
        "- &a \(times(40, "[") + times(40, "]"))\n- " + times(30, "[") + "*a" + times(30, "]"),
        "2:33: \(Self.endless)"
      ),
      (lines(190_000) { "key\($0): 1" }, "100000:1: \(Self.endless)"),
      (
        lines(250_000) { "%TAG !\($0)! x" } + "---\na: 1\n",
        "101:1: found more than 100 `%TAG` lines, expected at most 100"
      ),
    ] { #expect(try errors(text) == ["study.yaml:\(error)"]) }
  }

  @Test("90,000 keys twice are 90,000 errors")
  func duplicates() throws {
    let folder = try StudyFolder()
    let text = "a: 1\n" + String(repeating: "a: 1\n", count: 90_000)
    let errors = try folder.errors(text)
    #expect(errors.count == 90_000)
    #expect(
      errors.first
        == "study.yaml:2:1: a: found the key again, expected each key once (first in line 1)")
  }

  @Test(
    "The first hundred errors are printed, and further errors are counted",
    arguments: [(100, nil), (4_000, "and 3,900 more"), (20_000, "and 19,900 more")] as [(Int, String?)])
  func manyErrors(count: Int, last: String?) throws {
    let names = (0..<count).map { "  refresh.minGap\($0): 1\n" }.joined()
    let folder = try StudyFolder()
    let path = try folder.write(StudyText.minimal + "parameters:\n" + names)
    let errors = try #require(throws: StudyErrors.self) { try StudyFile(path: path) }
    #expect(errors.errors.count == count)
    let lines = errors.description.split(separator: "\n")
    #expect(lines.count == (last == nil ? 100 : 101))
    if let last { #expect(lines.last == last[...]) }
    #expect(errors.errors.count { $0.suggestion != nil } == 20)
  }

  @Test("A byte-order mark is no part of the text")
  func byteOrderMark() throws {
    #expect(try StudyFolder().errors([0xEF, 0xBB, 0xBF] + Array(StudyText.minimal.utf8)) == [])
    #expect(
      try StudyFolder().errors([0xEF, 0xBB, 0xBF])
        == ["study.yaml:1:1: found an empty file, expected a study in YAML"])
  }

  @Test("Tabs, control characters, an alias without its anchor and an anchor given twice are named")
  func characters() throws {
    for (text, error) in [
      ("a:\n\tb: 1\n", "2:1: found a tab, expected spaces as indentation"),
      ("a: 1\nb: \u{1B}[1m\n", "2:1: found a control character, expected valid YAML"),
      ("a: 1\nb: \0\n", "2:1: found bytes that are not text, expected a study in YAML, encoded as UTF-8"),
      (
        "a: {b: c[0], d: 1}\n", "1:9: found no ',' or '}', expected valid YAML: quotes around a path with `[`"
      ),
      ("a: *b\n", "1:4: found undefined alias, expected valid YAML"),
      ("a: &x 1\nb: &x 2\n", "2:4: found duplicate anchor, expected valid YAML"),
    ] { #expect(try errors(text) == ["study.yaml:\(error)"]) }
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
