import EventSimulation
import Workload

/// The report of a finished batch to its app, in place or by a relaunch: URL-7.
extension Phone {
  /// All transfers of a session are finished: the app gets one notice.
  ///
  /// It is told in place if it executes; else the system relaunches it, or leaves the notice to its next run.
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

  /// At most one relaunch of a session waits.
  private mutating func queueWake(_ app: AppIndex, session: Int, at now: Instant, _ c: inout Calendar) {
    guard pendingWake(app, session: session) == nil else { return }
    var item = WorkItem(
      number: requests.takeNumber(), app: app, mechanism: .wake,
      origin: .wake(session: session, isRelaxed: transfers.isRelaxed(app, session: session)),
      identifier: context.sessionIdentifiers[app][session], submitted: now, floor: OptionalInstant(),
      open: now, deadline: now, chainOpen: now, isObserved: isObserved(now), blockedSince: now)
    item.isEligible = true
    item.shares = journal.attempts.open()
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

  /// The app runs for whatever reason: it learns of every batch that it has not been told of.
  @inline(__always)
  mutating func tellUntoldBatches(_ app: AppIndex, at now: Instant, _ c: inout Calendar) {
    if !transfers.sessionIndices(of: app).isEmpty { tellAllUntold(app, at: now, &c) }
  }

  private mutating func tellAllUntold(_ app: AppIndex, at now: Instant, _ c: inout Calendar) {
    for session in transfers.sessionIndices(of: app) where transfers.isUntold(app, session: session) {
      tell(app, session: session, at: now, &c)
    }
  }

  /// The session's events reach the app: it moves the files and goes on with its chain. A relaunch that was
  /// still to come is not needed any more; the app has taken its notice.
  private mutating func tell(_ app: AppIndex, session: Int, at now: Instant, _ c: inout Calendar) {
    if let wake = pendingWake(app, session: session) { cancel(wake, .app, at: now) }
    let arrived = transfers.takeNotice(app, session: session)
    guard let specification = specification(app) else { return }
    if let arrived, specification.quality.movesFiles, specification.transfers[session].fetches {
      contentArrives(app, asOf: arrived, isBackground: true, at: now)
    }
    createNextOfChain(app, session: session, at: now, &c)
  }

  /// Opens an app's sessions: its resume delay ends, and it learns of finished batches.
  mutating func openSessions(_ app: AppIndex, at now: Instant, _ c: inout Calendar) {
    transfers.clearResumeDelay(app)
    tellUntoldBatches(app, at: now, &c)
    createTransfers(app, on: .open, at: now, &c)
  }
}
