import Basics

public struct StudyDescription: Hashable, Sendable {
  public struct Licence: Hashable, Sendable {
    package var name: String
    package var title: String
    package var path: String
    /// Numbers that a simulation printed carry no rights of their own.
    package static let publicDomain = Licence(
      name: "CC0-1.0", title: "Creative Commons Zero 1.0",
      path: "https://creativecommons.org/publicdomain/zero/1.0/")
  }

  public struct Version: Hashable, Sendable {
    package var name: String
    package var version: String
    package init(name: String, version: String) { (self.name, self.version) = (name, version) }
  }

  /// Name of the study's file in an export. It is fixed, so that no results file chooses what is written.
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
  var versionsByName: JSONValue { .object(versions.map { .init($0.name, .string($0.version)) }) }
  /// The command that chooses the runs and the numbers that are kept of them, if it is another than `run`.
  package var method: String?

  package var identity: StudyIdentity {
    StudyIdentity(name: name, baseDigest: baseDigest, method: method)
  }

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
  var effectiveValue: JSONValue? {
    // The parser reads lines; no string of JSON holds a line feed.
    let line = effectiveStudy.utf8.map { $0 == UInt8(ascii: "\n") ? UInt8(ascii: " ") : $0 }
    let limits = JSONParser.Limits(depth: 64, members: 10_000, numberLength: 400)
    return try? JSONParser.value(of: line[...], limits: limits)
  }

  /// Whether policies or apps of the study are programs.
  var startsPrograms: Bool {
    ["apps", "policies"].contains { list in
      effectiveValue?[list]?.elements?.contains { $0["command"] != nil } ?? false
    }
  }
}

/// A metric as the file explains it: an export needs no program that knows the model.
public struct MetricDescription: Hashable, Sendable {
  package var name: String
  package var unit: String
  /// `lower`, `higher` or `none`: which way is better.
  package var polarity: String
  package var definition: String
  package var censoring: String
  package var isPopulation: Bool

  package init(
    name: String, unit: String, polarity: String, definition: String, censoring: String, isPopulation: Bool
  ) {
    (self.name, self.unit, self.polarity) = (name, unit, polarity)
    (self.definition, self.censoring, self.isPopulation) = (definition, censoring, isPopulation)
  }
}

extension ResultsFile {
  static func identity(_ connection: Connection) throws(ResultsError) -> StudyIdentity {
    let values = try studyValues(connection)
    guard let name = values["name"], let digest = values["base_digest"] else {
      throw .damaged(path: connection.path, what: "it does not say to which study it belongs")
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
      throw .damaged(path: connection.path, what: "it does not say its seed")
    }
    var study = StudyDescription(
      name: identity.name, baseDigest: identity.baseDigest, question: values["question"] ?? "", seed: seed,
      effectiveStudy: values["effective_study"] ?? "", versions: [], commit: values["commit"] ?? "",
      licence: .init(
        name: values["licence_name"] ?? "", title: values["licence_title"] ?? "",
        path: values["licence_path"] ?? ""),
      metrics: [])
    study.method = identity.method
    if let text = values["files"] {
      guard let files = InputFile.files(text) else {
        throw .damaged(path: connection.path, what: "the files of its study are not those that were stored")
      }
      study.files = files
    }
    let limit = ResultsSchema.descriptionLimit
    study.versions = try connection.rows(
      "SELECT name, version FROM versions ORDER BY position", table: "versions", limit: limit
    ) { .init(name: $0.text(0), version: $0.text(1)) }
    study.metrics = try connection.rows(
      "SELECT name, unit, polarity, definition, censoring, is_population FROM metric_definitions "
        + "ORDER BY position", table: "metric_definitions", limit: limit
    ) {
      MetricDescription(
        name: $0.text(0), unit: $0.text(1), polarity: $0.text(2), definition: $0.text(3),
        censoring: $0.text(4), isPopulation: $0.integer(5) == 1)
    }
    study.blockedReasons = try connection.rows(
      "SELECT reason FROM blocked_reasons ORDER BY position", table: "blocked_reasons", limit: limit
    ) { $0.text(0) }
    return study
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
    let values =
      [
        ("name", study.name), ("base_digest", study.baseDigest), ("question", study.question),
        ("seed", String(study.seed)), ("effective_study", study.effectiveStudy), ("commit", study.commit),
        ("licence_name", study.licence.name), ("licence_title", study.licence.title),
        ("licence_path", study.licence.path),
      ] + (study.files.isEmpty ? [] : [("files", InputFile.text(study.files))])
      + (study.method.map { [("method", $0)] } ?? [])
    let lists: KeyValuePairs<String, [[CellValue]]> = [
      "versions": study.versions.map { [.text($0.name), .text($0.version)] },
      "metric_definitions": study.metrics.map {
        [
          .text($0.name), .text($0.unit), .text($0.polarity), .text($0.definition), .text($0.censoring),
          $0.isPopulation.cell(.integer),
        ]
      },
      "blocked_reasons": study.blockedReasons.map { [.text($0)] },
    ]
    for table in ["study"] + lists.map(\.key) {
      try connection.execute("DELETE FROM \(table)", action: "store the study")
    }
    for (key, value) in values { try insert([.text(key), .text(value)], into: "study") }
    for (table, rows) in lists {
      for (position, row) in rows.enumerated() { try insert([.integer(Int64(position))] + row, into: table) }
    }
    try insert([.text("digest"), .text(try studyDigest(connection))], into: "study")
  }

  package static func studyDigest(_ connection: Connection) throws(ResultsError) -> String {
    var lines: [[CellValue]] = []
    let tables: KeyValuePairs = [
      "study": ["key", "value"], "versions": ["name", "version"],
      "metric_definitions": ["name", "unit", "polarity", "definition", "censoring", "is_population"],
      "blocked_reasons": ["reason"],
    ]
    for (table, columns) in tables {
      lines.append([.text(table)])
      let (filter, order) = table == "study" ? (" WHERE key <> 'digest'", "key") : ("", "position")
      lines += try connection.rows(
        "SELECT \(columns.joined(separator: ", ")) FROM \(table)\(filter) ORDER BY \(order)", table: table,
        limit: ResultsSchema.descriptionLimit
      ) { row in
        columns.indices.map { column -> CellValue in
          columns[column] == "is_population" ? .integer(row.integer(column)) : .text(row.text(column))
        }
      }
    }
    return Digest.hexadecimal(lines)
  }
}
