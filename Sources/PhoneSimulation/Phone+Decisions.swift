import AppLifecycle
import BackgroundExecution
import DeviceModel
import EventSimulation
import RandomStreams
import SchedulingPolicies
import Workload

/// The policy driver: when the policy is asked, what it sees, and how its wishes are carried out.
extension Phone {
  /// Something has happened that makes this instant a decision point. All triggers of one instant make one
  /// call; what comes after that call waits for the next tick.
  mutating func requestDecision(at now: Instant, _ c: inout Calendar) {
    guard !powerState.isOff else { return }
    var time = now
    if lastDecision == now {
      time += .tick
      putOffDecision = time
    }
    guard time < decisionTime else { return }
    Self.moveTimer(&decisionTimer, .device(.decision), to: time, .decision, &c)
    decisionTime = time
  }

  /// Entering and leaving an app is a decision point where an item of that app is pending.
  mutating func requestDecision(ofPending app: AppIndex, at now: Instant, _ c: inout Calendar) {
    if pending.contains(where: { $0.app == app }) { requestDecision(at: now, &c) }
  }

  /// A decision point in the future: a gap, hold or token; it has a timer of its own.
  mutating func scheduleDecision(at time: Instant, _ c: inout Calendar) {
    guard time > c.now, time <= plan.end else { return }
    c.schedule(.device(.decision), at: time, .decision)
  }

  /// Consults the policy once and carries out what it decides.
  mutating func decide(at now: Instant, _ c: inout Calendar) {
    lastDecision = now
    if putOffDecision != now, !chainLaunches.isEmpty { chainLaunches.removeAll { $0.time < now } }
    defer { isPeriodicDecision = false }
    guard !powerState.isOff, !isSimulator, !pending.isEmpty else { return }
    if platformItems > 0 { startWithoutPolicy(at: now, &c) }
    let device = gateState(at: now)
    let denials = configuration.platform.denials(device)
    candidates.removeAll(keepingCapacity: true)
    verdicts.removeAll(keepingCapacity: true)
    for index in pending.indices {
      let verdict = verdict(at: index, device, denials)
      verdicts.append(verdict)
      if verdict.hard.isEmpty, pending[index].mechanism.isOpportunistic {
        candidates.append(candidate(at: index, verdict, now))
      }
    }
    guard !candidates.isEmpty else {
      for index in pending.indices { block(index, by: verdicts[index].hard, .hard, at: now) }
      return
    }
    journal.count(.decision(candidates: candidates.count), at: now)
    var decisions = policy.decide(observation(device), candidates)
    if let whatIf { whatIf.lift(&decisions) }
    // A policy that has failed fails the run, at its end: until then it starts nothing.
    if policy.refusal == .replayDiverged { journal.record(.replayDiverged, nil, at: now) }
    noteDecision(decisions, at: now)
    recordWaits(decisions, at: now, &c)
    var started: [ItemNumber] = []
    for decision in decisions where decision.verdict == .start { start(decision, &started, at: now, &c) }
  }

  /// Starts what the platform never postpones by choice: continued tasks, transfers that are not
  /// discretionary, relaunches after a batch. They go in order of submission, before the policy is asked, and
  /// each sees the slots that the one before has left.
  private mutating func startWithoutPolicy(at now: Instant, _ c: inout Calendar) {
    for item in pending where !item.mechanism.isOpportunistic {
      // An app whose launch is in progress learns of its batches without a relaunch.
      if item.mechanism == .wake, processes[item.app].isExecuting { continue }
      guard let index = pending.firstIndex(where: { $0.number == item.number }) else { continue }
      if verdict(at: index, gateState(at: now)).hard.isEmpty { launch(pending[index], at: now, &c) }
    }
  }

