import PhoneSimulation
import RandomStreams
import ResultsStore
import StudyReports
import Workload

/// The state of one worker: a random stream and the simulators of the present design point.
struct SimulationWorker {
  private let file: StudyFile
  private let observes: Bool
  private let clock: (@Sendable () -> Double)?
  private let stream = RandomStream()
  private var point = -1
  private var planner: DevicePlanner?
  private var simulators: [PhoneSimulator] = []
  private var plan: DevicePlan?

  init(file: StudyFile, observes: Bool, clock: (@Sendable () -> Double)?) {
    (self.file, self.observes, self.clock) = (file, observes, clock)
  }

  /// Simulates a cell under runs of its group and adds the outcomes to the worker's share.
  ///
  /// - Parameter runs: Places of the runs in the share.
  /// - Returns: Whether all is done; false where it was interrupted, which leaves the share unfit for use.
  mutating func simulate(
    point: Int, replication: Int, device: Int, runs: Range<Int>, into share: inout GroupShare,
    shouldStop: () -> Bool
  ) -> Bool {
    var start = clock?() ?? 0
    let study = file.points[point].study
    let plan = plan(of: study, point: point, replication: replication, device: device)
    var records = study.recordOptions
    if observes { records.formUnion(file.study.observedRecords) }
    for run in runs {
      defer {
        let now = clock?() ?? 0
        share.runs[run].run.wallSeconds += now - start
        start = now
      }
      let entry = share.runs[run].run.entry
      let policy = study.policies[entry.policy]
      let instance = policy.makePolicy(for: plan, seed: study.seed)
      do throws(SimulationFailure) {
        let result = try simulators[entry.policy].run(
          plan, policy: instance, enforces: policy.enforces, records: records, stream: stream,
          shouldStop: shouldStop)
        share.runs[run].add(result, of: plan, records: records)
      } catch {
        if error.cause == .interrupted { return false }
        share.runs[run].add(error.naming(policy.label))
      }
    }
    share.simulations += runs.count
    return true
  }

  /// The plan of a device, which stays as long as the worker is asked for this device.
  private mutating func plan(of study: Study, point: Int, replication: Int, device: Int) -> DevicePlan {
    let planner = planner(of: study, at: point)
    if let plan, plan.replication == replication, plan.device == device { return plan }
    // The plan before is not needed any more; two at a time would be the peak of memory.
    plan = nil
    let made = planner.plan(replication: replication, device: device, stream: stream)
    plan = made
    return made
  }

  /// The planner of a design point; it and the simulators are made when a worker comes to the point.
  private mutating func planner(of study: Study, at point: Int) -> DevicePlanner {
    if point == self.point, let planner { return planner }
    let planner = DevicePlanner(study)
    self.point = point
    self.planner = planner
    plan = nil
    simulators = study.policies.map {
      PhoneSimulator(apps: study.apps, parameters: $0.parameters, seed: study.seed)
    }
    return planner
  }
}

/// The part of one run that one worker has simulated: its devices, gathered and turned into rows.
struct RunShare: Sendable {
  var run: StudyRunner.Finished
  fileprivate private(set) var details: [(device: Int, rows: RunDetails)] = []

  init(_ run: StudyRunner.Finished) { self.run = run }

  mutating func add(_ result: DeviceResult, of plan: DevicePlan, records: RecordOptions) {
    var result = result
    var regrets: [FetchRegret] = []
    if records.contains(.freshness) {
      regrets = result.apps.compactMap { FetchRegret($0, observedFrom: plan.warmUpEnd) }
      for app in result.apps.indices { result.apps[app].freshness = nil }
    }
    run.accumulator.add(result, of: plan, regrets: regrets)
    let rows = RunDetails(
      runID: run.entry.planned.runID, result, of: plan, records: records, regrets: regrets)
    details.append((plan.device, rows))
    run.observations.add(result, of: plan)
    run.devicesDone += 1
  }

  /// Takes in a device that failed: the first one by number counts, so that the order of workers does not matter.
  mutating func add(_ failed: SimulationFailure) {
    if let failure = run.failure, failure.device < failed.device { return }
    run.failure = failed
  }

  mutating func merge(_ other: RunShare) {
    run.accumulator.merge(other.run.accumulator)
    run.observations.merge(other.run.observations)
    details += other.details
    if let failure = other.run.failure { add(failure) }
    run.devicesDone += other.run.devicesDone
    run.wallSeconds += other.run.wallSeconds
  }
}

/// The part that one worker has simulated of a block's runs.
struct GroupShare: Sendable {
  /// Place of the group among those of the runner.
  let group: Int
  var runs: [RunShare]
  /// Simulations that are in it: cells times runs, if all cells are whole.
  var simulations = 0
}

extension [GroupShare] {
  /// A run of a group whose cells are all done, with what all workers have found of it.
  func finished(_ run: Int) -> StudyRunner.Finished {
    var whole = self[0].runs[run]
    for other in dropFirst() { whole.merge(other.runs[run]) }
    whole.run.details = RunDetails(joining: whole.details.sorted { $0.device < $1.device }.map(\.rows))
    return whole.run
  }
}
