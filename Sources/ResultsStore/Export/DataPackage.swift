import Basics

/// An export described by the Frictionless Data Package standard, version 1.
struct DataPackage {
  let study: StudyDescription
  let counts: RunCounts
  let tables: [TableDefinition]
  let selection: ExportSelection

  var json: JSONValue { Self.record.json(self) }

  private static let record: Table<Self> = [
    "profile": { _ in "data-package" }, "name": { name($0.study.name) },
    "title": { $0.study.question.isEmpty ? $0.study.name : $0.study.question }, "description": \.description,
    "licenses": {
      $0.study.licenses.json(["name": \.name, "path": \.path, "title": \.title])
    },
    "study": {
      JSONValue.record(
        $0,
        [
          "name": \.study.name, "baseDigest": \.study.baseDigest, "seed": { String($0.study.seed) },
          "file": \.selection.studyFile,
        ])
    }, "runs": \.counts, "versions": \.study.versionsByName, "commit": \.study.commit,
    "metrics": {
      $0.study.metrics.json([
        "name": \.name, "unit": \.unit, "polarity": \.polarity, "definition": \.definition,
        "censoring": \.censoring,
      ])
    },
    "resources": { package in
      package.tables.map(package.resource.json) + [package.studyFile]
        + package.study.files.enumerated().filter { $0.element.bytes != nil }.map(package.inputFile.json)
    },
  ]

  private var studyFile: JSONValue {
    .members([
      "name": "study", "path": .string(selection.studyFile), "title": "Effective study",
      "description": "The study with everything that it extends; running it repeats every run.",
      "format": "json",
      "mediatype": "application/json", "encoding": "utf-8",
    ])
  }

  private var inputFile: Table<(offset: Int, element: InputFile)> {
    [
      "name": { "file-\($0.offset + 1)" }, "path": { selection.studyFolder + $0.element.path },
      "bytes": \.element.bytes?.count, "hash": { "sha256:\($0.element.digest)" },
      "description": { _ in
        "A file that the study names. Its contents are part of the identity of runs."
      },
    ]
  }

  private var description: String {
    let state =
      counts.missing == 0 && counts.failed == 0
      ? "All \(counts.expected) runs are done."
      : "INCOMPLETE: \(counts.done) of \(counts.expected) runs are done, \(counts.failed) failed and "
        + "\(counts.missing) are missing."
    let lacking = study.files.filter { $0.bytes == nil }.map { "\($0.path) (SHA-256 \($0.digest))" }
    let condition =
      lacking.isEmpty
      ? "You can run this folder again"
      : "You can run this folder again after you add the missing files, \(lacking.joined(separator: ", "))"
    let scope =
      selection.isDetailed || !selection.tables.isEmpty
      ? "" : " Rows are of the population only: `slumber export --detail` adds rows by device and by app."
    return
      "\(state) Results of a simulation of background execution on iPhones.\(scope) \(condition): slumber run "
      + "\(selection.studyFile)\(study.startsPrograms ? " --allow-commands" : "")."
  }

  private var resource: Table<TableDefinition> {
    let compression: Table<TableDefinition> = selection.isCompressed ? ["compression": { _ in "gz" }] : []
    return [
      "name": \.name, "path": { selection.file(of: $0.name) }, "profile": { _ in "tabular-data-resource" },
      "description": \.definition, "format": { _ in "csv" }, "mediatype": { _ in "text/csv" },
      "encoding": { _ in "utf-8" },
    ] + compression + ["dialect": { _ in Self.dialect }, "schema": schema.json]
  }

  private static let dialect = JSONValue.members([
    "delimiter": ",", "lineTerminator": "\n", "quoteChar": "\"", "doubleQuote": true, "header": true,
    "caseSensitiveHeader": true,
  ])

  private var schema: Table<TableDefinition> {
    let present = Set(tables.map(\.name))
    let target: Table<TableDefinition.ForeignKey> = ["resource": \.table, "fields": \.columns]
    return [
      "fields": { $0.columns.json(Self.field) }, "missingValues": { _ in [""] }, "primaryKey": \.primaryKey,
      "foreignKeys": {
        $0.foreignKeys.filter { present.contains($0.table) }
          .json(["fields": \.columns, "reference": target.json])
      },
    ]
  }

  private static var field: Table<ColumnDefinition> {
    let required: Table<ColumnDefinition> = ["required": \.isRequired]
    return [
      "name": \.name, "type": \.kind.facts.schema, "unit": \.unit, "description": \.definition,
      "constraints": { ($0.words.isEmpty ? required : required + ["enum": \.words]).json($0) },
    ]
  }

  /// The name as the standard wants it: lower-case letters, digits, dots, dashes and underscores.
  static func name(_ text: String) -> String {
    let allowed = text.lowercased().unicodeScalars.map { scalar -> Character in
      switch scalar {
      case "a"..."z", "0"..."9", ".", "-", "_": Character(scalar)
      default: "-"
      }
    }
    return allowed.isEmpty ? "study" : String(allowed)
  }
}
