/// A table of text, independent of the page that shows it.
public struct TextTable: Sendable, Equatable {
  /// The side of a column at which its cells stand.
  public enum Alignment: Sendable { case left, right }

  /// A column: its title, and the side at which its cells stand.
  struct Column: Sendable, Equatable {
    var title: String
    var alignment: Alignment
  }

  let columns: [Column]
  /// Blanks in front of each line.
  let indentation: Int
  /// The subject of all rows, such as a metric: the first column where tables stand without the text around them.
  public let subject: String?
  /// The cells of each row, one for every column.
  private(set) var rows: [[String]] = []

  /// Takes the titles and sides of the columns; titles that are all empty make no line.
  ///
  /// - Parameters:
  ///   - indentation: Blanks in front of each line, at least 0.
  ///   - subject: The subject of all rows, such as a metric, which a heading names; nil for none.
  public init(
    _ columns: [(title: String, alignment: Alignment)], indentation: Int = 0, subject: String? = nil
  ) {
    self.subject = subject
    self.columns = columns.map { Column(title: $0.title, alignment: $0.alignment) }
    self.indentation = indentation
  }

  /// Adds a row; missing cells are empty.
  public mutating func add(_ cells: [String]) {
    rows.append(
      Array(cells.prefix(columns.count))
        + Array(repeating: "", count: max(0, columns.count - cells.count)))
  }

  /// The table without the columns that no row has a cell of.
  public var withoutEmptyColumns: TextTable {
    let kept = columns.indices.filter { column in rows.contains { !$0[column].isEmpty } }
    var table = TextTable(
      kept.map { (columns[$0].title, columns[$0].alignment) }, indentation: indentation, subject: subject)
    for row in rows { table.add(kept.map { row[$0] }) }
    return table
  }

  /// Whether the columns have titles.
  var hasTitles: Bool { columns.contains { !$0.title.isEmpty } }

  /// The titles, if there are any, and the rows.
  var lines: [[String]] { hasTitles ? [columns.map(\.title)] + rows : rows }

  /// The lines with their ends, without blanks at the end of a line.
  ///
  /// Long cells continue on the next line within their column. Where the columns do not fit beside each other the table
  /// stands in several parts, one below the other, each with the first column.
  ///
  /// - Parameter width: Columns of the page.
  public func text(width: Int = TextPage.pipeWidth) -> String {
    TableLayout(self, width: width).parts.map { part in
      lines.map { line(of: $0, part) }.joined()
    }.joined(separator: "\n")
  }

  /// The lines of the page that a row takes.
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
