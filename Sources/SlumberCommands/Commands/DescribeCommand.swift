import Basics
import ModelParameters
import Studies
import StudyReports
import UsageModels
import Workload

enum DescribeCommand {
  static let specification = CommandSpecification(
    name: "describe", arguments: "STUDY", argumentCount: 1...1,
    summary: "Prints the effective study: size, cost, apps, policies, factors, population, and parameters.",
    example: "slumber describe scenarios/quickstart.yaml",
    options: """
      --check-population | compare the population with published facts (exit code 5 if it misses one)
      --predictor | judge forecasts of opens: predictors of the device, scores of policies
      --recorded STUDY | with --check-population or --predictor: use this study of recorded devices (default: \(recordedName))
      --jobs N | with --check-population or --predictor: run N workers (default: one per available core)
      --all-parameters | print all parameters, not only those changed by the study
      --json | print JSON with all parameters
      --allow-commands --csv --markdown
      \(StudyOptions.options)
      """,
    refusals: [
      Refusal(
        options: ["--recorded", "--jobs"], others: ["--check-population", "--predictor"], areNeeded: true,
        because: "needs `--check-population` or `--predictor`"),
      .excluding("--check-population", ["--predictor"]),
    ], run: run)

  /// The number of device-days used to measure the facts of the population.
  private static let sampledDeviceDays = 280
  /// The number of devices on which predictors are judged, unless `--devices` names another.
  private static let predictedDevices = 100
  private static let recordedName = "real-phones.yaml"

  private static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let file = try StudyOptions.study(arguments, needsCommands: false)
    if arguments.has("--check-population") { return try checkPopulation(file, arguments) }
    if arguments.has("--predictor") { return try judgePredictors(file, arguments) }
    // So many that all of it takes a second, and the same ones on every machine.
    let devices = min(file.study.deviceCount, max(1, Self.sampledDeviceDays / file.study.horizonDays))
    // Before the survey, whose memory is none of a run's. Results that `run` would refuse tell no cost.
    let path = StudyOptions.resultsPath(arguments, file)
    let inputs = try? ShardInputs.read(path, of: RunCommand.description(of: file))
    let estimate = try StudyEstimate(file, RunPlan(file, command: ""), done: inputs, results: path)
    let survey = try PopulationSurvey(sampleOf: file, devices: devices)
    let census = PopulationCheck(sample: survey)
    let outline = StudyOutline(
      file: file, survey: survey, census: census, estimate: estimate,
      hasAllParameters: arguments.has("--all-parameters"))
    try Terminal.show(outline.page, json: outline.json, arguments)
    return .done
  }

  private static func checkPopulation(_ file: StudyFile, _ arguments: ParsedArguments) throws -> ExitCode {
    try arguments.refuse(["--days", "--policy"]) {
      "`\($0)` has no effect with `--check-population`, which sets days and policy itself; remove it"
    }
    let jobs = try Host.workers(arguments)
    let recorded = try StudyFile(path: recordedPath(file, arguments), catalogue: arguments.policies)
    let devices = arguments.has("--devices") ? file.study.population.devices : PopulationSurvey.judgedDevices
    let survey = try PopulationSurvey(judging: file, devices: devices, jobs: jobs)
    let check = PopulationCheck(survey, recorded: RecordedUse(recorded))
    var page = TextPage(
      "\(file.study.name): the population\(file.study.population.suffix) on \(devices) devices over 28 days "
        + "(14 of warm-up) under \(survey.policy)")
    page.add(check.page)
    try Terminal.show(page, json: check.json, arguments)
    Terminal.note("slumber: \(check.conclusion)")
    return check.outside.isEmpty ? .done : .expectationFailed
  }

  private static func judgePredictors(_ file: StudyFile, _ arguments: ParsedArguments) throws -> ExitCode {
    let jobs = try Host.workers(arguments)
    let recorded = try StudyFile(path: recordedPath(file, arguments), catalogue: arguments.policies)
    let devices = arguments.has("--devices") ? file.study.population.devices : predictedDevices
    let quality = try PredictorQuality(judging: file, recorded: recorded, devices: devices, jobs: jobs)
    try Terminal.show(quality.page, json: quality.json, arguments)
    return .done
  }

  private static func recordedPath(_ file: StudyFile, _ arguments: ParsedArguments) throws -> String {
    if let path = arguments.value("--recorded") { return path }
    let folder = file.path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    let beside = (folder + [Substring(recordedName)]).joined(separator: "/")
    for path in [beside, "scenarios/\(recordedName)"] where StudyFiles.exists(path) { return path }
    throw CommandFailure(
      "`\(beside)` and `scenarios/\(recordedName)` do not exist. Name the study of recorded devices "
        + "with --recorded STUDY")
  }

}

extension StudyOutline: Record {
  static let record: Table<Self> = [
    "name": \.study.name, "question": \.study.question, "designPoints": { $0.file.points.map(\.name) },
    "policies": { $0.study.policies.map(\.label) }, "replications": \.study.replications,
    "devices": \.study.deviceCount, "runs": \.estimate.runs, "estimate": \.estimate,
    "horizonDays": \.study.exactHorizonDays, "warmUpDays": \.study.warmUpDays, "population": \.census.json,
    "parameters": {
      $0.study.parameters.definitions.json(columnsOfParameters($0.study, marksChanges: false))
    },
  ]
}

struct StudyOutline {
  let file: StudyFile
  let survey: PopulationSurvey
  let census: PopulationCheck
  let estimate: StudyEstimate
  let hasAllParameters: Bool
  private var study: Study { file.study }

