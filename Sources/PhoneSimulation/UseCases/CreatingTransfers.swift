import AppLifecycle
import BackgroundExecution
import EventSimulation
import RandomStreams
import Workload

/// The app creates the transfers of a background session: URL-3 to URL-5, URL-9 and URL-10.
extension Phone {
  /// The app creates what a trigger asks for.
  mutating func createTransfers(
    _ app: AppIndex, on trigger: TransferSpecification.Trigger, at now: Instant, _ c: inout Calendar
  ) {
    guard let transfers = specification(app)?.transfers, !transfers.isEmpty else { return }
    for (session, transfer) in transfers.enumerated() where transfer.trigger == trigger {
      createTransfers(app, session: session, at: now, &c)
    }
  }

  /// A run of a task has succeeded while the process still executes.
  @inline(__always)
  mutating func createTransfers(after item: WorkItem, at now: Instant, _ c: inout Calendar) {
    if let task = item.task, !transfers.sessionIndices(of: item.app).isEmpty {
      createTransfers(item.app, after: task, at: now, &c)
    }
  }

  private mutating func createTransfers(
    _ app: AppIndex, after task: Int, at now: Instant, _ c: inout Calendar
  ) {
    guard let specification = specification(app) else { return }
    createTransfers(app, on: .success(of: specification.tasks[task].identifier), at: now, &c)
  }

  /// The app creates the files of one of its sessions; an app that does not execute cannot.
  mutating func createTransfers(_ app: AppIndex, session: Int, at now: Instant, _ c: inout Calendar) {
    guard let transfer = specification(app)?.transfers[session] else { return }
    guard isReceptive(app) else {
      let mechanism: Mechanism = transfer.isDiscretionary ? .transferD : .transferN
      journal.reject(
        app, mechanism, .unavailable, identifier: context.sessionIdentifiers[app][session], at: now)
      return
    }
    guard transfer.isChained else {
      for _ in 0..<transfer.files { createFile(app, session: session, at: now, &c) }
      return
    }
    if transfers.extendChain(app, session: session, by: transfer.files) {
      createNextOfChain(app, session: session, at: now, &c)
    }
  }

  mutating func createNextOfChain(_ app: AppIndex, session: Int, at now: Instant, _ c: inout Calendar) {
    guard transfers.takeNextOfChain(app, session: session) else { return }
    createFile(app, session: session, at: now, &c)
  }

  private mutating func createFile(_ app: AppIndex, session: Int, at now: Instant, _ c: inout Calendar) {
    guard let transfer = specification(app)?.transfers[session] else { return }
    let isFromBackground = !processes[app].isForeground
    let mechanism: Mechanism = transfer.isDiscretionary || isFromBackground ? .transferD : .transferN
    let (up, down) = drawSize(app, session: session, transfer)
    let delay = isFromBackground ? transfers.resumeDelay(app, at: now) : .zero
    let floor = transfer.floor?.instant(after: now)
    let open = max(now, floor ?? now)
    let platform = configuration.platform
    var item = WorkItem(
      number: requests.takeNumber(), app: app, mechanism: mechanism, origin: .transfer(session: session),
      identifier: context.sessionIdentifiers[app][session], submitted: now,
      floor: OptionalInstant(floor), open: open,
      deadline: open + platform.window(of: mechanism), chainOpen: open, isObserved: isObserved(now),
      blockedSince: now)
    item.shares = journal.attempts.open()
    journal.record(
      .submitted, item, at: now,
      item.submissionFields(origin: "app")
        + [.flag(.discretionary, mechanism == .transferD), .integer(.bytes, up + down)])
    if open <= now {
      item.isEligible = true
    } else {
      c.schedule(.device(.floorReached), at: open, .arrival)
    }
    if delay > .zero { scheduleDecision(at: now + delay, &c) }
    if mechanism == .transferD {
      scheduleDecision(at: open + platform.transferStageLength, &c)
      scheduleDecision(at: open + platform.transferStageLength * 2, &c)
    }
    let timeout = c.schedule(
      .transfer(.timeout, item.number), at: now + platform.transferResourceTimeout, .expiry)
    transfers.accept(
      item.number, app, session: session, isRelaxed: mechanism == .transferN,
      TransferOrder(
        bytesUp: up, bytesDown: down, delay: delay, isFromBackground: isFromBackground, timeout: timeout))
    let slot = insert(item)
    if open <= now { announce(slot, at: now) }
    requestDecision(at: now, &c)
  }

  /// The n-th file of a session has the same size under every policy.
  private mutating func drawSize(
    _ app: AppIndex, session: Int, _ transfer: TransferSpecification
  ) -> (up: Int64, down: Int64) {
    let ordinal = transfers.takeFileOrdinal(app, session: session)
    stream.seek(event: address(.transferSize, app: app, index: session << 24 + ordinal))
    return (
      Int64(nearest: max(0, transfer.up.sample(stream))),
      Int64(nearest: max(0, transfer.down.sample(stream)))
    )
  }

  // MARK: The resume delay

  /// A background wake doubles the delay.
  ///
  /// - Returns: The delay before.
  mutating func raiseResumeDelay(_ app: AppIndex, at now: Instant) -> TimeSpan {
    let platform = configuration.platform
    return transfers.raiseResumeDelay(
      app, first: platform.transferFirstDelay, cap: platform.transferDelayCap, at: now)
  }
}