  /// The policy's answer, one line a decision point.
  private mutating func noteDecision(_ decisions: [Decision], at now: Instant) {
    let shown = candidates
    note(
      .decision, value: Double(shown.count), at: now,
      [
        .text(.candidates, shown.map { "\($0.item)" }.joined(separator: " ")),
        .text(
          .started,
          decisions.filter { $0.verdict == .start }.map { "\($0.item)" }.joined(separator: " ")),
        .text(
          .verdicts, shown.map { "\($0.item):" + $0.denials.names(separator: "+") }.joined(separator: " ")),
        .text(.score, decisions.compactMap { d in d.score.map { "\(d.item):\($0)" } }.joined(separator: " ")),
        .text(
          .threshold,
          decisions.compactMap { d in d.threshold.map { "\(d.item):\($0)" } }.joined(separator: " ")),
      ])
  }

  /// Records why items wait, and the earliest instant for which the policy asked.
  private mutating func recordWaits(_ decisions: [Decision], at now: Instant, _ c: inout Calendar) {
    var earliest = Instant.distantFuture
    var next = 0
    for index in pending.indices {
      guard verdicts[index].hard.isEmpty else {
        block(index, by: verdicts[index].hard, .hard, at: now)
        continue
      }
      guard pending[index].mechanism.isOpportunistic else { continue }
      let candidate = candidates[next]
      next += 1
      guard let decision = decisions.first(where: { $0.item == candidate.item }) else {
        block(index, by: reasons(.policyChoice, candidate), .soft, at: now)
        continue
      }
      guard case .wait(let reason, let until) = decision.verdict else { continue }
      block(index, by: reasons(reason, candidate), .soft, decision, at: now)
      guard let until else { continue }
      if until <= now {
        journal.record(.untilInThePast, pending[index].app, at: now)
      } else {
        earliest = min(earliest, until)
      }
    }
    if earliest != untilTime {
      let time = earliest <= plan.end ? earliest : .distantFuture
      Self.moveTimer(&untilTimer, .device(.decision), to: time, .decision, &c)
      untilTime = time
    }
  }

  /// Counts a decision point that exists because the policy has asked for it. Each single wish is legal, but too
  /// many together would keep time from going on: they fail the run.
  mutating func countPolicyWake(at now: Instant) {
    if now - policyWakesSince >= .hour {
      policyWakesSince = .zero + .hour * (now.microseconds / TimeSpan.hour.microseconds)
      policyWakes = 0
    }
    policyWakes += 1
    if policyWakes > configuration.platform.wakesPerHour, failure == nil {
      failure = .wakes(limit: configuration.platform.wakesPerHour, hour: policyWakesSince)
    }
  }

  /// The obeyed soft denials and the policy's own reason.
  private func reasons(_ reason: BlockingReason, _ candidate: Candidate) -> BlockingSet {
    candidate.denials.intersection(enforces).union(BlockingSet(reason))
  }

  /// Starts one item, if every hard gate still lets it.
  private mutating func start(
    _ decision: Decision, _ started: inout [ItemNumber], at now: Instant, _ c: inout Calendar
  ) {
    let number = ItemNumber(decision.item)
    guard candidates.contains(where: { $0.item == decision.item }), !started.contains(number) else {
      journal.record(.notACandidate, nil, at: now)
      return
    }
    guard let index = pending.firstIndex(where: { $0.number == number }) else { return }
    let item = pending[index]
    let verdict = verdict(at: index, gateState(at: now))
    guard verdict.hard.isEmpty else {
      block(index, by: verdict.hard, .hard, at: now)
      return
    }
    started.append(item.number)
    launch(item, at: now, &c)
  }

  /// Whether an item waits because the platform or because the policy says so.
  private enum Blocker { case hard, soft }

  /// Sets what keeps an item waiting from now on; a `deferred` is written when its first reason changes.
  private mutating func block(
    _ index: Int, by blocking: BlockingSet, _ blocker: Blocker, _ decision: Decision? = nil, at now: Instant
  ) {
    let word = blocking.first.map { LogWord($0) } ?? .none
    pending[index].seen.formUnion(blocking)
    if word != pending[index].lastReason {
      pending[index].lastReason = word
      let evidence = journal.keepsRecords ? evidence(for: word, index, decision) : []
      note(
        .deferred, app: pending[index].app, pending[index].mechanism, word, item: pending[index].number,
        identifier: pending[index].identifier, at: now,
        [.text(.all, blocking.names), .text(.enforcement, blocker == .hard ? "hard" : "soft")]
          + evidence)
    }
    blame(blocking, index, at: now)
  }

