import PhoneSimulation
import ResultsStore
import StudyExecution

extension StudyRunner.Finished {
  /// The rows that a results file keeps of it.
  func stored(provenance: ProvenanceRow) -> FinishedRun {
    let id = entry.planned.runID
    if let failure {
      return FinishedRun(
        run: entry.planned,
        outcome: .failed(
          "\(failure); replay: \(entry.planned.replay) --device \(failure.device)", devicesDone: devicesDone),
        provenance: provenance)
    }
    return FinishedRun(
      run: entry.planned,
      outcome: .ok(devices: devicesDone, events: accumulator.events, eventHash: accumulator.eventHash),
      metrics: accumulator.metrics(runID: id), eventCounts: accumulator.eventCountRows(runID: id),
      days: accumulator.dayRows(runID: id), provenance: provenance, details: details)
  }
}
