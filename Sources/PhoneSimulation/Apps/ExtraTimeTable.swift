import DeviceModel
import EventSimulation

/// The work of the processes that no run stands for, and their extra time: chapter EXT, BAD-7.
///
/// A piece of work is known by its app and its place among the works of that app.
struct ExtraTimeTable: ~Copyable {
  typealias Calendar = EventCalendar<PhoneEvent>

  struct Row {
    var works: [Leftover] = []
    var openAssertions = 0
    /// When the allowance began to count; nil while it does not.
    var start: Instant?
    var end: Instant = .distantFuture
    /// Whether the handlers have been called in this allowance.
    var isWarned = false
    var warningTimer = PhoneTimer()
    var endTimer = PhoneTimer()
    var stepTimer = PhoneTimer()
  }

  /// Work that is lost with its process.
  struct Lost {
    /// Whether it may have had extra time.
    var mayHaveExtraTime: Bool
    /// The hold of the assertion that was open for it.
    var assertion: HolderID?
    var wasOver: Bool
  }

  private var rows: AppColumn<Row>

  init(count: Int) { rows = AppColumn(repeating: Row(), count: count) }

  // MARK: Reading

  /// The places of an app's works.
  @inline(__always)
  func indices(_ app: AppIndex) -> Range<Int> { rows[app].works.indices }

  @inline(__always)
  func hasWork(_ app: AppIndex) -> Bool { !rows[app].works.isEmpty }

  @inline(__always)
  func work(_ i: Int, of app: AppIndex) -> Leftover { rows[app].works[i] }

  /// The rest of a piece of work, and who pays for it.
  @inline(__always)
  func remainder(_ i: Int, of app: AppIndex) -> (work: Work, payer: EnergyPayer, account: AccountID?) {
    (rows[app].works[i].work, rows[app].works[i].payer, rows[app].works[i].account)
  }

  /// The share of a core that a piece of work takes now, and until when; nil where it takes none.
  @inline(__always)
  func processorWork(_ i: Int, of app: AppIndex) -> (share: Double, end: Instant)? {
    guard rows[app].works[i].processor != nil else { return nil }
    return (rows[app].works[i].work.share, rows[app].works[i].processorEnd)
  }

  @inline(__always)
  func begun(_ i: Int, of app: AppIndex) -> Instant { rows[app].works[i].begun }

  /// Whether a piece of work may have extra time.
  @inline(__always)
  func mayHaveExtraTime(_ i: Int, of app: AppIndex) -> Bool { rows[app].works[i].kind.mayHaveExtraTime }

  @inline(__always)
  func kind(_ i: Int, of app: AppIndex) -> Leftover.Kind { rows[app].works[i].kind }

  @inline(__always)
  func openAssertions(_ app: AppIndex) -> Int { rows[app].openAssertions }

  /// Whether any work of the app goes on.
  func isWorking(_ app: AppIndex) -> Bool { rows[app].works.contains { $0.started != nil } }

  /// Whether any work goes on for which an assertion is open.
  func assertionIsWorking(_ app: AppIndex) -> Bool {
    rows[app].works.contains { $0.assertion != nil && $0.started != nil }
  }

  /// Whether work that stands still may go on.
  func canStart(_ i: Int, of app: AppIndex) -> Bool {
    !rows[app].works[i].isOver && rows[app].works[i].started == nil && rows[app].works[i].reactionEnd == nil
  }

  /// How much of the allowance is left; all of it while it does not count.
  func remaining(_ app: AppIndex, of allowance: TimeSpan, at now: Instant) -> TimeSpan {
    rows[app].start == nil ? allowance : max(.zero, rows[app].end - now)
  }

  // MARK: Works

  /// The process has got work to do, with or without an open assertion.
  mutating func add(_ work: Leftover, _ app: AppIndex) {
    rows[app].works.append(work)
    if work.assertion != nil { rows[app].openAssertions += 1 }
  }

  /// Work goes on.
  ///
  /// - Parameters:
  ///   - processor: The claim of its processor work, if it has any.
  ///   - transfer: Its bytes on the way, and for how long, where it has bytes and the device a path.
  mutating func start(
    _ i: Int, of app: AppIndex, processor: ClaimID?, transfer: TransferStart?, at now: Instant
  ) {
    rows[app].works[i].started = now
    rows[app].works[i].processor = processor
    rows[app].works[i].processorEnd = now + rows[app].works[i].work.processorLength
    rows[app].works[i].transfer = transfer?.id
    rows[app].works[i].transferEnd = transfer.map { now + $0.duration } ?? now
    rows[app].works[i].end = rows[app].works[i].busyEnd + rows[app].works[i].work.wait
  }

  /// The bytes of an app's works go on at other rates.
  mutating func replan(_ app: AppIndex, _ power: borrowing PhonePower) {
    for i in rows[app].works.indices {
      guard let transfer = rows[app].works[i].transfer else { continue }
      rows[app].works[i].transferEnd = power.end(of: transfer)
      rows[app].works[i].end = rows[app].works[i].busyEnd + rows[app].works[i].work.wait
    }
  }

  /// Work stops where it is.
  ///
  /// - Returns: What it has used; nil if it stood still.
  mutating func pause(_ i: Int, of app: AppIndex, at now: Instant) -> Leftover.Paused? {
    rows[app].works[i].pause(at: now)
  }

  /// The bytes that work has yet to move.
  mutating func setBytesLeft(_ i: Int, of app: AppIndex, up: Int64, down: Int64) {
    rows[app].works[i].work.bytesUp = up
    rows[app].works[i].work.bytesDown = down
  }

