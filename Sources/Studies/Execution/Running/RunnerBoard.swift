import Dispatch
import Synchronization

/// Where workers hand over what they have found of a group of runs. No row is made and nothing is merged under its
/// lock: the worker that brings the last cell of a group takes all shares of it and finishes its runs by itself, or, when
/// no worker has anything left to simulate, all workers finish them side by side.
final class RunnerBoard<Prepared: Sendable>: Sendable {
  private struct Shared {
    /// Shares of groups of which cells are missing.
    var shares: [Int: [GroupShare]] = [:]
    /// Groups whose runs are finished when all workers are free.
    var postponed: [[GroupShare]] = []
    var error: (any Error)?
  }
  /// Simulations of each group: cells times runs.
  private let simulations: [Int]
  private let prepare: @Sendable (StudyRunner.Finished) throws -> Prepared
  private let store: @Sendable ([Prepared]) throws -> Void
  private let shared = Mutex(Shared())
  private let doneSimulations = Mutex(0)
  /// Held while finished runs are stored, which is for one worker at a time.
  private let finishing = Mutex(())

  init(
    simulations: [Int], prepare: @escaping @Sendable (StudyRunner.Finished) throws -> Prepared,
    store: @escaping @Sendable ([Prepared]) throws -> Void
  ) {
    self.simulations = simulations
    self.prepare = prepare
    self.store = store
  }

  var hasFailed: Bool { error != nil }
  var error: (any Error)? { shared.withLock { $0.error } }
  var done: Int { doneSimulations.withLock { $0 } }

  /// Counts simulations and tells of them, one worker at a time.
  func count(_ simulations: Int, _ progress: (Int) -> Void) {
    doneSimulations.withLock { done in
      done += simulations
      progress(done)
    }
  }

  /// Takes what a worker has found of a group; with the last cell of the group, its runs are finished.
  ///
  /// - Parameter isLast: Whether nothing is left to simulate, so that finishing waits for the other workers.
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

  /// Finishes what waits until all workers are free, run by run.
  ///
  /// - Parameter jobs: Number of workers.
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

  /// Stores the runs of a group, unless something has failed.
  private func storeInTurn(_ prepared: [Prepared]) throws {
    try finishing.withLock { _ in
      if !hasFailed { try store(prepared) }
    }
  }

  /// Keeps what `body` throws, if nothing was thrown before.
  private func attempt(_ body: () throws -> Void) {
    do { try body() } catch { shared.withLock { $0.error = $0.error ?? error } }
  }
}
