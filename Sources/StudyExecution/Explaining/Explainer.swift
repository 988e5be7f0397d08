import AblationDesign
import DeviceModel
import EventSimulation
import ModelParameters
import PhoneSimulation
import StudyFormat
import Workload

/// Why an app's work ran when it did on one device, and what would have been otherwise.
public struct Explainer: Sendable {
  /// The device, study and policy that are run.
  public let replay: DeviceReplay
  /// The factual run, with log and blocked intervals.
  public let result: DeviceResult
  /// All items of the device in order of number, with the index of their app on the device.
  public let items: [(app: Int32, history: ItemHistory)]

  /// Runs the device once with all detail.
  public init(_ replay: DeviceReplay) throws(SimulationFailure) {
    self.replay = replay
    result = try replay.run(records: [.log, .blocking])
    items = ItemHistoryReader.histories(of: result, end: replay.plan.end)
  }

  /// Index of an app of the study on this device; nil where it is not installed.
  public func installed(_ bundleID: String) -> Int32? {
    replay.plan.apps.firstIndex { $0.specification != nil && $0.bundleID == bundleID }.map { Int32($0) }
  }

  /// The items of an app, of one identifier or mechanism if given.
  public func histories(app: Int32, series: String?) -> [ItemHistory] {
    items.filter { entry in
      entry.app == app
        && (series == nil || entry.history.identifier == series || entry.history.mechanism.name == series)
    }.map(\.history)
  }

  /// The refused submissions, pushes and simulated calls of an app, those of one series if given.
  public func refusals(app: Int32, series: String? = nil) -> [Refusal] {
    var counts: [Refusal: Int] = [:]
    for record in result.log where record.app == app && record.event == .rejected {
      var refusal = Refusal(
        identifier: record.identifier, reason: record.word.name, mechanism: record.mechanism, count: 0)
      if case .text(let name)? = record[.name] { refusal.identifier = name }
      // A misspelled identifier belongs to the series that it was meant for.
      let belongs =
        series == nil || refusal.identifier.isEmpty || refusal.mechanism?.name == series
        || refusal.identifier.lowercased() == series?.lowercased()
      if belongs { counts[refusal, default: 0] += 1 }
    }
    return counts.map { refusal, count in
      var refusal = refusal
      refusal.count = count
      return refusal
    }.sorted { ($0.identifier, $0.reason, $1.count) < ($1.identifier, $1.reason, $0.count) }
  }

  /// Launches of an app by one mechanism over the horizon.
  public func launches(app: Int32, _ mechanism: Mechanism) -> Int {
    Self.launches(result, app, mechanism)
  }

  /// Energy of the device over the horizon, in joules.
  public var energyJoules: Double { Double(result.energyWhole.device) * 1e-9 }

  private static func launches(_ result: DeviceResult, _ app: Int32, _ mechanism: Mechanism) -> Int {
    Int(
      result.eventCounts.filter {
        $0.event == LogEvent.launched.name && $0.app == app && $0.mechanism == mechanism.name
      }.reduce(0) { $0 + $1.count })
  }

  /// The item's history with a factor lifted for it alone.
  public func withItem(_ history: ItemHistory, lifting reasons: BlockingSet) throws(SimulationFailure)
    -> ItemHistory?
  {
    let result = try replay.run(
      records: [.log, .blocking], whatIf: WhatIf(item: history.item, lifted: reasons))
    return ItemHistoryReader.histories(of: result, end: replay.plan.end)
      .first { $0.history.item == history.item }?.history
  }

  /// Replays with each factor that blocked the item off in turn: for the item, and throughout.
  public func counterfactuals(of history: ItemHistory, app: Int32) throws(SimulationFailure)
    -> [Counterfactual]
  {
    let blockers = history.waits.reduce(into: BlockingSet()) { $0.formUnion($1.reasons) }
    var found: [Counterfactual] = []
    for factor in LiftableFactor.all where !factor.reasons.isDisjoint(with: blockers) {
      let item = try withItem(history, lifting: factor.reasons)
      let other: DeviceResult
      if let parameter = factor.parameter {
        var parameters = replay.policy.parameters
        parameters.switchOff(parameter)
        other = try replay.run(records: [.log, .blocking], parameters: parameters)
      } else {
        other = try replay.run(records: [.log, .blocking], whatIf: WhatIf(lifted: factor.reasons))
      }
      let same = ItemHistoryReader.histories(of: other, end: replay.plan.end).first {
        $0.app == app && $0.history.identifier == history.identifier
          && $0.history.mechanism == history.mechanism && $0.history.submitted == history.submitted
      }?.history
      found.append(
        Counterfactual(
          name: factor.name, reasons: factor.reasons, itemDelay: item?.launched == nil ? nil : item?.delay,
          itemStarts: item?.launched != nil, deviceDelay: same?.launched == nil ? nil : same?.delay,
          deviceLaunches: Self.launches(other, app, history.mechanism),
          deviceEnergyJoules: Double(other.energyWhole.device) * 1e-9))
    }
    return found
  }
}

extension ParameterSet {
  /// Sets a factor to `off`.
  mutating func switchOff(_ name: String) {
    set(name, .choice("off"))
  }
}
