import DeviceModel
import OutputAnalysis
import ResultsStore
import StudyReports
import Workload

extension RunAccumulator {
  /// Every metric of the run: of the population, of each app, mechanism and component.
  ///
  /// A metric without data has a row without a value, never a zero.
  package func metrics(runID: String) -> [MetricRow] {
    var rows: [MetricRow] = []
    func add(_ scope: MetricScope, _ entity: String, _ totals: ScopeTotals) {
      for metric in MetricCatalogue.all where metric.scopes.contains(scope) {
        let fraction = metric.fraction(totals)
        rows.append(
          MetricRow(
            runID: runID, scope: scope, entity: entity, metric: metric.name, unit: metric.unit,
            value: metric.isRatio ? fraction?.value : metric.value(totals), fraction: fraction))
      }
    }
    add(.population, "all", population)
    for (name, app) in zip(apps, appTotals) { add(.app, name, totals(of: app)) }
    for mechanism in Mechanism.allCases { add(.mechanism, mechanism.name, totals(of: mechanism)) }
    for component in EnergyComponent.allCases { add(.component, component.name, totals(of: component)) }
    return rows
  }

  private var days: Double { Double(devices.counts[.observed]) / 8.64e10 }
  private var poweredHours: Double { Double(devices.counts[.observed] - devices.counts[.dead]) / 3.6e9 }

  private func totals(_ tally: EnergyTally = .init(), energy: Int128, days: Double? = nil) -> ScopeTotals {
    var totals = ScopeTotals(
      days: days ?? self.days, nominalJoules: nominalJoules, energy: energy,
      backgroundEnergy: tally.background)
    totals.backgroundBattery = tally.backgroundBattery
    totals.discretionaryBattery = tally.discretionaryBattery
    totals.longestObserved = Double(devices.longestObserved) / 1e6
    return totals
  }

  var population: ScopeTotals {
    var totals = totals(energy, energy: devices.counts.energy)
    totals.causes = energy
    totals.poweredHours = poweredHours
    totals.sum(Mechanism.allCases.map { sum(of: $0) })
    for app in appTotals where app.hasContent {
      totals.freshness = totals.freshness ?? FreshnessTotals()
      totals.freshness?.merge(app.freshness)
    }
    for regret in appTotals.compactMap(\.regret) {
      totals.regret = totals.regret ?? [:]
      totals.regret? += regret
    }
    totals.gaps = appTotals.reduce(into: QuantileSketch()) { $0.merge($1.gaps) }
    totals.devices = devices.counts[.devices] > 0 ? devices : nil
    totals.launchRates = appTotals.compactMap { app in
      let submitted = app.items.reduce(0) { $0 + $1.counts[.submitted] }
      let launched = app.items.reduce(0) { $0 + $1.counts[.launched] }
      guard submitted > 0, app.observed > 0 else { return nil }
      return Double(launched) / (Double(app.observed) / 8.64e10)
    }
    totals.events = eventCounts.reduce(into: [:]) { sums, entry in
      sums[.init(event: entry.key.event, reason: entry.key.reason), default: 0] += entry.value
    }
    return totals
  }

  private func totals(of app: AppTotals) -> ScopeTotals {
    var totals = totals(app.energy, energy: app.energy.total, days: Double(app.observed) / 8.64e10)
    totals.sum(app.items)
    totals.freshness = app.hasContent ? app.freshness : nil
    totals.regret = app.regret
    totals.gaps = app.gaps
    return totals
  }

  private func totals(of mechanism: Mechanism) -> ScopeTotals {
    let causes: [EnergyCause] =
      switch mechanism {
      case .refresh: [.refresh]
      case .processing, .health: [.processing]
      case .push: [.push, .arrival]
      case .continued: [.continued]
      case .discretionaryTransfer: [.discretionaryTransfer]
      case .transfer: [.transfer]
      case .wake: [.discretionaryTransfer, .transfer]
      case .assertion: [.assertion]
      case .mode: [.mode]
      }
    let own = energy.of(causes)
    var totals = totals(own, energy: own.total)
    totals.items = sum(of: mechanism)
    totals.mechanism = mechanism
    totals.poweredHours = poweredHours
    return totals
  }

  private func totals(of component: EnergyComponent) -> ScopeTotals {
    totals(energy: energy.byComponent[component])
  }

  private func sum(of mechanism: Mechanism) -> MechanismTotals {
    appTotals.reduce(into: MechanismTotals()) { $0.merge($1.items[Int(mechanism.rawValue)]) }
  }
}

extension ScopeTotals {
  fileprivate mutating func sum(_ mechanisms: [MechanismTotals]) {
    self.mechanisms = mechanisms
    items = mechanisms.reduce(into: MechanismTotals()) { $0.merge($1) }
    transfers = Mechanism.allCases.filter(\.isTransfer).reduce(into: MechanismTotals()) {
      $0.merge(mechanisms[Int($1.rawValue)])
    }
  }
}
