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
    result.stateOfChargeStart = power.stateOfCharge(at: .zero)
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
    if network == .none { offlineSince = .zero }
    if let kind = plan.initial.charger { connect(kind, at: .zero, &c) }
    if power.remainingNanojoules(at: .zero) <= 0, charger == nil { powerOff(.powerOff, at: .zero, &c) }
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
  }

  /// Closes all windows at the horizon and checks the laws.
  mutating func finish(at end: Instant, events: Int, hash: UInt64) {
    if records.contains(.timeseries) { sample(before: end + .tick) }
    countDeadTime(until: isOff ? end : offSince ?? end)
    updateOpportunity(at: end)
    if isScreenOn, end > plan.warmUpEnd {
      result.screenOnTime += end - max(sessionStart, plan.warmUpEnd)
    }
    checkConservation()
    for slot in requests.slots {
      censorDelay(of: slot, at: end)
      let item = requests[slot]
      if item.isObserved {
        apps[item.app].result.mechanisms[Int(item.mechanism.rawValue)].pending += 1
      }
      shares.close(item, at: end)
      finishAttempt(item, outcome: "pending", reason: item.lastReason.name, at: end, isCensored: true)
    }
    finishRuns(at: end)
    finishTransfers(at: end)
    finishLeftovers(at: end)
    finishFreshnessRecords(at: end)
    for app in apps.indices where apps[app].specification >= 0 {
      let last = max(apps[app].lastRunStart ?? .zero, plan.warmUpEnd)
      apps[app].result.longestGap = max(apps[app].result.longestGap, end - last)
    }
    if power.isBeyondCounting {
      failure = failure ?? .overflow("the energy of the device")
    } else if let error = power.checkClosure(at: end) {
      failure = failure ?? .energy("\(error)")
    }
    if hasOverflowingBudget { failure = failure ?? .overflow("a budget") }
    if !energyBudget.closes || !cellularBudget.closes
      || apps.indices.contains(where: { !apps[$0].energyBudget.closes })
    {
      failure = failure ?? .budget("balance differs from initial + refills - clipped - debits")
    }
    fillResult(at: end, events: events, hash: hash)
  }

  private var hasOverflowingBudget: Bool {
    energyBudget.hasOverflowed || cellularBudget.hasOverflowed
      || apps.indices.contains {
        apps[$0].energyBudget.hasOverflowed || apps[$0].cellularBudget.hasOverflowed
      }
  }

  private mutating func finishRuns(at end: Instant) {
    for slot in runs.slots where runs[slot].phase != .ended {
      let item = runs[slot].item
      if runs[slot].phase != .lingering {
        runs[slot].outcome = "running"
        if item.isObserved {
          let mechanism = Int(item.mechanism.rawValue)
          apps[item.app].result.mechanisms[mechanism].unfinished += 1
          if end >= item.chainOpen {
            apps[item.app].result.mechanisms[mechanism].completionTimes.append(
              DelayObservation(length: end - item.chainOpen, isCensored: true))
          }
        }
      }
      settle(slot, at: end)
    }
    unsettled = []
  }

  private mutating func fillResult(at end: Instant, events: Int, hash: UInt64) {
    result.eventHash = hash
    result.events = Int64(events)
    result.observed = end - plan.warmUpEnd
    result.energyWhole = EnergyTotals(power.totals(at: end))
    result.energyObserved = EnergyTotals(power.totalsSinceMark(at: end))
    result.ledgerObserved = power.ledgerSinceMark(at: end)
    if records.contains(.energy) { result.ledgerWhole = power.ledger(at: end) }
    result.stateOfChargeEnd = power.stateOfCharge(at: end)
    result.budgetDebited += energyBudget.debited
    result.budgetRefilled += energyBudget.refilled - energyBudget.clipped
    result.apps = apps.indices.filter { apps[$0].specification >= 0 }.map { apps[$0].result }
    result.itemsEvaluated = gates.evaluated
    result.verdictsChanged = gates.changed
    result.likelihoods = decisions.likelihoods
    result.policyCalls = decisions.calls
    result.eventCounts = log.eventCounts
    result.log = log.records
    result.blocked = shares.intervals
  }

  /// LOG-1, LOG-2 and LOG-3, over the whole horizon.
  private mutating func checkConservation() {
    for app in apps.indices where apps[app].specification >= 0 {
      for mechanism in Mechanism.allCases {
        let tally = apps[app].tally[Int(mechanism.rawValue)]
        let waiting = requests.count(of: app, mechanism)
        let running = runs.slots.count { slot in
          runs[slot].item.app == app && runs[slot].item.mechanism == mechanism && runs[slot].phase != .ended
            && runs[slot].phase != .lingering
        }
        let inFlight = transfers.count { $0.item.app == app && $0.item.mechanism == mechanism }
        func broken(_ rule: String, _ left: Int, _ right: Int) {
          guard left != right, failure == nil else { return }
          failure = .conservation(
            rule: rule, app: plan.apps[Int(app.rawValue)].bundleID, mechanism: mechanism.name,
            detail: "\(left) ≠ \(right)")
        }
        if mechanism == .push {
          let stored = apps[app].stored.count
          broken(
            "LOG-2", tally.sent,
            tally.delivered + tally.coalesced + tally.dropped + stored + waiting + tally.travelling
              + tally.launching)
        } else {
          broken(
            "LOG-1", tally.submitted,
            tally.launched + tally.replaced + tally.cancelled + tally.failedUnstarted + waiting)
        }
        if mechanism == .mode {
          broken(
            "LOG-2", tally.sent,
            tally.delivered + tally.coalesced + tally.dropped + alerts.count { $0.app == app })
        }
        broken("LOG-3", tally.launched, tally.runsEnded + running + inFlight)
      }
    }
  }

  // MARK: Observation that changes nothing

  /// Adds the time since the last change to the hours in which the phone is idle, plugged and on Wi-Fi.
  mutating func updateOpportunity(at now: Instant) {
    defer { lastOpportunityUpdate = now }
    guard idleSince != nil, charger != nil, network == .wifi, !isOff else { return }
    var from = max(lastOpportunityUpdate, plan.warmUpEnd)
    while from < now {
      let hour = Int(from.timeOfDay.microseconds / TimeSpan.hour.microseconds)
      let to = min(now, Instant.day(from.day, .hour * Int64(hour + 1)))
      result.opportunityByHour[hour] += to - from
      from = to
    }
  }

  /// Samples at whole hours, read before the event that follows them.
  mutating func sample(before now: Instant) {
    while nextSample < now, nextSample <= plan.end {
      result.samples.append(
        DeviceSample(
          time: nextSample, stateOfCharge: power.stateOfCharge(at: nextSample),
          powerWatts: Double(power.drawnMicrowatts) / 1e6))
      nextSample += .hour
    }
  }

  /// Notes the powers where one has changed; of several changes at one instant the last one counts.
  mutating func samplePowers(at now: Instant) {
    let powers = power.microwattsByComponent
    if result.powers.last?.time == now { result.powers.removeLast() }
    if result.powers.last?.microwatts == powers { return }
    result.powers.append(
      PowerSample(time: now, stateOfCharge: power.stateOfCharge(at: now), microwatts: powers))
  }

  /// Writes the row of an item that ends without a run.
  mutating func finishAttempt(
    _ item: Item, outcome: String, reason: String, at now: Instant, isCensored: Bool = false
  ) {
    guard shares.isOn else { return }
    if outcome != "pending" { shares.close(item, at: now) }
    let (alone, joint) = shares.take(item.shares)
    guard item.isObserved, records.contains(.attempts) else { return }
    result.attempts.append(
      AttemptRecord(
        item: item.number.rawValue, app: item.app.rawValue, mechanism: item.mechanism,
        identifier: identifiers[item.identifier], submitted: item.submitted, floor: item.floor,
        launched: nil, ended: isCensored ? nil : now, outcome: outcome, reason: reason, granted: nil,
        cpuSeconds: 0, bytes: 0, energyNanojoules: 0, isCensored: isCensored, blocked: alone,
        blockedJointly: joint))
  }

  /// Writes the row of an item that ran.
  mutating func finishAttempt(of run: Run, energy: Int64) {
    guard shares.isOn else { return }
    let item = run.item
    let (alone, joint) = shares.take(item.shares)
    guard item.isObserved, records.contains(.attempts) else { return }
    let isCensored = run.outcome == "running"
    result.attempts.append(
      AttemptRecord(
        item: item.number.rawValue, app: item.app.rawValue, mechanism: item.mechanism,
        identifier: identifiers[item.identifier], submitted: item.submitted, floor: item.floor,
        launched: run.launched, ended: isCensored ? nil : run.ended, outcome: run.outcome, reason: run.reason,
        granted: run.handlerStarted == nil || item.mechanism == .continued ? nil : run.granted,
        cpuSeconds: run.work.cpu.seconds,
        bytes: run.bytesWifi + run.bytesCellular, energyNanojoules: energy, isCensored: isCensored,
        blocked: alone, blockedJointly: joint))
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