  var page: TextPage {
    var page = TextPage(study.question.isEmpty ? study.name : "\(study.name): \(study.question)")
    page.add("\(estimate.sizeText) over \(study.horizonText) (\(study.warmUpDays) of warm-up)")
    page.add("expected: \(estimate.wholeCostText); \(CountText.text(estimate.blocks, "block")) of devices")
    for warning in file.warnings { page.add("warning: \(warning)") }
    func section(_ title: String, _ table: TextTable) { page.add(TextPage("\n\(title)", table)) }
    if !study.apps.isEmpty { section("Apps", apps) }
    let work = AppWorkRow.rows(study)
    if !work.isEmpty {
      let prefix = AppWorkRow.commonPrefix(study)
      section(
        "Work of the apps (means per run)"
          + (prefix.isEmpty ? "" : "; ids without `\(prefix)`"), AppWorkRow.table(work))
    }
    section("Policies", policies)
    if let factors { section("Factors", factors) }
    // A recording takes the place of users.
    if study.trace == nil { section("Users" + study.population.suffix, users) }
    page.add(
      "\nPopulation, measured on \(CountText.text(survey.deviceCount, "device")) under \(survey.policy); "
        + "--check-population compares it with published facts")
    page.add(census.page)
    if hasAllParameters {
      section("Parameters (* changed by the study)", parameters)
    } else if !study.parameters.overriddenNames.isEmpty {
      section("Parameters changed by the study (--all-parameters shows all)", parameters)
    } else {
      page.add("\nParameters: all have their default values (--all-parameters shows them)")
    }
    return page
  }

  private var apps: TextTable {
    TextTable(
      study.apps,
      [
        .page("app", \.bundleID), .page("opened", \.usage.words), .page("content", \.content.words),
        .page("code", \.quality.name),
      ], indentation: 2)
  }

  private var policies: TextTable {
    TextTable(
      study.policies,
      [
        .page("policy") { $0.label == $0.name ? $0.label : "\($0.label) (\($0.name))" },
        .page("obeyed soft gates") {
          $0.obeyedGates.isEmpty ? "none" : $0.obeyedGates.joined(separator: ", ")
        },
        .page("own parameters") { ownParameters($0).joined(separator: "; ") },
      ], indentation: 2)
  }

  private func ownParameters(_ policy: StudyPolicy) -> [String] {
    let own = policy.parameters.definitions.filter {
      policy.parameters.value($0.name) != study.parameters.value($0.name)
    }
    return own.map { "\($0.name) = \($0.text(of: policy.parameters.value($0.name)))" }
      + [policy.process?.state].compactMap(\.self).map { "state with SHA-256 \($0.digest.prefix(12))…" }
  }

  private var factors: TextTable? {
    let arms = file.points.map(\.arm).unique
    let names = file.points.first?.levels.map(\.name) ?? []
    guard arms.count > 1 || !names.isEmpty else { return nil }
    let levels = names.enumerated().map { place, name in
      (name, file.points.map { $0.levels[place].text }.unique)
    }
    return TextTable(
      (arms.count > 1 ? [("arm", arms)] : []) + levels,
      [.page("factor", \.0), .page("levels") { $0.1.joined(separator: ", ") }], indentation: 2)
  }

  private var users: TextTable {
    let all = study.population.archetypes.reduce(0) { $0 + $1.share }
    return TextTable(
      study.population.archetypes,
      [
        .page("archetype", \.name),
        .page("share", .right) {
          "\(ParameterDefinition.text(all > 0 ? ($0.share / all * 1000).rounded() / 10 : 0)) %"
        },
        .page("model", \.deviceProfile),
      ], indentation: 2)
  }

  private var parameters: TextTable {
    let shown = study.parameters.definitions.filter {
      hasAllParameters || study.parameters.isOverridden($0.name)
    }
    let columns = Self.columnsOfParameters(study, marksChanges: hasAllParameters)
    return TextTable(shown, columns, indentation: 2)
  }

  static func columnsOfParameters(
    _ study: Study, marksChanges: Bool
  ) -> Table<ParameterDefinition> {
    let parameters = study.parameters
    let columns: Table<ParameterDefinition> = [
      Column("parameter", key: "name", \.name), Column("value") { $0.text(of: parameters.value($0.name)) },
      Column("default", \.defaultText), .json("isChanged") { parameters.isOverridden($0.name) },
      Column("grade", \.grade.rawValue), .page("meaning", \.meaning), .json("source", \.source),
    ]
    let mark = Column<ParameterDefinition>.page("") { parameters.isOverridden($0.name) ? "*" : "" }
    return marksChanges ? columns.inserting([mark], after: "name") : columns
  }
}

extension PopulationSpecification {
  fileprivate var suffix: String { name.map { " (\($0.rawValue))" } ?? "" }
}

extension AppUsage {
  fileprivate var words: String {
    switch self {
    case .none: return "never"
    case .popularity(let share, let weight, _):
      return "installed on \(ParameterDefinition.text((share * 1000).rounded() / 10)) % of devices, "
        + "weight \(ParameterDefinition.text(weight))"
    case .scripted(let use):
      let rate = "\(ParameterDefinition.text(use.opensPerDay)) times per day"
      let days = use.everyDays > 1 ? ", every \(use.everyDays) days" : ""
      guard !use.times.isEmpty else { return rate + days }
      let times = use.times.map { time in
        let minutes = time.microseconds / 60_000_000
        return "\((minutes / 60).text(digits: 2)):\((minutes % 60).text(digits: 2))"
      }
      return "at \(times.joined(separator: ", "))\(days)"
    }
  }
}

extension ContentSpecification {
  fileprivate var words: String {
    guard process != .none else { return "none" }
    return
      "\(ParameterDefinition.text(changesPerDay)) changes per day, fresh within \(TimeWords.span(freshWithin))"
  }
}
