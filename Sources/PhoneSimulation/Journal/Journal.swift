import EventSimulation
import Workload

/// All that a phone writes down: the event log, counts, rows of attempts, shares of delays, samples.
///
/// Nothing of it is read by the model, so that what is kept changes nothing of what happens. Use cases speak to its parts, and
/// to the journal itself where something belongs into several of them.
struct Journal: ~Copyable {
  /// The end of warm-up.
  let start: Instant
  var identifiers: IdentifierTable
  var log: EventLog
  var attempts: AttemptLog
  var apps: AppColumn<AppResult>
  /// The counters of the whole device, after warm-up.
  var counts = DeviceCounters<Int64>()
  var items: ItemCounts
  var days: DaySums
  var samplers: Samplers
  var availability: AvailabilityLog
  /// Wishes that the platform does not grant, whole horizon.
  private var violations: [PolicyViolation: Int64] = [:]
  private var criticalDay = -1

  init(
    records: RecordOptions, start: Instant, end: Instant, identifiers: IdentifierTable,
    apps: consuming AppColumn<AppResult>
  ) {
    self.start = start
    self.identifiers = identifiers
    let count = apps.count
    self.apps = apps
    log = EventLog(appCount: count, records)
    attempts = AttemptLog(records, start: start)
    items = ItemCounts(appCount: count, start: start)
    days = DaySums(end: end)
    samplers = Samplers(start: start)
    availability = AvailabilityLog(start: start)
  }

  @inline(__always) func isObserved(_ now: Instant) -> Bool { now >= start }

  /// Writes an event of the vocabulary; its further fields are made up only where records are kept.
  @inline(__always) mutating func note(
    _ event: LogEvent, app: AppIndex? = nil, _ mechanism: Mechanism? = nil, _ word: LogWord = .none,
    item: ItemNumber? = nil, identifier: IdentifierIndex? = nil, value: Double = 0, at now: Instant,
    _ fields: @autoclosure () -> [LogField] = []
  ) {
    log.count(event, app, mechanism, word)
    if log.keepsRecords {
      keep(
        event, app: app, mechanism, word, item: item, identifier: identifier, value: value, at: now, fields)
    }
  }

  /// Keeps the record of an event. A call, since it would be a large part of the code of every use case and is seldom reached.
  @inline(never) private mutating func keep(
    _ event: LogEvent, app: AppIndex?, _ mechanism: Mechanism?, _ word: LogWord, item: ItemNumber?,
    identifier: IdentifierIndex?, value: Double, at now: Instant, _ fields: () -> [LogField]
  ) {
    let name = identifier.map { identifiers[$0] } ?? ""
    log.keep(
      LogRecord(
        time: now, event: event, app: app?.rawValue ?? -1, mechanism: mechanism, word: word,
        item: item?.rawValue ?? 0, identifier: name, value: value, fields: fields()))
  }

  /// Writes a step in the life of an item: log, counts, its wait, and its row where it ends without a run.
  @inline(__always) mutating func record(
    _ step: ItemTransition, _ item: WorkItem, value: Double = 0, at now: Instant,
    _ fields: @autoclosure () -> [LogField] = []
  ) {
    note(
      step.event, app: item.app, item.mechanism, step.word, item: item.number, identifier: item.identifier,
      value: value, at: now, fields())
    count(step, item, at: now)
  }

  mutating func count(_ step: ItemTransition, _ item: WorkItem, at now: Instant) {
    items.count(step, item, at: now)
    if item.mechanism == .processing { days.count(step, ofRequestFrom: item.submitted) }
    switch step {
    case .launched: attempts.close(item, at: now)
    case .replaced: attempts.finish(item, .replaced, at: now, identifiers)
    case .canceled(let word): attempts.finish(item, .canceled, word, at: now, identifiers)
    case .failed(_, let word): attempts.finish(item, .failed, word, at: now, identifiers)
    case .submitted, .expired, .completed, .killed, .aborted: break
    }
  }

  mutating func censorWait(_ item: WorkItem, at end: Instant) {
    items.censorWait(item, at: end)
    attempts.close(item, at: end)
    attempts.finish(item, .pending, item.lastReason, at: end, identifiers)
  }

