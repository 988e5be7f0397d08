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
    guard !isOff else { return }
    let time = lastDecision == now ? now + .tick : now
    guard time < decisionTime else { return }
    moveTimer(&decisionTimer, .device(.decision), to: time, .decision, &c)
    decisionTime = time
  }

  /// A decision point in the future: a gap, hold or token; it has a timer of its own.
  mutating func scheduleDecision(at time: Instant, _ c: inout Calendar) {
    guard time > c.now, time <= plan.end else { return }
    c.schedule(.device(.decision), at: time, .decision)
  }

  /// Consults the policy once and carries out what it decides.
  mutating func decide(at now: Instant, _ c: inout Calendar) {
    lastDecision = now
    defer { isPeriodicDecision = false }
    guard !isOff, !pending.isEmpty else { return }
    let device = gateState(at: now)
    candidates.removeAll(keepingCapacity: true)
    verdicts.removeAll(keepingCapacity: true)
    for item in pending {
      let verdict = verdict(item, device)
      verdicts.append(verdict)
      if verdict.hard.isEmpty { candidates.append(candidate(item, verdict, now)) }
    }
    guard !candidates.isEmpty else {
      for index in pending.indices { block(index, by: verdicts[index].hard, .hard, at: now) }
      return
    }
    if isObserved(now) {
      result.decisions += 1
      result.candidates += Int64(candidates.count)
    }
    note(.decision, value: Double(candidates.count), at: now)
    let decisions = policy.decide(observation(device), candidates)
    recordWaits(decisions, at: now, &c)
    var started: [Int32] = []
    for decision in decisions where decision.verdict == .start { start(decision, &started, at: now, &c) }
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
      let candidate = candidates[next]
      next += 1
      guard let decision = decisions.first(where: { $0.item == candidate.item }) else {
        block(index, by: reasons(.policyChoice, candidate), .soft, at: now)
        continue
      }
      guard case .wait(let reason, let until) = decision.verdict else { continue }
      block(index, by: reasons(reason, candidate), .soft, at: now)
      guard let until else { continue }
      if until <= now {
        violate("untilInThePast", pending[index].app, at: now)
      } else {
        earliest = min(earliest, until)
      }
    }
    if earliest != untilTime {
      let time = earliest <= plan.end ? earliest : .distantFuture
      moveTimer(&untilTimer, .device(.decision), to: time, .decision, &c)
      untilTime = time
    }
  }

  /// The obeyed soft denials and the policy's own reason.
  private func reasons(_ reason: BlockingReason, _ candidate: Candidate) -> BlockingSet {
    candidate.denials.intersection(enforces).union(BlockingSet(reason))
  }

  /// Starts one item, if every hard gate still lets it.
  private mutating func start(
    _ decision: Decision, _ started: inout [Int32], at now: Instant, _ c: inout Calendar
  ) {
    guard candidates.contains(where: { $0.item == decision.item }), !started.contains(decision.item) else {
      violate("notACandidate", -1, at: now)
      return
    }
    guard let index = pending.firstIndex(where: { $0.number == decision.item }) else { return }
    let item = pending[index]
    // A push whose app is being launched by an earlier start joins it.
    if item.mechanism == .push, apps[Int(item.app)].launchEnd != nil { return }
    let verdict = verdict(item, gateState(at: now))
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
  private mutating func block(_ index: Int, by blocking: BlockingSet, _ blocker: Blocker, at now: Instant) {
    let word = blocking.first.map { LogWord($0) } ?? .none
    if word != pending[index].lastReason {
      pending[index].lastReason = word
      let item = pending[index]
      note(
        .deferred, app: item.app, item.mechanism, word, item: item.number, identifier: item.identifier, at: now)
    }
    guard shares.isOn, blocking != pending[index].blocking else { return }
    shares.close(pending[index], at: now)
    pending[index].blocking = blocking
    pending[index].blockedSince = max(now, pending[index].open)
  }

  private mutating func violate(_ name: String, _ app: Int32, at now: Instant) {
    result.violations[name, default: 0] += 1
    note(.policyViolation, app: app, at: now)
  }

  // MARK: What gates and policy see

  private func gateState(at now: Instant) -> DeviceGateState {
    var state = DeviceGateState(now: now)
    state.isPlugged = charger != nil
    state.stateOfCharge = power.stateOfCharge(at: now)
    state.network = network
    state.idleSince = idleSince
    state.isLowPowerMode = lowPowerMode != .off
    state.backgroundRefresh = backgroundRefresh
    state.hasBeenUnlocked = hasBeenUnlocked
    state.thermal = Int(thermal.rawValue)
    state.isBusy = isBusy
    state.processorLoad = processorLoad
    state.bootHoldEnd = bootHoldEnd
    state.herdHoldEnd = herdHoldEnd
    state.energyBalance = energyBudget.balance
    state.cellularBalance = cellularBudget.balance
    for run in runs where run.phase != .ended && run.phase != .lingering {
      if run.item.mechanism == .processing {
        state.processingSlotsTaken += 1
      } else {
        state.refreshSlotsTaken += 1
      }
    }
    return state
  }

  private func verdict(_ item: Item, _ device: DeviceGateState) -> GateVerdict {
    let app = apps[Int(item.app)]
    var state = AppGateState()
    state.isForceQuit = app.isForceQuit
    state.isForceQuitForPushes = app.isForceQuitForPushes
    state.refreshSwitch = app.refreshSwitch
    state.isForeground = app.process.isForeground
    state.energyBalance = app.energyBudget.balance
    state.cellularBalance = app.cellularBudget.balance
    state.lastForeground = app.process.isForeground ? device.now : app.lastForeground
    var gate = ItemGateState(mechanism: item.mechanism, open: item.open)
    gate.requiresExternalPower = item.requiresExternalPower
    gate.requiresNetworkConnectivity = item.requiresNetworkConnectivity
    gate.isAlreadyRunning =
      app.lastLaunch[Int(item.mechanism.rawValue)] == device.now && wasLaunched(item, at: device.now)
      || isRunning(item.app, item.identifier)
    gate.spacingEnd = spacingEnd(item, device.now)
    return configuration.platform.verdict(gate, state, device)
  }

  /// An identifier is not launched twice at the same instant.
  private func wasLaunched(_ item: Item, at now: Instant) -> Bool {
    runs.contains { $0.item.app == item.app && $0.item.identifier == item.identifier && $0.launched == now }
  }

  /// RATE-1 to RATE-3.
  private func spacingEnd(_ item: Item, _ now: Instant) -> Instant {
    let app = apps[Int(item.app)]
    let platform = configuration.platform
    func gap(_ last: Instant?, _ gap: TimeSpan) -> Instant { last.map { $0 + gap } ?? .zero }
    switch item.mechanism {
    case .refresh:
      return gap(
        platform.rateIsPerApp ? app.lastOpportunisticLaunch : app.lastLaunch[0], platform.refreshGap)
    case .processing:
      return item.task >= 0 ? gap(app.seriesLaunch[Int(item.task)], platform.processingGap) : .zero
    case .push:
      let own = app.bucket.nextAllowed(from: now)
      let end = own > now ? own : .zero
      return platform.rateIsPerApp ? max(end, gap(app.lastOpportunisticLaunch, platform.pushGap)) : end
    }
  }

  private func candidate(_ item: Item, _ verdict: GateVerdict, _ now: Instant) -> Candidate {
    let app = apps[Int(item.app)]
    return Candidate(
      item: item.number, app: item.app, mechanism: item.mechanism, submitted: item.submitted, open: item.open,
      deadline: item.deadline, denials: verdict.soft,
      likelihood: item.mechanism == .refresh ? app.predictor.likelihood(at: now) : 0,
      lastLaunch: app.lastLaunch[Int(item.mechanism.rawValue)],
      usesNetwork: item.mechanism != .processing || item.requiresNetworkConnectivity)
  }

  private func observation(_ device: DeviceGateState) -> Observation {
    Observation(
      now: device.now, isPlugged: device.isPlugged, stateOfCharge: device.stateOfCharge,
      network: device.network, isIdle: idleSince != nil, isLowPowerMode: device.isLowPowerMode,
      thermal: thermal,
      isAwake: !isLocked || device.refreshSlotsTaken + device.processingSlotsTaken > 0
        || pushDelivered == device.now,
      radioIsHot: power.radioIsHot, isPeriodic: isPeriodicDecision, energyBalance: device.energyBalance)
  }
}
