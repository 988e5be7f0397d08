/// A table for the terminal, with columns that line up.
public struct TextTable: Sendable {
  public enum Alignment: Sendable { case left, right }

  private var lines: [[String]] = []
  private let alignments: [Alignment]
  /// Blanks in front of each line.
  private let indentation: Int

  /// Takes the titles and sides of the columns; titles that are all empty make no line.
  public init(_ columns: [(title: String, alignment: Alignment)], indentation: Int = 0) {
    alignments = columns.map(\.alignment)
    self.indentation = indentation
    let titles = columns.map(\.title)
    if titles.contains(where: { !$0.isEmpty }) { lines.append(titles) }
  }

  /// Adds a row; missing cells are empty.
  public mutating func add(_ cells: [String]) {
    lines.append(
      Array(cells.prefix(alignments.count))
        + Array(repeating: "", count: max(0, alignments.count - cells.count)))
  }

  /// The lines with their ends, without blanks at the end of a line.
  public var text: String {
    let widths = alignments.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
    var text = ""
    for line in lines {
      var row = String(repeating: " ", count: indentation)
      for (column, cell) in line.enumerated() {
        let padding = String(repeating: " ", count: widths[column] - cell.count)
        row += column == 0 ? "" : "  "
        row += alignments[column] == .left ? cell + padding : padding + cell
      }
      while row.last == " " { row.removeLast() }
      text += row + "\n"
    }
    return text
  }
}
