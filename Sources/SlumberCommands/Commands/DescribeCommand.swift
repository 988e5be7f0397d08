import JSON
import ModelParameters
import PlainText
import ResultsStore
import StudyExecution
import StudyFormat
import UsageModels

/// `slumber describe`: the effective study, before anything starts.
enum DescribeCommand {
  static let specification = CommandSpecification(
    name: "describe", arguments: "STUDY", argumentCount: 1...1,
    summary: "Prints the effective study: size, expected time and disk, population, every parameter.",
    example: "slumber describe scenarios/quickstart.yaml",
    options: [
      .flag(
        "--check-population",
        "measure the population on \(PopulationSurvey.judgedDevices) phones, or those of --devices, for 28 days with 14 "
          + "of warm-up under seven-factor, and judge it by published facts; exit code 5 where one is missed"),
      .value(
        "--recorded", "STUDY",
        "with --check-population: the study of recorded phones; \(recordedName) beside STUDY or in scenarios by default"
      ),
      .value(
        "--jobs", "N",
        "with --check-population: workers; one per processor that the process may use by default"),
      .flag("--json", "as JSON"),
    ] + StudyOptions.all, run: run)

  private static let recordedName = "real-phones.yaml"

  private static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let file = try StudyOptions.study(arguments)
    if arguments.has("--check-population") { return try checkPopulation(file, arguments) }
    for option in ["--recorded", "--jobs"] where arguments.has(option) {
      throw UsageError(description: "`\(option)` goes with `--check-population`", command: "describe")
    }
    let study = file.study
    let survey = try PopulationSurvey(sampleOf: file, devices: min(study.deviceCount, 20))
    let census = PopulationCheck(sample: survey)
    let estimate = try StudyEstimate(file, RunPlan(file, command: ""), done: nil, results: "")
    let policies = study.policies.count
    let runs = estimate.runs
    if arguments.has("--json") {
      Terminal.out(json(file, census, estimate).text())
      return .done
    }
    Terminal.out("\(study.name): \(study.question)")
    Terminal.out(
      "\(file.points.count) design points × \(policies) policies × \(study.replications) replications = \(runs) runs "
        + "of \(study.deviceCount) devices over \(study.horizonText) (\(study.warmUpDays) of warm-up)")
    Terminal.out("expected: \(estimate.costText); \(estimate.blocks) blocks of devices")
    Terminal.out("policies: \(study.policies.map(\.label).joined(separator: ", "))")
    for warning in study.warnings { Terminal.out("warning: \(warning)") }
    Terminal.out(
      "\nPopulation, \(survey.deviceCount) devices under \(survey.policy); --check-population judges it")
    Terminal.out(census.text)
    Terminal.out("\nParameters (* changed by the study)")
    Terminal.out(parameters(study))
    return .done
  }

  /// Judges the population of a study by the published facts.
  private static func checkPopulation(_ file: StudyFile, _ arguments: ParsedArguments) throws -> ExitCode {
    for option in ["--days", "--policy"] where arguments.has(option) {
      throw UsageError(
        description:
          "`\(option)` does not go with `--check-population`, which has days and policy of its own",
        command: "describe")
    }
    let jobs = try arguments.integer("--jobs", atLeast: 1) ?? Host.workers()
    let recorded = try StudyFile(path: recordedPath(file, arguments), catalogue: arguments.policies)
    let devices = arguments.has("--devices") ? file.study.population.devices : PopulationSurvey.judgedDevices
    let survey = try PopulationSurvey(judging: file, devices: devices, jobs: jobs)
    let check = PopulationCheck(survey, recorded: RecordedUse(recorded))
    if arguments.has("--json") {
      Terminal.out(check.json.text())
    } else {
      Terminal.out(
        "\(file.study.name): the population on \(devices) phones over 28 days (14 of warm-up) under \(survey.policy)"
      )
      Terminal.out(check.text)
    }
    Terminal.error("slumber: \(check.conclusion)")
    return check.outside.isEmpty ? .done : .expectationFailed
  }

  /// The study of recorded phones: the one that is named, else one beside the study or among the shipped ones.
  private static func recordedPath(_ file: StudyFile, _ arguments: ParsedArguments) throws -> String {
    if let path = arguments.value("--recorded") { return path }
    let folder = file.path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    let beside = (folder + [Substring(recordedName)]).joined(separator: "/")
    for path in [beside, "scenarios/\(recordedName)"] where StudyFiles.exists(path) { return path }
    throw CommandFailure(
      description:
        "found no study of recorded phones at `\(beside)` or `scenarios/\(recordedName)`, expected one there "
        + "or with --recorded")
  }

  private static func parameters(_ study: Study) -> String {
    var table = TextTable([
      ("", .left), ("parameter", .left), ("value", .left), ("default", .left), ("grade", .left),
      ("source", .left),
    ])
    let changed = Set(study.parameters.overriddenNames)
    for parameter in study.parameters.definitions {
      table.add([
        changed.contains(parameter.name) ? "*" : "", parameter.name,
        parameter.text(of: study.parameters.value(parameter.name)), parameter.defaultText,
        parameter.grade.rawValue, parameter.source,
      ])
    }
    return table.text
  }

  /// Whole days are a whole number.
  private static func horizonDays(_ study: Study) -> JSONValue {
    let days = study.exactHorizonDays
    return days == days.rounded() ? .integer(Int64(days)) : .number(days)
  }

  private static func json(
    _ file: StudyFile, _ census: PopulationCheck, _ estimate: StudyEstimate
  ) -> JSONValue {
    let study = file.study
    let changed = Set(study.parameters.overriddenNames)
    return .members([
      "name": .string(study.name), "question": .string(study.question),
      "designPoints": .strings(file.points.map(\.name)), "policies": .strings(study.policies.map(\.label)),
      "replications": .integer(Int64(study.replications)), "devices": .integer(Int64(study.deviceCount)),
      "runs": .integer(Int64(estimate.runs)), "estimate": .object(estimate.members),
      "horizonDays": horizonDays(study),
      "warmUpDays": .integer(Int64(study.warmUpDays)), "population": census.json,
      "parameters": .array(
        study.parameters.definitions.map { parameter in
          .members([
            "name": .string(parameter.name),
            "value": .string(parameter.text(of: study.parameters.value(parameter.name))),
            "default": .string(parameter.defaultText),
            "isChanged": .boolean(changed.contains(parameter.name)),
            "grade": .string(parameter.grade.rawValue), "source": .string(parameter.source),
          ])
        }),
    ])
  }
}