  mutating func reject(
    _ app: AppIndex, _ mechanism: Mechanism, _ reason: LogWord, identifier: IdentifierIndex? = nil,
    value: Double = 0, at now: Instant, _ fields: @autoclosure () -> [LogField] = []
  ) {
    note(.rejected, app: app, mechanism, reason, identifier: identifier, value: value, at: now, fields())
    if isObserved(now) { items[app, mechanism][.rejected] += 1 }
  }

  mutating func observe(_ open: OpenObservation, _ app: AppIndex, at now: Instant) {
    days.count(open, at: now)
    if isObserved(now) { apps[app].add(open) }
  }

  /// A time without a run of an app ends, since its last one if there was one.
  mutating func endGap(since last: Instant?, _ app: AppIndex, at now: Instant) {
    if isObserved(now) { apps[app].longestGap = max(apps[app].longestGap, now - max(last ?? .zero, start)) }
  }

  mutating func endScreenOn(since lit: Instant, at now: Instant) {
    if isObserved(now) { counts[.screenOn] += (now - max(lit, start)).microseconds }
  }

  /// The level has come down to the critical one, which counts once a day.
  mutating func reachCriticalLevel(at now: Instant) {
    guard isObserved(now), now.day != criticalDay else { return }
    criticalDay = now.day
    counts[.criticalDays] += 1
  }

  mutating func record(_ violation: PolicyViolation, _ app: AppIndex?, at now: Instant) {
    violations[violation, default: 0] += 1
    note(.policyViolation, app: app, at: now)
  }

  func result(of app: AppIndex) -> AppResult {
    var result = apps[app]
    result.mechanisms = items.observed(of: app)
    return result
  }

  func fill(_ result: inout DeviceResult) {
    result.counts = counts
    result.violations = violations
    result.opportunityByHour = samplers.opportunityByHour
    result.samples = samplers.samples
    result.powers = samplers.powers
    result.use = samplers.use
    result.availability = availability.sorted
    result.attempts = attempts.rows
    result.blocked = attempts.intervals
    result.blockedHours = attempts.blockedHours
    result.days = days.days
    result.eventCounts = log.eventCounts
    result.log = log.records
  }
}

/// Something that a policy asks for and cannot have.
public enum PolicyViolation: UInt8, Sendable, Hashable, CaseIterable {
  case notACandidate, untilInThePast, replayDiverged

  public var name: String { "\(self)" }
}

/// The sums of each local day of a device, from day 0 on.
///
/// They show how long the start of a run differs from its later days, so that nothing here depends on the end of
/// warm-up. Over the days after a warm-up of whole days they add up to what metrics count.
struct DaySums: Sendable {
  /// Energies since the start, in nanojoules.
  struct Energies {
    var device: Int64 = 0
    var discretionaryBattery: Int64 = 0
  }

  private(set) var days: [DayCounters<Int64>] = []
  private let last: Int
  private var read = Energies()
  private var readAt = Instant.zero

  init(end: Instant) { last = max(0, (end - .tick).day) }

  /// The place of the day of an instant; the end of the horizon belongs to its last day.
  private mutating func place(_ now: Instant) -> Int {
    let day = min(max(0, now.day), last)
    while days.count <= day { days.append(DayCounters()) }
    return day
  }

  mutating func end(with energies: Energies, at now: Instant) {
    guard now > readAt else { return }
    let day = place(readAt)
    days[day][.length] += (now - readAt).microseconds
    days[day][.energy] &+= energies.device &- read.device
    days[day][.discretionaryBattery] &+= energies.discretionaryBattery &- read.discretionaryBattery
    (read, readAt) = (energies, now)
  }

  mutating func count(_ open: OpenObservation, at now: Instant) {
    guard open.reach == .reachable else { return }
    let day = place(now)
    days[day][.reachableOpens] += 1
    if open.isFresh { days[day][.freshReachableOpens] += 1 }
    days[day][.reachableStaleness] += open.staleness.microseconds
  }

  mutating func count(_ step: ItemTransition, ofRequestFrom submitted: Instant) {
    switch step {
    case .submitted: days[place(submitted)][.processingWanted] += 1
    case .replaced, .canceled: days[place(submitted)][.processingWanted] -= 1
    case .aborted(let event, _): if event != .failed { days[place(submitted)][.processingWanted] -= 1 }
    case .completed(true): days[place(submitted)][.processingCompleted] += 1
    case .completed(false), .failed, .launched, .expired, .killed: break
    }
  }
}
