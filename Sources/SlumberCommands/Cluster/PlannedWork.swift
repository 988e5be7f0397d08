import ResultsStore
import StudyExecution
import StudyFormat

/// The study that a command line names, with the work that is done and left.
struct PlannedWork {
  let file: StudyFile
  let plan: RunPlan
  /// The results file.
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
