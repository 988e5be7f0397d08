/// The words of a page's tables with their meanings, one phrase for each.
public struct Legend: Sendable, Equatable, ExpressibleByDictionaryLiteral {
  struct Entry: Sendable, Equatable {
    /// A column head, or the words that a cell begins with; several words have a comma between them.
    let name: String
    let meaning: String
    var isUsed = false

    fileprivate func occurs(in table: TextTable) -> Bool {
      let names = name.split(separator: ", ").map(String.init)
      return names.contains { name in
        table.columns.contains { $0.title == name }
          || table.rows.contains { row in row.contains { Self.begins($0, name) } }
      }
    }

    private static func begins(_ cell: String, _ name: String) -> Bool {
      guard cell.hasPrefix(name) else { return false }
      return cell.dropFirst(name.count).first.map { !$0.isLetter && !$0.isNumber } ?? true
    }
  }

  private(set) var entries: [Entry]

  public init(dictionaryLiteral entries: (String, String)...) { self.init(entries) }
  package init(_ entries: [(name: String, meaning: String)]) {
    self.entries = entries.map { Entry(name: $0.name, meaning: $0.meaning) }
  }

  public static func + (legend: Legend, more: Legend) -> Legend {
    var all = legend
    all.entries += more.entries
    return all
  }

  /// The legend for a page: without the entries of earlier legends, and with a mark at each word that a table has.
  func marked(for page: TextPage) -> Legend {
    let known = page.legends.flatMap { $0.entries.map(\.name) }
    var legend = self
    legend.entries = entries.filter { !known.contains($0.name) }.map { entry in
      var entry = entry
      entry.isUsed = page.tables.contains(where: entry.occurs)
      return entry
    }
    return legend
  }

  func shown(isComplete: Bool) -> [Entry] { entries.filter { isComplete || $0.isUsed } }

  static let mostLines = 8

  /// The lines with their ends: all entries, or as many used entries as fit into eight lines.
  func text(width: Int, isComplete: Bool) -> String {
    func text(_ entries: ArraySlice<Entry>) -> String {
      TextTable(Array(entries), [.page("", \.name), .page("", \.meaning)]).text(width: width)
    }
    func lineCount(_ entries: ArraySlice<Entry>) -> Int { text(entries).count { $0 == "\n" } }
    let shown = shown(isComplete: isComplete)
    if isComplete || lineCount(shown[...]) <= Self.mostLines { return text(shown[...]) }
    let count = shown.indices.last { lineCount(shown[..<$0]) < Self.mostLines } ?? 0
    return text(shown[..<count]) + "Use --legend to explain \(shown.count - count) more words.\n"
  }
}
