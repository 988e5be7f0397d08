import AppLifecycle
import BackgroundExecution
import DeviceModel
import EventSimulation
import RandomStreams
import SchedulingPolicies
import Workload

/// Submitting, replacing and cancelling requests: chapters API and SUB.
extension Phone {
  /// The app submits a request.
  ///
  /// - Parameters:
  ///   - identifier: Number of the identifier.
  ///   - task: Index of the app's task that it belongs to; -1 for a scripted identifier without one.
  ///   - floor: Delay of the earliest begin after now; nil for none.
  ///   - origin: Whether the app or one of its extensions calls (API-5).
  mutating func submit(
    _ app: AppIndex, identifier: IdentifierIndex, task: Int32, _ mechanism: Mechanism, floor: TimeSpan?,
    origin: SubmissionOrigin = .app, at now: Instant, _ c: inout Calendar
  ) {
    guard let specification = specification(app) else { return }
    let submitted = spelled(identifier, specification.quality.spelling)
    let replacedIndex = pending.firstIndex {
      $0.app == app && $0.identifier == submitted && $0.mechanism.isRequest
    }
    let replaced = replacedIndex.map { pending[$0] }
    var state = SubmissionState(
      permittedIdentifiers: specification.permittedIdentifiers,
      modes: specification.declarations.modes,
      isRefreshAvailable: conditions.backgroundRefresh > 0 && appGates.refreshSwitch(app),
      otherPendingRefresh: apps[app].refreshPending - (replaced?.mechanism == .refresh ? 1 : 0),
      otherPendingProcessing: apps[app].processingPending
        - (replaced?.mechanism.isProcessing == true ? 1 : 0))
    state.isSimulator = isSimulator
    if mechanism == .continued {
      state.continued = ContinuedState(
        bundleID: specification.bundleID,
        request: task >= 0 ? specification.tasks[Int(task)].continued : ContinuedRequest(),
        isForegroundActive: processes[app] == .foregroundActive,
        hasGPUEntitlement: specification.declarations.hasGPUEntitlement,
        hasFreeSlot: hasContinuedSlot(beside: submitted, of: app, at: now))
    }
    state.isLimitedExtension = origin == .limitedExtension
    if let reason = configuration.platform.rejection(
      of: journal.identifiers[submitted], mechanism: mechanism, state)
    {
      journal.reject(
        app, mechanism, LogWord(reason), identifier: submitted, value: Double(reason.code ?? 0), at: now,
        Self.originField(origin))
      if task >= 0, !specification.quality.handlesSubmitError {
        processes.assumePending(app, task: task)
      }
      return
    }
    let open = mechanism == .continued ? now : floor.map { max(now, now + $0) } ?? now
    var chainOpen = open
    let newer = ItemNumber(nextItem)
    if let index = replacedIndex, let old = replaced {
      if old.mechanism == mechanism, !old.delayIsCensored { chainOpen = min(old.chainOpen, open) }
      remove(at: index)
      journal.record(
        .replaced, old, value: (now - old.submitted).seconds, at: now, [.integer(.by, newer.rawValue)])
    }
    let requirements = task >= 0 ? specification.tasks[Int(task)] : nil
    var item = Item(
      number: takeItemNumber(), app: app, mechanism: mechanism, task: task, identifier: submitted,
      submitted: now,
      floor: floor.map { now + $0 }, open: open,
      deadline: open + configuration.platform.window(of: mechanism),
      chainOpen: chainOpen, isObserved: isObserved(now), blockedSince: now)
    item.requiresExternalPower = requirements?.requiresExternalPower ?? false
    item.requiresNetworkConnectivity = requirements?.requiresNetworkConnectivity ?? false
    item.shares = journal.openShares()
    journal.record(
      .submitted, item, at: now, item.submissionFields(origin: origin == .app ? "app" : "extension"))
    if open - now > configuration.platform.farBeginWarning {
      note(.warned, app: app, mechanism, .farBeginDate, item: item.number, at: now)
    }
    if open <= now {
      item.isEligible = true
      announce(item, at: now)
    } else {
      c.schedule(.device(.floorReached), at: open, .arrival)
    }
    insert(item)
    if mechanism == .continued { startContinuedIfFree(item, at: now, &c) }
    requestDecision(at: now, &c)
  }

  /// Submits the task's next request with its floor.
  mutating func submitTask(
    _ app: AppIndex, _ task: Int32, origin: SubmissionOrigin = .app, at now: Instant, _ c: inout Calendar
  ) {
    guard let specification = specification(app) else { return }
    let task = Int(task)
    guard !refrainsFromSubmitting(app, specification.tasks[task].mechanism) else { return }
    submit(
      app, identifier: taskIdentifiers[app][task], task: Int32(task),
      specification.tasks[task].mechanism,
      floor: specification.tasks[task].floor, origin: origin, at: now, &c)
  }

  /// At install and at every open, an app submits the series that has neither a request nor a run.
  mutating func submitMissingRequests(_ app: AppIndex, at now: Instant, _ c: inout Calendar) {
    guard let specification = specification(app) else { return }
    for (task, description) in specification.tasks.enumerated()
    where description.submitsAtFirstLaunch && description.mechanism != .continued {
      let identifier = spelled(taskIdentifiers[app][task], specification.quality.spelling)
      let isPending = pending.contains { $0.app == app && $0.identifier == identifier }
      let isBelieved = processes.assumesPending(app, task: Int32(task))
      if !isPending, !isBelieved, !isRunning(app, identifier) {
        submitTask(app, Int32(task), origin: description.origin, at: now, &c)
      }
    }
  }

