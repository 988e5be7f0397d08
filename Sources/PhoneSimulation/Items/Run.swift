import DeviceModel
import EventSimulation
import Workload

/// The execution that follows a launch. What several steps below keep together is changed by them alone.
struct Run {
  enum Phase: UInt8 { case launching, working, unsettled, expired, ended }

  let item: WorkItem
  private(set) var phase: Phase = .launching
  var isCold = false
  var isJoined = false
  var launched: Instant
  private(set) var handlerStarted: Instant?
  var granted: TimeSpan = .zero
  /// When its limit is over, where the expiry call comes before that.
  var killTime: Instant = .distantFuture
  var work = Work()

  // Energy
  var account: AccountID
  var payer: EnergyPayer
  private(set) var holder: HolderID?
  private(set) var processor: ClaimID?
  private(set) var transfer: TransferID?
  private(set) var debitedEnergy: Int64 = 0
  private(set) var debitedBytes: Int64 = 0

  // Progress
  private(set) var processorEnd: Instant?
  /// The end of the present part of the processor work, which a pause follows; the end of all without pauses.
  private(set) var partEnd: Instant?
  private(set) var transferEnd: Instant?
  private(set) var transferPathIsCellular = false
  private(set) var pendingUp: Int64 = 0
  private(set) var pendingDown: Int64 = 0
  /// Whether its bytes come in two steps; how many come after its wait, until they do; the time worked when it began.
  private(set) var isStaged = false
  private(set) var bytesAfterWait: Int64 = 0
  private(set) var waitFrom: TimeSpan?
  private(set) var bytesWifi: Int64 = 0
  private(set) var bytesCellular: Int64 = 0
  /// Since when the bytes stand still, and for how long they have while nothing else went on either.
  private(set) var stalledSince: Instant?
  private(set) var timeStalled: TimeSpan = .zero
  var workEnded: Instant?

  // Reports of a continued task
  var lastProgress: Instant = .zero
  var progressTimer = PhoneTimer()
  var stallTimer = PhoneTimer()

  // Timers
  var workTimer = PhoneTimer()
  private(set) var processorTimer = PhoneTimer()
  private(set) var transferTimer = PhoneTimer()
  var limitTimer = PhoneTimer()
  private(set) var startTimer = PhoneTimer()

  private(set) var ended: Instant?
  var isEarly = false
  private(set) var isIgnoring = false
  /// The share of its work that was done when it stopped, once its checkpoints have been kept.
  var doneShare: Double?
  private(set) var outcome = ItemOutcome.running
  private(set) var reason = LogWord.none

  var isStalled: Bool { stalledSince != nil }
  @inline(__always) var isOpen: Bool { phase != .ended && phase != .unsettled }

  @inline(__always)
  var isAtWork: Bool { (phase == .working || phase == .expired && isIgnoring) && workEnded == nil }

  mutating func endLaunch() -> ClaimID? {
    startTimer.fired()
    return takeProcessor()
  }

  mutating func startHandler(at now: Instant) {
    phase = .working
    handlerStarted = now
  }

  // MARK: Work

  @inline(__always) mutating func beginWork(at now: Instant, bytesComeFirst: Bool) {
    processorEnd = now + work.processorLength
    pendingUp = work.bytesUp
    isStaged = !bytesComeFirst && work.wait > .zero
    if isStaged {
      bytesAfterWait = work.bytesDown
      if pendingUp == 0 { waitFrom = .zero }
    } else {
      pendingDown = work.bytesDown
    }
  }

  mutating func takeReply() {
    workTimer.fired()
    pendingDown = bytesAfterWait
    bytesAfterWait = 0
  }

  mutating func beginProcessor(
    _ slot: RunSlot, _ claim: ClaimID, at now: Instant, _ calendar: inout PhoneCalendar
  ) {
    processor = claim
    let end = processorEnd ?? now
    let part = work.pace.map { min(end, now + $0.on) } ?? end
    partEnd = part
    processorTimer.move(PhoneEvent(.processorEnd, slot), to: part, .completion, &calendar)
  }

  /// Ends the processor work, or a part of it. The next event comes at the end of the pause.
  mutating func endProcessor(
    _ slot: RunSlot, at now: Instant, _ calendar: inout PhoneCalendar
  ) -> ClaimID? {
    processorTimer.fired()
    if let pace = work.pace, let end = processorEnd, now < end {
      processorTimer.move(PhoneEvent(.processorEnd, slot), to: now + pace.off, .completion, &calendar)
    }
    return takeProcessor()
  }

  mutating func takeProcessor() -> ClaimID? { processor.take() }

