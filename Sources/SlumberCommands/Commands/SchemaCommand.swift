import Basics
import Studies
import StudyReports

enum SchemaCommand {
  static let specification = CommandSpecification(
    name: "schema", arguments: "[PATH | paths | explain | tune]", argumentCount: 0...1,
    summary: "Lists or explains the keys of studies and of JSON outputs.",
    example: "slumber schema apps.tasks.earliestBegin",
    options: """
      --json | print the JSON Schema of studies, with defaults
      --all | also print every key below
      """, run: run)

  private static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    if arguments.has("--json") {
      guard arguments.arguments.isEmpty else {
        throw UsageError("`--json` prints the whole schema; remove PATH")
      }
      Terminal.raw(StudySchema.text)
      return .done
    }
    Terminal.show(try page(arguments.arguments.first, isDeep: arguments.has("--all")))
    return .done
  }

  private static func page(_ path: String?, isDeep: Bool) throws -> TextPage {
    guard let path else {
      return TextPage(
        list(.study, at: "", isDeep)
          + "\nslumber schema PATH explains a key, slumber schema paths explains how to write paths, and "
          + "slumber schema explain and slumber schema tune list the JSON of these commands")
    }
    if path == "paths" { return paths }
    if let keys = ["explain": Explanation.keys, "tune": TuningReport.keys][path] {
      let lines = keys.map { "\($0[0])\n    \($0[2])\n    type: \($0[1])" }
      return TextPage("Keys of `slumber \(path) --json`\n\n" + lines.joined(separator: "\n"))
    }
    if let table = FieldTable.named(path), FieldTable.study.definition(of: path) == nil {
      return TextPage(list(table, at: "", isDeep))
    }
    switch FieldTable.find(path) {
    case .field(let field, let steps): return TextPage(page(field, at: steps.joined(separator: "."), isDeep))
    case .missing(let step, let table, let walked): throw missing(step, table, walked)
    }
  }

  private static func missing(_ step: String, _ table: FieldTable, _ walked: [String]) -> UsageError {
    let place = walked.isEmpty ? "a study" : "`\(walked.joined(separator: "."))`"
    guard !table.fields.isEmpty else { return UsageError("\(place) has no keys below it; remove `\(step)`") }
    let question = NameSuggestion.question(for: step, in: table.fields.map(\.key))
    return UsageError("\(place) has no key `\(step)`\(question)")
  }

  /// The keys of a table, and where `isDeep` those below each, once on each way.
  private static func list(
    _ table: FieldTable, at path: String, _ isDeep: Bool, within: Set<String> = []
  ) -> String {
    let prefix = path.isEmpty ? "" : path + "."
    return table.fields.map { field in
      let below = FieldTable.below(field)
      let hint = below == nil ? "" : ", with keys below it"
      let entry = "\(prefix)\(field.key)\n    \(field.meaning)\(hint)\n    default: \(field.defaultText)"
      guard isDeep, let below, !within.contains(below.name) else { return entry }
      return entry + "\n" + list(below, at: prefix + field.key, isDeep, within: within.union([below.name]))
    }.joined(separator: "\n")
  }

  private static func page(_ field: Field, at path: String, _ isDeep: Bool) -> String {
    var lines = [path, "", "  \(field.meaning)", ""]
    lines.append("  kind     \(field.kindText)")
    if let domain = field.domainText { lines.append("  domain   \(domain)") }
    lines.append("  default  \(field.defaultText)")
    lines.append("  example  \(field.example)")
    if let table = FieldTable.below(field) { lines += ["", list(table, at: path, isDeep)] }
    return lines.joined(separator: "\n")
  }

  private static let paths: TextPage = """
    How to write paths in --set PATH=VALUE and under factors and arms

      horizonDays                          a key of the study
      population.devices                   a key of a mapping
      apps[0].tasks[1].earliestBegin               an element of a list by its index, from 0
      apps.org.example.news.content.perDay an app by its id
      policies.fixed-interval.fixed.interval
                                           a parameter of one policy, by its label
      policies.hourly.settings.hours       a setting of a process policy
      refresh.minGap                       a parameter, by its name in `slumber parameters`

    Write values as in a file: 15 min, 20 %, true, [1, 2].
    """
}