  /// What a reason rests on: the ledger that is empty, the device's before the app's, or the score of the moment.
  private func evidence(for word: LogWord, _ index: Int, _ decision: Decision?) -> [LogField] {
    let app = pending[index].app
    let mechanism = pending[index].mechanism
    let credit = mechanism == .transferN || mechanism == .wake ? configuration.platform.relaxedOverdraft : 0
    func scope(_ device: BudgetLedger, _ app: BudgetLedger) -> [LogField] {
      if device.isSpent(credit: credit) { return [.text(.scope, "device")] }
      return app.isSpent(credit: credit) ? [.text(.scope, "app")] : []
    }
    switch word {
    case .energyBudget: return scope(energyBudget, apps[app].energyBudget)
    case .dataBudget: return scope(cellularBudget, apps[app].cellularBudget)
    case .score:
      return (decision?.score.map { [.number(.score, $0)] } ?? [])
        + (decision?.threshold.map { [.number(.threshold, $0)] } ?? [])
    default: return []
    }
  }

  /// Bills the time from here on to other reasons. What passed before the first evaluation of an item is
  /// billed to what that evaluation finds.
  private mutating func blame(_ blocking: BlockingSet, _ index: Int, at now: Instant) {
    guard journal.keepsShares, blocking != pending[index].blocking else { return }
    if !pending[index].blocking.isEmpty {
      journal.closeShares(pending[index], at: now)
      pending[index].blockedSince = now
    }
    pending[index].blocking = blocking
  }

  /// A phone that is off evaluates nothing: its items wait for a boot and the unlock after it.
  mutating func blamePowerOff(at now: Instant) {
    for index in pending.indices { blame(BlockingSet(.firstUnlock), index, at: now) }
  }

  // MARK: What gates and policy see

  func gateState(at now: Instant) -> DeviceGateState {
    var state = DeviceGateState(now: now)
    state.isPlugged = charging.isPlugged
    state.stateOfCharge = power.stateOfCharge(at: now)
    state.network = network.path
    state.idleSince = screen.idleSince
    state.isLowPowerMode = conditions.isLowPowerMode
    state.backgroundRefresh = conditions.backgroundRefresh
    state.hasBeenUnlocked = powerState.hasBeenUnlocked
    state.thermal = Int(conditions.thermal.rawValue)
    state.isBusy = conditions.isBusy
    state.processorLoad = conditions.processorLoad
    state.bootHoldEnd = powerState.bootHoldEnd
    state.herdHoldEnd = network.herdHoldEnd
    state.energyBalance = energyBudget.balance
    state.cellularBalance = cellularBudget.balance
    for slot in runs.slots where runs[slot].phase != .ended && runs[slot].phase != .lingering {
      switch runs[slot].item.mechanism {
      case .processing, .health: state.processingSlotsTaken += 1
      case .refresh, .push: state.refreshSlotsTaken += 1
      case .continued: state.continuedSlotsTaken += 1
      case .transferD, .transferN, .wake, .assertion, .mode: break
      }
    }
    return state
  }

