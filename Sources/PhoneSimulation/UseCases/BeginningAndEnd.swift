import BackgroundExecution
import DeviceModel
import EventSimulation
import RandomStreams
import Workload

/// The state at the start, the result at the end, and the laws that every run must keep.
extension Phone {
  mutating func begin(_ c: inout Calendar) {
    if plan.powerFromReadings { power.setIdleDrawn(false, at: .zero) }
    // First of its class at its instant, so that nothing of that instant is in the first window.
    c.schedule(PhoneEvent(.warmUpEnd), at: plan.warmUpEnd, .completion)
    c.schedule(PhoneEvent(.midnight), at: .day(1), .environment)
    followQuietDays(at: .zero, &c)
    let slots = Int64(platform.refillSlots)
    c.schedule(PhoneEvent(.refill), at: .zero + .microseconds(TimeSpan.day.microseconds / slots), .refill)
    stream.seek(event: address(.evaluationOffset, index: 0))
    let interval = platform.evaluationInterval
    let offset = TimeSpan.seconds(interval.seconds * stream.uniform())
    c.schedule(PhoneEvent(.periodicDecision), at: .zero + offset, .arrival)
    if let kind = plan.initial.charger { connect(kind, at: .zero, &c) }
    if power.remainingNanojoules(at: .zero) <= 0, !charging.isPlugged { powerOff(.powerOff, at: .zero, &c) }
    beginInUse(at: .zero, &c)
    for app in apps.indices where apps[app].isStudied {
      scheduleMemoryPressure(app, after: .zero, &c)
      submitMissingRequests(app, at: .zero, &c)
      registerRegions(app, at: .zero)
    }
    schedulePressureEpisode(after: .zero, &c)
    scheduleDecision(at: .zero + platform.idleDelay, &c)
    scheduleTimeline(&c)
    if code.hasNews { runCode(at: .zero, &c) }
    beginReach(at: .zero)
    beginFreshnessRecords(at: .zero)
    // No event precedes the first decision point.
    if decisionClock.isDue { c.schedule(PhoneEvent(.decision), at: .zero, .decision) }
  }

  mutating func finish(at end: Instant) {
    if power.nextOwnChange <= end { followPower(to: end) }
    sample(before: end + .tick)
    observe(.end, at: end)
    countDeadTime(until: end)
    updateOpportunity(at: end)
    if let start = screen.sessionStart { journal.endScreenOn(since: start, at: end) }
    checkConservation()
    for slot in requests.slots { journal.censorWait(requests[slot], at: end) }
    finishRuns(at: end)
    finishTransfers(at: end)
    if records.contains(.availability) {
      journal.availability.finish(stateOfCharge: power.stateOfCharge(at: end), at: end)
    }
    countUnfinishedWork(at: end)
    policy.finishOutcomes()
    for (app, record) in freshnessRecords.finish(at: end) { journal.apps[app].freshness = record }
    for app in apps.indices where apps[app].isStudied {
      journal.endGap(since: history.lastRunStart(app), app, at: end)
    }
    sumUpDay(at: end)
    power.settleLedger(at: end)
    if power.isBeyondCounting {
      fail(.overflow("the energy of the device"))
    } else if let error = power.checkClosure(at: end) {
      fail(.energy("\(error)"))
    }
    if budgets.hasOverflowed { fail(.overflow("a budget")) }
    if !budgets.closes { fail(.budget("balance differs from initial + refills - clipped - debits")) }
  }

  private mutating func finishRuns(at end: Instant) {
    for slot in runs.slots where runs[slot].phase != .ended {
      if runs[slot].phase != .unsettled { journal.items.censorRun(runs[slot].item, at: end) }
      settle(slot, at: end)
    }
  }

  private mutating func finishTransfers(at end: Instant) {
    for var transfer in transfers.takeStarted() {
      if let burst = transfer.burst {
        transfer.book(bytesDone(transfer, at: end) - transfer.bytesDone, on: burst.path)
      }
      journal.items.censorRun(transfer.item, at: end)
      settle(transfer, at: end)
    }
    for transfer in transfers.takeEnded() { settle(transfer, at: end) }
  }

  private mutating func countUnfinishedWork(at end: Instant) {
    for app in apps.indices {
      for i in backgroundTime.indices(app) {
        pause(i, of: app, at: end)
        guard backgroundTime[app, i].mayHaveBackgroundTime else { continue }
        let rest = backgroundTime[app, i]
        if !rest.isOver { journal.items[app, .assertion][.unfinished] += 1 }
        if let account = rest.account {
          journal.items[app, .assertion][.energy] += power.readAccountEnergy(account, at: end).total
        }
      }
    }
  }

  /// LOG-1, LOG-2 and LOG-3, over the whole horizon.
  private mutating func checkConservation() {
    for app in apps.indices where apps[app].isStudied {
      for mechanism in Mechanism.allCases {
        let waiting = requests.slots(of: app).count { requests[$0].mechanism == mechanism }
        let running = runs.openSlots(of: app).count { runs[$0].item.mechanism == mechanism }
        let atServer =
          switch mechanism {
          case .push: server.storedCount(of: app)
          case .mode: server.alertCount(of: app)
          default: 0
          }
        guard
          let law = journal.items.brokenLaw(
            app, mechanism, waiting: waiting, running: running + transfers.count(of: app, mechanism),
            atServer: atServer)
        else { continue }
        fail(
          .conservation(
            rule: law.rule, app: plan.apps[Int(app.rawValue)].bundleID, mechanism: mechanism.name,
            detail: "\(law.left) ≠ \(law.right)"))
      }
    }
  }

  func result(at end: Instant, events: Int, hash: UInt64) -> DeviceResult {
    var result = DeviceResult()
    result.eventHash = hash
    result.events = Int64(events)
    result.energyWhole = power.totals(at: end)
    result.ledgerObserved = power.ledgerSinceMark(at: end)
    if records.contains(.energy) { result.ledgerWhole = power.ledger(at: end) }
    result.stateOfChargeStart = power.stateOfChargeStart
    result.stateOfChargeEnd = power.stateOfCharge(at: end)
    result.capacityNanojoules = power.capacityNanojoules
    result.apps = apps.indices.filter { apps[$0].isStudied }.map { journal.result(of: $0) }
    result.itemsEvaluated = gates.evaluated
    result.verdictsChanged = gates.changed
    result.likelihoods = usage.learned.likelihoodsComputed
    result.policyCalls = policy.calls
    journal.fill(&result)
    result.findings = code.witness?.findings ?? []
    let energy = power.totalsSinceMark(at: end)
    result.counts += [
      .devices: 1, .observed: (end - plan.warmUpEnd).microseconds,
      .horizon: (end - Instant.zero).microseconds,
      .batteryOut: energy.batteryOut, .batteryIn: energy.batteryIn, .adapter: energy.adapter,
      .chargingLoss: energy.chargingLoss, .budgetDebited: budgets.debited, .budgetRefilled: budgets.refilled,
    ]
    result.counts[.adapterLoss] = Int64(
      (Double(result.counts.fromAdapter) * (1 / configuration.device.adapterEfficiency - 1)).rounded())
    if let stress = power.cellStressSinceMark(at: end) {
      func microseconds(_ seconds: Double) -> Int64 { Int64((seconds * 1e6).rounded()) }
      result.counts += [
        .highCharge: microseconds(stress.highTime), .warm: microseconds(stress.warmTime),
        .chargeLevel: microseconds(stress.levelTime), .temperature: microseconds(stress.celsiusTime),
        .charge: Int64(stress.charge.rounded()),
      ]
    }
    return result
  }
}
