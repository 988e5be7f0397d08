/// Finds the nearest of several names by Damerau-Levenshtein distance.
public enum NameSuggestion {
  /// The nearest name, where it is near enough to be meant.
  public static func nearest(to name: String, in names: [String]) -> String? {
    let limit = max(2, name.count / 3)
    let ranked = names.map { (distance(name.lowercased(), $0.lowercased()), $0) }.sorted { $0 < $1 }
    guard let best = ranked.first, best.0 <= limit, best.0 < name.count else { return nil }
    return best.1
  }

  /// The end of a message about a name that is not known: the nearest one, or else the first that contain it.
  public static func hint(for name: String, in names: [String]) -> String {
    if let nearest = nearest(to: name, in: names) { return "; did you mean `\(nearest)`?" }
    let wanted = name.lowercased()
    guard wanted.count > 2 else { return "" }
    let containing = names.filter { $0.lowercased().contains(wanted) }
    if !containing.isEmpty { return "; names that contain it: \(list(containing))" }
    // The group of the name: `push.` of `push.silentInterval`.
    guard let dot = wanted.firstIndex(of: ".") else { return "" }
    let group = names.filter { $0.lowercased().hasPrefix(wanted[...dot]) }
    return group.isEmpty ? "" : "; names that begin with `\(wanted[...dot])`: \(list(group))"
  }

  /// The first five names, and the number of the others.
  private static func list(_ names: [String]) -> String {
    let first = names.prefix(5).map { "`\($0)`" }.joined(separator: ", ")
    return names.count > 5 ? "\(first) and \(names.count - 5) more" : first
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
