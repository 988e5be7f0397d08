import BackgroundExecution
import DeviceModel
import EventSimulation
import SchedulingPolicies
import Workload

extension Phone {
  @inline(always) mutating func readGates(at now: Instant) {
    while let app = appGates.takeChanged() { invalidateGates(of: app) }
    gates.read(facts(at: now), platform, at: now)
    let platform = platform
    while let slot = gates.takeStale() { readGates(of: slot, platform, at: now) }
    gates.settle()
    decisionClock.noteReading()
  }

  /// Computes what an item and its app deny, and the item's verdict. The platform is handed over, so that it is not
  /// retained for each item.
  private mutating func readGates(of slot: ItemSlot, _ platform: PlatformParameters, at now: Instant) {
    switch requests[slot].mechanism {
    case .refresh, .processing, .health, .push:
      guard whatIf == nil else { break }
      if requests[slot].open > now, !gates.recordsReasons {
        let app = appGates.state(of: requests[slot].app, at: now)
        return setGates(of: slot, platform.gatesAhead(launchState(of: slot, at: now, isSpaced: false), app))
      }
      let app = gateState(ofApp: requests[slot].app, at: now)
      return setGates(of: slot, platform.launchGates(launchState(of: slot, at: now), app, at: now))
    case .continued, .discretionaryTransfer, .transfer, .wake, .assertion, .mode: break
    }
    readOtherGates(of: slot, at: now)
  }

  @inline(never) private mutating func readOtherGates(of slot: ItemSlot, at now: Instant) {
    let item = itemState(of: slot, at: now)
    let app = gateState(ofApp: requests[slot].app, at: now)
    setGates(of: slot, platform.gates(item, app, at: now, lifting: lifted(of: slot)))
  }

  @inline(always) private mutating func setGates(of slot: ItemSlot, _ gates: ItemGates) {
    var own = gates
    // Once its earliest begin date is reached, an item is announced and read again.
    if own.until == requests[slot].open, requests.announcesEarliestBegin(of: slot) {
      own.until = .distantFuture
    }
    self.gates.set(slot, own)
  }

  /// Something that the gates of an app's items read has changed; of the items with one identifier alone where only whether
  /// a run or launch of it goes on has.
  @inline(always) mutating func invalidateGates(of app: AppIndex, _ identifier: IdentifierIndex? = nil) {
    if records.contains(.freshness) { freshnessRecords.invalidate(app) }
    var slot = requests.first(of: app)
    while let present = slot {
      if identifier == nil || requests[present].identifier == identifier { gates.invalidate(present) }
      slot = requests.next(ofApp: present)
    }
  }

  @inline(always) private mutating func facts(at now: Instant) -> DeviceFacts {
    if !standingFacts.hold(at: now, idleSince: screen.idleSince) { readStandingFacts(at: now) }
    var state = DeviceGateState(now: now)
    readMovingState(&state)
    return standingFacts.facts.union(platform.movingFacts(state)).union(budgets.device.facts)
  }

  @inline(never) private mutating func readStandingFacts(at now: Instant) {
    let state = standingState(at: now)
    standingFacts.set(
      platform.standingFacts(state), idleSince: screen.idleSince, until: platform.standingFactsEnd(state))
  }

  /// The state of the device as gates read it: of the charge it tells as much as they do of it.
  @inline(__always) mutating func gateState(at now: Instant) -> DeviceGateState {
    var state = standingState(at: now)
    readMovingState(&state)
    state.energyBalance = budgets.device.energy.balance
    state.cellularBalance = budgets.device.cellular.balance
    state.energyOverdraft = budgets.overdrafts.energy
    state.cellularOverdraft = budgets.overdrafts.cellular
    return state
  }

  /// The part of it that the standing facts are read from. Everything here but the idleness is of owners that mark each
  /// change; see ``Phone/standingFacts``.
  @inline(__always) private func standingState(at now: Instant) -> DeviceGateState {
    var state = DeviceGateState(now: now)
    state.isPlugged = charging.isPlugged
    state.network = network.path
    state.idleSince = screen.idleSince.value
    state.isLowPowerMode = conditions.isLowPowerMode
    state.backgroundRefresh = conditions.backgroundRefresh
    state.hasBeenUnlocked = powerState.hasBeenUnlocked
    state.thermal = Int(conditions.thermal.rawValue)
    state.isQuietDay = conditions.isQuietDay == true
    state.isBusy = conditions.isBusy
    state.processorLoad = conditions.processorLoad
    state.bootHoldEnd = powerState.bootHoldEnd
    state.herdHoldEnd = network.herdHoldEnd
    state.settling = settling.span
    return state
  }

