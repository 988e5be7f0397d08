import EventSimulation
import PhoneSimulation
import ResultsStore
import StudyReports
import Workload

/// The part of one run that one worker has simulated: its devices, gathered and turned into rows.
struct RunShare: Sendable {
  let entry: RunPlan.Entry
  /// The devices of its block.
  private let devices: Range<Int>
  /// Time that simulating took.
  var wallSeconds = 0.0
  private var accumulator: RunAccumulator
  private var observations: LogObservations
  private var details: [(device: Int, rows: RunDetails)] = []
  private var failure: SimulationFailure?
  private var devicesDone = 0

  init(
    entry: RunPlan.Entry, devices: Range<Int>, accumulator: RunAccumulator, observations: LogObservations
  ) {
    self.entry = entry
    self.devices = devices
    self.accumulator = accumulator
    self.observations = observations
  }

  /// Takes in a device that was simulated to its end.
  mutating func add(_ result: DeviceResult, of plan: DevicePlan, records: RecordOptions) {
    var result = result
    var regrets: [FetchRegret] = []
    if records.contains(.freshness) {
      regrets = result.apps.compactMap { FetchRegret($0, observedFrom: plan.warmUpEnd) }
      for app in result.apps.indices { result.apps[app].freshness = nil }
    }
    accumulator.add(result, of: plan, regrets: regrets)
    let rows = RunDetails(
      runID: entry.planned.runID, result, of: plan, records: records, regrets: regrets)
    details.append((plan.device, rows))
    observations.add(result, of: plan)
    devicesDone += 1
  }

  /// Takes in a device that failed. The first one by device counts, so that the message does not depend on the order of
  /// workers.
  mutating func add(_ failed: SimulationFailure) {
    if let failure, failure.device < failed.device { return }
    failure = failed
  }

  /// Takes in what another worker has found of the same run.
  mutating func merge(_ other: RunShare) {
    accumulator.merge(other.accumulator)
    observations.merge(other.observations)
    details += other.details
    if let failure = other.failure { add(failure) }
    devicesDone += other.devicesDone
    wallSeconds += other.wallSeconds
  }

  /// The run with the rows of all devices, in the order of devices.
  func finished() -> StudyRunner.Finished {
    let rows = RunDetails(joining: details.sorted { $0.device < $1.device }.map(\.rows))
    return StudyRunner.Finished(
      entry: entry, devices: devices, accumulator: accumulator, details: rows,
      observations: observations, failure: failure, devicesDone: devicesDone, wallSeconds: wallSeconds)
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
  ///
  /// - Parameter run: Its place among those of the group.
  func finished(_ run: Int) -> StudyRunner.Finished {
    var whole = self[0].runs[run]
    for other in dropFirst() { whole.merge(other.runs[run]) }
    return whole.finished()
  }
}
