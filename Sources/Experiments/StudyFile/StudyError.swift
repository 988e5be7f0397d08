import PlainText

/// Something wrong in a study: where it stands, what was found and what was expected.
public struct StudyError: Error, Hashable, Sendable, CustomStringConvertible {
  public var file: String
  /// From 1; 0 where the place is the whole file.
  public var line: Int
  public var column: Int
  /// `apps[2].tasks[0].floor`; empty for the whole file.
  public var keyPath: String
  public var found: String
  public var expected: String
  /// The nearest right name of a misspelt one.
  public var suggestion: String?

  public var description: String {
    var text = line > 0 ? "\(file):\(line):\(column): " : "\(file): "
    if !keyPath.isEmpty { text += "\(keyPath): " }
    text += "found \(found), expected \(expected)"
    if let suggestion { text += "; did you mean `\(suggestion)`?" }
    return text.escapingControls
  }
}

/// All that is wrong with a study, in order of file and line.
public struct StudyErrors: Error, Hashable, Sendable, CustomStringConvertible {
  public var errors: [StudyError]
  public init(_ errors: [StudyError]) { self.errors = errors }

  /// Number of errors that are printed; the rest is counted.
  public static let printed = 100

  public var description: String {
    var lines = errors.prefix(Self.printed).map(\.description)
    if errors.count > Self.printed { lines.append("and \(Self.grouped(errors.count - Self.printed)) more") }
    return lines.joined(separator: "\n")
  }

  /// A number with commas between groups of three digits.
  private static func grouped(_ number: Int) -> String {
    let digits = Array(String(number))
    return digits.enumerated().reduce(into: "") { text, digit in
      if digit.offset > 0, (digits.count - digit.offset) % 3 == 0 { text += "," }
      text.append(digit.element)
    }
  }
}

/// Finds the nearest of several names by Damerau-Levenshtein distance.
public enum NameSuggestion {
  /// The nearest name, where it is near enough to be meant.
  public static func nearest(to name: String, in names: [String]) -> String? {
    let limit = max(2, name.count / 3)
    let ranked = names.map { (distance(name.lowercased(), $0.lowercased()), $0) }.sorted { $0 < $1 }
    guard let best = ranked.first, best.0 <= limit, best.0 < name.count else { return nil }
    return best.1
  }

  /// Insertions, deletions, substitutions and transpositions between two words.
  public static func distance(_ first: String, _ second: String) -> Int {
    let (a, b) = (Array(first.utf8.prefix(64)), Array(second.utf8.prefix(64)))
    guard !a.isEmpty, !b.isEmpty else { return max(a.count, b.count) }
    var rows = [Array(0...b.count)]
    for i in 1...a.count {
      var row = [i] + Array(repeating: 0, count: b.count)
      for j in 1...b.count {
        let change = a[i - 1] == b[j - 1] ? 0 : 1
        row[j] = min(rows[i - 1][j] + 1, row[j - 1] + 1, rows[i - 1][j - 1] + change)
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
          row[j] = min(row[j], rows[i - 2][j - 2] + 1)
        }
      }
      rows.append(row)
    }
    return rows[a.count][b.count]
  }
}