  @inline(__always) private mutating func readMovingState(_ state: inout DeviceGateState) {
    state.stateOfCharge = chargeForGates(at: state.now)
    state.refreshSlotsTaken = runs.refreshSlotsTaken
    state.processingSlotsTaken = runs.processingSlotsTaken
    state.continuedSlotsTaken = runs.continuedSlotsTaken
  }

  /// A charge that no gate can tell from the present one. Gates read the charge on battery only, and there it is mostly
  /// known without computing it to be above every level that they compare it with: a full battery stands for that.
  @inline(__always) private mutating func chargeForGates(at now: Instant) -> Double {
    let isOfNoConcern = charging.isPlugged || power.surelyHolds(moreThan: gates.greatestEnergyRead, at: now)
    return isOfNoConcern ? 1 : power.readStateOfCharge(at: now)
  }

  @inline(__always) func gateState(ofApp app: AppIndex, at now: Instant) -> AppGateState {
    var state = appGates.state(of: app, at: now)
    state.energyBalance = budgets.energy(of: app).balance
    state.cellularBalance = budgets.cellular(of: app).balance
    state.energyOverdraft = budgets.appOverdrafts.energy
    state.cellularOverdraft = budgets.appOverdrafts.cellular
    return state
  }

  @inline(__always) private func itemState(of slot: ItemSlot, at now: Instant) -> ItemGateState {
    var state: ItemGateState
    if requests[slot].mechanism.isTransfer {
      state = ItemGateState(mechanism: requests[slot].mechanism, open: requests[slot].open)
      if let order = transfers.order(of: requests[slot].number) {
        state.resumeDelayEnd = requests[slot].submitted + order.delay
        state.allowsCellular = order.allowsCellular
      }
    } else {
      state = launchState(of: slot, at: now)
    }
    state.isFreeOfBudgets = isFreeOfBudgets(requests[slot])
    return state
  }

  /// The same of one that starts a process; the end of its spacing is looked up where that can matter.
  @inline(always)
  private func launchState(of slot: ItemSlot, at now: Instant, isSpaced: Bool = true) -> ItemGateState {
    let app = requests[slot].app
    let mechanism = requests[slot].mechanism
    var state = ItemGateState(mechanism: mechanism, open: requests[slot].open)
    state.requiresExternalPower = requests[slot].requiresExternalPower
    state.requiresNetworkConnectivity = requests[slot].requiresNetworkConnectivity
    // A push has no identifier of its own; several may be launched together.
    state.isAlreadyRunning =
      mechanism != .push
      && (decisionClock.wasLaunched(app, requests[slot].identifier)
        || isRunning(app, requests[slot].identifier))
    state.spacingEnd = isSpaced ? spacingEnd(slot, now) : .zero
    state.firstEvaluation = requests.firstEvaluation(of: slot)
    return state
  }

  @inline(__always) func lifted(of slot: ItemSlot) -> BlockingSet {
    guard let whatIf, whatIf.applies(to: requests[slot].number.rawValue, of: requests[slot].app.rawValue)
    else { return [] }
    return whatIf.lifted
  }

  func verdict(of slot: ItemSlot, _ device: DeviceGateState) -> GateVerdict {
    platform.verdict(
      itemState(of: slot, at: device.now), gateState(ofApp: requests[slot].app, at: device.now), device,
      lifting: lifted(of: slot))
  }

  /// RATE-1 to RATE-3.
  @inline(__always) private func spacingEnd(_ slot: ItemSlot, _ now: Instant) -> Instant {
    let (app, mechanism) = (requests[slot].app, requests[slot].mechanism)
    func end(_ last: Instant?, _ gap: TimeSpan) -> Instant { last.map { $0 + gap } ?? .zero }
    let isPerApp = platform.rateIsPerApp
    switch mechanism {
    case .refresh:
      let last = isPerApp ? appGates.lastOpportunisticLaunch(app) : appGates.lastLaunch(app, .refresh)
      return end(last, platform.refreshGap)
    case .processing, .health:
      if let task = requests[slot].task {
        return appGates.clock(app, task: task).end(gap: platform.processingGap)
      }
      guard code.contains(app) else { return .zero }
      return code.clock(app, requests[slot].identifier).end(gap: platform.processingGap)
    case .push:
      let own = appGates.nextPush(app, from: now)
      let token = own > now ? own : .zero
      guard isPerApp else { return token }
      return max(token, end(appGates.lastOpportunisticLaunch(app), platform.pushGap))
    case .continued, .discretionaryTransfer, .transfer, .wake, .assertion, .mode: return .zero
    }
  }

