import AppLifecycle
import BackgroundExecution
import DeviceModel
import EventSimulation
import RandomStreams
import SchedulingPolicies
import Workload

/// From the state at the end to the result, and the laws that every run must keep.
extension Phone {
  /// Starts the clocks of the device.
  mutating func begin(_ c: inout Calendar) {
    stateOfChargeStart = power.stateOfCharge(at: .zero)
    if plan.powerFromReadings { power.setIdleDrawn(false, at: .zero) }
    // First of its class at its instant, so that nothing of that instant is in the first window.
    c.schedule(.device(.warmUpEnd), at: plan.warmUpEnd, .completion)
    c.schedule(.device(.midnight), at: .day(1), .environment)
    let slots = Int64(configuration.platform.refillSlots)
    c.schedule(.device(.refill), at: .zero + .microseconds(TimeSpan.day.microseconds / slots), .refill)
    stream.seek(event: address(.evaluationOffset, index: 0))
    let interval = configuration.platform.evaluationInterval
    let offset = TimeSpan.seconds(interval.seconds * stream.uniform())
    c.schedule(.device(.periodicDecision), at: .zero + offset, .arrival)
    if let kind = plan.initial.charger { connect(kind, at: .zero, &c) }
    if power.remainingNanojoules(at: .zero) <= 0, !charging.isPlugged { powerOff(.powerOff, at: .zero, &c) }
    beginInUse(at: .zero, &c)
    for app in apps.indices where apps[app].specification >= 0 {
      scheduleMemoryPressure(app, after: .zero, &c)
      submitMissingRequests(app, at: .zero, &c)
      registerRegions(app, at: .zero)
    }
    schedulePressureEpisode(after: .zero, &c)
    scheduleDecision(at: .zero + configuration.platform.idleDelay, &c)
    scheduleTimeline(&c)
    beginFreshnessRecords(at: .zero)
    // No event precedes the first decision point.
    if decisionClock.isDue { c.schedule(.device(.decision), at: .zero, .decision) }
  }

  /// Closes all windows at the horizon and checks the laws.
  mutating func finish(at end: Instant) {
    if records.contains(.timeseries) { sample(before: end + .tick) }
    countDeadTime(until: end)
    updateOpportunity(at: end)
    if let start = screen.sessionStart { journal.count(.screenOn(since: start), at: end) }
    checkConservation()
    for slot in requests.slots { journal.censorWait(requests[slot], at: end) }
    finishRuns(at: end)
    finishTransfers(at: end)
    finishLeftovers(at: end)
    finishFreshnessRecords(at: end)
    for app in apps.indices where apps[app].specification >= 0 {
      journal.observe(.gap(since: history.lastRunStart(app)), app, at: end)
    }
    if power.isBeyondCounting {
      fail(.overflow("the energy of the device"))
    } else if let error = power.checkClosure(at: end) {
      fail(.energy("\(error)"))
    }
    if budgets.hasOverflowed { fail(.overflow("a budget")) }
    if !budgets.closes {
      fail(.budget("balance differs from initial + refills - clipped - debits"))
    }
  }

  private mutating func finishRuns(at end: Instant) {
    for slot in runs.slots where runs[slot].phase != .ended {
      if runs[slot].phase != .lingering { journal.censorRun(runs[slot].item, at: end) }
      settle(slot, at: end)
    }
    unsettled = []
  }

  /// The result of the whole run.
  func result(at end: Instant, events: Int, hash: UInt64) -> DeviceResult {
    var result = DeviceResult()
    result.eventHash = hash
    result.events = Int64(events)
    result.observed = end - plan.warmUpEnd
    result.energyWhole = EnergyTotals(power.totals(at: end))
    result.energyObserved = EnergyTotals(power.totalsSinceMark(at: end))
    result.ledgerObserved = power.ledgerSinceMark(at: end)
    if records.contains(.energy) { result.ledgerWhole = power.ledger(at: end) }
    result.stateOfChargeStart = stateOfChargeStart
    result.stateOfChargeEnd = power.stateOfCharge(at: end)
    result.budgetDebited = budgets.debited
    result.budgetRefilled = budgets.refilled
    result.apps = apps.indices.filter { apps[$0].specification >= 0 }.map { journal.result(of: $0) }
    result.itemsEvaluated = gates.evaluated
    result.verdictsChanged = gates.changed
    result.likelihoods = decisions.likelihoods
    result.policyCalls = decisions.calls
    journal.fill(&result)
    return result
  }

  /// LOG-1, LOG-2 and LOG-3, over the whole horizon.
  private mutating func checkConservation() {
    for app in apps.indices where apps[app].specification >= 0 {
      for mechanism in Mechanism.allCases {
        var open = OpenItems()
        open.waiting = requests.count(of: app, mechanism)
        open.running =
          runs.slots.count { slot in
            runs[slot].item.app == app && runs[slot].item.mechanism == mechanism && runs[slot].isOpen
          } + transfers.count { $0.item.app == app && $0.item.mechanism == mechanism }
        switch mechanism {
        case .push: open.atServer = apps[app].stored.count
        case .mode: open.atServer = alerts.count { $0.app == app }
        default: break
        }
        guard let law = journal.counts.brokenLaw(app, mechanism, open) else { continue }
        fail(
          .conservation(
          rule: law.rule, app: plan.apps[Int(app.rawValue)].bundleID, mechanism: mechanism.name,
          detail: "\(law.left) ≠ \(law.right)"))
      }
    }
  }

  // MARK: Observation that changes nothing

  /// Adds the time since the last change to the hours in which the phone is idle, plugged and on Wi-Fi.
  mutating func updateOpportunity(at now: Instant) {
    journal.updateOpportunity(
      screen.isIdle && charging.isPlugged && network.path == .wifi && !powerState.isOff, at: now)
  }

  /// Samples at whole hours, read before the event that follows them.
  mutating func sample(before now: Instant) {
    while journal.samplers.nextSample < now, journal.samplers.nextSample <= plan.end {
      journal.addSample(
        stateOfCharge: power.stateOfCharge(at: journal.samplers.nextSample),
        powerWatts: Double(power.drawnMicrowatts) / 1e6)
    }
  }

  /// Notes the powers where one has changed.
  mutating func samplePowers(at now: Instant) {
    journal.addPowers(power.microwattsByComponent, stateOfCharge: power.stateOfCharge(at: now), at: now)
  }
}

extension EnergyTotals {
  init(_ totals: BatteryTotals) {
    self.init()
    batteryOut = totals.batteryOut
    batteryIn = totals.batteryIn
    adapter = totals.adapter
    chargingLoss = totals.chargingLoss
  }
}
