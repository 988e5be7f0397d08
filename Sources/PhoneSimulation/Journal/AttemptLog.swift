import EventSimulation
import Workload

/// The rows of `attempts.csv`, with the shares of delays that belong to them.
struct AttemptBook: ~Copyable {
  private(set) var rows: [AttemptRecord] = []
  private var shares: DelayShares
  private let keepsRows: Bool

  /// - Parameter start: The end of warm-up.
  init(_ records: RecordOptions, start: Instant) {
    keepsRows = records.contains(.attempts)
    shares = DelayShares(isOn: keepsRows, keepsIntervals: records.contains(.blocking), start: start)
  }

  /// Whether shares of delays are kept.
  var keepsShares: Bool { shares.isOn }

  /// The reasons that kept items from starting, interval by interval.
  var intervals: [BlockedInterval] { shares.intervals }

  /// How long reasons kept items waiting by hour of the day.
  var blockedHours: [BlockedHour] { keepsRows ? shares.blockedHours : [] }

  /// A place for the shares of a new item; -1 where nothing is recorded.
  @inline(__always)
  mutating func open() -> Int32 { keepsShares ? shares.open() : -1 }

  /// Adds the time since an item's reasons have last changed to those reasons.
  @inline(__always)
  mutating func close(_ item: WorkItem, at now: Instant) {
    if item.shares >= 0 { shares.close(item, at: now) }
  }

  /// Writes the row of an item that ends without a run.
  mutating func finish(
    _ item: WorkItem, _ outcome: ItemOutcome, _ reason: LogWord = .none, at now: Instant,
    _ identifiers: IdentifierTable
  ) {
    guard shares.isOn else { return }
    if outcome != .pending { shares.close(item, at: now) }
    add(
      item, outcome, reason, ended: outcome == .pending ? nil : now, item.wait(outcome, at: now),
      identifiers)
  }

  /// Writes the row of an item that ran.
  mutating func finish(_ run: Run, energy: Int64, _ identifiers: IdentifierTable) {
    add(
      run.item, run.outcome, run.reason, launched: run.launched,
      ended: run.outcome == .running ? nil : run.ended, run.item.wait(launched: run.launched),
      granted: run.handlerStarted == nil || run.item.mechanism == .continued ? nil : run.granted,
      cpuSeconds: run.work.cpu.seconds, bytes: run.bytesWifi + run.bytesCellular, energy: energy, identifiers)
  }

  /// Writes the row of a transfer that the system had started.
  mutating func finish(_ transfer: Transfer, energy: Int64, _ identifiers: IdentifierTable) {
    add(
      transfer.item, transfer.outcome, transfer.reason, launched: transfer.launched, ended: transfer.ended,
      transfer.item.wait(launched: transfer.launched),
      bytes: transfer.bytesDone, energy: energy, identifiers)
  }

  private mutating func add(
    _ item: WorkItem, _ outcome: ItemOutcome, _ reason: LogWord, launched: Instant? = nil, ended: Instant?,
    _ wait: (until: Instant, end: WaitEnd)?, granted: TimeSpan? = nil, cpuSeconds: Double = 0,
    bytes: Int64 = 0, energy: Int64 = 0,
    _ identifiers: IdentifierTable
  ) {
    guard shares.isOn else { return }
    let (alone, joint) = shares.take(item.shares)
    guard item.isObserved, keepsRows else { return }
    rows.append(
      AttemptRecord(
        item: item.number.rawValue, app: item.app.rawValue, mechanism: item.mechanism,
        identifier: identifiers[item.identifier], submitted: item.submitted, floor: item.floor.value,
        launched: launched, ended: ended, outcome: outcome, reason: reason, granted: granted,
        cpuSeconds: cpuSeconds, bytes: bytes, energyNanojoules: energy, isCensored: ended == nil,
        waitFrom: wait.map { _ in item.chainOpen }, waitUntil: wait?.until, waitEnd: wait?.end,
        // The wait of a chain is counted once, in the row that ends it.
        blocked: wait == nil ? [] : alone, blockedJointly: wait == nil ? .zero : joint))
  }
}

extension WorkItem {
  /// When and how the wait of an item ends that is started, unless it was cut off before.
  fileprivate func wait(launched: Instant?) -> (until: Instant, end: WaitEnd)? {
    if let cut = cutOff.value { return wait(until: cut, .forceQuit) }
    return launched.flatMap { wait(until: $0, .launched) }
  }

  /// When and how the wait of an item ends that is not started, unless it was cut off before.
  fileprivate func wait(_ outcome: ItemOutcome, at now: Instant) -> (until: Instant, end: WaitEnd)? {
    // A drop is what cuts off the wait of a held push.
    if let cut = cutOff.value, outcome != .dropped { return wait(until: cut, .forceQuit) }
    switch outcome {
    // Its successor goes on with the wait.
    case .replaced: return nil
    case .cancelled: return wait(until: now, .cancelled)
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
  /// Mechanism by which the item starts.
  public var mechanism: Mechanism
  /// Identifier of the task, session or push; `push` for silent pushes.
  public var identifier: String
  /// When the app submitted the request or the push reached the device.
  public var submitted: Instant
  /// Earliest begin date, start and end of the run or transfer; nil for those that there are not.
  public var floor, launched, ended: Instant?
  /// State of the item at its end or at the end of the horizon.
  public var outcome: ItemOutcome
  /// Why.
  public var reason: LogWord
  /// Granted running time; nil without a handler that was called, and for continued tasks.
  public var granted: TimeSpan?
  /// CPU time of the run in seconds; 0 without a run.
  public var cpuSeconds: Double
  /// Bytes moved over Wi-Fi and cellular, and energy billed to the run or transfer.
  public var bytes, energyNanojoules: Int64
  /// Whether the item had not ended by the end of the horizon.
  public var isCensored: Bool
  /// When the first window of its chain opened, and when the wait ended; nil without a wait of its own.
  public var waitFrom, waitUntil: Instant?
  /// The event that ended the wait; nil without a wait of its own.
  public var waitEnd: WaitEnd?
  /// Time blocked by one reason alone, by reason.
  public var blocked: [BlockedShare]
  /// Time blocked by several reasons together.
  public var blockedJointly: TimeSpan
}

/// How long one reason alone kept an item waiting.
public struct BlockedShare: Sendable, Hashable {
  /// Name of the blocking reason.
  public var reason: String
  /// Time during which no other reason blocked the item.
  public var time: TimeSpan
}
