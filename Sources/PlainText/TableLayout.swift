/// The columns of a table on a page of limited width: in one part, or in several that stand one below the other.
struct TableLayout {
  /// A column in its place.
  struct Column: Equatable {
    /// Its number in the table.
    var index: Int
    /// Characters that it takes.
    var width: Int
  }

  /// The text between two columns.
  static let gap = "  "
  /// A column with sentences does not become narrower than this, where it has as much to show.
  private static let proseWidth = 20
  /// A cell with more characters than this holds sentences, if it has blanks.
  private static let proseLength = 40
  /// Words up to this length are never broken in the first column, which names the row.
  private static let keyWidth = 28
  /// Words up to this length are never broken elsewhere.
  private static let wordWidth = 16

  /// The parts, each of which has the first column.
  let parts: [[Column]]

  init(_ table: TextTable, width: Int) {
    let room = max(1, width - table.indentation)
    let natural = table.columns.indices.map { column in table.lines.map { $0[column].count }.max() ?? 0 }
    let least = table.columns.indices.map { min(natural[$0], Self.leastWidth(of: $0, in: table)) }
    var groups: [[Int]] = []
    for column in table.columns.indices {
      let last = groups.last ?? []
      if !groups.isEmpty, Self.total((last + [column]).map { least[$0] }) <= room {
        groups[groups.count - 1].append(column)
      } else {
        // The first column stands in every part, also where the rest alone is as wide as the page.
        groups.append(column == 0 ? [0] : [0, column])
      }
    }
    // A part with nothing but the first column says nothing that the next one does not.
    if groups.count > 1, groups[0] == [0] { groups.removeFirst() }
    parts = groups.map { group in
      let widths = Self.fitted(group.map { natural[$0] }, least: group.map { least[$0] }, room: room)
      return zip(group, widths).map { Column(index: $0, width: $1) }
    }
  }

  /// Columns and the gaps between them.
  private static func total(_ widths: [Int]) -> Int {
    widths.reduce(0, +) + gap.count * max(0, widths.count - 1)
  }

  /// The widest column gives way first, until the part fits or no column can become narrower.
  private static func fitted(_ natural: [Int], least: [Int], room: Int) -> [Int] {
    var widths = natural
    while total(widths) > room {
      let narrowable = widths.indices.filter { widths[$0] > least[$0] }
      guard let widest = narrowable.max(by: { widths[$0] < widths[$1] }) else { break }
      widths[widest] -= 1
    }
    // A first column that is wider than the page has its words broken after all.
    if total(widths) > room, let widest = widths.indices.max(by: { widths[$0] < widths[$1] }) {
      widths[widest] = max(1, widths[widest] - (total(widths) - room))
    }
    return widths
  }

  /// The width at which a column can still be read.
  private static func leastWidth(of column: Int, in table: TextTable) -> Int {
    let title = table.columns[column].title.split(separator: " ").map(\.count).max() ?? 0
    let cells = table.rows.lazy.map { $0[column] }
    // Numbers are not broken.
    if table.columns[column].alignment == .right { return max(title, cells.map(\.count).max() ?? 0) }
    var width = column == 0 ? title : min(title, wordWidth)
    for cell in cells {
      if cell.count > proseLength, cell.contains(" ") { width = max(width, proseWidth) }
      let limit = column == 0 ? keyWidth : wordWidth
      for word in cell.split(separator: " ") {
        width = max(width, min(limit, column == 0 ? word.count : longestPiece(of: word)))
      }
    }
    return width
  }

  /// The longest piece of a word that is broken behind its marks.
  private static func longestPiece(of word: Substring) -> Int {
    var (longest, current) = (0, 0)
    for character in word {
      current += 1
      longest = max(longest, current)
      if WrappedText.isBreakable(character) { current = 0 }
    }
    return longest
  }
}
