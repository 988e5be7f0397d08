import DeviceModel
import EventSimulation
import Workload

/// The steps of a run's life, from the start of the handler to the end of its work.
extension Run {
  // MARK: Launch

  /// The launch is over.
  ///
  /// - Returns: The claim on the processor that the launch had.
  mutating func endLaunch() -> ClaimID? {
    startTimer.fired()
    return takeProcessor()
  }

  mutating func startHandler(at now: Instant) {
    phase = .working
    handlerStarted = now
  }

  // MARK: Work

  /// The work begins, as far as it does not depend on a path.
  @inline(__always)
  mutating func beginWork(at now: Instant) {
    processorEnd = now + work.processorLength
    pendingUp = work.bytesUp
    pendingDown = work.bytesDown
  }

  mutating func beginProcessor(
    _ slot: RunSlot, _ claim: ClaimID, at now: Instant, _ calendar: inout EventCalendar<PhoneEvent>
  ) {
    processor = claim
    processorTimer.move(
      .run(.processorEnd, slot: slot), to: now + work.processorLength, .completion, &calendar)
  }

  /// The processor work is over.
  ///
  /// - Returns: Its claim.
  mutating func endProcessor() -> ClaimID? {
    processorTimer.fired()
    return takeProcessor()
  }

  /// Takes the claim on the processor, which the caller ends.
  mutating func takeProcessor() -> ClaimID? {
    defer { processor = nil }
    return processor
  }

  /// Keeps the event at which the work is over where it has to be, or takes it out of the calendar.
  ///
  /// A stalled run keeps the end it had, and fails there; a processing run has none until its path is back (PROC-5).
  mutating func scheduleWorkEnd(
    _ slot: RunSlot, at now: Instant, _ calendar: inout EventCalendar<PhoneEvent>
  ) {
    if isStalled {
      guard !item.mechanism.isProcessing else { return workTimer.cancel(&calendar) }
      if workTimer.isSet { return }
    }
    let busyEnd = max(processorEnd ?? now, transferEnd ?? now)
    workTimer.move(.run(.workEnd, slot: slot), to: max(now, busyEnd + work.wait), .completion, &calendar)
  }

  // MARK: Bytes

  /// The pending bytes begin to move.
  mutating func beginTransfer(
    _ slot: RunSlot, _ id: TransferID, isCellular: Bool, duration: TimeSpan, at now: Instant,
    _ calendar: inout EventCalendar<PhoneEvent>
  ) {
    transfer = id
    endStall(at: now)
    transferPathIsCellular = isCellular
    transferEnd = now + duration
    transferTimer.move(.run(.transferEnd, slot: slot), to: now + duration, .completion, &calendar)
  }

  /// The pending bytes go on at another rate.
  mutating func replanTransfer(
    _ slot: RunSlot, end: Instant, _ calendar: inout EventCalendar<PhoneEvent>
  ) {
    transferEnd = end
    transferTimer.move(.run(.transferEnd, slot: slot), to: end, .completion, &calendar)
  }

  /// The last pending byte has moved.
  ///
  /// - Returns: The transfer that moved it; nil if none was under way.
  mutating func finishTransfer(at now: Instant) -> TransferID? {
    transferTimer.fired()
    guard let id = transfer else { return nil }
    transfer = nil
    transferEnd = now
    keepPending(up: 0, down: 0)
    return id
  }

  /// The bytes stop moving; the caller then tells how many are left.
  ///
  /// - Returns: The transfer that moved them; nil if none was under way.
  @inline(__always)
  mutating func breakOffTransfer(_ calendar: inout EventCalendar<PhoneEvent>) -> TransferID? {
    guard let id = transfer else { return nil }
    transferTimer.cancel(&calendar)
    transfer = nil
    return id
  }

  /// Attributes the bytes that have moved to their path; what is left stays pending.
  mutating func keepPending(up: Int64, down: Int64) {
    let moved = pendingUp + pendingDown - up - down
    if transferPathIsCellular { bytesCellular += moved } else { bytesWifi += moved }
    (pendingUp, pendingDown) = (up, down)
  }

  // MARK: The end

  /// The system asks the run to stop.
  mutating func expire(_ cause: LogWord, _ calendar: inout EventCalendar<PhoneEvent>) {
    phase = .expired
    reason = cause
    limitTimer.cancel(&calendar)
    continued.stallTimer.cancel(&calendar)
  }

  /// Takes all events of the run's work out of the calendar.
  mutating func cancelTimers(_ calendar: inout EventCalendar<PhoneEvent>) {
    startTimer.cancel(&calendar)
    workTimer.cancel(&calendar)
    processorTimer.cancel(&calendar)
    limitTimer.cancel(&calendar)
    continued.progressTimer.cancel(&calendar)
    continued.stallTimer.cancel(&calendar)
  }
}
