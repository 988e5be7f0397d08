import ResultsStore
import StudyExecution
import StudyFormat
import Synchronization

/// Simulates blocks of a study and stores each when its last device is done.
struct BlockExecution: Sendable {
  /// Number of blocks to do.
  let blockCount: Int
  private let runner: StudyRunner
  private let results: ResultsFile
  /// Called now and then while blocks are simulated and stored, by one worker at a time.
  private let checkpoint: @Sendable () -> Void

  init(
    _ file: StudyFile, _ tasks: [BlockTask], into results: ResultsFile,
    checkpoint: @escaping @Sendable () -> Void = {}
  ) {
    // The runner knows the tasks in its own way; nobody holds them beside it.
    blockCount = tasks.count
    runner = StudyRunner(file, blocks: tasks, clock: { Host.clock() })
    self.results = results
    self.checkpoint = checkpoint
  }

  /// The end of an execution.
  struct Outcome {
    /// Whether the user asked to stop; then the blocks in flight are dropped, and all others are stored.
    var isInterrupted = false
    /// Number of blocks that were stored.
    var stored = 0
    /// Number of runs whose last block was stored.
    var completed = 0
    /// Identities of the runs in which a device failed.
    var failed: Set<String> = []
  }

  /// Does the blocks on several workers.
  func run(jobs: Int, style: ProgressReporter.Style) throws -> Outcome {
    guard blockCount > 0 else { return Outcome() }
    let progress = ProgressReporter(total: runner.deviceDays, style: style)
    let started = Host.time
    let outcome = Mutex(Outcome())
    defer { progress.finish() }
    do {
      try runner.run(
        jobs: jobs, shouldStop: { Interruption.isRequested },
        progress: { done in
          let (completed, failed) = outcome.withLock { ($0.completed, $0.failed.count) }
          progress.update(done, runs: completed, failed: failed)
          checkpoint()
        },
        prepare: { RunPart($0, provenance: Host.provenance(started: started)) },
        store: { parts in
          for part in parts {
            guard let failure = part.sums.failure else { continue }
            let isFirst = outcome.withLock {
              $0.failed.insert(part.run.runID).inserted && $0.failed.count == 1
            }
            if isFirst { Terminal.error("slumber: a run of `\(part.run.policy)` failed: \(failure.message)") }
          }
          let joined = Mutex(0)
          try Interruption.protected {
            try results.store(parts) { run, count in
              joined.withLock { $0 += 1 }
              return RunOfParts(run, parts: count)
            }
          }
          let completed = joined.withLock { $0 } + parts.count { $0.completed != nil }
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
