import Basics

public struct StudyDescription: Hashable, Sendable {
  public struct Licence: Hashable, Sendable {
    package var name: String
    package var title: String
    package var path: String
    /// The license of exported results, which are not protected by copyright.
    package static let publicDomain = Licence(
      name: "CC0-1.0", title: "Creative Commons Zero 1.0",
      path: "https://creativecommons.org/publicdomain/zero/1.0/")
    /// No license, because the author has to choose it.
    package static let open = Licence(name: "", title: "", path: "")

    package init(name: String, title: String, path: String) {
      (self.name, self.title, self.path) = (name, title, path)
    }
  }

  public struct Version: Hashable, StoredRow {
    package var name = ""
    package var version = ""
    package init() {}
    package init(name: String, version: String) { (self.name, self.version) = (name, version) }
  }

  /// The name of the study's file in an export. It is fixed, so that a results file cannot choose the path
  /// that is written.
  package static let effectiveStudyFile = "study.json"

  package var name: String
  package var baseDigest: String
  package var question: String
  package var seed: UInt64
  /// The study with everything that it extends, as a file that can be run again.
  package var effectiveStudy: String
  /// The files that the study names and that its runs depend on.
  package var files: [InputFile]
  package var versions: [Version]
  package var commit: String
  package var licence: Licence
  package var metrics: [MetricDescription]
  package var blockedReasons: [String]
  var licenses: [Licence] { licence == .open ? [] : [licence] }
  var versionsByName: JSONValue { .object(versions.map { .init($0.name, .string($0.version)) }) }
  /// The command that chooses the runs and the numbers that are kept of them, if it is another than `run`.
  package var method: String?

  package var identity: StudyIdentity { StudyIdentity(name: name, baseDigest: baseDigest, method: method) }

  package init(
    name: String, baseDigest: String, question: String = "", seed: UInt64, effectiveStudy: String,
    files: [InputFile] = [], versions: [Version], commit: String,
    licence: Licence = .publicDomain, metrics: [MetricDescription], blockedReasons: [String] = []
  ) {
    (self.name, self.baseDigest, self.question, self.seed) = (name, baseDigest, question, seed)
    (self.effectiveStudy, self.files) = (effectiveStudy, files)
    (self.versions, self.commit) = (versions, commit)
    (self.licence, self.metrics, self.blockedReasons) = (licence, metrics, blockedReasons)
  }
}

extension StudyDescription {
  /// The effective study; nil if it is no JSON.
  package var effectiveValue: JSONValue? { try? JSONParser.value(ofText: effectiveStudy.utf8) }

  /// Whether policies or apps of the study are programs.
  package var startsPrograms: Bool {
    ["apps", "policies"].contains { list in
      effectiveValue?[list]?.elements?.contains { $0["command"] != nil } ?? false
    }
  }
}

/// A metric as the file explains it: an export needs no program that knows the model.
public struct MetricDescription: Hashable, StoredRow {
  package var name = ""
  package var unit = ""
  /// `lower`, `higher` or `none`: which way is better.
  package var polarity = ""
  package var definition = ""
  package var censoring = ""
  package var isPopulation = false

  package init() {}

  package init(
    name: String, unit: String, polarity: String, definition: String, censoring: String, isPopulation: Bool
  ) {
    (self.name, self.unit, self.polarity) = (name, unit, polarity)
    (self.definition, self.censoring, self.isPopulation) = (definition, censoring, isPopulation)
  }
}

extension String: StoredRow {}

extension StudyDescription {
  /// The texts of a description, by their keys in the table `study`.
  private static var texts: KeyValuePairs<String, WritableKeyPath<StudyDescription, String>> {
    [
      "name": \.name, "base_digest": \.baseDigest, "question": \.question,
      "effective_study": \.effectiveStudy, "commit": \.commit, "licence_name": \.licence.name,
      "licence_title": \.licence.title,
      "licence_path": \.licence.path,
    ]
  }

  /// A list of a description, which is a table of its own.
  struct List: Sendable {
    let table: TableDefinition
    let cells: @Sendable (StudyDescription) -> [[CellValue]]
    let fill: @Sendable (inout StudyDescription, [[CellValue]]) -> Void

    init<Row: StoredRow>(
      _ table: Table<Row>, _ rows: any WritableKeyPath<StudyDescription, [Row]> & Sendable
    ) {
      self.table = table.definition
      cells = { $0[keyPath: rows].map(table.cells) }
      fill = { $0[keyPath: rows] = $1.map(table.row) }
    }
  }