  /// Takes the processor claim of work whose processor work ends now.
  mutating func takeEndedProcessor(_ i: Int, of app: AppIndex, at now: Instant) -> ClaimID? {
    guard rows[app].works[i].processorEnd == now else { return nil }
    defer { rows[app].works[i].processor = nil }
    return rows[app].works[i].processor
  }

  /// Takes the transfer of work whose last byte arrives now.
  mutating func takeEndedTransfer(_ i: Int, of app: AppIndex, at now: Instant) -> TransferID? {
    guard rows[app].works[i].transferEnd == now, let transfer = rows[app].works[i].transfer else {
      return nil
    }
    rows[app].works[i].transfer = nil
    setBytesLeft(i, of: app, up: 0, down: 0)
    return transfer
  }

  /// Whether work comes to its end now.
  func isDone(_ i: Int, of app: AppIndex, at now: Instant) -> Bool {
    rows[app].works[i].started != nil && rows[app].works[i].end == now
  }

  /// Work is over: done or given up.
  ///
  /// - Returns: Whether it was not over before.
  @discardableResult
  mutating func finish(_ i: Int, of app: AppIndex) -> Bool {
    guard !rows[app].works[i].isOver else { return false }
    rows[app].works[i].isOver = true
    return true
  }

  /// Work is lost with its process, and so is its assertion.
  mutating func lose(_ i: Int, of app: AppIndex) -> Lost {
    let mayHaveExtraTime = rows[app].works[i].kind.mayHaveExtraTime
    let assertion = mayHaveExtraTime ? takeAssertion(i, of: app) : nil
    return Lost(mayHaveExtraTime: mayHaveExtraTime, assertion: assertion, wasOver: !finish(i, of: app))
  }

  /// Forgets all work that is over and has no assertion.
  ///
  /// - Returns: The accounts of those that have one.
  mutating func takeGone(_ app: AppIndex) -> [AccountID] {
    var accounts: [AccountID] = []
    rows[app].works.removeAll { work in
      if work.isGone, let account = work.account { accounts.append(account) }
      return work.isGone
    }
    return accounts
  }

  // MARK: Assertions

  /// Ends the assertion that is open for work.
  ///
  /// - Returns: The hold of the assertion; nil if none is open.
  mutating func takeAssertion(_ i: Int, of app: AppIndex) -> HolderID? {
    guard let assertion = rows[app].works[i].assertion else { return nil }
    rows[app].works[i].assertion = nil
    rows[app].openAssertions -= 1
    return assertion
  }

  /// EXT-4: the handler of an open assertion is called, once.
  ///
  /// - Returns: Whether there is one to be called.
  mutating func takeWarning(_ i: Int, of app: AppIndex) -> Bool {
    guard rows[app].works[i].assertion != nil, !rows[app].works[i].isWarned,
      rows[app].works[i].kind.mayHaveExtraTime
    else { return false }
    rows[app].works[i].isWarned = true
    return true
  }

  /// The expiration handler of work ends at an instant.
  mutating func beginReaction(_ i: Int, of app: AppIndex, until end: Instant) {
    rows[app].works[i].reactionEnd = end
  }

  /// Whether the expiration handler of work ends now; it has then ended.
  mutating func takeEndedReaction(_ i: Int, of app: AppIndex, at now: Instant) -> Bool {
    guard rows[app].works[i].reactionEnd == now else { return false }
    rows[app].works[i].reactionEnd = nil
    return true
  }

  // MARK: Allowance

  /// EXT-2: the allowance begins to count, is measured anew, or stops to count.
  ///
  /// - Parameters:
  ///   - allowance: How long a process may go on.
  ///   - lead: How long before its end the handlers are called.
  mutating func count(
    _ app: AppIndex, _ counts: Bool, allowance: TimeSpan, lead: TimeSpan, at now: Instant,
    _ calendar: inout Calendar
  ) {
    guard counts else {
      guard rows[app].start != nil else { return }
      rows[app].start = nil
      rows[app].isWarned = false
      moveTimers(app, warning: .distantFuture, end: .distantFuture, &calendar)
      return
    }
    let start = rows[app].start ?? now
    rows[app].start = start
    // Once the handlers have been called, the end stands.
    guard !rows[app].isWarned else { return }
    let warning = max(now, start + allowance - lead)
    rows[app].end = warning + lead
    moveTimers(app, warning: warning, end: warning + lead, &calendar)
  }

  private mutating func moveTimers(
    _ app: AppIndex, warning: Instant, end: Instant, _ calendar: inout Calendar
  ) {
    rows[app].warningTimer.move(.watch(.allowanceWarning, app), to: warning, .expiry, &calendar)
    rows[app].endTimer.move(.watch(.allowanceEnd, app), to: end, .expiry, &calendar)
  }

  /// The handlers of the open assertions are being called.
  mutating func warningFired(_ app: AppIndex) {
    rows[app].warningTimer.fired()
    rows[app].isWarned = true
  }

  mutating func endFired(_ app: AppIndex) { rows[app].endTimer.fired() }

  // MARK: Steps

  /// Puts the timer to the next instant at which something happens to the works of an app.
  mutating func moveStepTimer(_ app: AppIndex, _ calendar: inout Calendar) {
    var next = Instant.distantFuture
    for i in rows[app].works.indices { next = min(next, rows[app].works[i].nextStep) }
    rows[app].stepTimer.move(.watch(.leftoverStep, app), to: next, .completion, &calendar)
  }

  mutating func stepFired(_ app: AppIndex) { rows[app].stepTimer.fired() }
}
