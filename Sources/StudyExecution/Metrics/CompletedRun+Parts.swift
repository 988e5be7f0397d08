import PhoneSimulation
import ResultsStore

extension CompletedRun {
  /// Makes a run of the sums of all its parts.
  ///
  /// - Parameter parts: The parts in the order of their devices.
  /// - Throws: ``PartDamage`` for sums that cannot be read, and for parts that do not belong together.
  public init(_ run: PlannedRun, parts: [PartSums]) throws(PartDamage) {
    if let failure = parts.compactMap(\.failure).min(by: { $0.device < $1.device }) {
      self.init(run, failure: failure, devicesDone: parts.reduce(0) { $0 + $1.devicesDone })
      return
    }
    var whole: RunAccumulator?
    var next = 0
    for part in parts {
      let first = part.devices.lowerBound
      func damage(_ what: String) -> PartDamage { PartDamage(firstDevice: first, what: what) }
      guard first == next else { throw damage("found device \(first), expected device \(next)") }
      next = part.devices.upperBound
      let accumulator: RunAccumulator
      do throws(SumsDamage) {
        accumulator = try RunAccumulator(decoding: part.bytes, parts: parts.count)
      } catch {
        throw damage(error.description)
      }
      guard accumulator.deviceCount == part.devices.count, part.devicesDone == part.devices.count else {
        throw damage("found sums of \(accumulator.deviceCount) devices, expected \(part.devices.count)")
      }
      guard let merged = whole else {
        whole = accumulator
        continue
      }
      guard merged.apps == accumulator.apps, merged.nominalJoules == accumulator.nominalJoules else {
        throw damage("found sums of other apps than in the parts before")
      }
      whole?.merge(accumulator)
    }
    guard let whole, next == run.devicesExpected else {
      throw PartDamage(firstDevice: 0, what: "found \(next) devices, expected \(run.devicesExpected)")
    }
    self.init(run, whole)
  }

  /// Makes a run of which every device was simulated.
  init(_ run: PlannedRun, _ accumulator: RunAccumulator) {
    self.init(
      outcome: .ok(
        devices: accumulator.deviceCount, events: accumulator.events, eventHash: accumulator.eventHash),
      metrics: accumulator.metrics(runID: run.runID),
      eventCounts: accumulator.eventCountRows(runID: run.runID))
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
  }
}
