import PhoneSimulation
import ResultsStore

/// A sample of stored runs that are computed again, each with the detail tables that it stored.
public struct RunRepetition: Sendable {
  /// Finished runs of the results.
  public let finished: Int
  /// Finished runs that are of design points and policies of the study.
  public let known: Int
  /// The runs of the sample, in the order of the study.
  public let sample: [StoredRun]
  private let file: StudyFile

  /// Chooses runs that are spread evenly over the study.
  ///
  /// - Parameters:
  ///   - runs: The current runs of the results, in their order.
  ///   - size: Largest number of runs of the sample.
  public init(_ runs: [StoredRun], of file: StudyFile, size: Int) {
    self.file = file
    let done = runs.filter { $0.status == .ok }
    let labels = Dictionary(
      file.points.map { ($0.name, Set($0.study.policies.map(\.label))) }, uniquingKeysWith: { $0.union($1) })
    let candidates = done.filter { labels[$0.designPoint]?.contains($0.policy) ?? false }
    let count = min(max(0, size), candidates.count)
    finished = done.count
    known = candidates.count
    sample = (0..<count).map { candidates[$0 * candidates.count / count] }
  }

  /// The identity that the study gives a run of the sample: another one than the stored run has if the study does
  /// not mean that run.
  public func runID(of run: StoredRun) -> String? {
    entry(of: run)?.entry.planned.runID
  }

  /// Computes a run of the sample again.
  ///
  /// - Parameters:
  ///   - tables: Names of the detail tables that the stored run has rows of.
  ///   - jobs: Number of workers.
  public func repeated(_ run: StoredRun, tables: Set<String>, jobs: Int) throws -> StudyRunner.Finished? {
    guard var (point, entry) = entry(of: run) else { return nil }
    point.order = 0
    point.study.records = Set(RecordedTable.allCases.filter { tables.contains($0.rawValue) })
    entry.point = 0
    let runner = StudyRunner(StudyFile(file, points: [point]), runs: [entry])
    return try runner.finished(jobs: jobs).first
  }

  private func entry(of run: StoredRun) -> (point: DesignPoint, entry: RunPlan.Entry)? {
    guard let point = file.points.first(where: { $0.name == run.designPoint }),
      let index = point.study.policies.firstIndex(where: { $0.label == run.policy })
    else { return nil }
    let policy = point.study.policies[index]
    let runID = point.runID(policy: policy, replication: run.replication)
    return (point, RunPlan.Entry(point, index, policy, replication: run.replication, runID: runID))
  }
}
