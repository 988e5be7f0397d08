import AppLifecycle
import BackgroundExecution
import DeviceModel
import EventSimulation
import RandomStreams
import SchedulingPolicies
import Workload

/// What an app learns of its finished batches, and the relaunch that tells it: URL-7 to URL-10.
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
      number: takeItemNumber(), app: app, mechanism: .wake, origin: .wake(session: session),
      identifier: context.sessionIdentifiers[app][session], submitted: now, floor: nil, open: now,
      deadline: now,
      chainOpen: now, isObserved: isObserved(now), blockedSince: now)
    item.isEligible = true
    item.shares = journal.openShares()
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
  mutating func tellUntoldBatches(_ app: AppIndex, at now: Instant, _ c: inout Calendar) {
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

  /// What opening an app means for its sessions.
  mutating func openSessions(_ app: AppIndex, at now: Instant, _ c: inout Calendar) {
    transfers.clearResumeDelay(app)
    tellUntoldBatches(app, at: now, &c)
    createTransfers(app, on: .open, at: now, &c)
  }

  /// A run of a task has succeeded while the process still executes.
  mutating func createTransfers(after item: WorkItem, at now: Instant, _ c: inout Calendar) {
    guard let task = item.task, !transfers.sessionIndices(of: item.app).isEmpty,
      let specification = specification(item.app)
    else { return }
    createTransfers(item.app, on: .success(of: specification.tasks[task].identifier), at: now, &c)
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

  // MARK: The run of a relaunch

  /// The n-th relaunch for a session does the same work under every policy; it does not fail.
  mutating func drawWakeWork(_ item: WorkItem) -> Work {
    guard let session = item.session, let transfer = specification(item.app)?.transfers[session] else {
      return Work(cpu: .zero, wait: .zero, bytesUp: 0, bytesDown: 0, fails: false)
    }
    let ordinal = transfers.takeWakeOrdinal(item.app, session: session)
    stream.seek(event: address(.wakeWork, app: item.app, index: session << 24 + ordinal))
    return Work(
      cpu: .seconds(max(0, transfer.work.cpu.sample(stream))),
      wait: .seconds(max(0, transfer.work.wait.sample(stream))),
      bytesUp: Int64(max(0, transfer.work.up.sample(stream)).rounded()),
      bytesDown: Int64(max(0, transfer.work.down.sample(stream)).rounded()), fails: false)
  }
}
