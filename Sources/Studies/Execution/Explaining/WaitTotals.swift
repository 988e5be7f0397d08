import EventSimulation
import PhoneSimulation
import StudyReports
import Workload

extension History.Item {
  /// How long exactly each set of reasons kept it waiting, longest first, ties by precedence. The times sum to ``delay``.
  var shares: [WaitTotals.Share] { WaitTotals([self]).shares }
}

/// Waiting time of several tasks by reason.
///
/// The time of a task counts once. If several items of a task wait at the same time (for example, the files of a batch), the
/// time counts for the item that has waited longest.
struct WaitTotals {
  typealias Share = (reasons: BlockingSet, time: TimeSpan)

  private(set) var total: Int64 = 0
  private var times: [BlockingSet: Int64] = [:]

  /// - Parameter start: Waiting before this instant is left out.
  init(_ histories: [History.Item], from start: Instant = .zero) {
    self.init(Self.elapsed(histories, from: start))
  }

  init(_ waits: [BlockedInterval]) {
    for wait in waits {
      total += (wait.to - wait.from).microseconds
      times[wait.reasons, default: 0] += (wait.to - wait.from).microseconds
    }
  }

  /// The waiting of items of one device in spans of which no two of a task overlap.
  static func elapsed(_ histories: [History.Item], from start: Instant) -> [BlockedInterval] {
    var covered: [DeclaredTask: Instant] = [:]
    var found: [BlockedInterval] = []
    for history in histories.sorted(by: { ($0.chainOpen, $0.item) < ($1.chainOpen, $1.item) }) {
      let task = DeclaredTask.of(history)
      for var wait in history.waits {
        wait.from = max(wait.from, covered[task] ?? start)
        guard wait.to > wait.from else { continue }
        covered[task] = wait.to
        found.append(wait)
      }
    }
    return found
  }

  mutating func merge(_ other: WaitTotals) {
    total += other.total
    times.merge(other.times) { $0 + $1 }
  }

  /// The time of each set of reasons, longest first.
  var shares: [Share] {
    times.map { ($0.key, TimeSpan.microseconds($0.value)) }
      .sorted { ($1.1, $0.0.rawValue) < ($0.1, $1.0.rawValue) }
  }

  /// The time of each reason, longest first. Joint time counts for the first of its reasons.
  var byFirstReason: [(reason: BlockingReason, time: TimeSpan)] {
    var sums: [BlockingReason: Int64] = [:]
    for (reasons, time) in times { if let first = reasons.first { sums[first, default: 0] += time } }
    return sums.map { ($0.key, TimeSpan.microseconds($0.value)) }
      .sorted { ($1.1, $0.0.rawValue) < ($0.1, $1.0.rawValue) }
  }

  /// 0 without any waiting.
  func share(of time: TimeSpan) -> Double { total > 0 ? Double(time.microseconds) / Double(total) : 0 }

  var mostBlocking: (reason: BlockingReason, share: Double)? {
    total > 0 ? byFirstReason.first.map { ($0.reason, share(of: $0.time)) } : nil
  }
}

/// The items of one task, session or kind of push.
struct DeclaredTask: Hashable {
  var name: String
  var mechanism: Mechanism

  /// The task of an item; pushes have no identifier of their own.
  static func of(_ item: History.Item) -> Self {
    Self(name: item.mechanism == .push ? "push" : item.identifier, mechanism: item.mechanism)
  }

  static func all(of scene: AppScene, _ base: Replay) -> [Self] {
    all(scene.specification, histories: base.items(of: scene.app))
  }

  func holds(_ item: History.Item) -> Bool { self == .of(item) }

  /// In the order of the study, then those that only items show.
  static func all(_ app: AppSpecification, histories: [History.Item]) -> [DeclaredTask] {
    var found = app.tasks.map { Self(name: $0.identifier, mechanism: $0.mechanism) }
    if app.pushes != nil { found.append(Self(name: "push", mechanism: .push)) }
    // A transfer created in the background is discretionary, whatever is declared.
    for session in app.transfers where !histories.contains(where: { $0.identifier == session.session }) {
      found.append(
        Self(name: session.session, mechanism: session.isDiscretionary ? .discretionaryTransfer : .transfer))
    }
    found += app.wakes.map { Self(name: $0.identifier, mechanism: .mode) }
    for work in app.backgroundEntryWork where work.usesAssertion {
      found.append(Self(name: work.name, mechanism: .assertion))
    }
    return (found + histories.map(Self.of)).unique
  }
}
