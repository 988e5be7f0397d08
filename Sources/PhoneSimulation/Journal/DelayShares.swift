import Basics
import EventSimulation
import Workload

/// How long each reason, alone or with others, has kept each open item waiting.
///
/// The intervals between changes of an item's blocking set are added to the reason that is alone in the set,
/// or to the joint time. Nothing is kept where attempts are not recorded.
struct DelayShares: ~Copyable {
  let isOn: Bool
  /// Whether the intervals themselves are kept.
  let keepsIntervals: Bool
  private(set) var intervals: [BlockedInterval] = []
  /// By item, then by reason and for the joint time, in microseconds.
  private var times = UniqueArray<Int64>()
  /// By item: the reasons that have kept it waiting alone.
  private var alone = UniqueArray<BlockingSet>()
  private var free = UniqueArray<Int32>()
  private var hours: BlockingByHour
  /// The reasons, and behind them the joint time.
  private let width = BlockingReason.allCases.count + 1
  /// The word for several reasons together.
  private static let jointName = "joint"

  /// - Parameter start: The end of warm-up.
  init(isOn: Bool, keepsIntervals: Bool = false, start: Instant = .zero) {
    self.isOn = isOn || keepsIntervals
    self.keepsIntervals = keepsIntervals
    hours = BlockingByHour(columns: width, start: start)
  }

  /// A row of zeros for a new item; -1 where nothing is recorded.
  mutating func open() -> Int32 {
    guard isOn else { return -1 }
    if let row = free.popLast() { return row }
    alone.append([])
    for _ in 0..<width { times.append(0) }
    return Int32(alone.count - 1)
  }

  /// Adds a span to the reason that blocks alone, or to the joint time.
  private mutating func add(from: Instant, until: Instant, _ blocking: BlockingSet, to row: Int32) {
    guard row >= 0 else { return }
    let isAlone = blocking.rawValue.nonzeroBitCount == 1
    let column = isAlone ? blocking.rawValue.trailingZeroBitCount : width - 1
    if isAlone { alone[Int(row)].formUnion(blocking) }
    times[Int(row) * width + column] += (until - from).microseconds
    hours.add(from: from, until: until, column: column)
  }

  /// Adds the last interval of an item that stops waiting now.
  ///
  /// An item that starts before anything has blocked it was waiting for the policy to be asked.
  mutating func close(_ item: WorkItem, at now: Instant) {
    guard item.shares >= 0, now > item.blockedSince else { return }
    let reasons = item.blocking.isEmpty ? BlockingSet(.policyChoice) : item.blocking
    let from = max(item.blockedSince, item.chainOpen)
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
    let place = Int(row) * width
    var shares: [BlockedShare] = []
    var left = alone[Int(row)]
    shares.reserveCapacity(left.rawValue.nonzeroBitCount)
    while let reason = left.first {
      shares.append(
        BlockedShare(
          reason: reason.name, time: .microseconds(takeTime(at: place + Int(reason.rawValue)))))
      left.remove(BlockingSet(reason))
    }
    alone[Int(row)] = []
    return (shares, .microseconds(takeTime(at: place + width - 1)))
  }

  private mutating func takeTime(at place: Int) -> Int64 {
    defer { times[place] = 0 }
    return times[place]
  }

  /// The time that each reason has kept items waiting at each hour of the day after warm-up, as far as there is any.
  var blockedHours: [BlockedHour] {
    let reasons = BlockingReason.allCases.map { ($0.name, Int($0.rawValue)) }
    return (reasons + [(Self.jointName, width - 1)]).flatMap { name, column in
      (0..<BlockingByHour.count).compactMap { hour in
        let time = hours.time(column: column, hour: hour)
        return time > .zero ? BlockedHour(reason: name, hour: hour, time: time) : nil
      }
    }
  }
}

/// How long each reason has kept items waiting at each hour of the day, over all items of a device after warm-up.
///
/// Unlike the rows of items it counts the time of items from before the end of warm-up as well: it says what the
/// device was like, not what became of some items.
package struct BlockingByHour: ~Copyable {
  /// Hours of a day.
  static let count = 24
  /// By column, then by hour; empty before the first span.
  private var times = UniqueArray<Int64>()
  private let columns: Int
  private let start: Instant

  /// - Parameters:
  ///   - columns: Number of reasons.
  ///   - start: The end of warm-up.
  package init(columns: Int, start: Instant) {
    self.columns = columns
    self.start = start
  }

  /// Adds a span of one item to a reason.
  package mutating func add(from: Instant, until: Instant, column: Int) {
    var now = max(from, start).microseconds
    let end = until.microseconds
    guard now < end else { return }
    if times.isEmpty { times = UniqueArray(repeating: 0, count: columns * Self.count) }
    let hour = TimeSpan.hour.microseconds
    while now < end {
      let number = now / hour
      let next = min(end, (number + 1) * hour)
      times[column * Self.count + Int(number % Int64(Self.count))] += next - now
      now = next
    }
  }

  /// The time of a reason at an hour of the day.
  package func time(column: Int, hour: Int) -> TimeSpan {
    times.isEmpty ? .zero : .microseconds(times[column * Self.count + hour])
  }
}

/// How long a reason kept items waiting at an hour of the day.
public struct BlockedHour: Sendable, Hashable {
  /// The name of a reason that was alone, or `joint` for several together.
  public var reason: String
  /// 0 to 23: the hour that begins then, in local time.
  public var hour: Int
  /// Added up over items and days after warm-up.
  public var time: TimeSpan
}