  @inline(__always) func candidate(_ slot: ItemSlot, _ verdict: GateVerdict) -> Candidate {
    let app = requests[slot].app
    let mechanism = requests[slot].mechanism
    return Candidate(
      item: requests[slot].number.rawValue, app: app.rawValue, mechanism: mechanism,
      submitted: requests[slot].submitted, open: requests[slot].open, deadline: requests[slot].deadline,
      denials: verdict.soft, lastLaunch: appGates.lastLaunch(app, mechanism),
      usesNetwork: !mechanism.isProcessing || requests[slot].requiresNetworkConnectivity,
      requiresExternalPower: requests[slot].requiresExternalPower, taskChain: requests[slot].taskChain)
  }

  @inline(__always) var circumstances: DecisionLoop.Circumstances {
    DecisionLoop.Circumstances(
      isPlugged: charging.isPlugged, network: network.path, isIdle: screen.isIdle,
      isLowPowerMode: conditions.isLowPowerMode, thermal: conditions.thermal)
  }

  /// The device as the policy is shown it; mutating for the reason that
  /// ``DeviceModel/PhonePower/readStateOfCharge(at:)`` is.
  @inline(__always) mutating func observation(at now: Instant) -> Observation {
    let isAwake =
      !screen.isLocked || server.lastDelivery == now || runs.active > 0 || systemWork.isAwake(at: now)
    return Observation(
      now: now, isPlugged: charging.isPlugged, stateOfCharge: power.readStateOfCharge(at: now),
      network: network.path, isIdle: screen.isIdle, isLowPowerMode: conditions.isLowPowerMode,
      thermal: conditions.thermal, isAwake: isAwake, radioIsHot: power.readRadioIsHot(),
      isPeriodic: decisionClock.isPeriodic, energyBalance: budgets.device.energy.balance,
      cellularBalance: budgets.device.cellular.balance, signal: power.readSignal())
  }

  mutating func exactGateState(at now: Instant) -> DeviceGateState {
    var state = gateState(at: now)
    state.stateOfCharge = power.stateOfCharge(at: now)
    return state
  }

  // MARK: A check for tests

  @inline(never) mutating func checkGates(at now: Instant) {
    let device = exactGateState(at: now)
    var expected: [Candidate] = []
    for slot in requests.slots {
      let verdict = verdict(of: slot, device)
      let kept = gates.verdict(of: slot)
      if !agree(kept, verdict, slot) {
        failCheck("item \(requests[slot].number.rawValue): kept \(kept), found \(verdict)", device)
      }
      if verdict.hard.isEmpty, requests[slot].mechanism.isOpportunistic {
        expected.append(candidate(slot, verdict))
      }
    }
    var kept = decisions.candidates.candidates
    if decisions.listIsBehind {
      kept = gates.candidates.map { candidate($0.slot, gates.verdict(of: $0.slot)) }
    }
    for index in kept.indices { (kept[index].likelihood, kept[index].intensity) = (0, 0) }
    if kept != expected { failCheck("candidates: kept \(kept), found \(expected)", device) }
  }

  /// Compares the visible part of a verdict: all of one that lets an item through, the hard part of one that does not, and before
  /// the earliest begin the first reason alone where no others are recorded.
  private func agree(_ kept: GateVerdict, _ verdict: GateVerdict, _ slot: ItemSlot) -> Bool {
    if verdict.hard.isEmpty { return kept == verdict }
    if kept.hard == verdict.hard { return true }
    return requests[slot].open > decisionClock.lastDecision && !journal.attempts.keepsShares
      && !journal.log.keepsRecords && kept.hard.first == verdict.hard.first
  }

  private mutating func failCheck(_ text: String, _ device: DeviceGateState) {
    fail(.stopped("the gates at \(device.now): \(text)"))
  }
}
