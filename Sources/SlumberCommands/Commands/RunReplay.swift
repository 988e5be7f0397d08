import Basics
import ResultsStore
import Studies

/// `slumber run --only`: one run again, of which nothing is stored.
enum RunReplay {
  /// Simulates one run, or one of its devices, and prints its metrics.
  static func run(
    _ id: String, _ arguments: ParsedArguments, _ file: StudyFile, _ plan: RunPlan
  ) throws -> ExitCode {
    guard let entry = plan.entries.first(where: { $0.planned.runID == id }) else {
      throw CommandFailure("the study has no run `\(id)`; `runs.csv` of an export lists them", code: .usage)
    }
    let device = try arguments.integer("--device", atLeast: 0)
    if let device, device >= entry.planned.devicesExpected {
      throw CommandFailure(
        "the run has \(entry.planned.devicesExpected) devices, found --device \(device)", code: .usage)
    }
    let runner = StudyRunner(file, runs: [entry], device: device)
    guard let finished = try runner.finished(jobs: 1).first else { return .failed }
    if let failure = finished.failure {
      Terminal.error("slumber: \(failure)")
      return .someRunsFailed
    }
    var table = TextTable([("metric", .left), ("unit", .left), ("value", .right)])
    let rows = finished.accumulator.metrics(runID: id).filter { $0.scope == .population }
    for row in rows { table.add([row.metric, row.unit, row.value.map { "\($0)" } ?? ""]) }
    let members = rows.map { JSONValue.Member($0.metric, .optional($0.value)) }
    try Terminal.show(
      TextPage("run \(id): \(finished.accumulator.events) events", table),
      json: .members([
        "run_id": .string(id), "events": .integer(finished.accumulator.events), "metrics": .object(members),
      ]), arguments)
    return .done
  }
}
