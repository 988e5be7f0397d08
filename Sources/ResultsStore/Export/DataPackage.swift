import Basics

/// An export described by the Frictionless Data Package standard, version 1.
struct DataPackage {
  let study: StudyDescription
  let counts: RunCounts
  let tables: [TableDefinition]
  let selection: ExportSelection

  var json: JSONValue {
    JSONValue([
      "profile": "data-package", "name": Self.name(study.name),
      "title": study.question.isEmpty ? study.name : study.question, "description": description,
      "licenses": [
        JSONValue(["name": study.licence.name, "path": study.licence.path, "title": study.licence.title])
      ],
      "study": JSONValue([
        "name": study.name, "baseDigest": study.baseDigest, "seed": String(study.seed),
        "file": StudyDescription.effectiveStudyFile,
      ]),
      "runs": JSONValue([
        "expected": counts.expected, "done": counts.done, "failed": counts.failed, "missing": counts.missing,
      ]),
      "versions": JSONValue.object(study.versions.map { .init($0.name, .string($0.version)) }),
      "commit": study.commit, "metrics": study.metrics.map(Self.metric),
      "resources": tables.map { compressed(resource($0)) } + [
        JSONValue([
          "name": "study", "path": StudyDescription.effectiveStudyFile, "title": "Effective study",
          "description": "The study with all that it extends; running it repeats every run.",
          "format": "json", "mediatype": "application/json", "encoding": "utf-8",
        ])
      ]
        + study.files.enumerated().compactMap { place, file in
          file.bytes.map { bytes in
            JSONValue([
              "name": "file-\(place + 1)", "path": file.path, "bytes": bytes.count,
              "hash": "sha256:\(file.digest)",
              "description": "A file that the study names. Its contents are part of the identity of runs.",
            ])
          }
        },
    ])
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
      ? "The folder alone can be run again"
      : "The folder can be run again after you add the files that it lacks, \(lacking.joined(separator: ", "))"
    return "\(state) Results of a simulation of background execution on phones. \(condition): slumber run "
      + "\(StudyDescription.effectiveStudyFile)\(study.startsPrograms ? " --allow-commands" : "")."
  }

  private func compressed(_ resource: JSONValue) -> JSONValue {
    guard selection.isCompressed, case .object(var members) = resource else { return resource }
    let place = members.firstIndex { $0.name == "encoding" } ?? members.count - 1
    members.insert(.init("compression", "gz"), at: place + 1)
    return .object(members)
  }

  private func resource(_ table: TableDefinition) -> JSONValue {
    let present = Set(tables.map(\.name))
    return JSONValue([
      "name": table.name, "path": selection.file(of: table.name), "profile": "tabular-data-resource",
      "description": table.definition, "format": "csv", "mediatype": "text/csv", "encoding": "utf-8",
      "dialect": JSONValue([
        "delimiter": ",", "lineTerminator": "\n", "quoteChar": "\"", "doubleQuote": true, "header": true,
        "caseSensitiveHeader": true,
      ]),
      "schema": JSONValue([
        "fields": table.columns.map(Self.field), "missingValues": [""], "primaryKey": table.primaryKey,
        "foreignKeys": table.foreignKeys.filter { present.contains($0.table) }.map { key in
          JSONValue([
            "fields": key.columns, "reference": JSONValue(["resource": key.table, "fields": key.columns]),
          ])
        },
      ]),
    ])
  }

  private static func field(_ column: ColumnDefinition) -> JSONValue {
    var constraints: [JSONValue.Member] = [.init("required", .boolean(column.isRequired))]
    if !column.words.isEmpty { constraints.append(.init("enum", .strings(column.words))) }
    return JSONValue([
      "name": column.name, "type": column.kind.facts.schema, "unit": column.unit,
      "description": column.definition, "constraints": JSONValue.object(constraints),
    ])
  }

  private static func metric(_ metric: MetricDescription) -> JSONValue {
    .members([
      "name": .string(metric.name), "unit": .string(metric.unit), "polarity": .string(metric.polarity),
      "definition": .string(metric.definition), "censoring": .string(metric.censoring),
    ])
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
