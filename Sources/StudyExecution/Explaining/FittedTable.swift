/// A table for the terminal that is never wider than a limit: long cells continue on the next line.
struct FittedTable {
  enum Alignment { case left, right }

  /// Columns of a page in a pipe.
  static let pageWidth = 100
  /// No column becomes narrower than this.
  private static let leastWidth = 8

  private let columns: [(title: String, alignment: Alignment)]
  private let indentation: Int
  private var rows: [[String]] = []

  /// Titles that are all empty make no line.
  init(_ columns: [(title: String, alignment: Alignment)], indentation: Int = 0) {
    self.columns = columns
    self.indentation = indentation
    if columns.contains(where: { !$0.title.isEmpty }) { rows.append(columns.map(\.title)) }
  }

  /// Adds a row; missing cells are empty.
  mutating func add(_ cells: [String]) {
    rows.append(
      Array(cells.prefix(columns.count))
        + Array(repeating: "", count: max(0, columns.count - cells.count)))
  }

  /// The lines with their ends, without blanks at the end of a line.
  var text: String {
    let widths = self.widths
    var text = ""
    for row in rows {
      let cells = row.enumerated().map { Self.wrapped($0.element, widths[$0.offset]) }
      for line in 0..<(cells.map(\.count).max() ?? 0) {
        var out = String(repeating: " ", count: indentation)
        for (column, lines) in cells.enumerated() {
          let cell = line < lines.count ? lines[line] : ""
          let padding = String(repeating: " ", count: max(0, widths[column] - cell.count))
          out += column == 0 ? "" : "  "
          out += columns[column].alignment == .left ? cell + padding : padding + cell
        }
        while out.last == " " { out.removeLast() }
        text += out + "\n"
      }
    }
    return text
  }

  /// The widest column gives way first, until the table fits.
  private var widths: [Int] {
    var widths = columns.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    let room = Self.pageWidth - indentation - 2 * (columns.count - 1)
    while widths.reduce(0, +) > room {
      guard let widest = widths.indices.max(by: { widths[$0] < widths[$1] }),
        widths[widest] > Self.leastWidth
      else { break }
      widths[widest] -= 1
    }
    return widths
  }

  /// The lines of a text, broken at blanks, or after `.`, `-`, `;` and `,` within long words, or anywhere.
  static func wrapped(_ text: String, _ width: Int) -> [String] {
    guard text.count > width else { return [text] }
    var lines: [String] = []
    var rest = text[...]
    while rest.count > width {
      let end = rest.index(rest.startIndex, offsetBy: width)
      if let blank = rest[..<rest.index(after: end)].lastIndex(of: " "), blank > rest.startIndex {
        lines.append(String(rest[..<blank]))
        rest = rest[rest.index(after: blank)...]
      } else if let mark = rest[..<end].lastIndex(where: { ".-;,".contains($0) }) {
        lines.append(String(rest[...mark]))
        rest = rest[rest.index(after: mark)...]
      } else {
        lines.append(String(rest[..<end]))
        rest = rest[end...]
      }
    }
    lines.append(String(rest))
    return lines
  }

  /// A paragraph with a mark before its first line, such as `- `, and blanks before the others.
  static func paragraph(_ text: String, mark: String = "") -> String {
    let indent = String(repeating: " ", count: mark.count)
    return wrapped(text, pageWidth - mark.count).enumerated()
      .map { ($0.offset == 0 ? mark : indent) + $0.element + "\n" }.joined()
  }
}
