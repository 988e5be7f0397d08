import Basics

enum ResultsSchema {
  /// "slbr": marks a SQLite file as one of ours.
  static let applicationID: Int32 = 0x736c_6272
  /// Rises when the tables change, or the encoding of blocks. Files of other formats are refused.
  static let formatVersion: Int32 = 12
  static let descriptionLimit = 10_000

  /// The pieces of a block, in this order: the sums of its devices, then rows.
  static let blockPieces = ["sums"] + RunDetails.tables.map(\.name)
  /// The pieces of a finished run beside its blocks.
  static let runPieces = CompletedRun.tables.map(\.name)
  static let provenance = Array(ProvenanceRow.table.definition.columns.dropFirst())

  static let objects: [String: String] = {
    let lists = StudyDescription.lists.map { list in
      (list.table.name, "position INTEGER PRIMARY KEY, \(declarations(list.table.columns))", "")
    }
    let tables = [
      ("study", "key TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL", " WITHOUT ROWID"),
      (
        "factors",
        "run_id TEXT NOT NULL, name TEXT NOT NULL, position INTEGER NOT NULL, value TEXT NOT NULL, number REAL, "
          + "unit TEXT NOT NULL, PRIMARY KEY (run_id, name)", " WITHOUT ROWID"
      ),
      (
        "runs", "\(declarations(StoredRun.table.definition.columns + [.digest])), PRIMARY KEY (run_id)",
        " WITHOUT ROWID"
      ),
      ("results", "run_id TEXT NOT NULL PRIMARY KEY, \(declarations(pieces: runPieces))", ""),
      (
        "blocks",
        "\(declarations(BlockHead.table.definition.columns + [.digest] + provenance)), "
          + "\(declarations(pieces: blockPieces)), PRIMARY KEY (run_id, first_device)", ""
      ),
    ]
    return Dictionary(
      uniqueKeysWithValues: (lists + tables).map { ($0.0, "CREATE TABLE \($0.0) (\($0.1))\($0.2)") })
  }()

  /// Indexes that SQLite makes for the keys of tables with large rows: without row ids it would read rows whole to compare keys.
  private static let indexes: Set = ["sqlite_autoindex_results_1", "sqlite_autoindex_blocks_1"]

  private static func declarations(_ columns: [ColumnDefinition]) -> String {
    columns.map { "\($0.name) \($0.kind.facts.sql)" + ($0.isRequired ? " NOT NULL" : "") }
      .joined(separator: ", ")
  }

  private static func declarations(pieces: [String]) -> String {
    pieces.map { "\($0) BLOB" }.joined(separator: ", ")
  }

  static func places(_ count: Int) -> String { Array(repeating: "?", count: count).joined(separator: ", ") }

  /// Nothing is read from a table before: a view, a trigger or a changed table could make false numbers of it.
  static func check(_ connection: Connection) throws(ResultsError) {
    let found = try connection.rows(
      "SELECT type, name, sql FROM sqlite_schema", table: "sqlite_schema", limit: 1000
    ) { row in (type: row.text(0), name: row.text(1), sql: row.optionalText(2) ?? "") }
    func refuse(_ what: String) -> ResultsError { .damaged(path: connection.path, what: what) }
    var seen: Set<String> = []
    for object in found {
      if object.type == "index", object.sql.isEmpty, indexes.contains(object.name) { continue }
      let name = MessageWord.quoted(object.name)
      guard let sql = objects[object.name], sql.hasPrefix("CREATE \(object.type.uppercased()) ")
      else {
        throw refuse("it contains the unknown \(MessageWord.word(object.type)) \(name)")
      }
      guard object.sql == sql else {
        throw refuse("its \(object.type) \(name) differs from the schema of this version")
      }
      guard seen.insert(object.name).inserted else {
        throw refuse("it contains the \(object.type) \(name) twice")
      }
    }
    if let missing = objects.keys.filter({ !seen.contains($0) }).min() {
      throw refuse("its table `\(missing)` is missing")
    }
  }
}
