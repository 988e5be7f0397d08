import EndToEndTestSupport
import Foundation
import TestSupport

/// Commands with the answers that are expected of them, as a person would see them at a terminal.
///
/// Lines that are not indented are prose; one that begins with `# ` starts a case in a folder of its own. An indented line that begins
/// with `$ ` is a command of the shell, which continues at `> `. The lines below it are its output, then, after `! `, its error
/// output, and `[N]`, its exit code if that is not 0. `…` stands for any text of a line, and alone for any lines.
struct Transcript {
  /// A command and its answer.
  struct Step {
    /// The line of the file at which the command begins, from 1.
    var line: Int
    var command: String
    /// The lines of the answer, without their indentation.
    var answer: [String]
    /// The lines of the file that the answer takes.
    var place: Range<Int>
  }

  /// The cases: the title of each and its steps.
  private(set) var cases: [(title: String, steps: [Step])] = []
  private let lines: [String]

  init(_ text: String) {
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var step: Step?
    cases = [("", [])]
    func close() {
      guard var whole = step else { return }
      // Blank lines at the end separate the answer from what follows.
      while whole.answer.last == "" { whole.answer.removeLast() }
      whole.place = whole.place.lowerBound..<whole.place.lowerBound + whole.answer.count
      cases[cases.count - 1].steps.append(whole)
      step = nil
    }
    for (index, line) in lines.enumerated() {
      if line.hasPrefix("  $ ") {
        close()
        let command = String(line.dropFirst(4))
        step = Step(line: index + 1, command: command, answer: [], place: index + 1..<index + 1)
      } else if line.hasPrefix("  > ") || line == "  >", let command = step?.command, step?.answer == [] {
        step?.command = command + "\n" + line.dropFirst(4)
        step?.place = index + 1..<index + 1
      } else if line.isEmpty || line.hasPrefix("  ") {
        step?.answer.append(String(line.dropFirst(2)))
      } else {
        close()
        if line.hasPrefix("# ") { cases.append((String(line.dropFirst(2)), [])) }
      }
    }
    close()
  }

  /// The answer to a command as a transcript has it. Paths of the package are `$PACKAGE`, those of the folder `$PWD`.
  static func answer(_ outcome: Outcome, in folder: String) -> [String] {
    func lines(_ text: String) -> [String] {
      var lines = text.replacing(folder, with: "$PWD").replacing(PackageRoot.path, with: "$PACKAGE")
        .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      while lines.last == "" { lines.removeLast() }
      return lines
    }
    return lines(outcome.output) + lines(outcome.error).map { $0.isEmpty ? "!" : "! \($0)" }
      + (outcome.code == 0 ? [] : ["[\(outcome.code)]"])
  }

  /// Whether an answer is the expected one.
  static func fits(_ expected: ArraySlice<String>, _ answer: ArraySlice<String>) -> Bool {
    var (expected, answer) = (expected, answer)
    while let line = expected.first {
      expected.removeFirst()
      if line == "…" {
        return expected.isEmpty
          || answer.indices.contains { fits(expected, answer[$0...]) }
      }
      guard let found = answer.popFirst(), lineFits(line, found) else { return false }
    }
    return answer.isEmpty
  }

  private static func lineFits(_ expected: String, _ found: String) -> Bool {
    let parts = expected.split(separator: "…", omittingEmptySubsequences: false)
    guard parts.count > 1 else { return expected == found }
    guard found.hasPrefix(parts[0]) else { return false }
    var rest = found.dropFirst(parts[0].count)
    for part in parts.dropFirst().dropLast() {
      guard let range = rest.range(of: part) else { return false }
      rest = rest[range.upperBound...]
    }
    return rest.hasSuffix(parts[parts.count - 1])
  }

  /// The text of the file with other answers to some commands, by the lines of the commands.
  func replacing(_ answers: [Int: [String]]) -> String {
    var lines = lines
    for step in cases.flatMap(\.steps).reversed() {
      guard let answer = answers[step.line] else { continue }
      lines.replaceSubrange(step.place, with: answer.map { $0.isEmpty ? "" : "  " + $0 })
    }
    return lines.joined(separator: "\n")
  }
}
