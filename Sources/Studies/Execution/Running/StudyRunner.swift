import Basics
import Dispatch
import PhoneSimulation
import ResultsStore
import Synchronization
import Workload

/// Runs the cells of a study on several workers.
///
/// A cell is one device of one replication of one design point; all its policies share one timeline. Workers
/// take cells by an atomic index, the last cells run by run. Each worker collects results and rows in its own
/// shares. When the last cell of a block or replication is done, its shares are merged. Sums do not depend on
/// the order, and rows are in the order of devices, so any number of workers gives the same bytes.
public struct StudyRunner: Sendable {
  /// The results of a run on consecutive devices, handed over when the last of them is done.
  public struct Finished: Sendable {
    public var entry: RunPlan.Entry
    /// The devices that it speaks of: a block's, or all.
    public var devices: Range<Int>
    public var accumulator: RunAccumulator
    public var details = RunDetails()
    /// The observations read from the event logs, if requested.
    public var observations: LogObservations
    public var failure: SimulationFailure?
    /// Devices that were simulated without a failure.
    public var devicesDone = 0
    /// Time that simulating took, summed over devices, in seconds; 0 without a clock.
    public var wallSeconds = 0.0
  }

  public enum Stop: Error { case interrupted }

  let file: StudyFile
  /// Runs of one point and replication on the same devices, which share their cells.
  private let groups: [Group]
  private let observes: Bool
  private let windows: WindowRequest
  /// Seconds since any instant; nil where nobody asks for times.
  private let clock: (@Sendable () -> Double)?

  private struct Group: Sendable {
    var point: Int
    var replication: Int
    var devices: Range<Int>
    var entries: ArraySlice<RunPlan.Entry>
    var offset: Int
    var cells: Int { devices.count }
    var simulations: Int { cells * entries.count }
  }

  public init(
    _ file: StudyFile, runs: [RunPlan.Entry], device: Int? = nil, observes: Bool = false,
    clock: (@Sendable () -> Double)? = nil
  ) {
    self.init(file, runs: runs, device: device, observes: observes, in: WindowRequest(), clock: clock)
  }

  /// - Parameter windows: The windows in which devices are observed in place of the whole run, if there are any.
  init(
    _ file: StudyFile, runs: [RunPlan.Entry], device: Int? = nil, observes: Bool = false,
    in windows: WindowRequest, clock: (@Sendable () -> Double)? = nil
  ) {
    (self.file, self.observes, self.windows, self.clock) = (file, observes, windows, clock)
    var groups: [Group] = []
    for entry in runs {
      if let last = groups.last, last.point == entry.point, last.replication == entry.planned.replication {
        groups[groups.count - 1].entries.append(entry)
      } else {
        let devices = device.map { $0..<$0 + 1 } ?? 0..<file.points[entry.point].study.deviceCount
        groups.append(
          Group(
            point: entry.point, replication: entry.planned.replication, devices: devices, entries: [entry],
            offset: groups.last.map { $0.offset + $0.cells } ?? 0))
      }
    }
    self.groups = groups
  }

  init(
    _ file: StudyFile, blocks: [BlockTask], observes: Bool = false,
    in windows: WindowRequest = WindowRequest(), clock: (@Sendable () -> Double)? = nil
  ) {
    (self.file, self.observes, self.windows, self.clock) = (file, observes, windows, clock)
    var offset = 0
    groups = Self.pointsFirst(blocks).map { task in
      defer { offset += task.block.devices.count }
      return Group(
        point: task.block.point, replication: task.block.replication, devices: task.block.devices,
        entries: task.entries, offset: offset)
    }
  }

  private static let samples = 4

  /// Some blocks of each design point come first, so that the cost of every point is known soon.
  private static func pointsFirst(_ blocks: [BlockTask]) -> [BlockTask] {
    var known: [Int: Int] = [:]
    let isSample = blocks.map { task in
      known[task.block.point, default: 0] += 1
      return known[task.block.point, default: 0] <= samples
    }
    return zip(blocks, isSample).filter(\.1).map(\.0) + zip(blocks, isSample).filter { !$0.1 }.map(\.0)
  }

  public var cellCount: Int { groups.last.map { $0.offset + $0.cells } ?? 0 }

  public var deviceDays: Int {
    Int(groups.reduce(0) { $0 + Double($1.simulations) * days(of: $1) }.rounded())
  }

  private var daysOfCells: [WorkCosts.Cell: Double] {
    groups.reduce(into: [:]) { sums, group in
      for entry in group.entries {
        sums[WorkCosts.Cell(entry), default: 0] += Double(group.cells) * days(of: group)
      }
    }
  }

