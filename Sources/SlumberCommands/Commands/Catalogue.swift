import Basics

struct Catalogue<Row> {
  let kind: String
  let rows: [Row]
  let name: (Row) -> String
  let columns: Table<Row>
  var legend: Legend = [:]
  /// Sentences below the legend.
  var notes = ""
  /// Whether the JSON of one row is a list, too.
  var isAlwaysList = false
  let page: (Row) -> TextPage

  /// Prints the row that the first argument names, all rows with this prefix, or all rows. Case is ignored.
  func show(_ arguments: ParsedArguments) throws {
    guard let text = arguments.arguments.first else { return try show(rows, arguments) }
    let wanted = text.lowercased()
    if let row = rows.first(where: { name($0).lowercased() == wanted }) { return try show(row, arguments) }
    let beginning = wanted.isEmpty ? [] : rows.filter { name($0).lowercased().hasPrefix(wanted) }
    guard let first = beginning.first else { throw unknownEntry(kind, text, rows.map(name)) }
    if beginning.count == 1 { try show(first, arguments) } else { try show(beginning, arguments) }
  }

  func show(_ row: Row, _ arguments: ParsedArguments) throws {
    let json = columns.json(row)
    try Terminal.show(page(row), json: isAlwaysList ? .array([json]) : json, arguments)
  }

  func show(_ rows: [Row], _ arguments: ParsedArguments) throws {
    var page = TextPage(TextTable(rows, columns))
    page.addGap()
    page.add(legend)
    page.add(notes)
    try Terminal.show(page, json: rows.json(columns), arguments)
  }
}

extension CommandSpecification {
  static func catalogue<Row>(
    _ name: String, _ arguments: String = "[NAME]", summary: String, example: String,
    _ catalogue: @escaping @Sendable (ParsedArguments) throws -> Catalogue<Row>
  ) -> Self {
    Self(
      name: name, arguments: arguments, argumentCount: 0...1, summary: summary, example: example,
      options: """
        --csv --markdown --json --legend
        """
    ) { arguments in
      try catalogue(arguments).show(arguments)
      return .done
    }
  }
}

func unknownEntry(_ kind: String, _ text: String, _ names: [String]) -> UsageError {
  UsageError("there is no \(kind) `\(text)`\(NameSuggestion.hint(for: text, in: names))")
}
