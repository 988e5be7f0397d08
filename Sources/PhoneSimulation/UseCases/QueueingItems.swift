import BackgroundExecution
import Basics
import EventSimulation
import RandomStreams
import SchedulingPolicies
import Workload

/// The items that wait: they enter the queue, become eligible, wait for reasons that are recorded, and leave it. And the
/// instants at which it is decided on them.
extension Phone {
  mutating func eligibleItem(
    _ number: ItemNumber, of app: AppIndex, _ mechanism: Mechanism, _ origin: WorkItem.Origin,
    _ identifier: IdentifierIndex, at now: Instant
  ) -> WorkItem {
    WorkItem(
      number: number, app: app, mechanism: mechanism, origin: origin, identifier: identifier, submitted: now,
      earliestBegin: OptionalInstant(), open: now, deadline: now, chainOpen: now, isObserved: isObserved(now),
      isEligible: true, blockedSince: now, shares: journal.attempts.open())
  }

  @discardableResult mutating func insert(_ item: WorkItem) -> ItemSlot {
    let slot = requests.insert(item)
    gates.add(slot, order: requests.order(of: slot))
    return slot
  }

  /// Takes an item out of those that wait. Who needs it afterwards copies it before.
  mutating func remove(_ slot: ItemSlot) {
    gates.remove(slot)
    if requests[slot].mechanism == .push, let push = requests[slot].push { server.releaseHeld(push) }
    requests.remove(slot)
  }

  /// Returns whether an item has become eligible.
  mutating func announceEligible(at now: Instant) -> Bool {
    requests.collectEligible(at: now)
    for index in requests.eligible.indices {
      let slot = requests.eligible[index].slot
      gates.invalidate(slot)
      announce(slot, at: now)
    }
    return !requests.eligible.isEmpty
  }

  @inline(__always) mutating func announce(_ slot: ItemSlot, at now: Instant) {
    let (open, deadline) = (requests[slot].open, requests[slot].deadline)
    note(
      .eligible, app: requests[slot].app, requests[slot].mechanism, item: requests[slot].number,
      identifier: requests[slot].identifier, at: now, [.instant(.open, open), .instant(.deadline, deadline)])
  }

  mutating func cutOffWait(of slot: ItemSlot, _ end: WaitEnd, at now: Instant) {
    journal.items.endWait(requests[slot], end, at: now)
    guard !requests[slot].delayIsCensored else { return }
    requests[slot].cutOff = OptionalInstant(now)
  }

