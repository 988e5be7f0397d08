import PhoneSimulation
import ResultsStore

extension CompletedRun {
  /// Makes a run of which every device was simulated.
  init(_ run: PlannedRun, _ accumulator: RunAccumulator) {
    self.init(
      outcome: .ok(
        devices: accumulator.deviceCount, events: accumulator.events, eventHash: accumulator.eventHash),
      metrics: accumulator.metrics(runID: run.runID),
      eventCounts: accumulator.eventCountRows(runID: run.runID), days: accumulator.dayRows(runID: run.runID))
  }

  /// Makes a run of which a device failed.
  init(_ run: PlannedRun, failure: PartSums.Failure, devicesDone: Int) {
    self.init(
      outcome: .failed(
        "\(failure.message); replay: \(run.replay) --device \(failure.device)", devicesDone: devicesDone))
  }
}

extension RunPart {
  /// The part of a run that was simulated in a block: made by the worker, without any lock.
  ///
  /// - Parameter provenance: Where and when, with any time, which the part replaces by its own.
  public init(_ finished: StudyRunner.Finished, provenance: ProvenanceRow) {
    let run = finished.entry.planned
    var provenance = provenance
    provenance.runID = run.runID
    provenance.wallSeconds = finished.wallSeconds
    let failure = finished.failure.map { PartSums.Failure(device: $0.device, message: "\($0)") }
    let isWhole = finished.devices == 0..<run.devicesExpected
    let completed: CompletedRun? =
      isWhole
      ? failure.map { CompletedRun(run, failure: $0, devicesDone: finished.devicesDone) }
        ?? CompletedRun(run, finished.accumulator) : nil
    self.init(
      run: run,
      sums: PartSums(
        devices: finished.devices, devicesDone: finished.devicesDone, failure: failure,
        bytes: isWhole || failure != nil ? [] : finished.accumulator.encoded),
      completed: completed, details: failure == nil ? finished.details : RunDetails(), provenance: provenance)
    prepare(digest: failure == nil ? finished.digest : nil)
  }
}