  /// The gates for the pending item at an index. Fields are read in place: an app's state is large, and this
  /// runs for every item at every decision point.
  ///
  /// - Parameter denials: Those of the device, where many items are evaluated on the same state.
  func verdict(
    at index: Int, _ device: DeviceGateState, _ denials: DeviceDenials? = nil
  ) -> GateVerdict {
    let app = pending[index].app
    let mechanism = pending[index].mechanism
    let state = gateState(ofApp: app, at: device.now)
    if mechanism.isTransfer || mechanism == .wake {
      return lifting(systemVerdict(at: index, state, device), at: index)
    }
    var gate = ItemGateState(mechanism: mechanism, open: pending[index].open)
    gate.requiresExternalPower = pending[index].requiresExternalPower
    gate.requiresNetworkConnectivity = pending[index].requiresNetworkConnectivity
    // A push has no identifier of its own; several may be launched together.
    gate.isAlreadyRunning =
      mechanism != .push
      && (wasLaunched(at: index) || isRunning(app, pending[index].identifier))
    gate.spacingEnd = spacingEnd(app, mechanism, task: pending[index].task, device.now)
    return lifting(configuration.platform.verdict(gate, state, device, denials), at: index)
  }

  @inline(__always)
  func gateState(ofApp app: AppIndex, at now: Instant) -> AppGateState {
    var state = appGates.state(of: app, at: now)
    state.energyBalance = apps[app].energyBudget.balance
    state.cellularBalance = apps[app].cellularBudget.balance
    return state
  }

  /// The verdict without what a counterfactual lifts.
  @inline(__always)
  private func lifting(_ verdict: GateVerdict, at index: Int) -> GateVerdict {
    guard let whatIf, whatIf.applies(to: pending[index].number.rawValue) else { return verdict }
    var verdict = verdict
    verdict.hard.subtract(whatIf.lifted)
    verdict.soft.subtract(whatIf.lifted)
    return verdict
  }

  /// An identifier is not launched twice at the same instant, and a chain of decisions is one instant.
  private func wasLaunched(at index: Int) -> Bool {
    chainLaunches.contains {
      $0.app == pending[index].app && $0.identifier == pending[index].identifier
    }
  }

  /// RATE-1 to RATE-3.
  private func spacingEnd(_ app: AppIndex, _ mechanism: Mechanism, task: Int32, _ now: Instant) -> Instant {
    func end(_ last: Instant?, _ gap: TimeSpan) -> Instant { last.map { $0 + gap } ?? .zero }
    let isPerApp = configuration.platform.rateIsPerApp
    switch mechanism {
    case .refresh:
      let last = isPerApp ? appGates.lastOpportunisticLaunch(app) : appGates.lastLaunch(app, .refresh)
      return end(last, configuration.platform.refreshGap)
    case .processing, .health:
      return task >= 0
        ? end(appGates.lastLaunch(app, task: Int(task)), configuration.platform.processingGap) : .zero
    case .push:
      let own = appGates.nextPush(app, from: now)
      let token = own > now ? own : .zero
      guard isPerApp else { return token }
      return max(token, end(appGates.lastOpportunisticLaunch(app), configuration.platform.pushGap))
    case .continued, .transferD, .transferN, .wake, .assertion, .mode: return .zero
    }
  }

  private func candidate(at index: Int, _ verdict: GateVerdict, _ now: Instant) -> Candidate {
    let app = pending[index].app
    let mechanism = pending[index].mechanism
    return Candidate(
      item: pending[index].number.rawValue, app: app.rawValue, mechanism: mechanism,
      submitted: pending[index].submitted,
      open: pending[index].open, deadline: pending[index].deadline, denials: verdict.soft,
      likelihood: mechanism == .refresh ? usage.likelihood(app, at: now) : 0,
      lastLaunch: appGates.lastLaunch(app, mechanism),
      usesNetwork: !mechanism.isProcessing || pending[index].requiresNetworkConnectivity)
  }

  private func observation(_ device: DeviceGateState) -> Observation {
    Observation(
      now: device.now, isPlugged: device.isPlugged, stateOfCharge: device.stateOfCharge,
      network: device.network, isIdle: screen.isIdle, isLowPowerMode: device.isLowPowerMode,
      thermal: conditions.thermal,
      isAwake: !screen.isLocked || pushDelivered == device.now
        || runs.slots.contains { runs[$0].phase != .ended && runs[$0].phase != .lingering },
      radioIsHot: power.radioIsHot, isPeriodic: isPeriodicDecision, energyBalance: device.energyBalance)
  }
}