  /// Keeps the event at which the work is over where it has to be, or takes it out of the calendar.
  ///
  /// A stalled run keeps the end it had, and fails there; a processing run has none until its path is back (PROC-5).
  mutating func scheduleWorkEnd(_ slot: RunSlot, at now: Instant, _ calendar: inout PhoneCalendar) {
    if isStalled {
      guard !item.mechanism.isProcessing else { return workTimer.cancel(&calendar) }
      if workTimer.isSet { return }
    }
    if isStaged, bytesAfterWait > 0 {
      var reply = (transferEnd ?? handlerStarted ?? now) + work.wait
      // Of a run that stalls it is the end.
      if isStalled { reply = max(reply, processorEnd ?? now) }
      return workTimer.move(PhoneEvent(.reply, slot), to: max(now, reply), .completion, &calendar)
    }
    let busyEnd: Instant
    if isStaged {
      let bytes = transferEnd ?? handlerStarted ?? now
      busyEnd = max(processorEnd ?? now, work.bytesDown > 0 ? bytes : bytes + work.wait)
    } else {
      busyEnd = max(processorEnd ?? now, transferEnd ?? now) + work.wait
    }
    workTimer.move(PhoneEvent(.workEnd, slot), to: max(now, busyEnd), .completion, &calendar)
  }

  // MARK: Bytes

  mutating func beginTransfer(
    _ slot: RunSlot, _ id: TransferID, isCellular: Bool, duration: TimeSpan, at now: Instant,
    _ calendar: inout PhoneCalendar
  ) {
    transfer = id
    endStall(at: now)
    transferPathIsCellular = isCellular
    transferEnd = now + duration
    transferTimer.move(PhoneEvent(.transferEnd, slot), to: now + duration, .completion, &calendar)
  }

  mutating func replanTransfer(_ slot: RunSlot, end: Instant, _ calendar: inout PhoneCalendar) {
    transferEnd = end
    transferTimer.move(PhoneEvent(.transferEnd, slot), to: end, .completion, &calendar)
  }

  mutating func finishTransfer(at now: Instant) -> TransferID? {
    transferTimer.fired()
    guard let id = transfer else { return nil }
    transfer = nil
    transferEnd = now
    keepPending(up: 0, down: 0)
    if isStaged, waitFrom == nil { waitFrom = timeWorked(at: now) }
    return id
  }

  /// The bytes stop moving; the caller then tells how many are left. Returns the transfer that moved them, if any.
  @inline(__always) mutating func breakOffTransfer(_ calendar: inout PhoneCalendar) -> TransferID? {
    guard let id = transfer else { return nil }
    transferTimer.cancel(&calendar)
    transfer = nil
    return id
  }

  mutating func keepPending(up: Int64, down: Int64) {
    book(pendingUp + pendingDown - up - down, isCellular: transferPathIsCellular)
    (pendingUp, pendingDown) = (up, down)
  }

  mutating func book(_ bytes: Int64, isCellular: Bool) {
    if isCellular { bytesCellular += bytes } else { bytesWifi += bytes }
  }

  // MARK: The end

  mutating func expire(_ cause: LogWord, _ calendar: inout PhoneCalendar) {
    phase = .expired
    reason = cause
    limitTimer.cancel(&calendar)
    stallTimer.cancel(&calendar)
  }

  mutating func ignoreExpiry() { isIgnoring = workEnded == nil }

  mutating func stopWork(_ calendar: inout PhoneCalendar) -> ClaimID? {
    startTimer.cancel(&calendar)
    workTimer.cancel(&calendar)
    processorTimer.cancel(&calendar)
    limitTimer.cancel(&calendar)
    progressTimer.cancel(&calendar)
    stallTimer.cancel(&calendar)
    return takeProcessor()
  }

  /// Notes how the run ends; without a reason that of its expiry stays.
  mutating func conclude(_ outcome: ItemOutcome, _ reason: LogWord? = nil) {
    self.outcome = outcome
    if let reason { self.reason = reason }
  }

  /// The run cannot do its work, for a reason that stays.
  mutating func fail(_ reason: LogWord) {
    work = Work(fails: true)
    self.reason = reason
  }

  mutating func end(at now: Instant) {
    phase = .unsettled
    ended = now
  }

  mutating func settle() { phase = .ended }
  mutating func takeHolder() -> HolderID? { holder.take() }

  mutating func addDebit(energy: Int64, bytes: Int64) {
    debitedEnergy += energy
    debitedBytes += bytes
  }

  // MARK: Time worked

  @inline(__always) func timeWorked(at now: Instant) -> TimeSpan {
    guard let started = handlerStarted else { return .zero }
    let until = min(now, workEnded ?? now)
    return max(.zero, until - started - timeStalled(until: until))
  }

  @inline(__always) private func timeStalled(until now: Instant) -> TimeSpan {
    guard let since = stalledSince else { return timeStalled }
    return timeStalled + max(.zero, now - max(since, processorEnd ?? since))
  }

  /// After how much work processor and bytes are done and waiting begins, as far as is known now.
  func timeBusy(at now: Instant) -> TimeSpan {
    guard let started = handlerStarted else { return .zero }
    let end = max(processorEnd ?? started, transferEnd ?? started)
    return max(.zero, end - started - timeStalled)
  }

  mutating func beginStall(at now: Instant) { if stalledSince == nil { stalledSince = now } }

  mutating func endStall(at now: Instant) {
    timeStalled = timeStalled(until: now)
    stalledSince = nil
  }
}
