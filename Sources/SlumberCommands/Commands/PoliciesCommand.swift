import JSON
import ModelParameters
import PlainText
import SchedulingPolicies
import Workload

/// `slumber policies`: the catalogue, or the manual page of one.
enum PoliciesCommand {
  static let specification = CommandSpecification(
    name: "policies", arguments: "[NAME]", argumentCount: 0...1,
    summary: "Lists the scheduling policies, or prints the manual page of one.",
    example: "slumber policies seven-factor",
    options: OutputForm.tableOptions + [.flag("--json", "as JSON")], run: run)

  private static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let all = arguments.policies.all
    switch try Catalogue(kind: "policy", entries: all, name: \.name).selection(arguments) {
    case .all: try show(all, arguments)
    case .several(let chosen): try show(chosen, arguments)
    case .one(let policy): try Terminal.show(page(policy), json: json(policy), arguments)
    }
    return .done
  }

  private static func show(_ policies: [PolicyDescriptor], _ arguments: ParsedArguments) throws {
    var table = TextTable([("policy", .left), ("what it does", .left)])
    for policy in policies { table.add([policy.name, policy.summary]) }
    try Terminal.show(TextPage(table), json: .array(policies.map(json)), arguments)
  }

  private static func page(_ policy: PolicyDescriptor) -> TextPage {
    var page = TextPage("\(policy.name)\n\n\(policy.summary)")
    func section(_ title: String, _ text: [String]) {
      guard text.contains(where: { !$0.isEmpty }) else { return }
      page.add("\n\(title)")
      for line in text { page.add("  \(line)") }
    }
    section("Idea", [policy.idea])
    section("Runs work when", [policy.rule])
    let parameters = policy.parameterNames.compactMap { name in
      ParameterSet(adding: policy.ownParameters).definition(name).map {
        "\(name) = \($0.defaultText)  \($0.meaning)"
      }
    }
    section("Parameters", parameters.isEmpty ? ["none"] : parameters)
    let gates = policy.enforces.reasons.map(\.name).joined(separator: ", ")
    section("Obeys", [gates.isEmpty ? "no soft gate" : gates])
    let promises = policy.promises.joined(separator: ", ")
    section("Promises", [promises.isEmpty ? "" : "\(promises); see `slumber conform`"])
    section("Known weakness", [policy.weakness])
    section("Source", [policy.source])
    if !policy.manual.isEmpty { page.add("\n" + policy.manual) }
    return page
  }

  private static func json(_ policy: PolicyDescriptor) -> JSONValue {
    .members([
      "name": .string(policy.name), "summary": .string(policy.summary), "idea": .string(policy.idea),
      "rule": .string(policy.rule), "parameters": .strings(policy.parameterNames),
      "enforces": .strings(policy.enforces.reasons.map(\.name)),
      "usesFuture": .boolean(policy.usesFuture), "declares": .strings(policy.promises),
      "weakness": .string(policy.weakness), "source": .string(policy.source),
      "manual": .string(policy.manual),
    ])
  }
}
