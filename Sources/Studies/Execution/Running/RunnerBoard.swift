import Dispatch
import Synchronization

/// The pieces of a study in the order in which workers take them.
///
/// A piece is a whole cell, whose runs share a timeline. Only the last cells, as many as there are workers, are cut into
/// their runs, so that a worker that finds nothing more waits for a run of a device and not for all of them.
final class PieceQueue: Sendable {
  /// One cell, or one run of it: as much as a worker takes at a time.
  struct Piece: Hashable, Sendable {
    var cell: Int
    /// Place of the run among those of the cell; nil for all of them.
    var run: Int?
  }

  private let wholeCells: Int
  private let cut: [Piece]
  private let next = Atomic<Int>(0)

  init(cells: Int, jobs: Int, runCount: (Int) -> Int) {
    wholeCells = jobs > 1 ? max(0, cells - jobs) : cells
    cut = (wholeCells..<cells).flatMap { cell in (0..<runCount(cell)).map { Piece(cell: cell, run: $0) } }
  }

  var count: Int { wholeCells + cut.count }

  var isEmpty: Bool { next.load(ordering: .relaxed) >= count }

  func take() -> Piece? {
    let number = next.add(1, ordering: .relaxed).oldValue
    guard number < count else { return nil }
    return number < wholeCells ? Piece(cell: number) : cut[number - wholeCells]
  }
}

/// Receives the number of finished device-days, and the share of the time that has passed, from 0 to 1.
package typealias RunnerProgress = @Sendable (Int, () -> Double) -> Void

/// Where workers hand over what they have found of a group of runs. No row is made and nothing is merged under its
/// lock: the worker that brings the last cell of a group takes all shares of it and finishes its runs by itself, or, when
/// no worker has anything left to simulate, all workers finish them side by side.
final class RunnerBoard<Prepared: Sendable>: Sendable {
  private struct Shared {
    /// Shares of groups of which cells are missing.
    var shares: [Int: [GroupShare]] = [:]
    var postponed: [[GroupShare]] = []
    var error: (any Error)?
  }
  /// Simulations of each group: cells times runs.
  private let simulations: [Int]
  private let prepare: @Sendable (StudyRunner.Finished) throws -> Prepared
  private let store: @Sendable ([Prepared]) throws -> Void
  private let shared = Mutex(Shared())
  private let counted: Mutex<WorkLeft>
  /// Held while finished runs are stored, which is for one worker at a time.
  private let finishing = Mutex(())

  init(
    simulations: [Int], work: WorkLeft,
    prepare: @escaping @Sendable (StudyRunner.Finished) throws -> Prepared,
    store: @escaping @Sendable ([Prepared]) throws -> Void
  ) {
    (self.simulations, self.prepare, self.store) = (simulations, prepare, store)
    counted = Mutex(work)
  }

  var hasFailed: Bool { error != nil }
  var error: (any Error)? { shared.withLock { $0.error } }
  var done: Int { counted.withLock { $0.simulations } }

  /// Counts runs of one device that are done, and tells of all days, rounded, one worker at a time.
  ///
  /// - Parameter seconds: The time of each run.
  func count(
    _ runs: ArraySlice<RunPlan.Entry>, days: Double, seconds: [Double], _ progress: RunnerProgress
  ) {
    counted.withLock { work in
      for (run, seconds) in zip(runs, seconds) { work.finish(run, days: days, seconds: seconds) }
      progress(Int(work.done.rounded())) { work.share }
    }
  }

  /// Takes what a worker has found of a group; with the last cell of the group, its runs are finished.
  func handOver(_ share: GroupShare, isLast: Bool) {
    let complete: [GroupShare]? = shared.withLock { shared in
      shared.shares[share.group, default: []].append(share)
      let found = shared.shares[share.group] ?? []
      guard found.reduce(0, { $0 + $1.simulations }) == simulations[share.group] else { return nil }
      shared.shares[share.group] = nil
      if isLast { shared.postponed.append(found) }
      return isLast ? nil : found
    }
    guard let complete else { return }
    attempt { try storeInTurn(share.runs.indices.map { try prepare(complete.finished($0)) }) }
  }

  func finishPostponed(jobs: Int) {
    let groups = shared.withLock { $0.postponed }.sorted { $0[0].group < $1[0].group }
    let runs = groups.indices.flatMap { group in groups[group][0].runs.indices.map { (group: group, run: $0) }
    }
    let prepared = Mutex<[Prepared?]>(runs.map { _ in nil })
    let next = Atomic<Int>(0)
    DispatchQueue.concurrentPerform(iterations: min(jobs, runs.count)) { _ in
      while !hasFailed, case let place = next.add(1, ordering: .relaxed).oldValue, place < runs.count {
        attempt {
          let made = try prepare(groups[runs[place].group].finished(runs[place].run))
          prepared.withLock { $0[place] = made }
        }
      }
    }
    let found = prepared.withLock { $0 }
    for group in groups.indices {
      attempt { try storeInTurn(runs.indices.filter { runs[$0].group == group }.compactMap { found[$0] }) }
    }
  }

  private func storeInTurn(_ prepared: [Prepared]) throws {
    try finishing.withLock { _ in
      if !hasFailed { try store(prepared) }
    }
  }

  private func attempt(_ body: () throws -> Void) {
    do { try body() } catch { shared.withLock { $0.error = $0.error ?? error } }
  }
}
