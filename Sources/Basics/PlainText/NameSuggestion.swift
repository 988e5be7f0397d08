/// Finds the nearest of several names by Damerau-Levenshtein distance.
public enum NameSuggestion {
  public static func nearest(to name: String, in names: [String]) -> String? {
    let limit = max(2, name.count / 3)
    let wanted = name.lowercased()
    func length(_ word: String) -> Int { min(word.utf8.count, Self.longest) }
    // Words differ at least by their lengths: most need no closer look.
    let best = names.lazy.map { (low: $0.lowercased(), name: $0) }
      .filter { abs(length($0.low) - length(wanted)) <= limit }
      .map { (distance(wanted, $0.low), $0.name) }.min { $0 < $1 }
    guard let best, best.0 <= limit, best.0 < name.count else { return nil }
    return best.1
  }

  /// The end of a message about a name that is not known: the nearest one, if it is near enough to be meant.
  public static func question(for name: String, in names: [String]) -> String {
    nearest(to: name, in: names).map { "; did you mean `\($0)`?" } ?? ""
  }

  /// The end of a message about a name that is not known: the nearest one, or else the first that contain it.
  public static func hint(for name: String, in names: [String]) -> String {
    let question = question(for: name, in: names)
    return question.isEmpty ? relatives(of: name, in: names) : question
  }

  /// The same about a name that no other is near to: the first that contain it or are of its group, or other words.
  public static func relatives(of name: String, in names: [String], or words: String = "") -> String {
    let wanted = name.lowercased()
    guard wanted.count > 2 else { return words }
    let containing = names.filter { $0.lowercased().contains(wanted) }
    if !containing.isEmpty { return "; names that contain it: \(list(containing))" }
    let similar = names.filter { name in
      name.lowercased().split { "._".contains($0) }.contains {
        distance(wanted, String($0)) <= wanted.count / 4
      }
    }
    if !similar.isEmpty { return "; names with a similar word: \(list(similar))" }
    // The group of the name: `push.` of `push.silentInterval`.
    guard let dot = wanted.firstIndex(of: ".") else { return words }
    let group = names.filter { $0.lowercased().hasPrefix(wanted[...dot]) }
    return group.isEmpty ? words : "; names that begin with `\(wanted[...dot])`: \(list(group))"
  }

  private static func list(_ names: [String]) -> String {
    let first = names.prefix(5).map { "`\($0)`" }.joined(separator: ", ")
    return names.count > 5 ? "\(first) and \(names.count - 5) more" : first
  }

  /// Bytes of a word that are looked at.
  private static let longest = 64

  /// Insertions, deletions, substitutions and transpositions between two words.
  public static func distance(_ first: String, _ second: String) -> Int {
    let (a, b) = (Array(first.utf8.prefix(longest)), Array(second.utf8.prefix(longest)))
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

/// The rule for names in a study, which are shown on terminals, in pictures and in spreadsheets.
public enum NameRule {
  public static let lengthLimit = 200

  /// The expected form, for a name that breaks the rule; nil for a name that keeps it.
  public static func violation(_ name: String) -> String? {
    if name.hasUnsafeCharacters { return "a name without control characters" }
    // A spreadsheet would take the name for a formula.
    if let first = name.unicodeScalars.first, "=+-@".unicodeScalars.contains(first) {
      return "a name that does not begin with `=`, `+`, `-` or `@`"
    }
    if name.unicodeScalars.first == " " || name.unicodeScalars.last == " " {
      return "a name without blanks at its start and end"
    }
    return name.count > lengthLimit ? "a name of at most \(lengthLimit) characters" : nil
  }
}
