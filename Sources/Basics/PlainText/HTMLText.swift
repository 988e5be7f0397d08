/// The escaping of texts from files and users for HTML pages.
public enum HTMLText {
  /// Text fit for the contents of an element and for the value of an attribute in double quotes.
  public static func escaped(_ text: some StringProtocol) -> String {
    var escaped = String.UnicodeScalarView()
    // A character with marks of its own is still the character that it begins with.
    for scalar in text.escapingControls.unicodeScalars {
      switch scalar {
      case "&": escaped.append(contentsOf: "&amp;".unicodeScalars)
      case "<": escaped.append(contentsOf: "&lt;".unicodeScalars)
      case ">": escaped.append(contentsOf: "&gt;".unicodeScalars)
      case "\"": escaped.append(contentsOf: "&quot;".unicodeScalars)
      default: escaped.append(scalar)
      }
    }
    return String(escaped)
  }

  /// An element with contents that are HTML already.
  public static func element(
    _ name: String, _ attributes: KeyValuePairs<String, String> = [:], _ contents: String
  ) -> String {
    let words = attributes.map { " \($0.key)=\"\(escaped($0.value))\"" }.joined()
    return "<\(name)\(words)>\(contents)</\(name)>"
  }

  public static func link(to id: String, _ text: some StringProtocol) -> String {
    element("a", ["href": "#\(id)"], escaped(text))
  }

  /// The text of a paragraph, with text between backticks as code.
  public static func prose(_ text: some StringProtocol) -> String {
    let parts = text.split(separator: "`", omittingEmptySubsequences: false)
    // Without its partner a backtick is a backtick.
    guard parts.count % 2 == 1 else { return escaped(text) }
    return parts.enumerated().map { place, part in
      place % 2 == 0 ? escaped(part) : element("code", [:], escaped(part))
    }.joined()
  }
}

extension TextTable {
  /// The table in HTML, within a box that scrolls sideways where the page is narrower.
  func html(named name: String) -> String {
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
        Self.cell(cell.1, cell.0, isFirst: place == 0)
      }
      html += "<tr>\(cells.joined())</tr>\n"
    }
    html += "</tbody>"
    return "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"\(HTMLText.escaped(name))\">"
      + "<table>\n\(html)\n</table></div>\n"
  }

  /// The first cell of a row names it.
  private static func cell(_ text: String, _ column: Column, isFirst: Bool) -> String {
    let words = column.alignment == .right ? " class=\"number\"" : ""
    let body = HTMLText.prose(text)
    return isFirst ? "<th scope=\"row\"\(words)>\(body)</th>" : "<td\(words)>\(body)</td>"
  }
}

extension TextPage {
  /// The page as a part of a document, so that its headings are a level deeper.
  public func html() -> String {
    parts().map { part in
      switch part {
      case .paragraph(let lines): "<p>\(lines.map { HTMLText.prose($0) }.joined(separator: "<br/>\n"))</p>\n"
      case .heading(let title, let level):
        HTMLText.element("h\(level + 1)", [:], HTMLText.escaped(title)) + "\n"
      case .table(let table): table.html(named: table.subject ?? "table")
      case .command(let command): "<pre><code>\(HTMLText.escaped(command))</code></pre>\n"
      }
    }.joined()
  }
}
