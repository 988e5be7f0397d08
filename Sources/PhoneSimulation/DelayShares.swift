import EventSimulation
import Workload

/// How long each reason, alone or with others, has kept each open item waiting.
///
/// The intervals between changes of an item's blocking set are added to the reason that is alone in the set,
/// or to the joint time. Nothing is kept where attempts are not recorded.
struct DelayShares: Sendable {
  let isOn: Bool
  private var rows: [[Int64]] = []
  private var free: [Int32] = []
  private static let jointColumn = BlockingReason.allCases.count

  init(isOn: Bool) { self.isOn = isOn }

  /// A row of zeros for a new item; -1 where nothing is recorded.
  mutating func open() -> Int32 {
    guard isOn else { return -1 }
    let zeros = Array(repeating: Int64(0), count: Self.jointColumn + 1)
    if let row = free.popLast() {
      rows[Int(row)] = zeros
      return row
    }
    rows.append(zeros)
    return Int32(rows.count - 1)
  }

  /// Ends an interval of an item's blocking set.
  mutating func add(_ span: TimeSpan, _ blocking: BlockingSet, to row: Int32) {
    guard row >= 0, span > .zero, !blocking.isEmpty else { return }
    let isAlone = blocking.rawValue.nonzeroBitCount == 1
    let column = isAlone ? blocking.rawValue.trailingZeroBitCount : Self.jointColumn
    rows[Int(row)][column] += span.microseconds
  }

  /// Adds the last interval of an item that stops waiting now.
  mutating func close(_ item: Item, at now: Instant) {
    if item.shares >= 0, now > item.blockedSince {
      add(now - item.blockedSince, item.blocking, to: item.shares)
    }
  }

  /// What an item's row holds; the row is free afterwards.
  mutating func take(_ row: Int32) -> (alone: [BlockedShare], joint: TimeSpan) {
    guard row >= 0 else { return ([], .zero) }
    free.append(row)
    let values = rows[Int(row)]
    let alone = BlockingReason.allCases.compactMap { reason -> BlockedShare? in
      let microseconds = values[Int(reason.rawValue)]
      return microseconds > 0 ? BlockedShare(reason: reason.name, time: .microseconds(microseconds)) : nil
    }
    return (alone, .microseconds(values[Self.jointColumn]))
  }
}
