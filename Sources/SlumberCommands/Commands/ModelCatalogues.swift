import BackgroundExecution
import Basics
import ModelParameters
import PhoneSimulation
import RandomStreams
import ResultsStore
import SchedulingPolicies
import StudyReports
import Workload

enum DistributionsCommand {
  static let specification = CommandSpecification.catalogue(
    "distributions", "[NAME|PREFIX]",
    summary: "Lists the probability distributions that studies can use, or describes one.",
    example: "slumber distributions lognormal"
  ) { _ in
    Catalogue(
      kind: "distribution", rows: DistributionCatalogue.entries, name: \.name, columns: columns,
      isAlwaysList: true
    ) { entry in
      var page = TextPage(TextTable([entry], columns))
      page.addGap()
      for parameter in entry.parameters { page.add("  \(parameter.name): \(parameter.meaning)") }
      page.add("  example: \(entry.example)")
      return page
    }
  }

  private static let columns: Table<DistributionEntry> = [
    Column("distribution", key: "name", \.name),
    .page("parameters") { $0.parameters.map(\.name).joined(separator: ", ") },
    .page("mean", \.meanFormula), Column("summary", \.summary), .json("mean", \.meanFormula),
    .json("parameters") { $0.parameters.map(\.name) }, .json("example", \.example),
  ]
}

enum MetricsCommand {
  static let specification = CommandSpecification.catalogue(
    "metrics", "[NAME|PREFIX]", summary: "Lists the metrics, or defines one.",
    example: "slumber metrics staleness_at_open_s"
  ) { _ in
    Catalogue(
      kind: "metric", rows: MetricCatalogue.descriptions, name: \.name,
      columns: [
        Column("metric", key: "name", \.name), Column("unit", \.unit),
        Column("better", key: "polarity", \.polarity), Column("definition", \.definition),
        .json("censoring", \.censoring),
      ], isAlwaysList: true
    ) { metric in
      """
      \(metric.name) (\(metric.unit)), better: \(metric.polarity)

      \(metric.definition)

      Censoring: \(metric.censoring)
      """
    }
  }
}

enum ParametersCommand {
  static let specification = CommandSpecification.catalogue(
    "parameters", "[NAME|PREFIX]",
    summary: "Lists the model parameters with default, range, grade, and source, or explains one.",
    example: "slumber parameters push"
  ) { arguments in
    let all = ParameterSet(adding: arguments.policies.ownParameters).definitions
    return try OutputForm(arguments) == .text ? forPeople(all) : complete(all)
  }

  /// The list without domains, rules and sources, which do not fit on a terminal.
  private static func forPeople(_ all: [ParameterDefinition]) -> Catalogue<ParameterDefinition> {
    Catalogue(
      kind: "parameter", rows: all, name: \.name,
      columns: [
        .page("parameter", \.name), .page("default", \.defaultText),
        .page("range", \.rangeText), .page("grade", \.grade.rawValue), .page("meaning", \.meaning),
      ],
      legend: [
        "grade":
          "A: vendor documentation or measurement; B: several observations; C: one observation; D: assumption"
      ],
      notes:
        "Use `slumber parameters NAME` for the domain, rules and source of a parameter, and --csv for all parameters."
    ) { parameter in
      var page = TextPage("\(parameter.name) = \(parameter.defaultText)\n\n\(parameter.meaning)\n\n")
      let facts = [
        ("range", parameter.rangeText), ("domain", parameter.domainText),
        ("grade", parameter.grade.rawValue), ("rules", parameter.rules), ("source", parameter.source),
      ]
      page.add(TextTable(facts.filter { !$0.1.isEmpty }, [.page("", \.0), .page("", \.1)], indentation: 2))
      page.add(command: "slumber run STUDY --set \(parameter.name)=VALUE")
      return page
    }
  }

  private static func complete(_ all: [ParameterDefinition]) -> Catalogue<ParameterDefinition> {
    let columns: Table<ParameterDefinition> = [
      Column("parameter", key: "name", \.name), .json("meaning", \.meaning), .json("unit", \.unit.rawValue),
      Column("default", \.defaultText), Column("range", \.rangeText),
      Column("domain", \.domainText), Column("grade", \.grade.rawValue),
      Column("rules", \.rules), .page("meaning", \.meaning), Column("source", \.source),
    ]
    return Catalogue(kind: "parameter", rows: all, name: \.name, columns: columns, isAlwaysList: true) {
      TextPage(TextTable([$0], columns))
    }
  }
}

