import ResultsStore
import Studies
import Synchronization

/// The published copy of a shard's own file, renewed from time to time.
final class Publication: Sendable {
  private struct State {
    /// When the last publication ended, and how long it took, in seconds.
    var ended = Host.clock()
    var duration = 0.0
    /// Changes of the file up to then.
    var changes: Int
    var hasWarned = false
  }

  /// Least time between two publications in seconds, and its least multiple of the time that one takes.
  private static let leastInterval = 60.0
  private static let leastShare = 20.0

  /// Name of the file, which no other process uses.
  let name: String
  private let results: ResultsFile
  private let folder: String
  private let state: Mutex<State>

  init(of results: ResultsFile, by shard: Shard, in folder: String) throws {
    state = Mutex(State(changes: try results.changes()))
    self.results = results
    self.folder = folder
    let digits = String(UInt64.random(in: .min ... .max), radix: 16)
    let zeros = String(repeating: "0", count: 16 - digits.count)
    name = "\(Self.prefix(of: shard))\(zeros)\(digits).sqlite"
  }

  static func prefix(of shard: Shard) -> String { "\(shard.index)-of-\(shard.count)." }

  /// A failure is said once and tried again later.
  func publishIfDue() {
    state.withLock { state in
      let waited = Host.clock() - state.ended
      guard waited >= max(Self.leastInterval, Self.leastShare * state.duration) else { return }
      do {
        try publish(&state)
      } catch {
        if !state.hasWarned { Terminal.error("slumber: the shard cannot be published now: \(error)") }
        state.hasWarned = true
        state.ended = Host.clock()
      }
    }
  }

  func publish() throws { try state.withLock { state in try publish(&state) } }

  private func publish(_ state: inout State) throws {
    let changes = try results.changes()
    guard changes > state.changes else { return }
    let started = Host.clock()
    try results.publish(as: name, in: folder)
    state.ended = Host.clock()
    state.duration = state.ended - started
    state.changes = changes
  }
}
