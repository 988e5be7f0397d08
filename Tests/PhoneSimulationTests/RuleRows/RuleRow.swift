import EventSimulation
import Foundation
import TestSupport
import Testing

/// A row of a rule: a scripted phone, what happens to it, and what its log has to say.
///
/// `# ` begins a row with its title, which names the rules, and `// ` a comment. `{a | b}` stands for its first alternative in
/// the first case of a row, for its second in the second one, and so on. `$name = text` above all rows gives a text a name. Each line
/// is a step of ``RuleScript``.
struct RuleRow: Sendable, CustomTestStringConvertible {
  /// The file, without its folder.
  let file: String
  let title: String
  /// The steps, each with the number of its line.
  let steps: [(line: Int, text: String)]

  var testDescription: String { title }

  /// The rows of all files in `Rules`, one for each case.
  static let all: [RuleRow] = {
    let texts = (try? PackageRoot.texts("Tests/PhoneSimulationTests/Rules", ".txt")) ?? [:]
    return texts.sorted { $0.key < $1.key }.flatMap { path, text in
      rows(in: text, of: String(path.split(separator: "/").last ?? ""))
    }
  }()

  static func rows(in text: String, of file: String) -> [RuleRow] {
    var rows: [(title: String, steps: [(line: Int, text: String)])] = []
    var names: [Substring: Substring] = [:]
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      var words = line.trimmingCharacters(in: .whitespaces)
      for (name, text) in names { words = words.replacing(name, with: text) }
      if words.hasPrefix("# ") {
        rows.append((String(words.dropFirst(2)), []))
      } else if let name = words.wholeMatch(of: /(\$[a-z]+) = (.*)/) {
        names[name.1] = name.2
      } else if !words.isEmpty, !words.hasPrefix("//") {
        rows[rows.count - 1].steps.append((index + 1, words))
      }
    }
    return rows.flatMap { title, steps in
      let count = steps.map { alternatives(in: $0.text) }.max() ?? 1
      return (0..<count).map { number in
        RuleRow(
          file: file, title: count > 1 ? "\(title) (\(number + 1))" : title,
          steps: steps.map { ($0.line, choosing(number, of: count, in: $0.text)) })
      }
    }
  }

  private static func alternatives(in text: String) -> Int {
    text.matches(of: /\{([^}]*)\}/).map { $0.1.split(separator: "|", omittingEmptySubsequences: false).count }
      .max() ?? 1
  }

  private static func choosing(_ number: Int, of count: Int, in text: String) -> String {
    text.replacing(/\{([^}]*)\}/) { match in
      let words = match.1.split(separator: "|", omittingEmptySubsequences: false)
      precondition(words.count == count, "\(text) has \(words.count) alternatives, not \(count)")
      return words[number].trimmingCharacters(in: .whitespaces)
    }
  }
}

/// A row that cannot be read.
struct RuleRowError: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

/// The words of a step: those with a key, `earliestBegin=1h`, and the others in order.
struct RuleWords {
  private(set) var plain: [String] = []
  private(set) var keyed: [(key: String, value: String)] = []

  /// - Parameter text: A value's blanks are written as underscores.
  init(_ text: String) {
    for word in text.split(separator: " ") {
      let parts = word.split(separator: "=", maxSplits: 1)
      if parts.count == 2 {
        keyed.append((String(parts[0]), String(parts[1]).replacing("_", with: " ")))
      } else {
        plain.append(String(word))
      }
    }
  }

  mutating func popFirst() -> String? { plain.isEmpty ? nil : plain.removeFirst() }

  subscript(_ key: String) -> String? { keyed.first { $0.key == key }?.value }

  func has(_ flag: String) -> Bool { plain.contains(flag) }

  func number(_ key: String) throws -> Double? { try self[key].map(Self.number) }

  func time(_ key: String) throws -> TimeSpan? { try self[key].map(Self.time) }

  /// Reads a number, or a sum of times in seconds.
  static func number(_ word: String) throws -> Double { try Double(word) ?? time(word).seconds }

  /// Reads a sum of times, each with its unit or in seconds: `1h+30s`, `90`, `1h-1us`.
  static func time(_ word: String) throws -> TimeSpan {
    let units = ["us": 1e-6, "ms": 1e-3, "s": 1, "m": 60, "h": 3600, "d": 86_400]
    var (sum, rest) = (TimeSpan.zero, word[...])
    while let part = rest.prefixMatch(of: /([+-]?[0-9.]+)(us|ms|s|m|h|d)?/), let number = Double(part.1) {
      sum = sum + .seconds(number * (units[part.2.map(String.init) ?? "s"] ?? 1))
      rest = rest[part.range.upperBound...]
    }
    guard rest.isEmpty, !word.isEmpty else { throw RuleRowError("`\(word)` is no time") }
    return sum
  }

  /// Reads a case of an enum by its name.
  static func word<Choice: CaseIterable>(_ type: Choice.Type, _ name: String) throws -> Choice {
    guard let choice = type.allCases.first(where: { "\($0)" == name }) else {
      throw RuleRowError("`\(name)` is no \(type)")
    }
    return choice
  }
}

@Suite("Rows of rules")
struct RuleRowTests {
  @Test("a phone keeps the rules of its row", arguments: RuleRow.all)
  func row(_ row: RuleRow) throws {
    var script = RuleScript()
    for step in row.steps {
      do {
        for failure in try script.take(step.text) {
          Issue.record("\(row.file):\(step.line): \(row.title): \(failure)")
        }
      } catch {
        Issue.record("\(row.file):\(step.line): \(error)")
        return
      }
    }
    holds(script.hasExpected, "\(row.title) expects nothing")
  }

  @Test("cases, times and titles are read from text")
  func reading() throws {
    let text = """
      // A comment.
      # REF-1 title
      phone 2h
      {1h | 2h} push
      # REF-2 other
      """
    let rows = RuleRow.rows(in: text, of: "a.txt")
    #expect(rows.map(\.title) == ["REF-1 title (1)", "REF-1 title (2)", "REF-2 other"])
    #expect(rows[1].steps.map(\.text) == ["phone 2h", "2h push"])
    #expect(try RuleWords.time("1h+30s-1us") == .hour + .seconds(30) - .tick)
    #expect(throws: RuleRowError.self) { try RuleWords.time("soon") }
  }
}
