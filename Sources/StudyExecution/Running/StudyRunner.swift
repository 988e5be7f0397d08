import Dispatch
import ModelParameters
import PhoneSimulation
import ProcessPolicies
import RandomStreams
import ResultsStore
import SchedulingPolicies
import StudyFormat
import StudyMetrics
import Synchronization
import Workload

/// Runs the cells of a study on several workers.
///
/// A cell is one device of one replication of one design point; all its policies share one timeline. Workers
/// take cells by an atomic index; what they find is merged by sums that do not depend on the order, so any
/// number of workers gives the same bytes.
public struct StudyRunner: Sendable {
  /// What a run has yielded, handed over when its last device is done.
  public struct Finished: Sendable {
    public var entry: RunPlan.Entry
    public var accumulator: RunAccumulator
    public var details: RunDetails
    /// What was read from the event logs, if it was asked for.
    public var observations: LogObservations
    /// The first failure by device, if any.
    public var failure: SimulationFailure?
    public var devicesDone: Int
  }

  /// What stops a running study.
  public enum Stop: Error { case interrupted }

  let file: StudyFile
  /// Runs of one point and replication, which share their cells.
  private let groups: [Group]
  /// Only this device, for a replay.
  private let onlyDevice: Int?
  private let observes: Bool

  private struct Group: Sendable {
    var point: Int
    var replication: Int
    var entries: [RunPlan.Entry]
    /// Cells of earlier groups.
    var offset: Int
    var cells: Int
  }

  /// - Parameters:
  ///   - runs: The runs to do; runs of one replication share timelines.
  ///   - device: Only this device of each run.
  ///   - observes: Whether event logs are read for `observe`.
  public init(_ file: StudyFile, runs: [RunPlan.Entry], device: Int? = nil, observes: Bool = false) {
    self.file = file
    onlyDevice = device
    self.observes = observes
    var groups: [Group] = []
    for entry in runs {
      if let last = groups.last, last.point == entry.point, last.replication == entry.planned.replication {
        groups[groups.count - 1].entries.append(entry)
      } else {
        let offset = groups.last.map { $0.offset + $0.cells } ?? 0
        let cells = device == nil ? file.points[entry.point].study.deviceCount : 1
        groups.append(
          Group(
            point: entry.point, replication: entry.planned.replication, entries: [entry], offset: offset,
            cells: cells))
      }
    }
    self.groups = groups
  }

  /// Number of cells.
  public var cellCount: Int { groups.last.map { $0.offset + $0.cells } ?? 0 }

  /// Runs all cells.
  ///
  /// - Parameters:
  ///   - jobs: Number of workers.
  ///   - shouldStop: Asked before every cell and again and again within one; finished runs stay handed over.
  ///   - progress: Told the number of cells done; called by one worker at a time.
  ///   - finish: Takes a finished run; called by one worker at a time. What it throws stops the study.
  public func run(
    jobs: Int, shouldStop: @escaping @Sendable () -> Bool = { false },
    progress: @escaping @Sendable (Int) -> Void = { _ in },
    finish: @escaping @Sendable (Finished) throws -> Void
  ) throws {
    let state = RunnerState(groups: groups.map { pendingRuns(of: $0) })
    let next = Atomic<Int>(0)
    let total = cellCount
    file.pool.stop(when: shouldStop)
    defer { file.pool.stop { false } }
    DispatchQueue.concurrentPerform(iterations: max(1, min(jobs, max(1, total)))) { _ in
      var worker = Worker(file: file, observes: observes)
      while !shouldStop() && !state.hasFailed {
        let cell = next.add(1, ordering: .relaxed).oldValue
        guard cell < total else { return }
        let index = groupIndex(of: cell)
        let group = groups[index]
        let device = onlyDevice ?? cell - group.offset
        let outcomes = worker.simulate(
          point: group.point, replication: group.replication, device: device, entries: group.entries,
          shouldStop: shouldStop)
        // An interrupted cell is as if it had not begun.
        guard let outcomes else { return }
        state.add(outcomes, group: index, cells: group.cells, progress: progress, finish: finish)
      }
    }
    if let error = state.error { throw error }
    if state.done < total { throw Stop.interrupted }
  }

  private func groupIndex(of cell: Int) -> Int {
    var (low, high) = (0, groups.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if groups[middle].offset <= cell { low = middle } else { high = middle - 1 }
    }
    return low
  }

