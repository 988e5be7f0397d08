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
  let items: [ItemHistory]

  package init(
    _ replay: DeviceReplay, records: RecordOptions = [.log, .blocking, .findings]
  ) throws(SimulationFailure) {
    self.replay = replay
    result = try replay.run(records: records)
    items = ItemHistoryReader.histories(of: result, end: replay.plan.end)
  }

  package func installed(_ bundleID: String) -> Int32? { replay.plan.installed(bundleID) }

  /// Nil for an app that the study does not describe.
  func specification(of app: Int32) -> AppSpecification? {
    replay.plan.apps[Int(app)].specification.map { replay.study.apps[$0] }
  }

  package func histories(app: Int32, series: String?) -> [ItemHistory] {
    items.filter { $0.app == app && $0.isOf(series) }
  }

  package func refusals(app: Int32, series: String? = nil) -> [Refusal] {
    let all = result.log.filter { $0.app == app && $0.event == .rejected }.map { record in
      Refusal(
        identifier: record.text(.name) ?? record.identifier, reason: record.word.name,
        mechanism: record.mechanism, count: 0)
    }
    // A misspelled identifier belongs to the series that it was meant for.
    let own = all.filter {
      series == nil || $0.identifier.isEmpty || $0.mechanism?.name == series
        || $0.identifier.lowercased() == series?.lowercased()
    }
    return Dictionary(grouping: own) { $0 }.map { refusal, same in
      var refusal = refusal
      refusal.count = same.count
      return refusal
    }.sorted { ($0.identifier, $0.reason, $1.count) < ($1.identifier, $1.reason, $0.count) }
  }

  func withItem(_ history: ItemHistory, lifting reasons: BlockingSet) throws(SimulationFailure)
    -> ItemHistory?
  {
    let result = try replay.run(
      records: [.log, .blocking], whatIf: WhatIf(item: history.item, lifted: reasons))
    return ItemHistoryReader.histories(of: result, end: replay.plan.end).first { $0.item == history.item }
  }

  /// Replays with each factor that blocked the item off in turn: for the item, and throughout.
  func counterfactuals(of history: ItemHistory, app: Int32) throws(SimulationFailure) -> [Counterfactual] {
    let blockers = history.waits.reduce(into: BlockingSet()) { $0.formUnion($1.reasons) }
    let factors = LiftableFactor.all.filter { !$0.reasons.isDisjoint(with: blockers) }
    return try factors.map { factor throws(SimulationFailure) in
      let item = try withItem(history, lifting: factor.reasons)
      var parameters = replay.policy.parameters
      if let parameter = factor.parameter { parameters.set(parameter, .choice("off")) }
      let other = try replay.run(
        records: [.log, .blocking], parameters: parameters,
        whatIf: factor.parameter == nil ? WhatIf(lifted: factor.reasons) : nil)
      let same = ItemHistoryReader.histories(of: other, end: replay.plan.end).first {
        $0.app == app && $0.identifier == history.identifier && $0.mechanism == history.mechanism
          && $0.submitted == history.submitted
      }
      return Counterfactual(
        factor: factor, itemDelay: item?.delayToLaunch, deviceDelay: same?.delayToLaunch,
        deviceLaunches: other.launches(of: app, history.mechanism), deviceEnergyJoules: other.joules)
    }
  }

  /// The work under assertions that an app had left at its exits, as runs that begin at once and have no number.
  func extraTime(app: Int32, series: String?) -> [ItemHistory] {
    var found: [ItemHistory] = []
    for record in result.log where record.app == app && record.mechanism == .assertion {
      guard let name = record.text(.name), series == nil || series == name || series == record.mechanism?.name
      else { continue }
      let time = record.time
      if record.event == .assertionBegan {
        found.append(
          ItemHistory(
            item: 0, mechanism: .assertion, identifier: name, submitted: time, open: time, chainOpen: time,
            launched: time, outcome: .running, waitEnd: time))
      }
      guard let last = found.lastIndex(where: { $0.identifier == name }) else { continue }
      let isRunning = found[last].outcome == .running
      switch record.event {
      case .expired where isRunning: found[last].expired = record.word.name
      case .completed where isRunning: found[last].outcome = .completed(success: record.word == .success)
      case .terminated where isRunning || record.word == .assertionExpired:
        found[last].outcome = .killed(record.word.name)
      default: continue
      }
      if found[last].outcome != .running { found[last].ended = time }
    }
    return found
  }

  /// How long each visit of the user to an app lasted that began and ended after warm-up.
  func visits(app: Int32) -> [TimeSpan] {
    var opened: Instant?
    return result.log.filter { $0.app == app }.compactMap { record in
      if record.event == .userOpened { opened = record.time }
      guard record.event == .userLeft, let from = opened, from >= replay.plan.warmUpEnd else { return nil }
      opened = nil
      return record.time - from
    }
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

/// Submissions, pushes or simulated calls of an app that were refused for the same reason.
package struct Refusal: Sendable, Hashable {
  /// As the app wrote it; empty for pushes.
  package var identifier: String
  /// As the event log names it: `notPermitted`, `unavailable`, …
  var reason: String
  /// Nil for a call of a debugger.
  var mechanism: Mechanism?
  var count: Int
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
