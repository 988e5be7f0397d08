import Basics
import ModelParameters
import ResultsStore
import Studies
import UsageModels

enum DescribeCommand {
  static let specification = CommandSpecification(
    name: "describe", arguments: "STUDY", argumentCount: 1...1,
    summary: "Prints the effective study: size and cost, apps, policies, factors, population, parameters.",
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
      .flag("--all-parameters", "all parameters with their values, not only those that the study changes"),
      .flag("--json", "as JSON, with all parameters"),
    ] + OutputForm.tableOptions + StudyOptions.all, run: run)

  /// Device-days on which the facts of the population are measured, and processor seconds for the cost of devices.
  private static let sampledDeviceDays = 280
  private static let sampleSeconds = 0.8
  private static let recordedName = "real-phones.yaml"

  private static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let file = try StudyOptions.study(arguments)
    if arguments.has("--check-population") { return try checkPopulation(file, arguments) }
    try arguments.refuse(["--recorded", "--jobs"]) { "`\($0)` goes with `--check-population`" }
    // So many that all of it takes a second, and the same ones on every machine.
    let devices = min(file.study.deviceCount, max(1, Self.sampledDeviceDays / file.study.horizonDays))
    let survey = try PopulationSurvey(sampleOf: file, devices: devices)
    let census = PopulationCheck(sample: survey)
    let estimate = try StudyEstimate(
      file, RunPlan(file, command: ""), done: nil, results: "", sampleSeconds: Self.sampleSeconds)
    let outline = StudyOutline(
      file: file, survey: survey, census: census, estimate: estimate,
      hasAllParameters: arguments.has("--all-parameters"))
    try Terminal.show(outline.page, json: json(file, census, estimate), arguments)
    return .done
  }

  private static func checkPopulation(_ file: StudyFile, _ arguments: ParsedArguments) throws -> ExitCode {
    try arguments.refuse(["--days", "--policy"]) {
      "`\($0)` does not go with `--check-population`, which has days and policy of its own"
    }
    let jobs = try Host.workers(arguments)
    let recorded = try StudyFile(path: recordedPath(file, arguments), catalogue: arguments.policies)
    let devices = arguments.has("--devices") ? file.study.population.devices : PopulationSurvey.judgedDevices
    let survey = try PopulationSurvey(judging: file, devices: devices, jobs: jobs)
    let check = PopulationCheck(survey, recorded: RecordedUse(recorded))
    var page = TextPage(
      "\(file.study.name): the population on \(devices) phones over 28 days (14 of warm-up) under \(survey.policy)"
    )
    page.add(check.page)
    try Terminal.show(page, json: check.json, arguments)
    Terminal.note("slumber: \(check.conclusion)")
    return check.outside.isEmpty ? .done : .expectationFailed
  }

  private static func recordedPath(_ file: StudyFile, _ arguments: ParsedArguments) throws -> String {
    if let path = arguments.value("--recorded") { return path }
    let folder = file.path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    let beside = (folder + [Substring(recordedName)]).joined(separator: "/")
    for path in [beside, "scenarios/\(recordedName)"] where StudyFiles.exists(path) { return path }
    throw CommandFailure(
      "found no study of recorded phones at `\(beside)` or `scenarios/\(recordedName)`, expected one there "
        + "or with --recorded")
  }

  private static func json(
    _ file: StudyFile, _ census: PopulationCheck, _ estimate: StudyEstimate
  ) -> JSONValue {
    let study = file.study
    // Whole days are a whole number.
    let days = study.exactHorizonDays
    return JSONValue([
      "name": study.name, "question": study.question, "designPoints": file.points.map(\.name),
      "policies": study.policies.map(\.label), "replications": study.replications,
      "devices": study.deviceCount, "runs": estimate.runs, "estimate": JSONValue.object(estimate.members),
      "horizonDays": days == days.rounded() ? JSONValue.integer(Int64(days)) : .number(days),
      "warmUpDays": study.warmUpDays, "population": census.json,
      "parameters": PrintedColumn.json(
        study.parameters.definitions, StudyOutline.columnsOfParameters(study, marksChanges: false)),
    ])
  }
}