enum PoliciesCommand {
  static let specification = CommandSpecification.catalogue(
    "policies", summary: "Lists the scheduling policies, or explains one.",
    example: "slumber policies seven-factor"
  ) { arguments in
    Catalogue(
      kind: "policy", rows: arguments.policies.all, name: \.name,
      columns: [
        Column("policy", key: "name", \.name), Column("what it does", key: "summary", \.summary),
        .json("idea", \.idea), .json("rule", \.rule), .json("parameters", \.parameterNames),
        .json("enforces") { $0.enforces.reasons.map(\.name) },
        .json("usesFuture", \.usesFuture), .json("declares", \.promises),
        .json("weakness", \.weakness), .json("source", \.source), .json("manual", \.manual),
      ], page: page)
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
}

extension RuleChapter {
  /// The words of the title, used to find the chapter.
  fileprivate var words: [String] {
    title.lowercased().split(separator: " ").map(String.init).filter { $0 != "and" }
  }
}

enum RulesCommand {
  static let specification = CommandSpecification(
    name: "rules", arguments: "[ID|CHAPTER|REASON|MECHANISM]", argumentCount: 0...1,
    summary: "Lists or explains the rules of background execution, or plots the system.",
    example: "slumber rules SUB-4",
    options: """
      --csv --markdown
      --svg FILE | plot the system from user and server to energy and content, with its rules
      --json
      """, run: run)

  private static var catalogue: Catalogue<PlatformRule> {
    Catalogue(
      kind: "rule", rows: RuleCatalogue.all, name: \.id,
      columns: [
        Column("rule", key: "id", \.id), .json("chapter", \.chapter.title), Column("grade", \.gradeText),
        Column("statement", \.statement), .json("observable", \.observable),
        .json("parameters") { $0.parameters.json(["name": \.name, "default": \.defaultText]) },
      ], page: page)
  }

  private static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    if let path = arguments.value("--svg") {
      guard arguments.arguments.isEmpty else {
        throw UsageError("`--svg` plots all rules; remove `\(arguments.arguments[0])`")
      }
      try OutputFile.write(picture.svg, to: path, as: "figure")
    } else if let name = arguments.arguments.first {
      try show(name, arguments)
    } else {
      try catalogue.show(catalogue.rows, arguments)
    }
    return .done
  }

  private static var picture: FlowChart {
    let rows = RuleFlow.rows
    return FlowChart(
      title: "Background execution, with the rules of each stage",
      rows: rows.map { row in
        row.map { stage in
          FlowChart.Box(
            title: stage.title, text: stage.text,
            note: stage.rules.joined(separator: ", ").replacing(" to ", with: "\u{A0}to\u{A0}"),
            entries: stage.reasons.map { "\($0.name): \($0.rules.joined(separator: ", "))" })
        }
      },
      back: (
        rows.firstIndex { $0.contains { $0.title == "Soft gates" } } ?? 0,
        "energy use closes gates"
      ))
  }

  private static func show(_ name: String, _ arguments: ParsedArguments) throws {
    let upper = name.uppercased()
    if let rule = RuleCatalogue.byIdentifier[upper] { return try catalogue.show(rule, arguments) }
    // `SUB-` and `SU` name all of a chapter; `SUB-11` names nothing, and `SUB-1` is near.
    let beginning = RuleChapter(code: upper)?.rules ?? catalogue.rows.filter { $0.id.hasPrefix(upper) }
    let found = beginning.isEmpty ? rules(about: name) : beginning
    guard !found.isEmpty else {
      let words = LogWord.allCases.map(\.name).filter { !rules(about: $0).isEmpty }
      let titles = RuleChapter.all.flatMap(\.words)
      let names = catalogue.rows.map(\.id) + RuleChapter.all.map(\.code) + words + titles
      throw unknownEntry(catalogue.kind, name, names)
    }
    guard try OutputForm(arguments) == .text else { return try catalogue.show(found, arguments) }
    var pages = TextPage()
    for rule in found {
      if !pages.isEmpty { pages.addGap() }
      pages.add(page(rule))
    }
    Terminal.show(pages)
  }

  /// The rules that mention a word of the log, the rules of a mechanism, or the rules of a chapter with the
  /// word in its title.
  private static func rules(about word: String) -> [PlatformRule] {
    guard !word.isEmpty else { return [] }
    if LogWord.allCases.contains(where: { $0.name == word }) {
      let naming = catalogue.rows.filter { rule in
        (rule.statement + " " + rule.observable).split { !$0.isLetter && !$0.isNumber }.contains {
          $0 == word
        }
      }
      if !naming.isEmpty { return naming }
    }
    let mechanism = Mechanism.allCases.first { $0.name.lowercased() == word.lowercased() }
    if let chapter = mechanism.flatMap({ RuleChapter(code: code(of: $0)) }) { return chapter.rules }
    return RuleChapter.all.filter { $0.words.contains(word.lowercased()) }.flatMap(\.rules)
  }

  private static func code(of mechanism: Mechanism) -> String {
    switch mechanism {
    case .refresh: "REF"
    case .processing, .health: "PROC"
    case .push: "PUSH"
    case .continued: "CONT"
    case .discretionaryTransfer, .transfer, .wake: "URL"
    case .assertion: "EXT"
    case .mode: "MODE"
    }
  }

  private static func page(_ rule: PlatformRule) -> TextPage {
    var page = TextPage("\(rule.id) (\(rule.chapter.title), grade \(rule.gradeText))\n\n\(rule.statement)")
    page.add("\nSeen in\n  \(rule.observable)\n\nParameters")
    if rule.parameters.isEmpty { page.add("  none") }
    for parameter in rule.parameters {
      page.add("  \(parameter.name) = \(parameter.defaultText)  \(parameter.meaning)")
    }
    return page
  }
}