  private static func originField(_ origin: SubmissionOrigin) -> [LogField] {
    [.text(.origin, origin == .app ? "app" : "extension")]
  }

  /// SUB-10: cancels one pending identifier, or all of the app's.
  mutating func cancel(_ app: AppIndex, identifier: IdentifierIndex?, at now: Instant) {
    for item in pending
    where item.app == app && item.mechanism.isRequest && (identifier == nil || item.identifier == identifier)
    {
      cancel(item, .app, at: now)
    }
  }

  /// BAR-3; continued tasks do not heed the switch (BAR-2).
  mutating func refreshSwitchedOff(_ app: AppIndex?, at now: Instant) {
    guard configuration.platform.offCancelsPending, configuration.platform.backgroundRefresh != .off else {
      return
    }
    for item in pending
    where item.mechanism.isRequest && item.mechanism != .continued && (app == nil || item.app == app) {
      cancel(item, .barOff, at: now)
    }
  }

  mutating func cancelAllRequests(_ by: LogWord, at now: Instant) {
    for item in pending where item.mechanism.isRequest { cancel(item, by, at: now) }
  }

  mutating func cancel(_ item: Item, _ by: LogWord, at now: Instant) {
    guard let index = pending.firstIndex(where: { $0.number == item.number }) else { return }
    let current = pending[index]
    remove(at: index)
    journal.record(.cancelled(by), current, at: now)
  }

  /// `getPending`: identifiers and floors of pending requests, without running ones.
  mutating func listPending(_ app: AppIndex, at now: Instant) {
    let count = pending.count { $0.app == app && $0.mechanism.isRequest }
    note(
      .pendingList, app: app, value: Double(count), at: now)
    if journal.keepsRecords {
      journal.attach(
        [
          .text(
            .requests,
            pending.filter { $0.app == app && $0.mechanism.isRequest }
              .map { item in
                journal.identifiers[item.identifier] + (item.floor.map { "@\($0.microseconds)" } ?? "")
              }.joined(separator: " "))
        ])
    }
  }

  // MARK: The pending set

  mutating func insert(_ item: Item) {
    pending.append(item)
    if !item.mechanism.isOpportunistic { platformItems += 1 }
    switch item.mechanism {
    case .refresh: apps[item.app].refreshPending += 1
    case .processing, .health: apps[item.app].processingPending += 1
    case .push: apps[item.app].heldPushes += 1
    case .continued, .transferD, .transferN, .wake, .assertion, .mode: break
    }
  }

  mutating func remove(at index: Int) {
    let item = pending.remove(at: index)
    if !item.mechanism.isOpportunistic { platformItems -= 1 }
    switch item.mechanism {
    case .refresh: apps[item.app].refreshPending -= 1
    case .processing, .health: apps[item.app].processingPending -= 1
    case .push: apps[item.app].heldPushes -= 1
    case .continued, .transferD, .transferN, .wake, .assertion, .mode: break
    }
  }

  /// Announces the requests whose floor is reached.
  mutating func announceEligible(at now: Instant) {
    for index in pending.indices where !pending[index].isEligible && pending[index].open <= now {
      if pending[index].mechanism == .push { continue }
      pending[index].isEligible = true
      announce(pending[index], at: now)
    }
  }

  mutating func announce(_ item: Item, at now: Instant) {
    note(
      .eligible, app: item.app, item.mechanism, item: item.number, identifier: item.identifier, at: now,
      [.instant(.open, item.open), .instant(.deadline, item.deadline)])
  }

  /// Whether a run of the identifier has not ended.
  func isRunning(_ app: AppIndex, _ identifier: IdentifierIndex) -> Bool {
    processes.activeRuns(app) > 0
      && runs.slots.contains {
        runs[$0].item.app == app && runs[$0].item.identifier == identifier && runs[$0].phase != .ended
          && runs[$0].phase != .lingering
      }
  }

  /// Cuts off the wait of an item: it counts up to here and no more.
  mutating func censorDelay(ofPending index: Int, at now: Instant) {
    journal.censorDelay(pending[index], at: now)
    pending[index].delayIsCensored = true
  }

  /// What the app writes: the identifier, or with the profile `typo` one that differs in case.
  private mutating func spelled(_ identifier: IdentifierIndex, _ spelling: QualityProfile.Spelling)
    -> IdentifierIndex
  {
    guard spelling == .wrong else { return identifier }
    return intern(
      journal.identifiers[identifier].map { $0.isUppercase ? $0.lowercased() : $0.uppercased() }.joined())
  }
}

extension LogWord {
  init(_ reason: RejectionReason) {
    switch reason {
    case .notPermitted: self = .notPermitted
    case .unavailable: self = .unavailable
    case .tooManyPending: self = .tooManyPending
    case .badPriority: self = .badPriority
    case .immediateRunIneligible: self = .immediateRunIneligible
    case .notForeground: self = .notForeground
    case .gpuNotEntitled: self = .gpuNotEntitled
    }
  }
}