  static let lists = [
    List(
      Table("versions", columns: [Column("name", "", \.name), Column("version", "", \.version)]), \.versions),
    List(
      Table(
        "metric_definitions",
        columns: [
          Column("name", "", \.name), Column("unit", "", \.unit), Column("polarity", "", \.polarity),
          Column("definition", "", \.definition), Column("censoring", "", \.censoring),
          Column("is_population", "", \.isPopulation),
        ]), \.metrics),
    List(Table("blocked_reasons", columns: [Column("reason", "", \.self)]), \.blockedReasons),
  ]

  fileprivate var values: [String: String] {
    get {
      var values = Dictionary(uniqueKeysWithValues: Self.texts.map { ($0, self[keyPath: $1]) })
      values["seed"] = String(seed)
      values["method"] = method
      if !files.isEmpty { values["files"] = InputFile.text(files) }
      return values
    }
    set { for (key, text) in Self.texts { self[keyPath: text] = newValue[key] ?? "" } }
  }
}

extension ResultsFile {
  static func identity(_ connection: Connection) throws(ResultsError) -> StudyIdentity {
    let values = try studyValues(connection)
    guard let name = values["name"], let digest = values["base_digest"] else {
      throw .damaged(path: connection.path, what: "it does not identify its study")
    }
    return StudyIdentity(name: name, baseDigest: digest, method: values["method"])
  }

  package func study() throws(ResultsError) -> StudyDescription {
    try withConnection { (connection) throws(ResultsError) in try Self.study(connection) }
  }

  static func study(_ connection: Connection) throws(ResultsError) -> StudyDescription {
    let identity = try identity(connection)
    let values = try studyValues(connection)
    guard let seed = values["seed"].flatMap(UInt64.init) else {
      throw .damaged(path: connection.path, what: "it has no seed")
    }
    var study = StudyDescription(
      name: identity.name, baseDigest: identity.baseDigest, seed: seed, effectiveStudy: "", versions: [],
      commit: "", metrics: [])
    study.values = values
    study.method = identity.method
    if let text = values["files"] {
      guard let files = InputFile.files(text) else {
        throw .damaged(path: connection.path, what: "the files of its study do not match their digests")
      }
      study.files = files
    }
    for list in StudyDescription.lists { list.fill(&study, try cells(of: list.table, in: connection)) }
    return study
  }

  private static func cells(
    of list: TableDefinition, in connection: Connection
  ) throws(ResultsError) -> [[CellValue]] {
    try connection.cells(
      list.columns, of: list.name, "ORDER BY position", limit: ResultsSchema.descriptionLimit)
  }

  private static func studyValues(_ connection: Connection) throws(ResultsError) -> [String: String] {
    let pairs = try connection.rows("SELECT key, value FROM study", table: "study", limit: 100) {
      ($0.text(0), $0.text(1))
    }
    var values: [String: String] = [:]
    for (key, value) in pairs {
      guard values.updateValue(value, forKey: key) == nil else {
        throw .damaged(
          path: connection.path, what: "table `study` has the key \(MessageWord.quoted(key)) twice")
      }
    }
    return values
  }

  static func write(_ study: StudyDescription, to connection: Connection) throws(ResultsError) {
    func insert(_ cells: [CellValue], into table: String) throws(ResultsError) {
      let query = "INSERT INTO \(table) VALUES (\(ResultsSchema.places(cells.count)))"
      try connection.statement(query, action: "store the study").run(cells)
    }
    for table in ["study"] + StudyDescription.lists.map(\.table.name) {
      try connection.execute("DELETE FROM \(table)", action: "store the study")
    }
    for (key, value) in study.values { try insert([.text(key), .text(value)], into: "study") }
    for list in StudyDescription.lists {
      for (position, row) in list.cells(study).enumerated() {
        try insert([.integer(Int64(position))] + row, into: list.table.name)
      }
    }
    try insert([.text("digest"), .text(try studyDigest(connection))], into: "study")
  }

  package static func studyDigest(_ connection: Connection) throws(ResultsError) -> String {
    let columns = [ColumnDefinition("key"), ColumnDefinition("value")]
    let order = "WHERE key <> 'digest' ORDER BY key"
    var lines: [[CellValue]] = [[.text("study")]]
    lines += try connection.cells(columns, of: "study", order, limit: ResultsSchema.descriptionLimit)
    for list in StudyDescription.lists {
      lines += [[.text(list.table.name)]] + (try cells(of: list.table, in: connection))
    }
    return Digest.hexadecimal(lines)
  }
}
