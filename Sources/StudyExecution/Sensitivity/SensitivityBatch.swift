import ResultsStore
import SensitivityDesign
import Synchronization

/// The runs at some points of the box.
package struct SensitivityBatch: Sendable {
  let points: [SensitivityPoint]
  let policies: [String]
  /// Numbers of the replications.
  let replications: Range<Int>
  /// Names of metrics, with those that stand in for them.
  let metrics: [String]
  /// Points that the study does not allow.
  let refused: [SensitivityResults.Failure]
  /// By design point of the runner: places of the points that stand side by side in it.
  let places: [[Int]]
  let runner: StudyRunner
  /// Runs of an earlier search by point, then policy and replication.
  let known: [[PolicyRun?]]
  /// Takes finished runs, by the key of each; nil where they are not kept.
  let journal: SensitivityJournal?
  /// Keys in the order of ``known``; empty without a journal.
  let keys: [[String]]

  /// Devices times replications, for each timeline.
  package var cellCount: Int { runner.cellCount }

  /// Steps of progress: simulated days, over all devices and runs.
  package var deviceDays: Int { runner.deviceDays }

  /// Runs everything; any number of workers finds the same.
  ///
  /// - Parameters:
  ///   - jobs: Number of workers.
  ///   - shouldStop: Asked before every cell.
  ///   - progress: Told the number of device-days done.
  /// - Throws: ``StudyRunner/Stop`` if it was stopped.
  package func run(
    jobs: Int, shouldStop: @escaping @Sendable () -> Bool = { false },
    progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) throws -> SensitivityResults {
    let (places, policies, metrics, replications) = (places, policies, metrics, replications)
    let (journal, keys) = (journal, keys)
    let found = Mutex<[[PolicyRun?]]>(known)
    let failed = Mutex<[(place: Int, replication: Int, text: String)]>([])
    try runner.run(jobs: jobs, shouldStop: shouldStop, progress: progress) { finished in
      let planned = finished.entry.planned
      let place = places[finished.entry.point][finished.entry.policy / policies.count]
      let policy = finished.entry.policy % policies.count
      if let failure = finished.failure {
        failed.withLock { $0.append((place, planned.replication, "\(failure)")) }
        return
      }
      let (values, fractions) = finished.accumulator.populationMetrics(metrics)
      let run = PolicyRun(
        designPoint: planned.designPoint, arm: planned.arm, policy: policies[policy],
        replication: planned.replication, values: values, fractions: fractions, devices: finished.devicesDone)
      let index = policy * replications.count + planned.replication - replications.lowerBound
      found.withLock { $0[place][index] = run }
      try journal?.add(
        keys[place][index],
        SensitivityJournal.Entry(values: values, fractions: fractions, devicesDone: finished.devicesDone))
    }
    let late = failed.withLock { $0 }.sorted {
      ($0.place, $0.replication, $0.text) < ($1.place, $1.replication, $1.text)
    }
    return SensitivityResults(
      runs: found.withLock { $0 }.map { $0.compactMap(\.self) },
      failures: refused + late.map { .init(point: points[$0.place], text: $0.text) })
  }
}
