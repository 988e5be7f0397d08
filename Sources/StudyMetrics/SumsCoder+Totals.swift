import OutputAnalysis

extension SumsCoder {
  package mutating func code(_ totals: inout DeviceTotals) {
    code(&totals.devices)
    for path in [
      \DeviceTotals.observed, \.horizon, \.batteryOut, \.batteryIn, \.adapter, \.chargingLoss, \.dead,
      \.screenOn,
      \.opportunity, \.budgetDebited, \.budgetRefilled,
    ] { code(&totals[keyPath: path]) }
    for path in [
      \DeviceTotals.sessions, \.sessionsLost, \.wakeUps, \.criticalDays, \.days, \.decisions, \.candidates,
      \.violations, \.longestObserved,
    ] { code(&totals[keyPath: path]) }
    for path in [\DeviceTotals.energyPerDay, \.freshShare, \.staleness] { code(&totals[keyPath: path]) }
    for property in DeviceProperty.allCases {
      let values = totals.distribution[property]
      var (sketch, withoutValue) = (values.sketch, values.withoutValue)
      code(&sketch)
      code(&withoutValue)
      if isReading {
        totals.distribution[property] = DeviceValues(sketch: sketch, withoutValue: withoutValue)
      }
    }
  }

  package mutating func code(_ day: inout DayTotals) {
    for path in [\DayTotals.length, \.energy, \.discretionaryBattery, \.reachableStaleness] {
      code(&day[keyPath: path])
    }
    for path in [
      \DayTotals.reachableOpens, \.freshReachableOpens, \.processingWanted, \.processingCompleted,
    ] { code(&day[keyPath: path]) }
  }

  package mutating func code(_ mean: inout ExactMean) {
    code(&mean.sum)
    code(&mean.count)
  }

  package mutating func code(_ tally: inout EnergyTally) {
    for index in tally.byCause.indices { code(&tally.byCause[index]) }
    for index in tally.batteryByCause.indices { code(&tally.batteryByCause[index]) }
    for index in tally.byComponent.indices { code(&tally.byComponent[index]) }
  }

  package mutating func code(_ totals: inout FreshnessTotals) {
    for path in [\FreshnessTotals.opens, \.fresh, \.reachable, \.freshReachable, \.fetches, \.usefulFetches] {
      code(&totals[keyPath: path])
    }
    for path in [\FreshnessTotals.stalenessSum, \.reachableStalenessSum, \.ageSum] {
      code(&totals[keyPath: path])
    }
    code(&totals.staleness)
    code(&totals.ages)
  }

  package mutating func code(_ totals: inout RegretTotals) {
    for path in [\RegretTotals.opens, \.fetchesNeeded, \.observedFetches] { code(&totals[keyPath: path]) }
    for path in [\RegretTotals.staleness, \.bound, \.reachableStaleness, \.reachableBound] {
      code(&totals[keyPath: path])
    }
  }

  package mutating func code(_ totals: inout MechanismTotals) {
    for path in [
      \MechanismTotals.submitted, \.launched, \.replaced, \.cancelled, \.rejected, \.coldLaunches,
      \.completed,
      \.failed, \.expired, \.killed, \.sent, \.delivered, \.coalesced, \.dropped,
    ] { code(&totals[keyPath: path]) }
    for path in [\MechanismTotals.energy, \.bytesWifi, \.bytesCellular] { code(&totals[keyPath: path]) }
    code(&totals.delays)
    code(&totals.competing)
    code(&totals.completions)
    code(&totals.failedRuns)
  }
}
