import Basics
import EventSimulation
import Workload

/// The rows of `attempts.csv`, and how long each reason, alone or with others, has kept each open item waiting.
///
/// The intervals between changes of an item's blocking set are added to the reason that is alone in the set,
/// or to the joint time.
struct AttemptLog: ~Copyable {
  private(set) var rows: [AttemptRecord] = []
  private(set) var intervals: [BlockedInterval] = []
  private let keepsRows, keepsIntervals: Bool
  /// By item, then by reason and for the joint time, in microseconds.
  private var times = UniqueArray<Int64>()
  private var alone = UniqueArray<BlockingSet>()
  private var free = UniqueArray<Int32>()
  /// By reason, over all items. Unlike the rows it counts the time of items from before the end of warm-up as well: it says what
  /// the device was like, not what became of some items.
  private var hours: TimesByHour
  /// The reasons, and behind them the joint time.
  private let width = BlockingReason.allCases.count + 1

  /// - Parameter start: The end of warm-up.
  init(_ records: RecordOptions, start: Instant) {
    keepsRows = records.contains(.attempts)
    keepsIntervals = records.contains(.blocking)
    hours = TimesByHour(columns: width, start: start)
  }

  @inline(__always) var keepsShares: Bool { keepsRows || keepsIntervals }

  // MARK: Shares of delays

  /// A row of zeros for the shares of a new item; -1 where nothing is recorded.
  mutating func open() -> Int32 {
    guard keepsShares else { return -1 }
    if let row = free.popLast() { return row }
    alone.append([])
    for _ in 0..<width { times.append(0) }
    return Int32(alone.count - 1)
  }

  @inline(__always) mutating func close(_ item: WorkItem, at now: Instant) {
    if item.shares >= 0, now > item.blockedSince { add(item, until: now) }
  }

  /// An item that starts before anything has blocked it was waiting for the policy to be asked.
  private mutating func add(_ item: WorkItem, until now: Instant) {
    let reasons = item.blocking.isEmpty ? BlockingSet(.policyChoice) : item.blocking
    let from = max(item.blockedSince, item.chainOpen)
    if now > from {
      let isAlone = reasons.rawValue.nonzeroBitCount == 1
      let column = isAlone ? reasons.rawValue.trailingZeroBitCount : width - 1
      if isAlone { alone[Int(item.shares)].formUnion(reasons) }
      times[Int(item.shares) * width + column] += (now - from).microseconds
      hours.add(from: from, until: now, column: column)
    }
    if keepsIntervals {
      intervals.append(
        BlockedInterval(item: item.number.rawValue, from: item.blockedSince, to: now, reasons: reasons))
    }
  }

  private mutating func take(_ row: Int32) -> (alone: [BlockedShare], joint: TimeSpan) {
    guard row >= 0 else { return ([], .zero) }
    free.append(row)
    let place = Int(row) * width
    var shares: [BlockedShare] = []
    var left = alone[Int(row)]
    shares.reserveCapacity(left.rawValue.nonzeroBitCount)
    while let reason = left.first {
      shares.append(
        BlockedShare(reason: reason.name, time: .microseconds(takeTime(at: place + Int(reason.rawValue)))))
      left.remove(BlockingSet(reason))
    }
    alone[Int(row)] = []
    return (shares, .microseconds(takeTime(at: place + width - 1)))
  }

  private mutating func takeTime(at place: Int) -> Int64 {
    defer { times[place] = 0 }
    return times[place]
  }

  var blockedHours: [BlockedHour] {
    guard keepsRows else { return [] }
    let reasons = BlockingReason.allCases.map { ($0.name, Int($0.rawValue)) }
    return (reasons + [("joint", width - 1)]).flatMap { name, column in
      (0..<TimesByHour.count).compactMap { hour in
        let time = hours.time(column: column, hour: hour)
        return time > .zero ? BlockedHour(reason: name, hour: hour, time: time) : nil
      }
    }
  }

  mutating func finish(
    _ item: WorkItem, _ outcome: ItemOutcome, _ reason: LogWord = .none, at now: Instant,
    _ identifiers: IdentifierTable
  ) {
    guard keepsShares else { return }
    if outcome != .pending { close(item, at: now) }
    add(
      item, outcome, reason, ended: outcome == .pending ? nil : now, item.wait(outcome, at: now), identifiers)
  }

  mutating func finish(_ run: Run, energy: Int64, _ identifiers: IdentifierTable) {
    add(
      run.item, run.outcome, run.reason, launched: run.launched,
      ended: run.outcome == .running ? nil : run.ended, run.item.wait(launched: run.launched),
      granted: run.handlerStarted == nil || run.item.mechanism == .continued ? nil : run.granted,
      cpuSeconds: run.work.cpu.seconds, bytes: run.bytesWifi + run.bytesCellular, energy: energy, identifiers)
  }

