import Synchronization

/// Where workers hand over what they have found of a group of runs. No row is made and nothing is merged under its
/// lock: the worker that brings the last cell of a group takes all shares of it and merges them by itself.
final class RunnerBoard: Sendable {
  private struct Shared {
    /// Shares of groups of which cells are missing.
    var shares: [Int: [GroupShare]] = [:]
    var error: (any Error)?
  }
  /// Cells of each group.
  private let cells: [Int]
  private let shared = Mutex(Shared())
  private let doneCells = Mutex(0)
  /// Held while finished runs are stored, which is for one worker at a time.
  private let finishing = Mutex(())

  init(cells: [Int]) { self.cells = cells }

  var hasFailed: Bool { error != nil }
  var error: (any Error)? { shared.withLock { $0.error } }
  /// Cells that are done.
  var done: Int { doneCells.withLock { $0 } }

  /// Counts a cell and tells of it, one worker at a time.
  func count(_ progress: (Int) -> Void) {
    doneCells.withLock { done in
      done += 1
      progress(done)
    }
  }

  /// Takes what a worker has found of a group; with the last cell of the group, its runs are finished.
  func handOver<Prepared>(
    _ share: GroupShare, prepare: ([StudyRunner.Finished]) throws -> Prepared,
    store: (Prepared) throws -> Void
  ) {
    let complete: [GroupShare]? = shared.withLock { shared in
      shared.shares[share.group, default: []].append(share)
      let found = shared.shares[share.group] ?? []
      guard found.reduce(0, { $0 + $1.cells }) == cells[share.group] else { return nil }
      shared.shares[share.group] = nil
      return found
    }
    guard var whole = complete?.first, let others = complete?.dropFirst() else { return }
    for other in others { whole.merge(other) }
    do {
      let prepared = try prepare(whole.runs.map { $0.finished() })
      try finishing.withLock { _ in
        if !hasFailed { try store(prepared) }
      }
    } catch {
      shared.withLock { $0.error = $0.error ?? error }
    }
  }
}
