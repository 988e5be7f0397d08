import PhoneSimulation
import ResultsStore

/// Adds the sums of a run's parts until they make the run.
public struct RunOfParts: PartJoin {
  private let run: PlannedRun
  private let parts: Int
  private var whole: RunAccumulator?
  /// The device that the next part begins with.
  private var next = 0
  private var devicesDone = 0
  private var failure: PartSums.Failure?

  /// - Parameter parts: Number of the parts, which bounds the counts in their sums.
  public init(_ run: PlannedRun, parts: Int) {
    self.run = run
    self.parts = parts
  }

  /// Adds the sums of the next part, which must begin where the part before ended. After a failed part only the
  /// counts of devices are added up.
  public mutating func add(_ part: PartSums) throws(PartDamage) {
    devicesDone += part.devicesDone
    if let found = part.failure, failure.map({ found.device < $0.device }) ?? true { failure = found }
    // A run with a failure has no results, and its failed parts no sums.
    guard failure == nil else { return }
    let first = part.devices.lowerBound
    func damage(_ what: String) -> PartDamage { PartDamage(firstDevice: first, what: what) }
    guard first == next else { throw damage("found device \(first), expected device \(next)") }
    next = part.devices.upperBound
    let accumulator: RunAccumulator
    do throws(SumsDamage) {
      accumulator = try RunAccumulator(decoding: part.bytes, parts: parts)
    } catch {
      throw damage(error.description)
    }
    guard accumulator.deviceCount == part.devices.count, part.devicesDone == part.devices.count else {
      throw damage("found sums of \(accumulator.deviceCount) devices, expected \(part.devices.count)")
    }
    guard let merged = whole else {
      whole = accumulator
      return
    }
    guard merged.apps == accumulator.apps, merged.nominalJoules == accumulator.nominalJoules else {
      throw damage("found sums of other apps than in the parts before")
    }
    whole?.merge(accumulator)
  }

  /// Returns the run with its metrics, or with its first failure by device.
  public func finish() throws(PartDamage) -> CompletedRun {
    if let failure { return CompletedRun(run, failure: failure, devicesDone: devicesDone) }
    guard let whole, next == run.devicesExpected else {
      throw PartDamage(firstDevice: 0, what: "found \(next) devices, expected \(run.devicesExpected)")
    }
    return CompletedRun(run, whole)
  }
}

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
