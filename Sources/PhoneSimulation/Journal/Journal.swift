import EventSimulation
import Workload

/// All that a phone writes down: the event log, counts, rows of attempts, shares of delays, samples.
///
/// Nothing of it is read by the model, so that what is kept changes nothing of what happens.
struct Journal: ~Copyable {
  let records: RecordOptions
  /// The end of warm-up: metrics count from here on.
  let start: Instant
  private(set) var identifiers: IdentifierTable
  private(set) var log: EventLog
  private(set) var attempts: AttemptBook
  private(set) var apps: AppObservations
  private(set) var device = DeviceCounts()
  private(set) var counts: ItemCounts
  private(set) var days: DayBook
  private(set) var samplers: Samplers

  /// - Parameters:
  ///   - start: The end of warm-up.
  ///   - end: The end of the horizon.
  init(
    records: RecordOptions, start: Instant, end: Instant, identifiers: IdentifierTable,
    apps: consuming AppColumn<AppResult>
  ) {
    self.records = records
    self.start = start
    self.identifiers = identifiers
    let count = apps.count
    self.apps = AppObservations(apps, start: start)
    log = EventLog(appCount: count, keepsRecords: records.contains(.log))
    attempts = AttemptBook(records, start: start)
    counts = ItemCounts(appCount: count, start: start)
    days = DayBook(end: end)
    samplers = Samplers(start: start)
  }

  /// Whether metrics count what happens now.
  @inline(__always)
  func isObserved(_ now: Instant) -> Bool { now >= start }

  /// The number of an identifier on this device.
  mutating func intern(_ identifier: String) -> IdentifierIndex { identifiers.intern(identifier) }

  // MARK: The log

  /// Whether somebody will read the records of the log.
  var keepsRecords: Bool { log.keepsRecords }

