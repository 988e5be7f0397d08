import DeviceModel
import EventSimulation

/// The work of the processes that no run stands for, by app and place there, and their extra time: chapter EXT, BAD-7.
struct BackgroundTimeTable: ~Copyable {
  struct Row {
    var works: [UnfinishedWork] = []
    var openAssertions = 0
    var start: Instant?
    var end: Instant = .distantFuture
    var isWarned = false
    var warningTimer = PhoneTimer()
    var endTimer = PhoneTimer()
    var stepTimer = PhoneTimer()
  }

  private var rows: AppColumn<Row>

  init(count: Int) { rows = AppColumn(repeating: Row(), count: count) }

  @inline(__always) func indices(_ app: AppIndex) -> Range<Int> { rows[app].works.indices }
  @inline(__always) func hasWork(_ app: AppIndex) -> Bool { !rows[app].works.isEmpty }

  subscript(app: AppIndex, i: Int) -> UnfinishedWork {
    @inline(__always) _read { yield rows[app].works[i] }
    @inline(__always) _modify { yield &rows[app].works[i] }
  }

  func isWorking(_ app: AppIndex) -> Bool { rows[app].works.contains { $0.started != nil } }

  mutating func add(_ work: UnfinishedWork, _ app: AppIndex) {
    rows[app].works.append(work)
    if work.assertion != nil { rows[app].openAssertions += 1 }
  }

  mutating func replan(_ app: AppIndex, _ power: borrowing PhonePower) {
    for i in rows[app].works.indices {
      guard let transfer = rows[app].works[i].transfer else { continue }
      rows[app].works[i].replan(transferEnd: power.end(of: transfer))
    }
  }

  mutating func takeGone(_ app: AppIndex) -> [AccountID] {
    var accounts: [AccountID] = []
    rows[app].works.removeAll { work in
      if work.isGone, let account = work.account { accounts.append(account) }
      return work.isGone
    }
    return accounts
  }

  mutating func moveStepTimer(_ app: AppIndex, _ calendar: inout PhoneCalendar) {
    var next = Instant.distantFuture
    for i in rows[app].works.indices { next = min(next, rows[app].works[i].nextStep) }
    rows[app].stepTimer.move(PhoneEvent(.workStep, app), to: next, .completion, &calendar)
  }

  @inline(__always) func openAssertions(_ app: AppIndex) -> Int { rows[app].openAssertions }

  func assertionIsWorking(_ app: AppIndex) -> Bool {
    rows[app].works.contains { $0.assertion != nil && $0.started != nil }
  }

  mutating func takeAssertion(_ i: Int, of app: AppIndex) -> HolderID? {
    guard let assertion = rows[app].works[i].assertion else { return nil }
    rows[app].works[i].assertion = nil
    rows[app].openAssertions -= 1
    return assertion
  }

  func remaining(_ app: AppIndex, of allowance: TimeSpan, at now: Instant) -> TimeSpan {
    rows[app].start == nil ? allowance : max(.zero, rows[app].end - now)
  }

  /// EXT-2: the allowance begins to count, is measured anew, or stops to count. The handlers are called `lead` before its end,
  /// or at once if the allowance is shorter.
  mutating func count(
    _ app: AppIndex, _ counts: Bool, allowance: TimeSpan, lead: TimeSpan, at now: Instant,
    _ calendar: inout PhoneCalendar
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
    let lead = min(lead, allowance)
    let warning = max(now, start + allowance - lead)
    rows[app].end = warning + lead
    moveTimers(app, warning: warning, end: warning + lead, &calendar)
  }

  private mutating func moveTimers(
    _ app: AppIndex, warning: Instant, end: Instant, _ calendar: inout PhoneCalendar
  ) {
    rows[app].warningTimer.move(PhoneEvent(.allowanceWarning, app), to: warning, .expiry, &calendar)
    rows[app].endTimer.move(PhoneEvent(.allowanceEnd, app), to: end, .expiry, &calendar)
  }

  mutating func warn(_ app: AppIndex) { rows[app].isWarned = true }
}
