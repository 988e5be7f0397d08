import DeviceModel
import EventSimulation
import ModelParameters
import PhoneSimulation
import StudyReports
import Workload

/// Why an app's work ran when it did on one device, and what would have been otherwise.
package struct Explainer: Sendable {
  let replay: DeviceReplay
  let result: DeviceResult
  let history: History

  package init(
    _ replay: DeviceReplay, records: RecordOptions = [.log, .blocking, .findings]
  ) throws(SimulationFailure) {
    self.replay = replay
    result = try replay.run(records: records)
    history = History(result, of: replay.plan)
  }

  package func installed(_ bundleID: String) -> Int32? { replay.plan.installed(bundleID) }

  /// Nil for an app that the study does not describe.
  func specification(of app: Int32) -> AppSpecification? {
    replay.plan.apps[Int(app)].specification.map { replay.study.apps[$0] }
  }

  package func histories(app: Int32, series: String?) -> [History.Item] {
    history.items.filter { $0.app == app && $0.isOf(series) }
  }

  package func refusals(app: Int32, series: String? = nil) -> [History.Refusal] {
    // A misspelled identifier belongs to the series that it was meant for.
    history.apps[Int(app)].refusals.filter {
      series == nil || $0.identifier.isEmpty || $0.mechanism?.name == series
        || $0.identifier.lowercased() == series?.lowercased()
    }.sorted { ($0.identifier, $0.reason, $1.count) < ($1.identifier, $1.reason, $0.count) }
  }

  func withItem(_ history: History.Item, lifting reasons: BlockingSet) throws(SimulationFailure)
    -> History.Item?
  {
    let result = try replay.run(
      records: [.log, .blocking], whatIf: WhatIf(item: history.item, lifted: reasons))
    return History(result, of: replay.plan).items.first { $0.item == history.item }
  }

  /// Replays with each factor that blocked the item off in turn: for the item, and throughout.
  func counterfactuals(of history: History.Item, app: Int32) throws(SimulationFailure) -> [Counterfactual] {
    let blockers = history.waits.reduce(into: BlockingSet()) { $0.formUnion($1.reasons) }
    let factors = LiftableFactor.all.filter { !$0.reasons.isDisjoint(with: blockers) }
    return try factors.map { factor throws(SimulationFailure) in
      let item = try withItem(history, lifting: factor.reasons)
      var parameters = replay.policy.parameters
      if let parameter = factor.parameter { parameters.set(parameter, .choice("off")) }
      let other = try replay.run(
        records: [.log, .blocking], parameters: parameters,
        whatIf: factor.parameter == nil ? WhatIf(lifted: factor.reasons) : nil)
      let same = History(other, of: replay.plan).items.first {
        $0.app == app && $0.identifier == history.identifier && $0.mechanism == history.mechanism
          && $0.submitted == history.submitted
      }
      return Counterfactual(
        factor: factor, itemDelay: item?.delayToLaunch, deviceDelay: same?.delayToLaunch,
        deviceLaunches: other.launches(of: app, history.mechanism), deviceEnergyJoules: other.joules)
    }
  }

  /// The work under assertions that an app had left at its exits, as runs that begin at once and have no number.
  func extraTime(app: Int32, series: String?) -> [History.Item] {
    history.apps[Int(app)].extraTime.filter { $0.isOf(series) }
  }

  /// How long each visit of the user to an app lasted that began and ended after warm-up.
  func visits(app: Int32) -> [TimeSpan] {
    history.apps[Int(app)].visits.filter { $0.opened >= replay.plan.warmUpEnd }.map { $0.left - $0.opened }
  }

  /// Budgets are debited by what is billed, so that a rule may also change what runs.
  func tailBills(app: Int32) throws(SimulationFailure) -> [TailBill] {
    let days = max(0, (replay.plan.end - replay.plan.warmUpEnd).seconds / 86_400)
    return try TailRule.allCases.map { rule throws(SimulationFailure) in
      var parameters = replay.policy.parameters
      let isStudys = rule.rawValue == parameters.choice("ledger.tail")
      parameters.set("ledger.tail", .choice(rule.rawValue))
      let result = isStudys ? self.result : try replay.run(records: [], parameters: parameters)
      let nanojoules = result.ledgerObserved.filter { $0.payer.app == app }
        .reduce(0.0) { $0 + Double($1.batteryNanojoules) }
      return (rule, isStudys, days > 0 ? nanojoules * 1e-9 / days : 0)
    }
  }
}

/// The outcome of the same run with one factor off.
struct Counterfactual: Sendable, Hashable {
  /// A factor, a condition, or a constraint of the mechanism.
  let factor: LiftableFactor
  /// With the blocker off for this item alone; nil where it does not start, or where that cannot be.
  let itemDelay: TimeSpan?
  /// With the blocker off throughout, as all that follows: of the same series and instant of submission.
  let deviceDelay: TimeSpan?
  /// Of the app by its mechanism over the horizon.
  let deviceLaunches: Int
  let deviceEnergyJoules: Double
}

/// The energy from the battery that is billed to an app after warm-up under one rule for radio tails.
typealias TailBill = (rule: TailRule, isStudys: Bool, batteryJoulesPerDay: Double)

extension DevicePlan {
  func installed(_ bundleID: String) -> Int32? {
    apps.firstIndex { $0.specification != nil && $0.bundleID == bundleID }.map { Int32($0) }
  }

  /// `Sun 27 d 08:37`.
  func moment(_ instant: Instant) -> String {
    "\(TimeWords.weekdays[weekday(of: instant.day)]) \(TimeWords.instant(instant).dropLast(3))"
  }
}

extension DeviceResult {
  var joules: Double { Double(energyWhole.device) * 1e-9 }

  func launches(of app: Int32, _ mechanism: Mechanism) -> Int {
    let own = eventCounts.filter {
      $0.event == LogEvent.launched.name && $0.app == app && $0.mechanism == mechanism.name
    }
    return Int(own.reduce(0) { $0 + $1.count })
  }
}
