import EventSimulation
import PhoneSimulation
import Workload

/// The history of one item of an app, read from the log and the blocked intervals of a run.
package struct ItemHistory: Sendable, Hashable {
  enum Outcome: Sendable, Hashable {
    case pending, running
    case completed(success: Bool)
    case replaced(by: Int32)
    case killed(String), cancelled(String), coalesced(String), dropped(String), delivered(String)
    case failed(String)

    var words: String {
      switch self {
      case .pending: "pending"
      case .running: "running"
      case .completed(let success): success ? "completed" : "failed"
      case .killed(let reason): "killed: \(reason)"
      case .replaced(let item): "replaced by \(item)"
      case .cancelled(let by): "cancelled: \(by)"
      case .coalesced(let place): "coalesced: \(place)"
      case .dropped(let reason): "dropped: \(reason)"
      case .delivered(let how): "delivered: \(how)"
      case .failed(let reason): "failed: \(reason)"
      }
    }
  }

  package var item: Int32
  /// Index of the app on the device.
  var app: Int32 = 0
  var mechanism: Mechanism
  package var identifier: String
  /// When the app submitted the item; for a held push, when it reached the device.
  var submitted: Instant
  /// Start of the window: the later of submission and floor.
  var open: Instant
  /// Start of the window of the first request of an unbroken chain of replacements.
  var chainOpen: Instant
  var launched: Instant?
  /// Cause of the expiration of the run, in the words of the log; nil if it did not expire.
  var expired: String?
  /// When the item ended; nil if it waits or runs at the end of the horizon.
  var ended: Instant?
  var outcome: Outcome
  var isSynthetic = false
  /// Items that this one replaced, oldest first.
  var chain: [Int32] = []
  /// Reasons of its waiting between ``chainOpen`` and ``waitEnd``; the spans are adjacent. None for a replaced item,
  /// whose successor has the wait of the chain.
  var waits: [BlockedInterval] = []
  /// The launch, or where the wait was cut off.
  var waitEnd: Instant

  /// Whether the run ended with success in time, or the item was delivered without a run.
  var isSuccess: Bool {
    switch outcome {
    case .completed(let success): success && expired == nil
    case .delivered: true
    default: false
    }
  }

  /// The outcome with its reason: `failed: timeLimit` for a run that met its time limit.
  var endWords: String {
    guard let expired, case .completed(let success) = outcome else { return outcome.words }
    return success ? "completed after expiry: \(expired)" : "failed: \(expired)"
  }

  func isOf(_ series: String?) -> Bool { series == nil || identifier == series || mechanism.name == series }

  var delay: TimeSpan { waitEnd > chainOpen ? waitEnd - chainOpen : .zero }
  var delayToLaunch: TimeSpan? { launched == nil ? nil : delay }

  /// How long exactly each set of reasons kept it waiting, longest first, ties by precedence. The times sum to ``delay``.
  var shares: [WaitTotals.Share] { WaitTotals([self]).shares }
}

struct ItemHistoryReader {
  private var items: [Int32: ItemHistory] = [:]
  private var order: [Int32] = []
  private var held: Set<Int32> = []

  /// - Parameter result: A run with ``RecordOptions/log`` and ``RecordOptions/blocking``.
  static func histories(of result: DeviceResult, end: Instant) -> [ItemHistory] {
    var reader = ItemHistoryReader()
    for record in result.log where record.item > 0 { reader.take(record, end: end) }
    reader.attach(result.blocked)
    return reader.order.compactMap { reader.items[$0] }
  }

  private mutating func take(_ record: LogRecord, end: Instant) {
    let (item, time) = (record.item, record.time)
    switch record.event {
    case .submitted, .pushSent: begin(record, end: end)
    case .held, .launched: if items[item] == nil { begin(record, end: end) }
    default: break
    }
    guard var history = items[item] else { return }
    let reason = record.word.name
    var outcome: ItemHistory.Outcome?
    switch record.event {
    case .held:
      // The wait for a launch begins when the push reaches the device.
      held.insert(item)
      (history.open, history.chainOpen, history.submitted) = (time, time, time)
    case .launched:
      (history.launched, history.waitEnd, history.outcome) = (time, time, .running)
      if record[.synthetic] == .flag(true) { history.isSynthetic = true }
    case .expired: history.expired = reason
    case .completed: outcome = .completed(success: record.word == .success)
    case .terminated: outcome = .killed(reason)
    case .replaced: if case .integer(let newer)? = record[.by] { outcome = .replaced(by: Int32(newer)) }
    case .cancelled: outcome = .cancelled(reason)
    case .coalesced: outcome = .coalesced(reason)
    case .dropped: outcome = .dropped(reason)
    case .failed, .failedUnstarted: outcome = .failed(reason)
    case .delivered where record.word != .launch: outcome = .delivered(reason)
    default: break
    }
    if let outcome {
      if history.mechanism == .push, history.launched == nil, !held.contains(item) {
        // A push that never waited for a launch has no wait to explain.
        (history.open, history.chainOpen) = (time, time)
      }
      (history.outcome, history.ended) = (outcome, time)
      if history.launched == nil { history.waitEnd = time }
    }
    items[item] = history
  }

