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
    let arrived = apps[app].sessions[session].arrived
    apps[app].sessions[session].finished = 0
    apps[app].sessions[session].arrived = nil
    apps[app].sessions[session].isUntold = true
    if let arrived { apps[app].sessions[session].untoldArrival = arrived }
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
    var item = Item(
      number: takeItemNumber(), app: app, mechanism: .wake, task: -1,
      identifier: sessionIdentifiers[app][session], submitted: now, floor: nil, open: now, deadline: now,
      chainOpen: now, isObserved: isObserved(now), blockedSince: now)
    item.session = Int32(session)
    item.isEligible = true
    item.shares = journal.openShares()
    journal.record(.submitted, item, at: now)
    insert(item)
    requestDecision(at: now, &c)
  }

  private func pendingWake(_ app: AppIndex, session: Int) -> ItemSlot? {
    var slot = requests.first(of: app)
    while let present = slot {
      if requests[present].mechanism == .wake, requests[present].session == Int32(session) { return present }
      slot = requests.next(ofApp: present)
    }
    return nil
  }

  /// The app runs for whatever reason: it learns of every batch that it has not been told of.
  mutating func tellUntoldBatches(_ app: AppIndex, at now: Instant, _ c: inout Calendar) {
    for session in apps[app].sessions.indices where apps[app].sessions[session].isUntold {
      tell(app, session: session, at: now, &c)
    }
  }

  /// The session's events reach the app: it moves the files and goes on with its chain. A relaunch that was
  /// still to come is not needed any more; the app has taken its notice.
  private mutating func tell(_ app: AppIndex, session: Int, at now: Instant, _ c: inout Calendar) {
    if let wake = pendingWake(app, session: session) { cancel(wake, .app, at: now) }
    let arrived = apps[app].sessions[session].untoldArrival
    apps[app].sessions[session].isUntold = false
    apps[app].sessions[session].untoldArrival = nil
    guard let specification = specification(app) else { return }
    if let arrived, specification.quality.movesFiles, specification.transfers[session].fetches {
      contentArrives(app, asOf: arrived, isBackground: true, at: now)
    }
    createNextOfChain(app, session: session, at: now, &c)
  }

  /// What opening an app means for its sessions.
  mutating func openSessions(_ app: AppIndex, at now: Instant, _ c: inout Calendar) {
    apps[app].resumeDelay.length = .zero
    tellUntoldBatches(app, at: now, &c)
    createTransfers(app, on: .open, at: now, &c)
  }

  /// A run of a task has succeeded while the process still executes.
  mutating func createTransfers(after item: Item, at now: Instant, _ c: inout Calendar) {
    guard item.task >= 0, !apps[item.app].sessions.isEmpty,
      let task = specification(item.app)?.tasks[Int(item.task)]
    else { return }
    createTransfers(item.app, on: .success(of: task.identifier), at: now, &c)
  }

  // MARK: The resume delay

  /// The delay of a transfer that the app creates now in the background. It is gone after a full delay of
  /// quiet: without a wake and without a transfer of that kind waiting or in flight.
  mutating func resumeDelay(_ app: AppIndex, at now: Instant) -> TimeSpan {
    let delay = apps[app].resumeDelay
    if delay.backgroundTransfers == 0, now - delay.quietSince >= delay.length {
      apps[app].resumeDelay.length = .zero
    }
    return apps[app].resumeDelay.length
  }

  /// A background wake doubles the delay; what it was is returned.
  mutating func raiseResumeDelay(_ app: AppIndex, at now: Instant) -> TimeSpan {
    let platform = configuration.platform
    let before = resumeDelay(app, at: now)
    let doubled = before > .zero ? before * 2 : platform.transferFirstDelay
    apps[app].resumeDelay.length = min(doubled, platform.transferDelayCap)
    apps[app].resumeDelay.quietSince = now
    return before
  }

  // MARK: The run of a relaunch

  /// The n-th relaunch for a session does the same work under every policy; it does not fail.
  mutating func drawWakeWork(_ item: Item) -> Work {
    guard let transfer = specification(item.app)?.transfers[Int(item.session)] else {
      return Work(cpu: .zero, wait: .zero, bytesUp: 0, bytesDown: 0, fails: false)
    }
    let ordinal = apps[item.app].sessions[Int(item.session)].wakeOrdinal
    apps[item.app].sessions[Int(item.session)].wakeOrdinal += 1
    stream.seek(event: address(.wakeWork, app: item.app, index: Int(item.session) << 24 + ordinal))
    return Work(
      cpu: .seconds(max(0, transfer.work.cpu.sample(stream))),
      wait: .seconds(max(0, transfer.work.wait.sample(stream))),
      bytesUp: Int64(max(0, transfer.work.up.sample(stream)).rounded()),
      bytesDown: Int64(max(0, transfer.work.down.sample(stream)).rounded()), fails: false)
  }
}