  mutating func finish(_ transfer: Transfer, energy: Int64, _ identifiers: IdentifierTable) {
    add(
      transfer.item, transfer.outcome, transfer.reason, launched: transfer.launched, ended: transfer.ended,
      transfer.item.wait(launched: transfer.launched), bytes: transfer.bytesDone, energy: energy, identifiers)
  }

  private mutating func add(
    _ item: WorkItem, _ outcome: ItemOutcome, _ reason: LogWord, launched: Instant? = nil, ended: Instant?,
    _ wait: (until: Instant, end: WaitEnd)?, granted: TimeSpan? = nil, cpuSeconds: Double = 0,
    bytes: Int64 = 0, energy: Int64 = 0, _ identifiers: IdentifierTable
  ) {
    guard keepsShares else { return }
    let (alone, joint) = take(item.shares)
    guard item.isObserved, keepsRows else { return }
    rows.append(
      AttemptRecord(
        item: item.number.rawValue, app: item.app.rawValue, mechanism: item.mechanism,
        identifier: identifiers[item.identifier], submitted: item.submitted,
        earliestBegin: item.earliestBegin.value,
        launched: launched, ended: ended, outcome: outcome, reason: reason, granted: granted,
        cpuSeconds: cpuSeconds, bytes: bytes, energyNanojoules: energy, isCensored: ended == nil,
        waitFrom: wait.map { _ in item.chainOpen }, waitUntil: wait?.until, waitEnd: wait?.end,
        // The wait of a chain is counted once, in the row that ends it.
        blocked: wait == nil ? [] : alone, blockedJointly: wait == nil ? .zero : joint))
  }
}

extension WorkItem {
  fileprivate func wait(launched: Instant?) -> (until: Instant, end: WaitEnd)? {
    if let cut = cutOff.value { return wait(until: cut, .forceQuit) }
    return launched.flatMap { wait(until: $0, .launched) }
  }

  fileprivate func wait(_ outcome: ItemOutcome, at now: Instant) -> (until: Instant, end: WaitEnd)? {
    // A drop is what cuts off the wait of a held push.
    if let cut = cutOff.value, outcome != .dropped { return wait(until: cut, .forceQuit) }
    switch outcome {
    // Its successor goes on with the wait.
    case .replaced: return nil
    case .canceled: return wait(until: now, .canceled)
    case .delivered: return wait(until: now, .delivered)
    case .pending, .running: return wait(until: now, .horizon)
    case .completed, .failed, .killed, .coalesced, .dropped: return wait(until: now, .lost)
    }
  }

  /// An end before the window opens ends no wait.
  private func wait(until end: Instant, _ how: WaitEnd) -> (until: Instant, end: WaitEnd)? {
    end >= chainOpen ? (end, how) : nil
  }
}

/// One request or push, for `attempts.csv`.
public struct AttemptRecord: Sendable, Hashable {
  /// Number of the item on its device, and index of the app there.
  public var item, app: Int32
  public var mechanism: Mechanism
  /// Identifier of the task, session or push; `push` for silent pushes.
  public var identifier: String
  /// When the app submitted the request or the push reached the device.
  public var submitted: Instant
  /// The earliest begin date, and the start and end of the run or transfer; nil for a missing instant.
  public var earliestBegin, launched, ended: Instant?
  public var outcome: ItemOutcome
  public var reason: LogWord
  /// Granted running time; nil without a handler that was called, and for continued tasks.
  public var granted: TimeSpan?
  public var cpuSeconds: Double
  public var bytes, energyNanojoules: Int64
  public var isCensored: Bool
  /// The instant when the first window of its chain opened, and the end of the wait; nil for an item without
  /// a separate wait.
  public var waitFrom, waitUntil: Instant?
  public var waitEnd: WaitEnd?
  public var blocked: [BlockedShare]
  public var blockedJointly: TimeSpan
}

public struct BlockedShare: Sendable, Hashable {
  public var reason: String
  public var time: TimeSpan
}

/// Times by the hour of the day in which they lie, after warm-up.
package struct TimesByHour: ~Copyable {
  static let count = 24
  /// By column, then by hour; empty before the first span.
  private var times = UniqueArray<Int64>()
  private let columns: Int
  private let start: Instant

  package init(columns: Int, start: Instant) {
    self.columns = columns
    self.start = start
  }

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

  package func time(column: Int, hour: Int) -> TimeSpan {
    times.isEmpty ? .zero : .microseconds(times[column * Self.count + hour])
  }
}

public struct BlockedHour: Sendable, Hashable {
  /// The name of a reason that was alone, or `joint` for several together.
  public var reason: String
  /// 0 to 23: the hour that begins then, in local time.
  public var hour: Int
  /// Added up over items and days after warm-up.
  public var time: TimeSpan
}
