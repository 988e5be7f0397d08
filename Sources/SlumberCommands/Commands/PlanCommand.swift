import Basics
import ResultsStore
import Studies

enum PlanCommand {
  static let specification = CommandSpecification(
    name: "plan", arguments: "STUDY", argumentCount: 1...1,
    summary: "Estimates processor time, memory and disk of a study, and cuts it into shards.",
    example: "slumber plan scenarios/quickstart.yaml --per-shard 10min",
    options: [
      .value("--results", "FILE", "results file; STUDY-NAME.results.sqlite by default"),
      .value("--replications", "N", "independent fleets instead of the study's number"),
      .value("--cpus", "C", "processors of a shard, 1 by default"),
    ] + ShardChoice.options + [.flag("--json", "as JSON")] + StudyOptions.all, run: run)

  private static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let processors = try arguments.integer("--cpus", atLeast: 1) ?? 1
    let work = try PlannedWork(arguments)
    let choice = try ShardChoice(work.estimate, arguments, processors: processors)
    let estimate = work.estimate
    for (_, reason) in work.inputs.unusable { Terminal.note("warning: \(reason)") }
    let json = JSONValue.object(
      [.init("name", .string(work.file.study.name))] + estimate.members + choice.members)
    try Terminal.show(page(work, choice), json: json, arguments)
    return .done
  }

  private static func page(_ work: PlannedWork, _ choice: ShardChoice) -> TextPage {
    let (study, estimate) = (work.file.study, work.estimate)
    var page = TextPage("\(study.name): \(estimate.sizeText) over \(study.horizonText)")
    let failed = estimate.failedRuns > 0 ? ", \(estimate.failedRuns) failed" : ""
    page.add("runs: \(estimate.finishedRuns) of \(estimate.runs) done\(failed)")
    let devices = work.file.points.map(\.study.deviceCount).max() ?? 0
    let largest = min(devices, Block.size(horizonDays: study.exactHorizonDays))
    page.add(
      "blocks: \(estimate.blocks - estimate.missingBlocks.count) of \(estimate.blocks) done; the largest have "
        + "\(CountText.text(largest, "device"))")
    page.add(
      "device-days × policies: \(Int64(estimate.deviceDays)), of which \(Int64(estimate.missingDeviceDays)) are left"
    )
    page.add("left: \(estimate.costText)")
    page.add("shards: \(choice.text)")
    if let note = choice.note { page.add("note: \(note)") }
    return page
  }
}

struct PlannedWork {
  let file: StudyFile
  let plan: RunPlan
  let results: String
  let inputs: ShardInputs
  let estimate: StudyEstimate

  /// - Parameter samples: Whether devices are simulated where nothing else tells their cost.
  init(_ arguments: ParsedArguments, samples: Bool = true) throws {
    file = try StudyOptions.study(arguments)
    for warning in file.warnings { Terminal.note("warning: \(warning)") }
    let replications = try StudyOptions.replications(arguments, file)
    plan = RunPlan(file, command: "", replications: replications)
    results = StudyOptions.resultsPath(arguments, file)
    inputs = try ShardInputs.read(results, of: RunCommand.description(of: file))
    estimate = try StudyEstimate(file, plan, done: inputs, results: results, samples: samples)
  }
}
