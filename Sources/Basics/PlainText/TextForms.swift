extension TextPage {
  /// A piece of the page in a form that knows no width.
  enum Part {
    /// Lines that remain separate lines.
    case paragraph([String])
    case heading(String, level: Int)
    case table(TextTable)
    case command(String)
  }

  func parts(explainsAll: Bool = false) -> [Part] {
    var parts: [Part] = []
    var lines: [String] = []
    func closeParagraph(before next: Part? = nil) {
      if !lines.isEmpty { parts.append(.paragraph(lines)) }
      lines = []
      if let next { parts.append(next) }
    }
    for block in blocks {
      switch block {
      case .line(let line):
        // Without its indentation, which would make it code.
        let text = line.drop { $0 == " " }
        if text.isEmpty { closeParagraph() } else { lines.append(String(text)) }
      case .heading(let title, let level): closeParagraph(before: .heading(title, level: level))
      case .table(let table): closeParagraph(before: .table(table))
      case .command(let command, _): closeParagraph(before: .command(command))
      case .legend(let legend):
        let entries = legend.shown(isComplete: explainsAll)
        closeParagraph(
          before: entries.isEmpty
            ? nil : .table(TextTable(entries, [.page("term", \.name), .page("meaning", \.meaning)])))
      }
    }
    closeParagraph()
    return parts
  }

  /// The tables as CSV: a line of titles, then the rows, with LF at the ends. Tables with the same columns
  /// are joined; different tables are separated by an empty line. The subject of a table is its first column.
  ///
  /// Cells are as in the printed table, with `-` for the minus sign, so that programs can parse numbers.
  public var csv: String {
    var text = ""
    var last: [String]?
    func field(_ cell: String) -> String { CSVRecords.escaped(cell.replacing("−", with: "-")) }
    func line(_ cells: [String]) -> String { cells.map(field).joined(separator: ",") + "\n" }
    for table in tables {
      let titles = (table.subject == nil ? [] : ["subject"]) + table.columns.map(\.key)
      if titles != last {
        if last != nil { text += "\n" }
        if table.hasTitles { text += line(titles) }
      }
      last = titles
      for row in table.rows { text += line((table.subject.map { [$0] } ?? []) + row) }
    }
    return text
  }

  /// The page in Markdown, with tables as GitHub and Pandoc read them.
  public var markdown: String { markdown() }
  public func markdown(explainsAll: Bool = false) -> String {
    parts(explainsAll: explainsAll).map { part in
      switch part {
      case .paragraph(let lines): lines.map(Self.markdownText).joined(separator: "\\\n") + "\n"
      case .heading(let title, let level):
        "\(String(repeating: "#", count: level)) \(Self.markdownText(title))\n"
      case .table(let table): Self.markdown(table)
      case .command(let command): "```sh\n\(command)\n```\n"
      }
    }.joined(separator: "\n")
  }

  /// The tables for LaTeX, with units in their heads and the rules of the package `booktabs`. A table with a caption floats, with
  /// its note below.
  public var latex: String {
    tables.map { table in
      let sides = table.columns.map { $0.alignment == .left ? "l" : "r" }.joined()
      func escaped(_ text: String) -> String { text.map { Self.latexMarks[$0] ?? String($0) }.joined() }
      func row(_ cells: [String]) -> String { cells.map(escaped).joined(separator: " & ") + " \\\\\n" }
      let isFloat = !table.caption.isEmpty
      let heading = table.subject.map { "% \($0)\n" } ?? ""
      let start = isFloat ? "\\begin{table}\n\\caption{\(escaped(table.caption))}\n" : ""
      let note = table.note.isEmpty ? "" : "\n\\smallskip\n\\footnotesize \(escaped(table.note))\n"
      let end = isFloat ? note + "\\end{table}\n" : ""
      var text = heading + start + "\\begin{tabular}{\(sides)}\n\\toprule\n"
      if table.hasTitles { text += row(table.columns.map(\.titleWithUnit)) + "\\midrule\n" }
      return text + table.rows.map(row).joined() + "\\bottomrule\n\\end{tabular}\n" + end
    }.joined(separator: "\n")
  }

  private static func markdown(_ table: TextTable) -> String {
    func row(_ cells: [String]) -> String {
      "| " + cells.map { markdownText($0).replacing("|", with: "\\|") }.joined(separator: " | ") + " |\n"
    }
    let sides = table.columns.map { $0.alignment == .left ? "---" : "---:" }
    return row(table.columns.map(\.title)) + "| \(sides.joined(separator: " | ")) |\n"
      + table.rows.map(row).joined()
  }

  private static func markdownText(_ text: String) -> String {
    var out = ""
    // Between backticks everything stands for itself.
    var isCode = false
    for character in text {
      if character == "`" { isCode.toggle() }
      if !isCode, "\\*_<>".contains(character) { out += "\\" }
      out.append(character)
    }
    return out
  }

  private static let latexMarks: [Character: String] = [
    "&": "\\&", "%": "\\%", "$": "\\$", "#": "\\#", "_": "\\_", "{": "\\{", "}": "\\}",
    "\\": "\\textbackslash{}", "~": "\\textasciitilde{}", "^": "\\textasciicircum{}", "±": "$\\pm$",
    "−": "$-$", "×": "$\\times$", "<": "$<$", ">": "$>$",
  ]
}
