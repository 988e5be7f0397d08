/// A table of text, independent of the page that shows it.
public struct TextTable: Sendable, Equatable {
  public enum Alignment: Sendable { case left, right }

  struct Column: Sendable, Equatable {
    var title: String
    var alignment: Alignment
    /// The unit of the cells, which the text above a table names; empty for none, or if the title or each cell has it.
    var unit = ""
    /// The head in CSV.
    let key: String

    init(title: String, alignment: Alignment, unit: String = "", key: String? = nil) {
      (self.title, self.alignment, self.unit, self.key) = (title, alignment, unit, key ?? title)
    }

    /// `estimate (h)`: the title where a table is without the text around it.
    var titleWithUnit: String { unit.isEmpty ? title : "\(title) (\(unit))" }
  }

  let columns: [Column]
  let indentation: Int
  /// The subject of all rows, such as a metric. It becomes the first column if the table is printed without
  /// the surrounding text.
  public let subject: String?
  private(set) var rows: [[String]] = []
  /// The title and the note of the table in LaTeX; empty for a table that stays in the text.
  package var caption = "", note = ""

  /// Takes the titles and sides of the columns; titles that are all empty make no line.
  public init(
    _ columns: [(title: String, alignment: Alignment)], indentation: Int = 0, subject: String? = nil
  ) {
    self.init(columns.map { Column(title: $0.title, alignment: $0.alignment) }, indentation, subject)
  }

  private init(_ columns: [Column], _ indentation: Int, _ subject: String?) {
    (self.columns, self.indentation, self.subject) = (columns, indentation, subject)
  }

  package init<Row>(
    _ rows: some Sequence<Row>, _ table: Table<Row>, indentation: Int = 0, subject: String? = nil
  ) {
    let columns = table.in(.page).columns
    self.init(columns.map(\.head), indentation, subject)
    for row in rows { add(columns.map { $0.text(row) }) }
  }

  /// Adds a row; missing cells are empty.
  public mutating func add(_ cells: [String]) {
    rows.append(
      Array(cells.prefix(columns.count)) + Array(repeating: "", count: max(0, columns.count - cells.count)))
  }

  /// The table without the columns that no row has a cell of.
  public var withoutEmptyColumns: TextTable {
    let kept = columns.indices.filter { column in rows.contains { !$0[column].isEmpty } }
    var table = TextTable(kept.map { columns[$0] }, indentation, subject)
    for row in rows { table.add(kept.map { row[$0] }) }
    (table.caption, table.note) = (caption, note)
    return table
  }

  /// Whether the table needs one part on a page of this width.
  package func fits(width: Int = TextPage.pipeWidth) -> Bool {
    TableLayout(self, width: width).parts.count == 1
  }

  var hasTitles: Bool { columns.contains { !$0.title.isEmpty } }
  package var lines: [[String]] { hasTitles ? [columns.map(\.title)] + rows : rows }

  /// The lines of the table with line ends. Long cells continue on the next line within their column. If the
  /// columns do not fit into the width, the table is split into several parts, each with the first column.
  public func text(width: Int = TextPage.pipeWidth) -> String {
    TableLayout(self, width: width).parts.map { part in
      lines.map { line(of: $0, part) }.joined()
    }.joined(separator: "\n")
  }

  private func line(of row: [String], _ part: [TableLayout.Column]) -> String {
    let cells = part.map { WrappedText.cell(row[$0.index], width: $0.width) }
    var text = ""
    for line in 0..<(cells.map(\.count).max() ?? 0) {
      var out = String(repeating: " ", count: indentation)
      for (place, column) in part.enumerated() {
        let cell = line < cells[place].count ? cells[place][line] : ""
        let padding = String(repeating: " ", count: max(0, column.width - cell.count))
        if place > 0 { out += TableLayout.gap }
        out += columns[column.index].alignment == .left ? cell + padding : padding + cell
      }
      while out.last == " " { out.removeLast() }
      text += out + "\n"
    }
    return text
  }
}

/// The columns of a table on a page of limited width: in one part, or in several that stand one below the other.
struct TableLayout {
  struct Column: Equatable {
    var index: Int
    /// Characters that it takes.
    var width: Int
  }

  static let gap = "  "
  /// A column with sentences does not become narrower than this, where it has as much to show.
  private static let proseWidth = 20
  /// A cell with more characters than this holds sentences, if it has blanks.
  private static let proseLength = 40
  /// Words up to this length are never broken in the first column, which names the row.
  private static let keyWidth = 28
  /// Words up to this length are never broken elsewhere.
  private static let wordWidth = 16

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
