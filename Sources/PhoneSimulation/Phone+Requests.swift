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
  ///   - task: Index of the app's task that it belongs to; nil for a scripted identifier without one.
  ///   - floor: Delay of the earliest begin after now; nil for none.
  ///   - origin: Whether the app or one of its extensions calls (API-5).
  mutating func submit(
    _ app: AppIndex, identifier: IdentifierIndex, task: Int?, _ mechanism: Mechanism, floor: TimeSpan?,
    origin: SubmissionOrigin = .app, at now: Instant, _ c: inout Calendar
  ) {
    guard let specification = specification(app) else { return }
    let requirements = task.map { specification.tasks[$0] }
    let submitted = spelled(identifier, specification.quality.spelling)
    let replacedSlot = requests.request(of: app, submitted)
    let replaced = replacedSlot.map { requests[$0] }
    var state = SubmissionState(
      permittedIdentifiers: specification.permittedIdentifiers,
      modes: specification.declarations.modes,
      isRefreshAvailable: conditions.backgroundRefresh > 0 && appGates.refreshSwitch(app),
      otherPendingRefresh: requests.refreshCount(of: app) - (replaced?.mechanism == .refresh ? 1 : 0),
      otherPendingProcessing: requests.processingCount(of: app)
        - (replaced?.mechanism.isProcessing == true ? 1 : 0))
    state.isSimulator = isSimulator
    if mechanism == .continued {
      state.continued = ContinuedState(
        bundleID: specification.bundleID,
        request: requirements?.continued ?? ContinuedRequest(),
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
      if let task, !specification.quality.handlesSubmitError {
        processes.assumePending(app, task: task)
      }
      return
    }
    let open = mechanism == .continued ? now : floor.map { max(now, now + $0) } ?? now
    var chainOpen = open
    let newer = ItemNumber(nextItem)
    if let slot = replacedSlot, let old = replaced {
      if old.mechanism == mechanism, !old.delayIsCensored { chainOpen = min(old.chainOpen, open) }
      remove(slot)
      journal.record(
        .replaced, old, value: (now - old.submitted).seconds, at: now, [.integer(.by, newer.rawValue)])
    }
    var item = WorkItem(
      number: takeItemNumber(), app: app, mechanism: mechanism, origin: .request(task: task),
      identifier: submitted,
      submitted: now,
      floor: floor.map { now + $0 }, open: open,
      deadline: open + configuration.platform.window(of: mechanism),
      chainOpen: chainOpen, isObserved: isObserved(now), blockedSince: now)
    if let task {
      item.requiresExternalPower = specification.taskTraits[task].requiresExternalPower
      item.requiresNetworkConnectivity = specification.taskTraits[task].requiresNetworkConnectivity
    }
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
    let slot = insert(item)
    if mechanism == .continued { startContinuedIfFree(slot, at: now, &c) }
    requestDecision(at: now, &c)
  }

  /// Submits the task's next request with its floor.
  mutating func submitTask(
    _ app: AppIndex, _ task: Int, origin: SubmissionOrigin = .app, at now: Instant, _ c: inout Calendar
  ) {
    guard let specification = specification(app) else { return }
    let mechanism = specification.taskTraits[task].mechanism
    guard !refrainsFromSubmitting(app, mechanism) else { return }
    submit(
      app, identifier: context.taskIdentifiers[app][task], task: task, mechanism,
      floor: specification.taskTraits[task].floor, origin: origin, at: now, &c)
  }

  /// At install and at every open, an app submits the series that has neither a request nor a run.
  mutating func submitMissingRequests(_ app: AppIndex, at now: Instant, _ c: inout Calendar) {
    guard let specification = specification(app) else { return }
    for (task, description) in specification.tasks.enumerated()
    where description.submitsAtFirstLaunch && description.mechanism != .continued {
      let identifier = spelled(context.taskIdentifiers[app][task], specification.quality.spelling)
      let isPending = requests.hasItem(of: app, identifier)
      let isBelieved = processes.assumesPending(app, task: task)
      if !isPending, !isBelieved, !isRunning(app, identifier) {
        submitTask(app, task, origin: description.origin, at: now, &c)
      }
    }
  }

  private static func originField(_ origin: SubmissionOrigin) -> [LogField] {
    [.text(.origin, origin == .app ? "app" : "extension")]
  }

  /// SUB-10: cancels one pending identifier, or all of the app's.
  mutating func cancel(_ app: AppIndex, identifier: IdentifierIndex?, at now: Instant) {
    for slot in requests.slots(of: app)
    where requests[slot].mechanism.isRequest
      && (identifier == nil || requests[slot].identifier == identifier)
    {
      cancel(slot, .app, at: now)
    }
  }

  /// BAR-3; continued tasks do not heed the switch (BAR-2).
  mutating func refreshSwitchedOff(_ app: AppIndex?, at now: Instant) {
    guard configuration.platform.offCancelsPending, configuration.platform.backgroundRefresh != .off else {
      return
    }
    for slot in app.map({ requests.slots(of: $0) }) ?? requests.slots
    where requests[slot].mechanism.isRequest && requests[slot].mechanism != .continued {
      cancel(slot, .barOff, at: now)
    }
  }

  mutating func cancelAllRequests(_ by: LogWord, at now: Instant) {
    for slot in requests.slots where requests[slot].mechanism.isRequest { cancel(slot, by, at: now) }
  }

  /// - Returns: The item as it was.
  @discardableResult
  mutating func cancel(_ slot: ItemSlot, _ by: LogWord, at now: Instant) -> WorkItem {
    let item = remove(slot)
    journal.record(.cancelled(by), item, at: now)
    return item
  }

  /// `getPending`: identifiers and floors of pending requests, without running ones.
  mutating func listPending(_ app: AppIndex, at now: Instant) {
    let pending = requests.slots(of: app).filter { requests[$0].mechanism.isRequest }
    note(
      .pendingList, app: app, value: Double(pending.count), at: now)
    if journal.keepsRecords {
      journal.attach(
        [
          .text(
            .requests,
            pending.map { slot in
              journal.identifiers[requests[slot].identifier]
                + (requests[slot].floor.map { "@\($0.microseconds)" } ?? "")
            }.joined(separator: " "))
        ])
    }
  }

  // MARK: The pending set

  /// Adds an item to those that wait.
  @discardableResult
  mutating func insert(_ item: WorkItem) -> ItemSlot {
    let slot = requests.insert(item)
    gates.add(slot, order: requests.order(of: slot))
    return slot
  }

  /// Takes an item out of those that wait.
  @discardableResult
  mutating func remove(_ slot: ItemSlot) -> WorkItem {
    gates.remove(slot)
    return requests.remove(slot)
  }

  /// Announces the requests whose floor is reached.
  mutating func announceEligible(at now: Instant) {
    for slot in requests.takeEligible(at: now) { announce(requests[slot], at: now) }
  }

  mutating func announce(_ item: WorkItem, at now: Instant) {
    note(
      .eligible, app: item.app, item.mechanism, item: item.number, identifier: item.identifier, at: now,
      [.instant(.open, item.open), .instant(.deadline, item.deadline)])
  }

  /// Whether a run of the identifier has not ended.
  func isRunning(_ app: AppIndex, _ identifier: IdentifierIndex) -> Bool {
    processes.activeRuns(app) > 0 && runs.isRunning(app, identifier)
  }

  /// Cuts off the wait of an item: it counts up to here and no more.
  mutating func censorDelay(of slot: ItemSlot, at now: Instant) {
    journal.censorDelay(requests[slot], at: now)
    requests[slot].delayIsCensored = true
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