  /// Writes an event of the vocabulary; its further fields are made up only where records are kept.
  @inline(__always)
  mutating func note(
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
  @inline(never)
  private mutating func keep(
    _ event: LogEvent, app: AppIndex?, _ mechanism: Mechanism?, _ word: LogWord, item: ItemNumber?,
    identifier: IdentifierIndex?, value: Double, at now: Instant, _ fields: () -> [LogField]
  ) {
    let name = identifier.map { identifiers[$0] } ?? ""
    log.keep(
      LogRecord(
        time: now, event: event, app: app?.rawValue ?? -1, mechanism: mechanism, word: word,
        item: item?.rawValue ?? 0, identifier: name, value: value, fields: fields()))
  }

  /// Keeps the record of an event that ``count(_:_:_:times:)`` counts at the end.
  mutating func keep(
    _ event: LogEvent, app: AppIndex?, _ word: LogWord, value: Double, at now: Instant, _ fields: [LogField]
  ) {
    keep(event, app: app, nil, word, item: nil, identifier: nil, value: value, at: now) { fields }
  }

  /// Counts an event for each of the words that has happened so many times.
  mutating func count(_ event: LogEvent, _ app: AppIndex?, _ words: [LogWord], times: Int) {
    for word in words { log.count(event, app, nil, word, times: times) }
  }

  /// Adds fields to the record written last; for those that must be read from the phone itself.
  mutating func attach(_ fields: [LogField]) { log.attach(fields) }

  // MARK: Items

  /// Writes a step in the life of an item: log, counts, its wait, and its row where it ends without a run.
  ///
  /// - Parameters:
  ///   - value: The own number of the event, where it has one.
  ///   - fields: Further fields of the record.
  @inline(__always)
  mutating func record(
    _ step: ItemTransition, _ item: WorkItem, value: Double = 0, at now: Instant,
    _ fields: @autoclosure () -> [LogField] = []
  ) {
    note(
      step.event, app: item.app, item.mechanism, step.word, item: item.number, identifier: item.identifier,
      value: value, at: now, fields())
    count(step, item, at: now)
  }

  /// Counts a step that the log tells in words of its own, or not at all.
  mutating func count(_ step: ItemTransition, _ item: WorkItem, at now: Instant) {
    counts.count(step, item, at: now)
    if item.mechanism == .processing { days.count(step, ofRequestFrom: item.submitted) }
    switch step {
    case .launched: attempts.close(item, at: now)
    case .replaced: attempts.finish(item, .replaced, at: now, identifiers)
    case .cancelled(let word): attempts.finish(item, .cancelled, word, at: now, identifiers)
    case .failed(let word): attempts.finish(item, .failed, word, at: now, identifiers)
    case .submitted, .expired, .completed, .killed, .aborted: break
    }
  }

  /// The wait of an item ends without a launch, if it still counts.
  mutating func endWait(_ item: WorkItem, _ end: WaitEnd, at now: Instant) {
    counts.endWait(item, end, at: now)
  }

  /// At the horizon: an item that still waits.
  mutating func censorWait(_ item: WorkItem, at end: Instant) {
    counts.censorWait(item, at: end)
    attempts.close(item, at: end)
    attempts.finish(item, .pending, item.lastReason, at: end, identifiers)
  }

  /// At the horizon: a run or transfer that goes on.
  mutating func censorRun(_ item: WorkItem, at end: Instant) { counts.censorRun(item, at: end) }

  /// Adds what a run or transfer has cost once that is known.
  mutating func addCosts(_ item: WorkItem, energy: Int64, bytesWifi: Int64, bytesCellular: Int64) {
    counts.addCosts(item, energy: energy, bytesWifi: bytesWifi, bytesCellular: bytesCellular)
  }

  /// Writes that something is refused.
  mutating func reject(
    _ app: AppIndex, _ mechanism: Mechanism, _ reason: LogWord, identifier: IdentifierIndex? = nil,
    value: Double = 0, at now: Instant, _ fields: @autoclosure () -> [LogField] = []
  ) {
    note(.rejected, app: app, mechanism, reason, identifier: identifier, value: value, at: now, fields())
    counts.countRejection(app, mechanism, at: now)
  }

  mutating func count(_ end: ExitWorkEnd, exitWorkOf app: AppIndex) { counts.count(end, exitWorkOf: app) }

  mutating func addEnergy(_ energy: Int64, exitWorkOf app: AppIndex) {
    counts.addEnergy(energy, exitWorkOf: app)
  }

  // MARK: Rows of attempts

  /// Writes the row of an item that ends without a run.
  mutating func finish(_ item: WorkItem, _ outcome: ItemOutcome, _ reason: LogWord = .none, at now: Instant) {
    attempts.finish(item, outcome, reason, at: now, identifiers)
  }

  /// Writes the row of an item that ran, or of a transfer.
  mutating func finish(_ run: Run, energy: Int64) { attempts.finish(run, energy: energy, identifiers) }
  mutating func finish(_ transfer: Transfer, energy: Int64) {
    attempts.finish(transfer, energy: energy, identifiers)
  }

  /// A place for the shares of a new item's delay; -1 where nothing is recorded.
  mutating func openShares() -> Int32 { attempts.open() }

  /// Whether shares of delays are kept.
  var keepsShares: Bool { attempts.keepsShares }

  /// Adds the time since an item's reasons have last changed to those reasons.
  mutating func closeShares(_ item: WorkItem, at now: Instant) { attempts.close(item, at: now) }

  // MARK: Pushes

  /// Counts a step of a push, silent (mechanism `push`) or visible (mechanism `mode`).
  mutating func count(_ step: PushTransition, _ app: AppIndex, _ mechanism: Mechanism, at now: Instant) {
    counts.count(step, app, mechanism, at: now)
  }

  /// A silent push finds its app executing: it has not waited on the device.
  mutating func observeImmediateDelivery(_ app: AppIndex, at now: Instant) {
    counts.observeImmediateDelivery(app, at: now)
  }

  /// A silent push leaves the server for the device, or arrives there.
  mutating func countTravelling(_ change: Int, _ app: AppIndex) { counts.countTravelling(change, app) }

  /// The handler of a push launch starts, or never will.
  mutating func pushLaunchEnds(_ app: AppIndex) { counts.pushLaunchEnds(app) }

  // MARK: Apps and device

  /// Notes the freshness that the user found on opening an app.
  mutating func observe(_ open: OpenObservation, _ app: AppIndex, at now: Instant) {
    days.count(open, at: now)
    if isObserved(now) { apps.add(.open(open), app, at: now) }
  }

  /// Ends a local day, or the part of it that lies within the horizon.
  mutating func endDay(_ energies: DayBook.Energies, at now: Instant) { days.end(with: energies, at: now) }

  /// Notes what the user found in an app, or how often it ran and fetched.
  mutating func observe(_ what: AppObservation, _ app: AppIndex, at now: Instant) {
    apps.add(what, app, at: now)
  }

  /// Counts something of the device as a whole.
  mutating func count(_ what: DeviceCount, at now: Instant) { device.add(what, start: start, at: now) }

  /// A policy has asked for something that it cannot have.
  mutating func record(_ violation: PolicyViolation, _ app: AppIndex?, at now: Instant) {
    device.add(violation)
    note(.policyViolation, app: app, at: now)
  }

  // MARK: Samples

  mutating func addSample(stateOfCharge: Double, powerWatts: Double) {
    samplers.add(stateOfCharge: stateOfCharge, powerWatts: powerWatts)
  }

  mutating func add(_ observation: UseObservation) { samplers.add(observation) }

  mutating func addPowers(_ microwatts: [Int64], stateOfCharge: Double, at now: Instant) {
    samplers.add(microwatts, stateOfCharge: stateOfCharge, at: now)
  }

  /// The state that makes an opportunity for work is about to change.
  mutating func updateOpportunity(_ isOpportunity: Bool, at now: Instant) {
    samplers.updateOpportunity(isOpportunity, at: now)
  }

  // MARK: The end

  /// The results of an app of the study.
  func result(of app: AppIndex) -> AppResult {
    var result = apps[app]
    result.mechanisms = counts.observed(of: app)
    return result
  }

  /// Hands over what is written of the device.
  func fill(_ result: inout DeviceResult) {
    result.decisions = device.decisions
    result.candidates = device.candidates
    result.sessions = device.sessions
    result.sessionsLost = device.sessionsLost
    result.wakeUps = device.wakeUps
    result.screenOnTime = device.screenOnTime
    result.deadTime = device.deadTime
    result.daysAtCriticalLevel = device.daysAtCriticalLevel
    result.daysObserved = device.daysObserved
    result.violations = device.violations
    result.opportunityByHour = samplers.opportunityByHour
    result.samples = samplers.samples
    result.powers = samplers.powers
    result.use = samplers.use
    result.attempts = attempts.rows
    result.blocked = attempts.intervals
    result.blockedHours = attempts.blockedHours
    result.days = days.days
    result.eventCounts = log.eventCounts
    result.log = log.records
  }
}
