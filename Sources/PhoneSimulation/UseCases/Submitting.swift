import BackgroundExecution
import EventSimulation
import SchedulingPolicies
import Workload

/// Submitting and replacing requests: chapters API and SUB.
extension Phone {
  /// The app, or one of its extensions (API-5), submits a request. A scripted identifier may belong to no task; a request of
  /// code has needs of its own. Returns why it is refused, if it is.
  @discardableResult mutating func submit(
    _ app: AppIndex, identifier: IdentifierIndex, task: Int?, _ mechanism: Mechanism,
    earliestBegin: EarliestBegin?,
    needs: (power: Bool, network: Bool)? = nil, origin: SubmissionOrigin = .app, at now: Instant,
    _ c: inout Calendar
  ) -> RejectionReason? {
    // The specification is looked up for each property: held across calls it is counted as referenced.
    guard let spelling = specification(app)?.quality.spelling else { return nil }
    let submitted = spelled(identifier, spelling)
    if mechanism == .continued, specification(app)?.quality.registration == .atUse, origin == .app,
      processes[app].isExecuting, !processes.register(app, submitted)
    {
      // API-4: each use registers first, and the second registration is the last call of the process.
      perform(.end(app, .duplicateRegistration), at: now, &c)
      return nil
    }
    let replaced = requests.request(of: app, submitted)
    let traits = task.flatMap { specification(app)?.taskTraits[$0] }
    let isOwn = submitted == identifier && traits?.mechanism == mechanism
    if let reason = rejection(
      of: app, submitted, task: task, mechanism, isDeclared: isOwn ? traits?.isDeclared : nil,
      replacing: replaced, origin, at: now)
    {
      journal.reject(
        app, mechanism, LogWord(named: reason.rawValue), identifier: submitted,
        value: Double(platform.code(of: reason)), at: now,
        [.text(.origin, origin == .app ? "app" : "extension")])
      if let task, specification(app)?.quality.handlesSubmitError == false {
        processes.assumePending(app, task: task)
      }
      return reason
    }
    // A recorded window is taken as it stands.
    var window: (from: Instant, to: Instant)?
    if case .window(let from, let to)? = earliestBegin { window = (from, to) }
    let earliestBegin = earliestBegin?.instant(after: now)
    let open =
      mechanism == .continued
      ? now : window.map { max(now, $0.from) } ?? max(now + platform.windowDelay, earliestBegin ?? now)
    var (chainOpen, shares) = (open, Int32(-1))
    let newer = requests.nextNumber
    if let slot = replaced {
      var old = requests[slot]
      remove(slot)
      if old.mechanism == mechanism, !old.delayIsCensored {
        // The successor goes on with the wait and its shares.
        journal.attempts.close(old, at: now)
        (chainOpen, shares, old.shares) = (min(old.chainOpen, open), old.shares, -1)
      }
      journal.record(
        .replaced, old, value: (now - old.submitted).seconds, at: now, [.integer(.by, newer.rawValue)])
    }
    let item = WorkItem(
      number: requests.takeNumber(), app: app, mechanism: mechanism, origin: .request(task: task),
      identifier: submitted, submitted: now, earliestBegin: OptionalInstant(earliestBegin), open: open,
      deadline: window?.to ?? open + platform.window(of: mechanism), chainOpen: chainOpen,
      requiresExternalPower: needs?.power ?? traits?.requiresExternalPower ?? false,
      requiresNetworkConnectivity: needs?.network ?? traits?.requiresNetworkConnectivity ?? false,
      isObserved: isObserved(now), isEligible: open <= now, blockedSince: now,
      shares: shares < 0 ? journal.attempts.open() : shares)
    journal.record(
      .submitted, item, at: now, item.submissionFields(origin: origin == .app ? "app" : "extension"))
    if open - now > platform.farBeginWarning {
      note(.warned, app: app, mechanism, .farBeginDate, item: item.number, at: now)
    }
    if open > now { c.schedule(PhoneEvent(.earliestBeginReached), at: open, .arrival) }
    let slot = insert(item)
    if platform.firstDelayMedian > .zero, mechanism != .continued { delayEvaluation(of: slot, &c) }
    if open <= now { announce(slot, at: now) }
    if mechanism == .continued { startContinuedIfFree(slot, at: now, &c) }
    requestDecision(at: now, &c)
    return nil
  }

  @inline(__always) private func rejection(
    of app: AppIndex, _ identifier: IdentifierIndex, task: Int?, _ mechanism: Mechanism,
    isDeclared: Bool?, replacing slot: ItemSlot?, _ origin: SubmissionOrigin, at now: Instant
  ) -> RejectionReason? {
    if mechanism == .continued { return rejection(ofContinued: identifier, task: task, of: app, at: now) }
    let replaced = slot.map { requests[$0].mechanism }
    return platform.rejection(
      of: mechanism, isDeclared: isDeclared ?? declares(app, identifier, mechanism),
      isAllowed: origin != .limitedExtension && !isSimulator,
      isRefreshAvailable: conditions.backgroundRefresh > 0 && appGates.refreshSwitch(app),
      otherRefresh: requests.refreshCount(of: app) - (replaced == .refresh ? 1 : 0),
      otherProcessing: requests.processingCount(of: app) - (replaced?.isProcessing == true ? 1 : 0))
  }

  private func rejection(
    ofContinued identifier: IdentifierIndex, task: Int?, of app: AppIndex, at now: Instant
  ) -> RejectionReason? {
    guard let specification = specification(app) else { return nil }
    return platform.rejection(
      ofContinued: journal.identifiers[identifier], permitted: specification.permittedIdentifiers,
      bundleID: specification.bundleID,
      task.map { specification.value.tasks[$0].continued } ?? ContinuedRequest(),
      hasGPUEntitlement: specification.declarations.hasGPUEntitlement, isSimulator: isSimulator,
      isForegroundActive: processes[app] == .foregroundActive,
      hasRoom: hasContinuedRoom(beside: identifier, of: app, at: now))
  }

