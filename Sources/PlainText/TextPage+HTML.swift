/// The look of a cell of a table in HTML.
public struct HTMLCell: Sendable, Hashable {
  /// The identity of the place on the page that the cell links to; nil for no link.
  public var target: String?
  /// A class of the style sheet; nil for none.
  public var style: String?

  public init(target: String? = nil, style: String? = nil) {
    self.target = target
    self.style = style
  }
}

extension TextTable {
  /// The table in HTML, within a box that scrolls sideways where the page is narrower.
  ///
  /// - Parameters:
  ///   - name: What the table shows, for readers who hear the page.
  ///   - look: The look of a cell of a column, counted from 0, with that title and text.
  public func html(
    named name: String,
    look: (_ column: Int, _ title: String, _ cell: String) -> HTMLCell = { _, _, _ in .init() }
  ) -> String {
    var html = ""
    if hasTitles {
      let titles = columns.map { column in
        let side = column.alignment == .right ? " class=\"number\"" : ""
        return "<th scope=\"col\"\(side)>\(HTMLText.escaped(column.title))</th>"
      }
      html += "<thead><tr>\(titles.joined())</tr></thead>\n"
    }
    html += "<tbody>\n"
    for row in rows {
      let cells = zip(columns, row).enumerated().map { place, cell in
        Self.cell(cell.1, cell.0, look(place, cell.0.title, cell.1), isFirst: place == 0)
      }
      html += "<tr>\(cells.joined())</tr>\n"
    }
    html += "</tbody>"
    return
      "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"\(HTMLText.escaped(name))\">"
      + "<table>\n\(html)\n</table></div>\n"
  }

  /// The first cell of a row names it.
  private static func cell(_ text: String, _ column: Column, _ look: HTMLCell, isFirst: Bool) -> String {
    var styles = column.alignment == .right ? ["number"] : []
    if let style = look.style { styles.append(style) }
    let words = styles.isEmpty ? "" : " class=\"\(HTMLText.escaped(styles.joined(separator: " ")))\""
    let body =
      if let target = look.target, !text.isEmpty { HTMLText.link(to: target, text) } else {
        HTMLText.prose(text)
      }
    return isFirst ? "<th scope=\"row\"\(words)>\(body)</th>" : "<td\(words)>\(body)</td>"
  }
}

extension TextPage {
  /// The page in HTML: paragraphs, tables and commands.
  ///
  /// - Parameter table: HTML of a table; that without links by default.
  public func html(table: (TextTable) -> String = { $0.html(named: $0.subject ?? "table") }) -> String {
    var html = ""
    var lines: [String] = []
    // Lines of their own stay lines of their own.
    func closeParagraph() {
      if !lines.isEmpty { html += "<p>\(lines.joined(separator: "<br/>\n"))</p>\n" }
      lines = []
    }
    for block in blocks {
      switch block {
      case .line(let line):
        let text = line.drop { $0 == " " }
        if text.isEmpty { closeParagraph() } else { lines.append(HTMLText.prose(text)) }
      case .table(let found):
        closeParagraph()
        html += table(found)
      case .command(let command, _):
        closeParagraph()
        html += "<pre><code>\(HTMLText.escaped(command))</code></pre>\n"
      }
    }
    closeParagraph()
    return html
  }
}
