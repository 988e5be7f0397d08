import Basics

/// A column of what is printed: of tables with its title, of JSON with its key, or of both.
struct PrintedColumn<Row> {
  private var title: String?
  private var alignment = TextTable.Alignment.left
  private var key: String?
  private let value: (Row) -> JSONValue

  static func both(
    _ title: String, _ key: String, at alignment: TextTable.Alignment = .left,
    _ text: @escaping (Row) -> String
  ) -> Self { Self(title: title, alignment: alignment, key: key) { .string(text($0)) } }
  static func table(
    _ title: String, at alignment: TextTable.Alignment = .left, _ text: @escaping (Row) -> String
  ) -> Self { Self(title: title, alignment: alignment) { .string(text($0)) } }
  static func json<Value: JSONConvertible>(_ key: String, _ value: @escaping (Row) -> Value) -> Self {
    Self(key: key) { value($0).json }
  }
  static func count(_ title: String, _ key: String, _ number: @escaping (Row) -> Int64) -> Self {
    Self(title: title, alignment: .right, key: key) { .integer(number($0)) }
  }

  static func table(_ rows: [Row], _ columns: [Self], indentation: Int = 0) -> TextTable {
    let shown = columns.filter { $0.title != nil }
    var table = TextTable(shown.map { ($0.title ?? "", $0.alignment) }, indentation: indentation)
    for row in rows {
      table.add(
        shown.map { column in
          let value = column.value(row)
          return value.characters ?? value.wholeNumber.map { "\($0)" } ?? ""
        })
    }
    return table
  }

  static func json(_ rows: [Row], _ columns: [Self]) -> JSONValue { .array(rows.map { json($0, columns) }) }

  static func json(_ row: Row, _ columns: [Self]) -> JSONValue {
    .object(columns.compactMap { column in column.key.map { .init($0, column.value(row)) } })
  }
}

struct Catalogue<Row> {
  let kind: String
  let rows: [Row]
  let name: (Row) -> String
  let columns: [PrintedColumn<Row>]
  var legend = ""
  /// Whether the JSON of one row is a list, too.
  var isAlwaysList = false
  let page: (Row) -> TextPage

  /// Shows the row that the first argument names, or those whose names begin so, or all; upper and lower case are the same.
  func show(_ arguments: ParsedArguments) throws {
    guard let text = arguments.arguments.first else { return try show(rows, arguments) }
    let wanted = text.lowercased()
    if let row = rows.first(where: { name($0).lowercased() == wanted }) { return try show(row, arguments) }
    let beginning = wanted.isEmpty ? [] : rows.filter { name($0).lowercased().hasPrefix(wanted) }
    guard let first = beginning.first else { throw unknownEntry(kind, text, rows.map(name)) }
    if beginning.count == 1 { try show(first, arguments) } else { try show(beginning, arguments) }
  }

  func show(_ row: Row, _ arguments: ParsedArguments) throws {
    let json = PrintedColumn.json(row, columns)
    try Terminal.show(page(row), json: isAlwaysList ? .array([json]) : json, arguments)
  }

  func show(_ rows: [Row], _ arguments: ParsedArguments) throws {
    var page = TextPage(PrintedColumn.table(rows, columns))
    page.add(legend)
    try Terminal.show(page, json: PrintedColumn.json(rows, columns), arguments)
  }
}

extension CommandSpecification {
  static func catalogue<Row>(
    _ name: String, _ arguments: String = "[NAME]", summary: String, example: String,
    _ catalogue: @escaping @Sendable (ParsedArguments) throws -> Catalogue<Row>
  ) -> Self {
    Self(
      name: name, arguments: arguments, argumentCount: 0...1, summary: summary, example: example,
      options: OutputForm.tableOptions + [.json]
    ) { arguments in
      try catalogue(arguments).show(arguments)
      return .done
    }
  }
}

func unknownEntry(_ kind: String, _ text: String, _ names: [String]) -> UsageError {
  UsageError("there is no \(kind) `\(text)`\(NameSuggestion.hint(for: text, in: names))")
}
