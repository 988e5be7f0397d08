import Basics
import ModelParameters
import PhoneTesting
import SchedulingPolicies
import Studies

enum ConformCommand {
  static let specification = CommandSpecification(
    name: "conform", arguments: "[NAME]", argumentCount: 0...1,
    summary: "Tests a policy against the policy contract, or an app program against the protocol.",
    example: "slumber conform --study scenarios/process-policy.yaml --policy hourly-python --allow-commands",
    options: """
      --study FILE | test a policy of this study, with its program, parameters, and gates
      --policy LABEL | test this policy of the study, by its name in tables
      --app ID | test this app of the study, which must be a program
      --set
      \(DeviceSelection.pointOptions)
      --allow-commands --progress --json --csv --markdown
      """,
    refusals: [
      .needing(
        "--study", ["--policy", "--set", "--arm", "--point", "--allow-commands"], "needs --study FILE")
    ], run: run)

  private struct Subject {
    var descriptor: PolicyDescriptor
    /// Nil for the defaults.
    var parameters: ParameterSet?
    /// The study that has it, which has to outlive its programs; nil for a policy of the catalogue.
    var study: StudyFile?
  }

  private static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let style = try ProgressReporter.style(arguments)
    if let app = arguments.value("--app") { return try judge(app, arguments) }
    let subject = try self.subject(arguments)
    var reporter: ProgressReporter?
    let report = PolicyConformance.report(of: subject.descriptor, parameters: subject.parameters) {
      done, total in
      let present = reporter ?? ProgressReporter(total: total, unit: "devices", style: style)
      reporter = present
      present.update(done)
    }
    reporter?.finish()
    let path = subject.study?.path
    let record: Table<ConformanceReport> = [
      "policy": \.policy, "study": { _ in path }, "holds": \.holds, "devices": \.devices,
      "clauses": { $0.entries.map(json) },
    ]
    try Terminal.show(page(report, study: path), json: record.json(report), arguments)
    return report.holds ? .done : .expectationFailed
  }

  private static func subject(_ arguments: ParsedArguments) throws -> Subject {
    guard let path = arguments.value("--study") else {
      return try catalogueSubject(arguments)
    }
    guard arguments.arguments.isEmpty else {
      throw UsageError("`conform` was given both `\(arguments.arguments[0])` and --study; remove one of them")
    }
    guard let label = arguments.value("--policy") else {
      throw UsageError("`conform --study` needs --policy LABEL")
    }
    let file = try StudyOptions.study(arguments, path: path, policies: [])
    let policies = try DeviceSelection.designPoint(arguments, file).study.policies
    guard let policy = policies.first(where: { $0.label == label }) else {
      let known = policies.map { "`\($0.label)`" }.joined(separator: ", ")
      throw UsageError("`\(path)` has no policy `\(label)`, expected one of \(known)")
    }
    // A program that cannot be started, or does not answer the first message, leaves nothing to be judged.
    let first = policy.entry.make(PolicyContext(parameters: policy.parameters, enforces: policy.enforces))
    if case .failed(let reason) = first.refusal { throw CommandFailure(reason) }
    return Subject(descriptor: policy.entry, parameters: policy.parameters, study: file)
  }

  private static func catalogueSubject(_ arguments: ParsedArguments) throws -> Subject {
    guard let name = arguments.arguments.first else {
      throw UsageError("`conform` needs the NAME of a policy, or --study FILE with --policy LABEL")
    }
    guard let descriptor = arguments.policies.all.first(where: { $0.name == name }) else {
      throw unknownEntry("policy", name, arguments.policies.names)
    }
    guard descriptor.name != ProcessPolicy.name else {
      throw UsageError(
        "a study names the program of a policy `\(name)`. Use --study FILE --policy LABEL "
          + "--allow-commands")
    }
    return Subject(descriptor: descriptor)
  }

  private static func judge(_ id: String, _ arguments: ParsedArguments) throws -> ExitCode {
    guard let path = arguments.value("--study"), arguments.arguments.isEmpty, !arguments.has("--policy")
    else { throw UsageError("`--app` needs --study FILE. Remove NAME and --policy") }
    let file = try StudyOptions.study(arguments, path: path, policies: [])
    let point = try DeviceSelection.designPoint(arguments, file)
    let apps = point.study.apps.filter { $0.code != nil }.map(\.bundleID)
    guard apps.contains(id) else {
      let known =
        apps.isEmpty ? "a study with such an app" : "one of \(apps.map { "`\($0)`" }.joined(separator: ", "))"
      throw UsageError("`\(path)` has no app `\(id)` that is a program, expected \(known)")
    }
    let report = AppConformance(of: file, point: point)
    let lines = AppConformance.Clause.allCases.flatMap { clause -> [Line] in
      let finding = report.findings[clause]
      let line = (finding == nil ? "holds" : "FAILS", clause.rawValue, clause.meaning)
      return [line] + (finding.map { [("", "", $0)] } ?? [])
    }
    let clauses: Table<AppConformance.Clause> = [
      "clause": \.rawValue, "meaning": \.meaning,
      "outcome": { report.findings[$0] == nil ? "holds" : "fails" }, "found": { report.findings[$0] },
    ]
    let record: Table<AppConformance> = [
      "app": { _ in id }, "study": { _ in path }, "holds": \.holds, "devices": \.devices,
      "clauses": { _ in AppConformance.Clause.allCases.json(clauses) },
    ]
    try Terminal.show(
      TextPage("\(id) of \(path) on \(report.devices) devices, each twice", table(lines)),
      json: record.json(report), arguments)
    return report.holds ? .done : .expectationFailed
  }

  private typealias Line = (word: String, clause: String, meaning: String)

  private static func table(_ lines: [Line]) -> TextTable {
    TextTable(
      lines, [.page("", \.word), .page("clause", \.clause), .page("meaning", \.meaning)], indentation: 2)
  }

  private static func page(_ report: ConformanceReport, study: String?) -> TextPage {
    let lines = report.entries.flatMap { entry -> [Line] in
      let (clause, meaning) = (entry.clause.rawValue, entry.clause.meaning)
      return switch entry.outcome {
      case .holds: [("holds", clause, meaning)]
      case .fails(let finding): [("FAILS", clause, meaning), ("", "", "\(finding)")]
      case .notDeclared: [("-", clause, meaning + "; not promised")]
      case .notJudged:
        [("-", clause, meaning + "; not tested, because the simulation of a device did not reach its end")]
      }
    }
    let policy = study.map { "\(report.policy) of \($0)" } ?? report.policy
    return TextPage("\(policy) on \(report.devices.count) devices", table(lines))
  }

  private static func json(_ entry: ConformanceReport.Entry) -> JSONValue {
    let (word, finding): (String, ConformanceFinding?) =
      switch entry.outcome {
      case .holds: ("holds", nil)
      case .notDeclared: ("notDeclared", nil)
      case .notJudged: ("notJudged", nil)
      case .fails(let finding): ("fails", finding)
      }
    let clause: Table<ConformanceClause> = [
      "clause": \.rawValue, "meaning": \.meaning, "outcome": { _ in word },
    ]
    let place: Table<ConformanceFinding> = [
      "device": \.device, "time_s": \.time?.seconds, "item": { $0.item.map { Int($0) } }, "found": \.found,
      "expected": \.expected,
    ]
    return .object(clause.members(entry.clause) + (finding.map(place.members) ?? []))
  }
}
