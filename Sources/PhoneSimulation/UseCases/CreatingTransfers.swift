import BackgroundExecution
import EventSimulation
import RandomStreams
import Workload

/// The background sessions of an app: the transfers that it creates, and the report of a finished batch. URL-3 to URL-5, URL-7,
/// URL-9 and URL-10.
extension Phone {
  mutating func createTransfers(
    _ app: AppIndex, on trigger: TransferSpecification.Trigger, at now: Instant, _ c: inout Calendar
  ) {
    guard let transfers = specification(app)?.transfers, !transfers.isEmpty else { return }
    for (session, transfer) in transfers.enumerated() where transfer.trigger == trigger {
      for _ in 0..<demands(app, session: session, transfer.demand, at: now) {
        createTransfers(app, session: session, at: now, &c)
      }
    }
  }

  /// How often a trigger creates the files of a session. The n-th draw of a session is the same under every policy.
  private mutating func demands(
    _ app: AppIndex, session: Int, _ demand: TransferSpecification.Demand, at now: Instant
  ) -> Int {
    switch demand {
    case .always: return 1
    case .share(let share):
      seekDemand(app, session: session)
      return stream.uniform() < share ? 1 : 0
    case .perDay(let rate):
      var count = 0
      while transfers[app, session].nextDemand <= now {
        // The start, from which the first demand is drawn, is none itself.
        if seekDemand(app, session: session) > 0 { count += 1 }
        transfers[app, session].nextDemand += .seconds(stream.exponential(mean: 86_400 / rate))
      }
      return count
    }
  }

  @discardableResult private mutating func seekDemand(_ app: AppIndex, session: Int) -> Int {
    let ordinal = transfers[app, session].takeDemandOrdinal()
    stream.seek(event: address(.transferDemand, app: app, index: session << 24 + ordinal))
    return ordinal
  }

  mutating func createTransfers(after item: WorkItem, at now: Instant, _ c: inout Calendar) {
    guard let task = item.task, !transfers.sessionIndices(of: item.app).isEmpty,
      let specification = specification(item.app)
    else { return }
    createTransfers(item.app, on: .success(of: specification.tasks[task].identifier), at: now, &c)
  }

  mutating func createTransfers(_ app: AppIndex, session: Int, at now: Instant, _ c: inout Calendar) {
    guard let transfer = specification(app)?.transfers[session] else { return }
    guard isReceptive(app) else {
      let mechanism: Mechanism = transfer.isDiscretionary ? .discretionaryTransfer : .transfer
      journal.reject(
        app, mechanism, .unavailable, identifier: context.sessionIdentifiers[app][session], at: now)
      return
    }
    guard transfer.isChained else {
      for _ in 0..<transfer.files { createFile(app, session: session, at: now, &c) }
      return
    }
    if transfers[app, session].extendChain(by: transfer.files) {
      createNextOfChain(app, session: session, at: now, &c)
    }
  }

  mutating func createNextOfChain(_ app: AppIndex, session: Int, at now: Instant, _ c: inout Calendar) {
    guard transfers[app, session].takeNextOfChain() else { return }
    createFile(app, session: session, at: now, &c)
  }