  // MARK: Canceling: SUB-10, BAR-3, CONT-9

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
    guard platform.offCancelsPending, platform.backgroundRefresh != .off else { return }
    for slot in app.map({ requests.slots(of: $0) }) ?? requests.slots
    where requests[slot].mechanism.isRequest && requests[slot].mechanism != .continued {
      cancel(slot, .barOff, at: now)
    }
  }

  @discardableResult mutating func cancel(_ slot: ItemSlot, _ by: LogWord, at now: Instant) -> WorkItem {
    let item = requests[slot]
    remove(slot)
    journal.record(.canceled(by), item, at: now)
    return item
  }

  // MARK: Why items wait, and since when

  /// Sets what keeps an item waiting from now on; a `deferred` is written when its first reason changes.
  @inline(__always) mutating func block(
    _ slot: ItemSlot, by blocking: BlockingSet, _ enforcement: Enforcement, _ decision: Decision? = nil,
    at now: Instant
  ) {
    if gates.recordsReasons {
      record(blocking, of: slot, enforcement, decision, at: now)
    } else {
      noteFirstReason(slot, of: blocking, at: now)
    }
  }

  /// The same where the first reason is all that anybody is going to see of it.
  @inline(__always)
  mutating func noteFirstReason(_ slot: ItemSlot, of blocking: BlockingSet, at now: Instant) {
    let word = LogWord(firstOf: blocking)
    guard word != requests[slot].lastReason else { return }
    requests[slot].lastReason = word
    note(.deferred, app: requests[slot].app, requests[slot].mechanism, word, at: now)
  }

  @inline(never) private mutating func record(
    _ blocking: BlockingSet, of slot: ItemSlot, _ enforcement: Enforcement, _ decision: Decision?,
    at now: Instant
  ) {
    if blocking != requests[slot].reasons {
      requests[slot].reasons = blocking
      requests[slot].seen.formUnion(blocking)
      let word = LogWord(firstOf: blocking)
      if word != requests[slot].lastReason {
        requests[slot].lastReason = word
        let evidence = journal.log.keepsRecords ? evidence(for: word, slot, decision, at: now) : []
        note(
          .deferred, app: requests[slot].app, requests[slot].mechanism, word, item: requests[slot].number,
          identifier: requests[slot].identifier, at: now,
          [.text(.all, blocking.names), .text(.enforcement, enforcement.rawValue)] + evidence)
      }
    }
    if journal.attempts.keepsShares { attributeWait(blocking, slot, at: now) }
  }

  /// Returns the evidence for a reason: the empty ledger, the device's before the app's, whose tokens are missing, the app's before
  /// the device's, or the score of the moment.
  private func evidence(
    for word: LogWord, _ slot: ItemSlot, _ decision: Decision?, at now: Instant
  ) -> [LogField] {
    let app = requests[slot].app
    let mechanism = requests[slot].mechanism
    let credit = mechanism == .transfer || mechanism == .wake ? platform.transferOverdraft : 0
    func scope(_ device: BudgetLedger, _ app: BudgetLedger) -> [LogField] {
      if device.isSpent(credit: credit) { return [.text(.scope, "device")] }
      return app.isSpent(credit: credit) ? [.text(.scope, "app")] : []
    }
    switch word {
    case .energyBudget: return scope(budgets.device.energy, budgets.energy(of: app))
    case .dataBudget: return scope(budgets.device.cellular, budgets.cellular(of: app))
    case .rateLimit where mechanism == .push:
      return [.text(.scope, appGates.nextOwnPush(app, from: now) > now ? "app" : "device")]
    case .score:
      return (decision?.score.map { [.number(.score, $0)] } ?? [])
        + (decision?.threshold.map { [.number(.threshold, $0)] } ?? [])
    default: return []
    }
  }

  /// Attributes the waiting time from here on to other reasons. What passed before the first evaluation of an item goes to
  /// what that evaluation finds.
  private mutating func attributeWait(_ blocking: BlockingSet, _ slot: ItemSlot, at now: Instant) {
    guard blocking != requests[slot].blocking else { return }
    if !requests[slot].blocking.isEmpty {
      journal.attempts.close(requests[slot], at: now)
      requests[slot].blockedSince = now
    }
    requests[slot].blocking = blocking
  }

  /// A phone that is off evaluates nothing: its items wait for a boot and the unlock after it.
  mutating func attributeWaitToPowerOff(at now: Instant) {
    guard journal.attempts.keepsShares else { return }
    for slot in requests.slots { attributeWait(BlockingSet(.firstUnlock), slot, at: now) }
    // Whatever the verdicts are then, they are recorded anew.
    gates.touchAll()
    decisions.forgetAnswer()
  }

  // MARK: Decision points: instants at which the policy is to be asked, now and later

  /// Something has happened that makes this instant a decision point. All triggers of one instant make one
  /// call; what comes after that call waits for the next tick.
  mutating func requestDecision(at now: Instant, _ c: inout Calendar) {
    if !powerState.isOff { decisionClock.request(at: now, &c) }
  }

  /// Entering and leaving an app is a decision point where an item of that app is pending.
  mutating func requestDecision(ofPending app: AppIndex, at now: Instant, _ c: inout Calendar) {
    if requests.count(of: app) > 0 { requestDecision(at: now, &c) }
  }

  mutating func scheduleDecision(at time: Instant, _ c: inout Calendar) {
    guard time > c.now, time <= plan.end else { return }
    c.schedule(PhoneEvent(.decision), at: time, .decision)
  }

  /// GATE-3: a token that an app gets while a push of it is held is a decision point. Each push that is held and each launch
  /// of a push follows the tokens.
  mutating func followTokens(of app: AppIndex, at now: Instant, _ c: inout Calendar) {
    guard requests.pushCount(of: app) > 0 else { return }
    let next = appGates.nextToken(app, after: now)
    server.awaitToken(app, at: next <= plan.end ? next : .distantFuture, &c)
  }

  mutating func tokenArrives(_ app: AppIndex, at now: Instant, _ c: inout Calendar) {
    guard requests.pushCount(of: app) > 0 else { return }
    requestDecision(at: now, &c)
    followTokens(of: app, at: now, &c)
  }

  /// GATE-10: something has begun or ended the time in which the phone is plugged and idle.
  mutating func followSettling(at now: Instant, _ c: inout Calendar) {
    guard platform.settlingMean > .zero else { return }
    settling.end(at: now, &c)
    guard charging.isPlugged, let idleSince = screen.idleSince.value else { return }
    let start = max(now, idleSince + platform.idleDelay)
    stream.seek(event: address(.settling, index: start.day << 10 | settling.number(on: start.day)))
    let length = TimeSpan.seconds(stream.exponential(mean: platform.settlingMean.seconds))
    settling.begin(start..<start + length, until: plan.end, &c)
  }

  /// DEV-2: a local day begins, which the day before makes more or less likely to be quiet.
  mutating func followQuietDays(at now: Instant, _ c: inout Calendar) {
    guard platform.quietDayShare > 0 else { return }
    let before = conditions.isQuietDay
    let draw = RandomStream.firstUniform(ofEvent: address(.quietDays, index: now.day))
    conditions.changeQuietDay(to: draw < platform.quietDayProbability(afterQuiet: before))
    if conditions.isQuietDay != before { requestDecision(at: now, &c) }
  }

  /// DEV-3: draws when a request is evaluated for the first time, for its ordinal among the requests of its task.
  mutating func delayEvaluation(of slot: ItemSlot, _ c: inout Calendar) {
    let (app, task) = (requests[slot].app, requests[slot].task)
    let ordinal = history.takeRequestOrdinal(app, ofTask: task)
    // Requests without a task share a number that no task has.
    stream.seek(event: address(.firstEvaluation, app: app, index: (task ?? 0xFFF) << 20 | ordinal))
    let delay = stream.lognormal(zeta: Elementary.log(platform.firstDelayMedian.seconds), sigma: 1.5)
    let first = requests[slot].open + max(.tick, .seconds(min(delay, 86_400)))
    requests.delayEvaluation(of: slot, until: first)
    c.schedule(PhoneEvent(.firstEvaluation, requests[slot].number), at: first, .arrival)
  }

  /// The first evaluation of a request that is still pending is a decision point.
  mutating func evaluateFirst(_ number: ItemNumber, at now: Instant, _ c: inout Calendar) {
    if requests.slots.contains(where: { requests[$0].number == number }) { requestDecision(at: now, &c) }
  }

  /// Tells the policy what the user or the surroundings have done. Uses of filler apps are not told: they have
  /// no work.
  mutating func tellPolicy(_ event: DeviceEvent, at now: Instant, _ c: inout Calendar) {
    switch event {
    case .opened(let app), .left(let app):
      if specification(AppIndex(app)) == nil { return }
    case .screenOn, .screenOff, .unlocked, .plugged, .unplugged, .pathChanged: break
    }
    policy.notice(event, at: now)
    followBuckets(at: now, &c)
  }

  /// AND-2: writes the moves of apps between standby buckets and comes back when the next one is due.
  mutating func followBuckets(at now: Instant, _ c: inout Calendar) {
    guard policy.traits.listens.contains(.device) else { return }
    let report = policy.reportBuckets(at: now)
    for change in report.changes {
      note(
        .settingChanged, app: AppIndex(change.app), nil, .bucket, value: Double(change.new), at: now,
        [.number(.old, Double(change.old)), .text(.by, "policy")])
    }
    decisionClock.followBuckets(at: report.next, until: plan.end, &c)
  }
}
