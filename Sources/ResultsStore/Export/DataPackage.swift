import Basics

/// An export described by the Frictionless Data Package standard, version 1.
struct DataPackage {
  let study: StudyDescription
  let counts: RunCounts
  let tables: [TableDefinition]
  let selection: ExportSelection

  var json: JSONValue {
    .members([
      "profile": "data-package",
      "name": .string(Self.name(study.name)),
      "title": .string(study.question.isEmpty ? study.name : study.question),
      "description": .string(description),
      "licenses": [
        .members([
          "name": .string(study.licence.name), "path": .string(study.licence.path),
          "title": .string(study.licence.title),
        ])
      ],
      "study": .members([
        "name": .string(study.name), "baseDigest": .string(study.baseDigest),
        "seed": .string(String(study.seed)), "file": .string(StudyDescription.effectiveStudyFile),
      ]),
      "runs": .members([
        "expected": .integer(Int64(counts.expected)), "done": .integer(Int64(counts.done)),
        "failed": .integer(Int64(counts.failed)), "missing": .integer(Int64(counts.missing)),
      ]),
      "versions": .object(study.versions.map { .init($0.name, .string($0.version)) }),
      "commit": .string(study.commit),
      "metrics": .array(study.metrics.map(Self.metric)),
      "resources": .array(
        tables.map { compressed(resource($0)) } + [
          .members([
            "name": "study", "path": .string(StudyDescription.effectiveStudyFile),
            "title": "Effective study",
            "description": "The study with all that it extends; running it repeats every run.",
            "format": "json",
            "mediatype": "application/json", "encoding": "utf-8",
          ])
        ]),
    ])
  }

  private var description: String {
    let state =
      counts.missing == 0 && counts.failed == 0
      ? "All \(counts.expected) runs are done."
      : "INCOMPLETE: \(counts.done) of \(counts.expected) runs are done, \(counts.failed) failed and "
        + "\(counts.missing) are missing."
    return "\(state) Results of a simulation of background execution on phones. The folder alone can be run "
      + "again: slumber run \(StudyDescription.effectiveStudyFile)."
  }

  private func compressed(_ resource: JSONValue) -> JSONValue {
    guard selection.isCompressed, case .object(var members) = resource else { return resource }
    let place = members.firstIndex { $0.name == "encoding" } ?? members.count - 1
    members.insert(.init("compression", "gz"), at: place + 1)
    return .object(members)
  }

  private func resource(_ table: TableDefinition) -> JSONValue {
    let present = Set(tables.map(\.name))
    return .members([
      "name": .string(table.name),
      "path": .string(selection.file(of: table.name)),
      "profile": "tabular-data-resource",
      "description": .string(table.definition),
      "format": "csv", "mediatype": "text/csv", "encoding": "utf-8",
      "dialect": .members([
        "delimiter": ",", "lineTerminator": "\n", "quoteChar": "\"", "doubleQuote": true, "header": true,
        "caseSensitiveHeader": true,
      ]),
      "schema": .members([
        "fields": .array(table.columns.map(Self.field)),
        "missingValues": [""],
        "primaryKey": .strings(table.primaryKey),
        "foreignKeys": .array(
          table.foreignKeys.filter { present.contains($0.table) }.map { key in
            .members([
              "fields": .strings(key.columns),
              "reference": .members(["resource": .string(key.table), "fields": .strings(key.columns)]),
            ])
          }),
      ]),
    ])
  }

  private static func field(_ column: ColumnDefinition) -> JSONValue {
    var constraints: [JSONValue.Member] = [.init("required", .boolean(column.isRequired))]
    if !column.words.isEmpty { constraints.append(.init("enum", .strings(column.words))) }
    return .members([
      "name": .string(column.name),
      "type": .string(column.kind.facts.schema),
      "unit": .string(column.unit),
      "description": .string(column.definition),
      "constraints": .object(constraints),
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
