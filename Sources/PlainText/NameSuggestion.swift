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