  /// - Parameter size: That of a file of code; nil for a drawn one.
  mutating func createFile(
    _ app: AppIndex, session: Int, size: (up: Int64, down: Int64)? = nil, at now: Instant, _ c: inout Calendar
  ) {
    guard let transfer = specification(app)?.transfers[session] else { return }
    let isFromBackground = !processes[app].isForeground
    let mechanism: Mechanism =
      transfer.isDiscretionary || isFromBackground ? .discretionaryTransfer : .transfer
    let (up, down) = size ?? drawSize(app, session: session, transfer)
    let delay = isFromBackground ? transfers[resumeDelay: app].present(at: now) : .zero
    let earliestBegin = transfer.earliestBegin?.instant(after: now)
    let open = max(now, earliestBegin ?? now)
    var item = WorkItem(
      number: requests.takeNumber(), app: app, mechanism: mechanism, origin: .transfer(session: session),
      identifier: context.sessionIdentifiers[app][session], submitted: now,
      earliestBegin: OptionalInstant(earliestBegin),
      open: open, deadline: open + platform.window(of: mechanism), chainOpen: open,
      isObserved: isObserved(now), blockedSince: now)
    item.shares = journal.attempts.open()
    journal.record(
      .submitted, item, at: now,
      item.submissionFields(origin: "app")
        + [.flag(.discretionary, mechanism == .discretionaryTransfer), .integer(.bytes, up + down)])
    if open <= now {
      item.isEligible = true
    } else {
      c.schedule(PhoneEvent(.earliestBeginReached), at: open, .arrival)
    }
    if delay > .zero { scheduleDecision(at: now + delay, &c) }
    if mechanism == .discretionaryTransfer {
      scheduleDecision(at: open + platform.transferStageLength, &c)
      scheduleDecision(at: open + platform.transferStageLength * 2, &c)
    }
    let timeout = c.schedule(
      PhoneEvent(.transferTimeout, item.number), at: now + platform.transferResourceTimeout, .expiry)
    transfers.accept(
      item.number, app, session: session, isRelaxed: mechanism == .transfer,
      TransferOrder(
        bytesUp: up, bytesDown: down, delay: delay, isFromBackground: isFromBackground,
        allowsCellular: transfer.allowsCellular, timeout: timeout))
    let slot = insert(item)
    if open <= now { announce(slot, at: now) }
    requestDecision(at: now, &c)
  }

  /// The n-th file of a session has the same size under every policy.
  private mutating func drawSize(
    _ app: AppIndex, session: Int, _ transfer: TransferSpecification
  ) -> (up: Int64, down: Int64) {
    let ordinal = transfers[app, session].takeFileOrdinal()
    stream.seek(event: address(.transferSize, app: app, index: session << 24 + ordinal))
    return (
      Int64(nearest: max(0, transfer.up.sample(stream))), Int64(nearest: max(0, transfer.down.sample(stream)))
    )
  }

  // MARK: Finished batches: URL-7

  /// The app gets one notice. It is told in place if it executes; else the system relaunches it, or leaves it to its next run.
  /// An app whose launch is in progress is told when its handler starts.
  mutating func batchFinished(_ app: AppIndex, session: Int, at now: Instant, _ c: inout Calendar) {
    if isReceptive(app) {
      tell(app, session: session, at: now, &c)
    } else if specification(app)?.transfers[session].sendsLaunchEvents == true,
      processes.launchEnd(app) == nil
    {
      queueWake(app, session: session, at: now, &c)
    }
  }

  private mutating func queueWake(_ app: AppIndex, session: Int, at now: Instant, _ c: inout Calendar) {
    guard pendingWake(app, session: session) == nil else { return }
    let item = eligibleItem(
      requests.takeNumber(), of: app, .wake,
      .wake(session: session, isRelaxed: transfers[app, session].isRelaxed),
      context.sessionIdentifiers[app][session], at: now)
    journal.record(.submitted, item, at: now)
    insert(item)
    requestDecision(at: now, &c)
  }

  private func pendingWake(_ app: AppIndex, session: Int) -> ItemSlot? {
    var slot = requests.first(of: app)
    while let present = slot {
      if requests[present].mechanism == .wake, requests[present].session == session { return present }
      slot = requests.next(ofApp: present)
    }
    return nil
  }

  mutating func tellUntoldBatches(_ app: AppIndex, at now: Instant, _ c: inout Calendar) {
    for session in transfers.sessionIndices(of: app) where transfers[app, session].isUntold {
      tell(app, session: session, at: now, &c)
    }
  }

  /// The session's events reach the app: it moves the files and goes on with its chain. A relaunch that was
  /// still to come is not needed any more; the app has taken its notice.
  private mutating func tell(_ app: AppIndex, session: Int, at now: Instant, _ c: inout Calendar) {
    if let wake = pendingWake(app, session: session) { cancel(wake, .app, at: now) }
    let arrived = transfers[app, session].takeNotice()
    guard let specification = specification(app) else { return }
    if code.contains(app) {
      return code.post(.sessionFinished(run: nil, session: specification.transfers[session].session), to: app)
    }
    if let arrived, specification.quality.movesFiles, specification.transfers[session].fetches {
      contentArrives(app, asOf: arrived, isBackground: true, at: now)
    }
    createNextOfChain(app, session: session, at: now, &c)
  }
}
