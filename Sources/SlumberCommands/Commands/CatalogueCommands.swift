import JSON
import ModelParameters
import PlainText
import RandomStreams
import ResultsStore
import SchedulingPolicies
import StudyMetrics
import Workload

/// The nearest entry of a catalogue for a name that is not in it.
func unknown(_ kind: String, _ name: String, _ names: [String], _ command: String) -> UsageError {
  let hint = NameSuggestion.nearest(to: name, in: names).map { "; did you mean `\($0)`?" } ?? ""
  return UsageError(description: "there is no \(kind) `\(name)`\(hint)", command: command)
}

/// `slumber policies`: the catalogue, or the manual page of one.
enum PoliciesCommand {
  static let specification = CommandSpecification(
    name: "policies", arguments: "[NAME]", argumentCount: 0...1,
    summary: "Lists the scheduling policies, or prints the manual page of one.",
    example: "slumber policies seven-factor", options: [.flag("--json", "as JSON")], run: run)

  private static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    if let name = arguments.arguments.first {
      guard let policy = arguments.policies.descriptor(name) else {
        throw unknown("policy", name, arguments.policies.names, "policies")
      }
      Terminal.out(arguments.has("--json") ? json(policy).text() : page(policy))
      return .done
    }
    if arguments.has("--json") {
      Terminal.out(JSONValue.array(arguments.policies.all.map(json)).text())
      return .done
    }
    var table = TextTable([("policy", .left), ("what it does", .left)])
    for policy in arguments.policies.all { table.add([policy.name, policy.summary]) }
    Terminal.out(table.text)
    return .done
  }

  private static func page(_ policy: PolicyDescriptor) -> String {
    var lines = [policy.name, "", policy.summary]
    func section(_ title: String, _ text: [String]) {
      if text.contains(where: { !$0.isEmpty }) { lines += ["", title] + text.map { "  \($0)" } }
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
    if !policy.declares.isEmpty {
      section("Promises", ["\(policy.declares.names.joined(separator: ", ")); see `slumber conform`"])
    }
    section("Known weakness", [policy.weakness])
    section("Source", [policy.source])
    if !policy.manual.isEmpty { lines += ["", policy.manual] }
    return lines.joined(separator: "\n")
  }

  private static func json(_ policy: PolicyDescriptor) -> JSONValue {
    .members([
      "name": .string(policy.name), "summary": .string(policy.summary), "idea": .string(policy.idea),
      "rule": .string(policy.rule), "parameters": .strings(policy.parameterNames),
      "enforces": .strings(policy.enforces.reasons.map(\.name)),
      "usesFuture": .boolean(policy.usesFuture), "declares": .strings(policy.declares.names),
      "weakness": .string(policy.weakness), "source": .string(policy.source),
      "manual": .string(policy.manual),
    ])
  }
}

/// `slumber parameters`: every number that a model uses.
enum ParametersCommand {
  static let specification = CommandSpecification(
    name: "parameters", arguments: "[PREFIX]", argumentCount: 0...1,
    summary: "Lists the parameters of all models with unit, default, range, grade and source.",
    example: "slumber parameters push", options: [.flag("--json", "as JSON")], run: run)

  private static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let prefix = arguments.arguments.first ?? ""
    let all = ParameterSet(adding: arguments.policies.ownParameters).definitions
    let chosen = all.filter { $0.name.hasPrefix(prefix) }
    guard !chosen.isEmpty else {
      throw unknown("parameter", prefix, all.map(\.name), "parameters")
    }
    if arguments.has("--json") {
      Terminal.out(JSONValue.array(chosen.map(json)).text())
      return .done
    }
    var table = TextTable([
      ("parameter", .left), ("default", .left), ("range", .left), ("domain", .left), ("grade", .left),
      ("rules", .left),
      ("meaning", .left), ("source", .left),
    ])
    for parameter in chosen {
      table.add([
        parameter.name, parameter.defaultText, parameter.rangeText, parameter.domainText,
        parameter.grade.rawValue,
        parameter.rules,
        parameter.meaning, parameter.source,
      ])
    }
    Terminal.out(table.text)
    return .done
  }

  private static func json(_ parameter: ParameterDefinition) -> JSONValue {
    .members([
      "name": .string(parameter.name), "meaning": .string(parameter.meaning),
      "unit": .string(parameter.unit.rawValue), "default": .string(parameter.defaultText),
      "range": .string(parameter.rangeText), "domain": .string(parameter.domainText),
      "grade": .string(parameter.grade.rawValue),
      "rules": .string(parameter.rules), "source": .string(parameter.source),
    ])
  }
}

/// `slumber metrics`: definitions of the metrics.
enum MetricsCommand {
  static let specification = CommandSpecification(
    name: "metrics", arguments: "[NAME]", argumentCount: 0...1,
    summary: "Lists the metrics, or defines one.", example: "slumber metrics staleness_at_open_s",
    options: [.flag("--json", "as JSON")], run: run)

  private static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    var chosen = MetricCatalogue.descriptions
    if let name = arguments.arguments.first {
      chosen = chosen.filter { $0.name == name }
      if chosen.isEmpty { throw unknown("metric", name, MetricCatalogue.names, "metrics") }
    }
    if arguments.has("--json") {
      Terminal.out(
        JSONValue.array(
          chosen.map {
            .members([
              "name": .string($0.name), "unit": .string($0.unit), "polarity": .string($0.polarity),
              "definition": .string($0.definition), "censoring": .string($0.censoring),
            ])
          }
        ).text())
      return .done
    }
    if chosen.count == 1, let metric = chosen.first {
      Terminal.out(
        """
        \(metric.name) (\(metric.unit)), better: \(metric.polarity)

        \(metric.definition)

        Censoring: \(metric.censoring)
        """)
      return .done
    }
    var table = TextTable([("metric", .left), ("unit", .left), ("better", .left), ("definition", .left)])
    for metric in chosen { table.add([metric.name, metric.unit, metric.polarity, metric.definition]) }
    Terminal.out(table.text)
    return .done
  }
}

/// `slumber distributions`: the laws that studies can name.
enum DistributionsCommand {
  static let specification = CommandSpecification(
    name: "distributions", arguments: "[NAME]", argumentCount: 0...1,
    summary: "Lists the probability laws that studies can name, or describes one.",
    example: "slumber distributions lognormal", options: [.flag("--json", "as JSON")], run: run)

  private static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    var chosen = DistributionCatalogue.entries
    if let name = arguments.arguments.first {
      chosen = chosen.filter { $0.name == name }
      if chosen.isEmpty { throw unknown("distribution", name, DistributionCatalogue.names, "distributions") }
    }
    if arguments.has("--json") {
      Terminal.out(
        JSONValue.array(
          chosen.map { law in
            .members([
              "name": .string(law.name), "summary": .string(law.summary), "mean": .string(law.meanFormula),
              "parameters": .strings(law.parameters.map(\.name)), "example": .string(law.example),
            ])
          }
        ).text())
      return .done
    }
    var table = TextTable([("law", .left), ("parameters", .left), ("mean", .left), ("summary", .left)])
    for law in chosen {
      table.add([law.name, law.parameters.map(\.name).joined(separator: ", "), law.meanFormula, law.summary])
    }
    Terminal.out(table.text)
    if chosen.count == 1, let law = chosen.first {
      for parameter in law.parameters { Terminal.out("  \(parameter.name): \(parameter.meaning)") }
      Terminal.out("  example: \(law.example)")
    }
    return .done
  }
}
