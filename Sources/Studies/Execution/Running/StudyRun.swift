import PhoneSimulation
import ResultsStore
import Synchronization

/// Simulates blocks of a study and stores each in a results file when its last device is done.
///
/// Workers simulate devices and encode their results. One worker at a time stores the parts of a block, one
/// per run, in one transaction. The last part of a run completes it.
package struct StudyRun: Sendable {
  package struct Outcome: Sendable {
    /// Whether the run was stopped. Then unfinished blocks are dropped, and finished blocks are stored.
    package var isInterrupted = false
    package var stored = 0
    package var completed = 0
    package var failed: Set<String> = []
  }

  package let blockCount: Int
  private let runner: StudyRunner
  private let results: ResultsFile
  /// The numbers that are kept of each run; nil for all.
  private let numbers: KeptNumbers?

  init(
    _ file: StudyFile, _ tasks: [BlockTask], into results: ResultsFile, keeping numbers: KeptNumbers? = nil,
    clock: @escaping @Sendable () -> Double
  ) {
    // The runner knows the tasks in its own way; nobody holds them beside it.
    blockCount = tasks.count
    runner = StudyRunner(
      file, blocks: tasks, observes: numbers?.areObserved ?? false,
      in: numbers?.windows ?? WindowRequest(), clock: clock)
    (self.results, self.numbers) = (results, numbers)
  }

  package var deviceDays: Int { runner.deviceDays }

  /// Does the blocks on several workers, with the progress of the conduct.
  package func run(_ conduct: Conduct) throws -> Outcome {
    guard blockCount > 0 else { return Outcome() }
    let progress = conduct.progress(deviceDays)
    defer { progress.finish() }
    return try run(conduct, progress: progress.update)
  }

  /// Does the blocks on several workers.
  ///
  /// - Parameter progress: Told how far the work and the stored blocks are; called by one worker at a time.
  func run(
    _ conduct: Conduct, progress: @escaping @Sendable (Int, () -> Double, Outcome) -> Void
  ) throws -> Outcome {
    let outcome = Mutex(Outcome())
    do {
      try runner.run(
        jobs: conduct.jobs, shouldStop: conduct.shouldStop,
        progress: { done, share in progress(done, share, outcome.withLock { $0 }) },
        prepare: { [numbers] in
          try StoredPart(RunPart($0, keeping: numbers, provenance: conduct.provenance()))
        },
        store: { parts in
          for part in parts {
            guard let failure = part.failure else { continue }
            let isFirst = outcome.withLock {
              $0.failed.insert(part.run.runID).inserted && $0.failed.count == 1
            }
            if isFirst { conduct.firstFailure(part.run, failure) }
          }
          let completed = try conduct.protecting {
            try results.store(parts) { run, count in RunOfParts(run, parts: count) }
          }
          outcome.withLock {
            $0.stored += 1
            $0.completed += completed
          }
        })
    } catch StudyRunner.Stop.interrupted {
      outcome.withLock { $0.isInterrupted = true }
    }
    return outcome.withLock { $0 }
  }
}

extension RunPart {
  /// - Parameter numbers: The numbers that are kept of the run; nil for all.
  package init(
    _ finished: StudyRunner.Finished, keeping numbers: KeptNumbers? = nil, provenance: ProvenanceRow
  ) {
    let run = finished.entry.planned
    var provenance = provenance
    provenance.runID = run.runID
    provenance.wallSeconds = finished.wallSeconds
    let failure = finished.failure.map { PartSums.Failure(device: $0.device, message: "\($0)") }
    let isWhole = finished.devices == 0..<run.devicesExpected
    let completed: CompletedRun? =
      isWhole
      ? failure.map { CompletedRun(run, failure: $0, devicesDone: finished.devicesDone) }
        ?? CompletedRun(finished, keeping: numbers) : nil
    self.init(
      run: run,
      sums: PartSums(
        devices: finished.devices, devicesDone: finished.devicesDone, failure: failure,
        bytes: isWhole || failure != nil ? [] : finished.accumulator.encoded),
      completed: completed,
      details: failure == nil && numbers == nil ? finished.details : RunDetails(), provenance: provenance)
  }
}

extension CompletedRun {
  fileprivate init(_ finished: StudyRunner.Finished, keeping numbers: KeptNumbers?) {
    if let numbers {
      self.init(outcome: RunOutcome(finished.accumulator), metrics: numbers.rows(of: finished))
    } else {
      self.init(finished.entry.planned, finished.accumulator)
    }
  }

  init(_ run: PlannedRun, _ accumulator: RunAccumulator) {
    self.init(
      outcome: RunOutcome(accumulator), metrics: accumulator.metrics(runID: run.runID),
      eventCounts: accumulator.eventCountRows(runID: run.runID), days: accumulator.dayRows(runID: run.runID))
  }

  init(_ run: PlannedRun, failure: PartSums.Failure, devicesDone: Int) {
    let replay = run.replay.isEmpty ? "" : "; replay: \(run.replay) --device \(failure.device)"
    self.init(outcome: .failed(failure.message + replay, devicesDone: devicesDone))
  }
}

extension RunOutcome {
  fileprivate init(_ run: RunAccumulator) {
    self = .ok(devices: run.deviceCount, events: run.events, eventHash: run.eventHash)
  }
}

/// Adds the sums of a run's parts until they make the run.
public struct RunOfParts: PartJoin {
  private let run: PlannedRun
  private let parts: Int
  private var whole: RunAccumulator?
  /// The device that the next part begins with.
  private var next = 0
  private var devicesDone = 0
  private var failure: PartSums.Failure?

  public init(_ run: PlannedRun, parts: Int) { (self.run, self.parts) = (run, parts) }

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

  public func finish() throws(PartDamage) -> CompletedRun {
    if let failure { return CompletedRun(run, failure: failure, devicesDone: devicesDone) }
    guard let whole, next == run.devicesExpected else {
      throw PartDamage(firstDevice: 0, what: "found \(next) devices, expected \(run.devicesExpected)")
    }
    return CompletedRun(run, whole)
  }
}
