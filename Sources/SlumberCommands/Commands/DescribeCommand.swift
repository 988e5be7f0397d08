import JSON
import ModelParameters
import PlainText
import ResultsStore
import StudyExecution
import StudyFormat

/// `slumber describe`: the effective study, before anything starts.
enum DescribeCommand {
  static let specification = CommandSpecification(
    name: "describe", arguments: "STUDY", argumentCount: 1...1,
    summary: "Prints the effective study: size, expected time and disk, population, every parameter.",
    example: "slumber describe scenarios/quickstart.yaml",
    options: [.flag("--json", "as JSON")] + StudyOptions.all, run: run)

  private static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let file = try StudyOptions.study(arguments)
    let study = file.study
    let clock = ProgressReporter.clock()
    let census = try PopulationCensus(file, devices: min(study.deviceCount, 20))
    let wall = ProgressReporter.clock() - clock
    let policies = study.policies.count
    let runs = file.points.count * policies * study.replications
    let deviceRuns = Double(runs * study.deviceCount)
    let seconds = wall / Double(census.deviceRuns) * deviceRuns
    if arguments.has("--json") {
      Terminal.out(json(file, census, runs: runs, seconds: seconds).text())
      return .done
    }
    Terminal.out("\(study.name): \(study.question)")
    Terminal.out(
      "\(file.points.count) design points × \(policies) policies × \(study.replications) replications = \(runs) runs "
        + "of \(study.deviceCount) devices over \(study.horizonText) (\(study.warmUpDays) of warm-up)")
    let megabytes = (deviceRuns * 600 + Double(runs) * 60_000) / 1e6
    Terminal.out(
      "expected: about \(Int(seconds.rounded(.up))) s of one processor and \(Int(megabytes.rounded(.up))) MB "
        + "without detail tables")
    Terminal.out("policies: \(study.policies.map(\.label).joined(separator: ", "))")
    for warning in study.warnings { Terminal.out("warning: \(warning)") }
    Terminal.out("\nPopulation, \(census.deviceCount) devices under \(census.policy)")
    Terminal.out(census.text)
    Terminal.out("\nParameters (* changed by the study)")
    Terminal.out(parameters(study))
    return .done
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
    _ file: StudyFile, _ census: PopulationCensus, runs: Int, seconds: Double
  ) -> JSONValue {
    let study = file.study
    let changed = Set(study.parameters.overriddenNames)
    return .members([
      "name": .string(study.name), "question": .string(study.question),
      "designPoints": .strings(file.points.map(\.name)), "policies": .strings(study.policies.map(\.label)),
      "replications": .integer(Int64(study.replications)), "devices": .integer(Int64(study.deviceCount)),
      "runs": .integer(Int64(runs)), "horizonDays": horizonDays(study),
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
