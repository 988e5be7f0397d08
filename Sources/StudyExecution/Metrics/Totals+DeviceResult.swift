import EventSimulation
import OutputAnalysis
import PhoneSimulation
import ResultsStore
import StudyMetrics

extension DeviceTotals {
  /// Takes in one device.
  ///
  /// - Parameter length: The horizon, warm-up included.
  mutating func add(_ result: DeviceResult, horizon length: TimeSpan) {
    devices += 1
    observed += Int128(result.observed.microseconds)
    longestObserved = max(longestObserved, result.observed.microseconds)
    horizon += Int128(length.microseconds)
    batteryOut += Int128(result.energyObserved.batteryOut)
    batteryIn += Int128(result.energyObserved.batteryIn)
    adapter += Int128(result.energyObserved.adapter)
    chargingLoss += Int128(result.energyObserved.chargingLoss)
    dead += Int128(result.deadTime.microseconds)
    screenOn += Int128(result.screenOnTime.microseconds)
    for hour in result.opportunityByHour { opportunity += Int128(hour.microseconds) }
    sessions += result.sessions
    sessionsLost += result.sessionsLost
    wakeUps += result.wakeUps
    criticalDays += result.daysAtCriticalLevel
    days += result.daysObserved
    decisions += result.decisions
    candidates += result.candidates
    violations += result.violations.values.reduce(0, +)
    budgetDebited += Int128(result.budgetDebited)
    budgetRefilled += Int128(result.budgetRefilled)
    if result.observed > .zero {
      energyPerDay.add(Double(result.energyObserved.device) / 1e9 / result.observed.days)
    }
    var freshness = FreshnessTotals()
    for app in result.apps where app.hasContent { freshness.add(app) }
    staleness.add(freshness.meanStaleness)
    distribution.add(DeviceFacts(result, freshness))
    if freshness.opens > 0 { freshShare.add(Double(freshness.fresh) / Double(freshness.opens)) }
  }
}

extension DayTotals {
  /// Takes in the day of one device.
  mutating func add(_ day: DaySums) {
    length += Int128(day.length.microseconds)
    energy += Int128(day.energy)
    discretionaryBattery += Int128(day.discretionaryBattery)
    reachableOpens += day.reachableOpens
    freshReachableOpens += day.freshReachableOpens
    reachableStaleness += Int128(day.reachableStaleness.microseconds)
    processingWanted += day.processingWanted
    processingCompleted += day.processingCompleted
  }
}

extension DeviceFacts {
  /// The facts about a simulated device with the freshness of its apps.
  fileprivate init(_ result: DeviceResult, _ freshness: FreshnessTotals) {
    self.init(
      energyJoules: Double(result.energyObserved.device) / 1e9, days: result.observed.days,
      opens: freshness.opens, freshOpens: freshness.fresh, stalenessSeconds: freshness.meanStaleness)
  }
}

extension FreshnessTotals {
  /// Takes in one app of one device.
  mutating func add(_ app: AppResult) {
    fetches += app.backgroundFetches
    usefulFetches += app.usefulFetches
    for open in app.opens {
      opens += 1
      if open.isFresh { fresh += 1 }
      stalenessSum += Int128(open.staleness.microseconds)
      if open.reach == .reachable {
        reachable += 1
        if open.isFresh { freshReachable += 1 }
        reachableStalenessSum += Int128(open.staleness.microseconds)
      }
      ageSum += Int128(open.contentAge.microseconds)
      staleness.add(open.staleness.seconds)
      ages.add(open.contentAge.seconds)
    }
  }
}

extension MechanismTotals {
  /// Takes in the items of one app and mechanism of one device.
  mutating func add(_ result: MechanismResult) {
    submitted += result.submitted
    launched += result.launched
    replaced += result.replaced
    cancelled += result.cancelled
    rejected += result.rejected
    coldLaunches += result.coldLaunches
    completed += result.completedSuccess
    failed += result.completedFailure
    expired += result.expired
    killed += result.killed
    energy += Int128(result.runEnergy)
    bytesWifi += Int128(result.bytesWifi)
    bytesCellular += Int128(result.bytesCellular)
    sent += result.sent
    delivered += result.delivered
    coalesced += result.coalesced
    dropped += result.dropped
    for delay in result.delays {
      delays.add(delay.length.seconds, isCensored: delay.isCensored)
      if delay.isCensored, delay.end != .horizon { competing.add(delay.length.seconds) }
      // An item that was never launched was not completed either, for at least as long.
      if delay.isCensored { completions.add(delay.length.seconds, isCensored: true) }
    }
    for time in result.completionTimes {
      if time.end == .lost {
        failedRuns.add(time.length.seconds)
      } else {
        completions.add(time.length.seconds, isCensored: time.isCensored)
      }
    }
  }
}
