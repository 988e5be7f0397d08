import AppLifecycle
import BackgroundExecution
import DeviceModel
import EventSimulation
import SchedulingPolicies
import Workload

/// What gates and policy see of a phone.
extension Phone {
  /// Brings the verdicts of all pending items up to date.
  ///
  /// - Returns: The state of the device that they rest on.
  mutating func readGates(at now: Instant) -> DeviceGateState {
    let device = gateState(at: now)
    let platform = configuration.platform
    while let app = apps.takeChanged() { invalidateGates(of: app) }
    gates.read(platform.facts(device), platform, at: now)
    while let slot = gates.takeStale() { gates.set(slot, ownGates(of: slot, at: now)) }
    gates.settle()
    return device
  }

  /// Something that the gates of an app's items read has changed.
  mutating func invalidateGates(of app: AppIndex) {
    var slot = requests.first(of: app)
    while let present = slot {
      gates.invalidate(present)
      slot = requests.next(ofApp: present)
    }
  }

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
    state.energyOverdraft = energyBudget.overdraft(credit: configuration.platform.relaxedOverdraft)
    state.cellularOverdraft = cellularBudget.overdraft(credit: configuration.platform.relaxedOverdraft)
    state.refreshSlotsTaken = runs.refreshSlotsTaken
    state.processingSlotsTaken = runs.processingSlotsTaken
    state.continuedSlotsTaken = runs.continuedSlotsTaken
    return state
  }

  func gateState(ofApp app: AppIndex, at now: Instant) -> AppGateState {
    let isForeground = apps[app].process.isForeground
    var state = AppGateState()
    state.isForceQuit = apps[app].isForceQuit
    state.isForceQuitForPushes = apps[app].isForceQuitForPushes
    state.refreshSwitch = apps[app].refreshSwitch
    state.isForeground = isForeground
    state.energyBalance = apps[app].energyBudget.balance
    state.cellularBalance = apps[app].cellularBudget.balance
    state.energyOverdraft = apps[app].energyOverdraft
    state.cellularOverdraft = apps[app].cellularOverdraft
    state.lastForeground = isForeground ? now : apps[app].lastForeground
    state.isUsed = configuration.platform.isUsed(apps[app].openedDays)
    return state
  }

  /// What gates read of a pending item.
  private func itemState(of slot: ItemSlot, at now: Instant) -> ItemGateState {
    let app = requests[slot].app
    let mechanism = requests[slot].mechanism
    var state = ItemGateState(mechanism: mechanism, open: requests[slot].open)
    if mechanism.isTransfer {
      if let order = orders[requests[slot].number] {
        state.resumeDelayEnd = requests[slot].submitted + order.delay
      }
      return state
    }
    state.requiresExternalPower = requests[slot].requiresExternalPower
    state.requiresNetworkConnectivity = requests[slot].requiresNetworkConnectivity
    // A push has no identifier of its own; several may be launched together.
    state.isAlreadyRunning =
      mechanism != .push
      && (decisionClock.wasLaunched(app, requests[slot].identifier)
        || isRunning(app, requests[slot].identifier))
    state.spacingEnd = spacingEnd(app, mechanism, task: requests[slot].task, now)
    return state
  }

  /// What an item and its app deny.
  private func ownGates(of slot: ItemSlot, at now: Instant) -> ItemGates {
    configuration.platform.gates(
      itemState(of: slot, at: now), gateState(ofApp: requests[slot].app, at: now), at: now,
      lifting: lifted(of: slot))
  }

  /// What a counterfactual keeps from blocking an item.
  private func lifted(of slot: ItemSlot) -> BlockingSet {
    guard let whatIf, whatIf.applies(to: requests[slot].number.rawValue) else { return [] }
    return whatIf.lifted
  }

  /// The verdict of an item on the state as it is, without what is kept.
  func verdict(of slot: ItemSlot, _ device: DeviceGateState) -> GateVerdict {
    configuration.platform.verdict(
      itemState(of: slot, at: device.now), gateState(ofApp: requests[slot].app, at: device.now), device,
      lifting: lifted(of: slot))
  }

  /// RATE-1 to RATE-3.
  private func spacingEnd(_ app: AppIndex, _ mechanism: Mechanism, task: Int32, _ now: Instant) -> Instant {
    func end(_ last: Instant?, _ gap: TimeSpan) -> Instant { last.map { $0 + gap } ?? .zero }
    let isPerApp = configuration.platform.rateIsPerApp
    switch mechanism {
    case .refresh:
      let last = isPerApp ? apps[app].lastOpportunisticLaunch : apps[app].lastLaunch[0]
      return end(last, configuration.platform.refreshGap)
    case .processing, .health:
      return task >= 0 ? end(apps[app].seriesLaunch[Int(task)], configuration.platform.processingGap) : .zero
    case .push:
      let own = apps[app].bucket.nextAllowed(from: now)
      let token = own > now ? own : .zero
      guard isPerApp else { return token }
      return max(token, end(apps[app].lastOpportunisticLaunch, configuration.platform.pushGap))
    case .continued, .transferD, .transferN, .wake, .assertion, .mode: return .zero
    }
  }

  /// An item as a policy is shown it, without its likelihood.
  func candidate(_ slot: ItemSlot, _ verdict: GateVerdict) -> Candidate {
    let app = requests[slot].app
    let mechanism = requests[slot].mechanism
    return Candidate(
      item: requests[slot].number.rawValue, app: app.rawValue, mechanism: mechanism,
      submitted: requests[slot].submitted, open: requests[slot].open, deadline: requests[slot].deadline,
      denials: verdict.soft, lastLaunch: apps[app].lastLaunch[Int(mechanism.rawValue)],
      usesNetwork: !mechanism.isProcessing || requests[slot].requiresNetworkConnectivity)
  }

  func observation(_ device: DeviceGateState) -> Observation {
    Observation(
      now: device.now, isPlugged: device.isPlugged, stateOfCharge: device.stateOfCharge,
      network: device.network, isIdle: screen.isIdle, isLowPowerMode: device.isLowPowerMode,
      thermal: conditions.thermal,
      isAwake: !screen.isLocked || pushDelivered == device.now || runs.active > 0,
      radioIsHot: power.radioIsHot, isPeriodic: decisionClock.isPeriodic, energyBalance: device.energyBalance)
  }
}