  private func pendingRuns(of group: Group) -> [Finished] {
    let study = file.points[group.point].study
    let apps = study.apps.map(\.bundleID)
    let selections = observes ? file.study.expectations.compactMap { file.study.selection(of: $0) } : []
    return group.entries.map { entry in
      Finished(
        entry: entry,
        accumulator: RunAccumulator(apps: apps, nominalJoules: study.parameters.base("battery.capacity")),
        details: RunDetails(), observations: LogObservations(timesOf: selections), failure: nil,
        devicesDone: 0)
    }
  }
}

/// What one worker owns: a generator of numbers and the simulators of the point at hand.
private struct Worker {
  let file: StudyFile
  let observes: Bool
  let stream = RandomStream()
  var point = -1
  var planner: DevicePlanner?
  var simulators: [PhoneSimulator] = []

  struct Outcome {
    var result: Result<DeviceResult, SimulationFailure>
    var plan: DevicePlan
    var records: RecordOptions
    /// Computed by the worker, because the bounds take their time.
    var regrets: [FetchRegret] = []
  }

  init(file: StudyFile, observes: Bool) {
    self.file = file
    self.observes = observes
  }

  /// The outcomes of a cell, one for each run; nil where it was interrupted.
  mutating func simulate(
    point: Int, replication: Int, device: Int, entries: [RunPlan.Entry], shouldStop: () -> Bool
  ) -> [Outcome]? {
    let study = file.points[point].study
    if point != self.point {
      self.point = point
      planner = DevicePlanner(study)
      simulators = study.policies.map {
        PhoneSimulator(apps: study.apps, parameters: $0.parameters, seed: study.seed)
      }
    }
    guard let planner else { return [] }
    let plan = planner.plan(replication: replication, device: device, stream: stream)
    var records = study.recordOptions
    if observes { records.formUnion(file.study.observedRecords) }
    var outcomes: [Outcome] = []
    for entry in entries {
      let policy = study.policies[entry.policy]
      let instance = policy.makePolicy(for: plan, seed: study.seed)
      let simulator = simulators[entry.policy]
      let result = Result { () throws(SimulationFailure) in
        try simulator.run(
          plan, policy: instance, enforces: policy.enforces, records: records, stream: stream,
          shouldStop: shouldStop)
      }.mapError { $0.naming(policy.label) }
      if case .failure(let failure) = result, failure.cause == .interrupted { return nil }
      guard records.contains(.freshness), case .success(var known) = result else {
        outcomes.append(Outcome(result: result, plan: plan, records: records))
        continue
      }
      let regrets = known.apps.compactMap { FetchRegret($0) }
      for app in known.apps.indices { known.apps[app].freshness = nil }
      outcomes.append(Outcome(result: .success(known), plan: plan, records: records, regrets: regrets))
    }
    return outcomes
  }
}

/// What workers share: the runs that are not finished, behind one lock.
private final class RunnerState: Sendable {
  private struct Shared {
    var groups: [[StudyRunner.Finished]]
    var cellsDone: [Int]
    var done = 0
    var error: (any Error)?
  }
  private let shared: Mutex<Shared>

  init(groups: [[StudyRunner.Finished]]) {
    shared = Mutex(Shared(groups: groups, cellsDone: groups.map { _ in 0 }))
  }

  var hasFailed: Bool { shared.withLock { $0.error != nil } }
  var error: (any Error)? { shared.withLock { $0.error } }
  var done: Int { shared.withLock { $0.done } }

  func add(
    _ outcomes: [Worker.Outcome], group: Int, cells: Int, progress: (Int) -> Void,
    finish: (StudyRunner.Finished) throws -> Void
  ) {
    shared.withLock { shared in
      for (index, outcome) in outcomes.enumerated() {
        switch outcome.result {
        case .success(let result):
          let id = shared.groups[group][index].entry.planned.runID
          shared.groups[group][index].accumulator.add(
            result, of: outcome.plan, regrets: outcome.regrets)
          shared.groups[group][index].details.append(
            RunDetails(
              runID: id, result, of: outcome.plan, records: outcome.records, regrets: outcome.regrets))
          shared.groups[group][index].observations.add(result, of: outcome.plan)
          shared.groups[group][index].devicesDone += 1
        case .failure(let failure):
          // The first by device, so that the message does not depend on the order of workers.
          if let known = shared.groups[group][index].failure, known.device < failure.device { continue }
          shared.groups[group][index].failure = failure
        }
      }
      shared.cellsDone[group] += 1
      shared.done += 1
      if shared.cellsDone[group] == cells {
        for run in shared.groups[group] where shared.error == nil {
          do { try finish(run) } catch { shared.error = error }
        }
        shared.groups[group] = []
      }
      progress(shared.done)
    }
  }
}