  private func days(of group: Group) -> Double { file.points[group.point].study.exactHorizonDays }

  /// Runs all cells.
  package func run(
    jobs: Int, shouldStop: @escaping @Sendable () -> Bool = { false },
    progress: @escaping RunnerProgress = { _, _ in },
    finish: @escaping @Sendable (Finished) throws -> Void
  ) throws {
    try run(
      jobs: jobs, shouldStop: shouldStop, progress: progress, prepare: { $0 },
      store: { runs in for run in runs { try finish(run) } })
  }

  package func finished(
    jobs: Int, shouldStop: @escaping @Sendable () -> Bool = { false }
  ) throws -> [Finished] {
    let found = Mutex<[Finished]>([])
    try run(jobs: jobs, shouldStop: shouldStop) { finished in found.withLock { $0.append(finished) } }
    return found.withLock { $0 }
  }

  /// Runs all cells and stores the results in two steps.
  ///
  /// - Parameters:
  ///   - jobs: Number of workers.
  ///   - shouldStop: A function that is called before and repeatedly within every cell. Results that were
  ///     already stored are kept.
  ///   - progress: A function that is called by one worker at a time.
  ///   - prepare: A function that converts a run on a block, or a replication, into the value to store;
  ///     called by several workers at the same time. An error of it or of `store` stops the study.
  ///   - store: A function that receives the prepared runs of a block, or a replication, in order; called by
  ///     one worker at a time.
  package func run<Prepared: Sendable>(
    jobs: Int, shouldStop: @escaping @Sendable () -> Bool,
    progress: @escaping RunnerProgress,
    prepare: @escaping @Sendable (Finished) throws -> Prepared,
    store: @escaping @Sendable ([Prepared]) throws -> Void
  ) throws {
    let board = RunnerBoard(
      simulations: groups.map(\.simulations), work: WorkLeft(daysOfCells), prepare: prepare, store: store)
    let pieces = PieceQueue(cells: cellCount, jobs: jobs) { groups[groupIndex(of: $0)].entries.count }
    file.pool.stop(when: shouldStop)
    defer { file.pool.stop { false } }
    DispatchQueue.concurrentPerform(iterations: max(1, min(jobs, pieces.count))) { _ in
      var worker = SimulationWorker(file: file, observes: observes, clock: clock)
      var share: GroupShare?
      while !shouldStop(), !board.hasFailed, let piece = pieces.take() {
        let index = groupIndex(of: piece.cell)
        // A worker takes cells in their order, so it comes back to no group that it has left.
        if let left = share, left.group != index {
          board.handOver(left, isLast: false)
          share = nil
        }
        let group = groups[index]
        var own = share ?? emptyShare(of: group, index)
        share = nil
        let runs = piece.run.map { $0..<$0 + 1 } ?? own.runs.indices
        // A group with an interrupted cell is never complete, so the cell is as if it had not begun.
        let before = runs.map { own.runs[$0].run.wallSeconds }
        let isDone = worker.simulate(
          point: group.point, replication: group.replication,
          device: group.devices.lowerBound + piece.cell - group.offset, runs: runs, into: &own,
          shouldStop: shouldStop)
        guard isDone else { break }
        let seconds = zip(runs, before).map { own.runs[$0].run.wallSeconds - $1 }
        if own.simulations == group.simulations {
          board.handOver(own, isLast: pieces.isEmpty)
        } else {
          share = own
        }
        let entries = group.entries.dropFirst(runs.lowerBound).prefix(runs.count)
        board.count(entries, days: days(of: group), seconds: seconds, progress)
      }
      if let share { board.handOver(share, isLast: pieces.isEmpty) }
    }
    board.finishPostponed(jobs: jobs)
    if let error = board.error { throw error }
    if board.done < groups.reduce(0, { $0 + $1.simulations }) { throw Stop.interrupted }
  }

  private func groupIndex(of cell: Int) -> Int { groups.partitionPoint { $0.offset > cell } - 1 }

  private func emptyShare(of group: Group, _ index: Int) -> GroupShare {
    let study = file.points[group.point].study
    let apps = study.apps.map(\.bundleID)
    let selections = observes ? file.study.expectations.compactMap { file.study.selection(of: $0) } : []
    let nominalJoules = study.nominalJoules
    return GroupShare(
      group: index,
      runs: group.entries.map { entry in
        RunShare(
          Finished(
            entry: entry, devices: group.devices,
            accumulator: RunAccumulator(apps: apps, nominalJoules: nominalJoules),
            observations: LogObservations(timesOf: selections, in: windows)))
      })
  }
}
