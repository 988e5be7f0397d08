/// Compares the tables of a file with those that this program makes.
///
/// Nothing is read from a table before: a view, a trigger or a changed table could make false numbers of it.
struct SchemaCheck {
  /// - Throws: ``ResultsError/damaged(path:what:)`` with the name of the first object that differs.
  func check(_ connection: Connection) throws(ResultsError) {
    let found = try connection.rows(
      "SELECT type, name, sql FROM sqlite_schema", table: "sqlite_schema", limit: 1000
    ) { row in (type: row.text(0), name: row.text(1), sql: row.optionalText(2) ?? "") }
    func refuse(_ what: String) -> ResultsError { .damaged(path: connection.path, what: what) }
    var seen: Set<String> = []
    for object in found {
      let name = MessageWord.quoted(object.name)
      guard let sql = ResultsSchema.objects[object.name], sql.hasPrefix("CREATE \(object.type.uppercased()) ")
      else {
        throw refuse("it holds the \(MessageWord.word(object.type)) \(name), which no results file has")
      }
      guard object.sql == sql else {
        throw refuse("its \(object.type) \(name) is not the one that this version makes")
      }
      guard seen.insert(object.name).inserted else {
        throw refuse("it holds the \(object.type) \(name) twice")
      }
    }
    if let missing = ResultsSchema.objects.keys.filter({ !seen.contains($0) }).min() {
      throw refuse("its table `\(missing)` is missing")
    }
  }
}
