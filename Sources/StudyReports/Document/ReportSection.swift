import PlainText

/// A section of a report: its heading, its contents and the tables that belong to it.
struct ReportSection {
  let id: String
  let title: String
  /// HTML below the heading.
  var body = ""
  var tables: [ReportTable] = []

  init(_ id: String, _ title: String) {
    self.id = id
    self.title = title
  }

  mutating func add(_ figure: ReportFigure, _ table: ReportTable? = nil) {
    body += figure.html
    if let table { tables.append(table) }
  }

  /// Adds a paragraph of plain text.
  mutating func add(paragraph text: String) { body += "<p>\(HTMLText.prose(text))</p>\n" }

  /// Adds a paragraph that says why something is not here, and how to get it.
  mutating func add(absence text: String, command: String? = nil) {
    body += "<div class=\"absent\"><p>\(HTMLText.prose(text))</p>\n"
    if let command { body += "<pre><code>\(HTMLText.escaped(command))</code></pre>\n" }
    body += "</div>\n"
  }

  mutating func add(heading: String) { body += "<h3>\(HTMLText.escaped(heading))</h3>\n" }

  /// The element of the page.
  var html: String {
    """
    <section id="\(id)">
    <h2>\(HTMLText.escaped(title))</h2>
    \(body)</section>

    """
  }
}