  private mutating func begin(_ record: LogRecord, end: Instant) {
    let open = record.instant(.open) ?? record.time
    items[record.item] = ItemHistory(
      item: record.item, app: record.app, mechanism: record.mechanism ?? .refresh,
      identifier: record.identifier, submitted: record.time, open: open, chainOpen: open, outcome: .pending,
      waitEnd: end)
    order.append(record.item)
  }

  /// Links the chains of replacements and gives the last item of each the spans of its chain.
  private mutating func attach(_ intervals: [BlockedInterval]) {
    let spans = Dictionary(grouping: intervals, by: \.item)
    for item in order {
      guard case .replaced(let newer)? = items[item]?.outcome, let old = items[item],
        items[newer]?.mechanism == old.mechanism
      else { continue }
      items[newer]?.chain = old.chain + [item]
      // A chain ages from the window of its first request on.
      if let open = items[newer]?.open { items[newer]?.chainOpen = min(open, old.chainOpen) }
    }
    for item in order {
      guard let history = items[item] else { continue }
      // The wait of a chain is counted once, in the item that ends it.
      if case .replaced = history.outcome {
        items[item]?.waitEnd = history.chainOpen
        continue
      }
      items[item]?.waits = (history.chain + [item]).flatMap { spans[$0] ?? [] }
        .filter { $0.to > history.chainOpen && $0.from < history.waitEnd }
        .map { $0.within(history.chainOpen, history.waitEnd) }
    }
  }
}

extension BlockedInterval {
  func within(_ start: Instant, _ end: Instant) -> Self {
    var part = self
    (part.from, part.to) = (max(from, start), min(to, end))
    return part
  }
}

/// Waiting time of several series by reason.
///
/// The time of a series counts once: where several of its items wait at once, as the files of a batch do, for the one
/// that has waited longest.
struct WaitTotals {
  typealias Share = (reasons: BlockingSet, time: TimeSpan)

  private(set) var total: Int64 = 0
  private var times: [BlockingSet: Int64] = [:]

  /// - Parameter start: Waiting before this instant is left out.
  init(_ histories: [ItemHistory], from start: Instant = .zero) {
    self.init(Self.elapsed(histories, from: start))
  }

  init(_ waits: [BlockedInterval]) {
    for wait in waits {
      total += (wait.to - wait.from).microseconds
      times[wait.reasons, default: 0] += (wait.to - wait.from).microseconds
    }
  }

  /// The waiting of items of one device in spans of which no two of a series overlap.
  static func elapsed(_ histories: [ItemHistory], from start: Instant) -> [BlockedInterval] {
    var covered: [DeclaredSeries: Instant] = [:]
    var found: [BlockedInterval] = []
    for history in histories.sorted(by: { ($0.chainOpen, $0.item) < ($1.chainOpen, $1.item) }) {
      let series = DeclaredSeries.of(history)
      for var wait in history.waits {
        wait.from = max(wait.from, covered[series] ?? start)
        guard wait.to > wait.from else { continue }
        covered[series] = wait.to
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

  /// The time in which a reason took part, alone or together with others, longest first.
  var byReason: [(reason: BlockingReason, time: TimeSpan)] { sums { $0.reasons } }

  /// The same where joint time counts for the first of its reasons.
  var byFirstReason: [(reason: BlockingReason, time: TimeSpan)] { sums { [$0.first].compactMap(\.self) } }

  private func sums(
    _ counted: (BlockingSet) -> [BlockingReason]
  ) -> [(reason: BlockingReason, time: TimeSpan)] {
    var sums: [BlockingReason: Int64] = [:]
    for (reasons, time) in times { for reason in counted(reasons) { sums[reason, default: 0] += time } }
    return sums.map { ($0.key, TimeSpan.microseconds($0.value)) }
      .sorted { ($1.1, $0.0.rawValue) < ($0.1, $1.0.rawValue) }
  }

  /// 0 without any waiting.
  func share(of time: TimeSpan) -> Double { total > 0 ? Double(time.microseconds) / Double(total) : 0 }

  var mostBlocking: (reason: BlockingReason, share: Double)? {
    total > 0 ? byFirstReason.first.map { ($0.reason, share(of: $0.time)) } : nil
  }
}

/// Runs and waiting of an app by local hour of day, after warm-up.
struct HourHistogram: Sendable, Hashable {
  var runs = Array(repeating: 0, count: 24)
  /// Summed over series.
  var waiting = Array(repeating: TimeSpan.zero, count: 24)

  /// - Parameter start: What lies before this instant is left out.
  init(_ histories: [ItemHistory], from start: Instant) {
    for launched in histories.compactMap(\.launched) where launched >= start {
      runs[Int(launched.timeOfDay.hours)] += 1
    }
    for wait in WaitTotals.elapsed(histories, from: start) {
      var time = wait.from
      while time < wait.to {
        let hour = Int(time.timeOfDay.hours)
        let next = min(wait.to, .day(time.day, .hours(hour + 1)))
        waiting[hour] += next - time
        time = next
      }
    }
  }
}