  private func declares(_ app: AppIndex, _ identifier: IdentifierIndex, _ mechanism: Mechanism) -> Bool {
    guard let specification = specification(app) else { return false }
    return PlatformParameters.isDeclared(
      journal.identifiers[identifier], mechanism, permitted: specification.permittedIdentifiers,
      modes: specification.declarations.modes)
  }

  mutating func submitTask(
    _ app: AppIndex, _ task: Int, origin: SubmissionOrigin = .app, at now: Instant, _ c: inout Calendar
  ) {
    guard let mechanism = specification(app)?.taskTraits[task].mechanism,
      !refrainsFromSubmitting(app, mechanism)
    else { return }
    submit(
      app, identifier: context.taskIdentifiers[app][task], task: task, mechanism,
      earliestBegin: specification(app)?.taskTraits[task].earliestBegin, origin: origin, at: now, &c)
  }

  /// A run submits at one of its moments: the next request of its own, then the other tasks in their order.
  mutating func submit(
    fromRunOf item: WorkItem, _ moment: QualityProfile.Resubmission, at now: Instant, _ c: inout Calendar
  ) {
    guard let own = item.task, let submissions = specification(item.app)?.submissions[own] else { return }
    for (task, time) in submissions where time == moment && (task != own || item.mechanism != .continued) {
      submitTask(item.app, task, at: now, &c)
    }
  }

  /// At install and at every open, an app submits the task that has neither a request nor a run.
  mutating func submitMissingRequests(_ app: AppIndex, at now: Instant, _ c: inout Calendar) {
    guard let specification = specification(app) else { return }
    for task in specification.taskTraits.indices {
      guard specification.taskTraits[task].submitsAtFirstLaunch,
        specification.taskTraits[task].mechanism != .continued
      else { continue }
      let identifier = spelled(context.taskIdentifiers[app][task], specification.quality.spelling)
      let isPending = requests.hasItem(of: app, identifier)
      let isBelieved = processes.assumesPending(app, task: task)
      if !isPending, !isBelieved, !isRunning(app, identifier) {
        submitTask(app, task, origin: specification.taskTraits[task].origin, at: now, &c)
      }
    }
  }

  /// BAD-8: at every exit the app submits all that it has not running, each time with a fresh earliest begin date.
  mutating func rearm(_ app: AppIndex, at now: Instant, _ c: inout Calendar) {
    guard let specification = specification(app), specification.quality.rearmsOnBackground else { return }
    for task in specification.taskTraits.indices where specification.taskTraits[task].submitsAtFirstLaunch {
      if !isRunning(app, context.taskIdentifiers[app][task]) { submitTask(app, task, at: now, &c) }
    }
  }

  /// PWR-6: an app that looks first does not submit what could not start now. The platform does not care.
  @inline(__always) private func refrainsFromSubmitting(_ app: AppIndex, _ mechanism: Mechanism) -> Bool {
    guard mechanism != .continued else { return false }
    // Processing goes on in Low Power Mode, on the charger.
    if conditions.isLowPowerMode, mechanism == .refresh,
      specification(app)?.quality.checksLowPowerMode == true
    {
      return true
    }
    return specification(app)?.quality.checksRefreshStatus == true && refreshStatus(app) != .available
  }

  /// CONT-4, GATE-9: whether a new submission could run at once. Those that wait already come first.
  private func hasContinuedRoom(beside identifier: IdentifierIndex, of app: AppIndex, at now: Instant) -> Bool
  {
    guard conditions.thermal != .critical, conditions.processorLoad <= platform.continuedLoadCeiling else {
      return false
    }
    let own = requests.request(of: app, identifier)
    let isOwnWaiting = own.map { requests[$0].mechanism == .continued } ?? false
    let waiting = requests.continuedCount - (isOwnWaiting ? 1 : 0)
    return runs.continuedSlotsTaken + waiting < platform.continuedConcurrency
  }

  /// CONT-3: with room the task starts within the submission itself, whatever its earliest begin date.
  private mutating func startContinuedIfFree(_ slot: ItemSlot, at now: Instant, _ c: inout Calendar) {
    guard requests.continuedCount == 1 else { return }
    let device = gateState(at: now)
    guard verdict(of: slot, device).hard.isEmpty else { return }
    perform(.launch(slot), at: now, &c)
  }

  @inline(__always)
  private mutating func spelled(_ identifier: IdentifierIndex, _ spelling: QualityProfile.Spelling)
    -> IdentifierIndex
  {
    spelling == .wrong ? misspelled(identifier) : identifier
  }

  @inline(never) private mutating func misspelled(_ identifier: IdentifierIndex) -> IdentifierIndex {
    intern(
      journal.identifiers[identifier].map { $0.isUppercase ? $0.lowercased() : $0.uppercased() }.joined())
  }

  /// `getPending`: identifiers and earliestDelays of pending requests, without running ones.
  mutating func listPending(_ app: AppIndex, at now: Instant) {
    let pending = requests.slots(of: app).filter { requests[$0].mechanism.isRequest }
    note(.pendingList, app: app, value: Double(pending.count), at: now)
    if journal.log.keepsRecords {
      journal.log.attach([
        .text(
          .requests,
          pending.map { slot in
            journal.identifiers[requests[slot].identifier]
              + (requests[slot].earliestBegin.value.map { "@\($0.microseconds)" } ?? "")
          }.joined(separator: " "))
      ])
    }
  }
}
