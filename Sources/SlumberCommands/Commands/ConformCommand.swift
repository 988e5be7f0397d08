import EventSimulation
import JSON
import PolicyConformance
import ResultsStore
import SchedulingPolicies

/// `slumber conform`: whether a policy keeps its contract and what it promises beyond.
enum ConformCommand {
  static let specification = CommandSpecification(
    name: "conform", arguments: "NAME", argumentCount: 1...1,
    summary: "Puts a policy through what every policy must keep, on everyday and on hostile phones.",
    example: "slumber conform seven-factor", options: [.flag("--json", "as JSON")], run: run)

  private static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let name = arguments.arguments[0]
    guard let policy = arguments.policies.descriptor(name) else {
      throw unknown("policy", name, arguments.policies.names, "conform")
    }
    let report = PolicyConformance.report(of: policy)
    Terminal.out(arguments.has("--json") ? json(report).text() : text(report))
    return report.holds ? .done : .expectationFailed
  }

  private static func text(_ report: ConformanceReport) -> String {
    var lines = ["\(report.policy) on \(report.devices.count) phones"]
    for entry in report.entries {
      let word =
        switch entry.outcome {
        case .holds: "holds"
        case .fails: "FAILS"
        case .notDeclared, .notJudged: "-    "
        }
      let name = Help.pad(entry.clause.rawValue, ConformanceClause.nameWidth)
      lines.append("  \(word)  \(name)  \(entry.clause.meaning)")
      switch entry.outcome {
      case .fails(let finding): lines.append("         \(finding)")
      case .notDeclared: lines[lines.count - 1] += "; not promised"
      case .notJudged: lines[lines.count - 1] += "; not judged, as a phone did not come to its end"
      case .holds: break
      }
    }
    return lines.joined(separator: "\n")
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

extension ConformanceClause {
  fileprivate static var nameWidth: Int { allCases.map(\.rawValue.count).max() ?? 0 }
}
