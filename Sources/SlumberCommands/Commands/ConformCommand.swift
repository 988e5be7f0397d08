import EventSimulation
import JSON
import PlainText
import PolicyConformance
import ResultsStore
import SchedulingPolicies

/// `slumber conform`: whether a policy keeps its contract and what it promises beyond.
enum ConformCommand {
  static let specification = CommandSpecification(
    name: "conform", arguments: "NAME", argumentCount: 1...1,
    summary: "Checks that a policy keeps the policy contract, on ordinary and adversarial devices.",
    example: "slumber conform seven-factor",
    options: OutputForm.tableOptions + [.flag("--json", "as JSON")], run: run)

  private static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let policies = Catalogue(kind: "policy", entries: arguments.policies.all, name: \.name)
    let report = PolicyConformance.report(of: try policies.entry(arguments.arguments[0], "conform"))
    try Terminal.show(page(report), json: json(report), arguments)
    return report.holds ? .done : .expectationFailed
  }

  private static func page(_ report: ConformanceReport) -> TextPage {
    var table = TextTable([("", .left), ("clause", .left), ("meaning", .left)], indentation: 2)
    for entry in report.entries {
      let word =
        switch entry.outcome {
        case .holds: "holds"
        case .fails: "FAILS"
        case .notDeclared, .notJudged: "-"
        }
      let remark =
        switch entry.outcome {
        case .notDeclared: "; not promised"
        case .notJudged: "; not judged, as a phone did not come to its end"
        case .holds, .fails: ""
        }
      table.add([word, entry.clause.rawValue, entry.clause.meaning + remark])
      if case .fails(let finding) = entry.outcome { table.add(["", "", "\(finding)"]) }
    }
    return TextPage("\(report.policy) on \(report.devices.count) phones", table)
  }

  private static func json(_ report: ConformanceReport) -> JSONValue {
    .members([
      "policy": .string(report.policy), "holds": .boolean(report.holds),
      "devices": .strings(report.devices), "clauses": .array(report.entries.map(json)),
    ])
  }

  private static func json(_ entry: ConformanceReport.Entry) -> JSONValue {
    let clause = JSONValue.string(entry.clause.rawValue)
    let meaning = JSONValue.string(entry.clause.meaning)
    switch entry.outcome {
    case .holds: return .members(["clause": clause, "meaning": meaning, "outcome": "holds"])
    case .notDeclared: return .members(["clause": clause, "meaning": meaning, "outcome": "notDeclared"])
    case .notJudged: return .members(["clause": clause, "meaning": meaning, "outcome": "notJudged"])
    case .fails(let finding):
      return .members([
        "clause": clause, "meaning": meaning, "outcome": "fails", "device": .string(finding.device),
        "time_s": finding.time.map { .number($0.seconds) } ?? .null,
        "item": finding.item.map { .integer(Int64($0)) } ?? .null, "found": .string(finding.found),
        "expected": .string(finding.expected),
      ])
    }
  }
}
