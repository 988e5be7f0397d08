import EventSimulation
import Workload

/// How long each reason, alone or with others, has kept each open item waiting.
///
/// The intervals between changes of an item's blocking set are added to the reason that is alone in the set,
/// or to the joint time. Nothing is kept where attempts are not recorded.
struct DelayShares: Sendable {
  let isOn: Bool
  /// Whether the intervals themselves are kept.
  let keepsIntervals: Bool
  private(set) var intervals: [BlockedInterval] = []
  private var rows: [[Int64]] = []
  private var free: [Int32] = []
  private var hours: BlockedHours
  private static let jointColumn = BlockingReason.allCases.count
  /// The word for several reasons together.
  private static let jointName = "joint"

  /// - Parameter start: The end of warm-up.
  init(isOn: Bool, keepsIntervals: Bool = false, start: Instant = .zero) {
    self.isOn = isOn || keepsIntervals
    self.keepsIntervals = keepsIntervals
    hours = BlockedHours(columns: Self.jointColumn + 1, start: start)
  }

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

  /// Adds a span to the reason that blocks alone, or to the joint time.
  private mutating func add(from: Instant, until: Instant, _ blocking: BlockingSet, to row: Int32) {
    guard row >= 0 else { return }
    let isAlone = blocking.rawValue.nonzeroBitCount == 1
    let column = isAlone ? blocking.rawValue.trailingZeroBitCount : Self.jointColumn
    rows[Int(row)][column] += (until - from).microseconds
    hours.add(from: from, until: until, column: column)
  }

  /// Adds the last interval of an item that stops waiting now.
  ///
  /// An item that starts before anything has blocked it was waiting for the policy to be asked.
  mutating func close(_ item: WorkItem, at now: Instant) {
    guard item.shares >= 0, now > item.blockedSince else { return }
    let reasons = item.blocking.isEmpty ? BlockingSet(.policyChoice) : item.blocking
    let from = max(item.blockedSince, item.open)
    if now > from { add(from: from, until: now, reasons, to: item.shares) }
    if keepsIntervals {
      intervals.append(
        BlockedInterval(item: item.number.rawValue, from: item.blockedSince, to: now, reasons: reasons))
    }
  }

  /// Returns the contents of an item's row and frees it.
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

  /// The time that each reason has kept items waiting at each hour of the day after warm-up, as far as there is any.
  var blockedHours: [BlockedHour] {
    let reasons = BlockingReason.allCases.map { ($0.name, Int($0.rawValue)) }
    return (reasons + [(Self.jointName, Self.jointColumn)]).flatMap { name, column in
      (0..<BlockedHours.count).compactMap { hour in
        let time = hours.time(column: column, hour: hour)
        return time > .zero ? BlockedHour(reason: name, hour: hour, time: time) : nil
      }
    }
  }
}
