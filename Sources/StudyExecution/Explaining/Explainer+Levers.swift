import DeviceModel
import EventSimulation
import OutputAnalysis
import PhoneSimulation
import Workload

extension Explainer {
  /// Replays the device with each lever that applies, after the run as it was.
  ///
  /// - Parameters:
  ///   - app: Index of the app on the device.
  ///   - series: Identifier or mechanism; nil for everything that the app asks for.
  /// - Throws: ``SimulationFailure`` of a replay.
  public func levers(app: Int32, series: String?, conditions: DeviceConditions) throws(SimulationFailure)
    -> [LeverOutcome]
  {
    let levers = LeverReplay(
      replay: replay, app: Int(app), series: series, conditions: conditions,
      refusals: refusals(app: app, series: series))
    var found = [outcome(result, replay, app: app, series: series, lever: nil)]
    for lever in Lever.allCases {
      guard let other = levers.with(lever) else { continue }
      let result = try other.run(records: [.log])
      found.append(outcome(result, other, app: app, series: series, lever: lever))
    }
    return found
  }

  private func outcome(
    _ result: DeviceResult, _ replay: DeviceReplay, app: Int32, series: String?, lever: Lever?
  ) -> LeverOutcome {
    let start = replay.plan.warmUpEnd
    let days = max(0, (replay.plan.end - start).days)
    let runs = ItemHistoryReader.histories(of: result, end: replay.plan.end).filter { entry in
      entry.app == app && !entry.history.isSynthetic
        && (series == nil || entry.history.identifier == series || entry.history.mechanism.name == series
          || (lever == .pushInsteadOfRefresh && entry.history.mechanism == .push))
    }.map(\.history).filter { run in run.launched.map { $0 >= start } ?? false }
    let launches = runs.compactMap(\.launched).sorted()
    let gaps = zip(launches, launches.dropFirst()).map { ($1 - $0).seconds }
    let specification = replay.plan.apps[Int(app)].specification
    let opens = result.apps.first { $0.specification == specification && $0.hasContent }?.opens ?? []
    let nanojoules = result.ledgerObserved.filter { $0.payer.app == app }
      .reduce(0.0) { $0 + Double($1.batteryNanojoules) }
    return LeverOutcome(
      lever: lever, runsPerDay: days > 0 ? Double(launches.count) / days : 0,
      successesPerDay: days > 0 ? Double(runs.count(where: \.isSuccess)) / days : 0,
      gapMedian: try? SampleQuantile.linear(0.5, of: gaps),
      gap90: try? SampleQuantile.linear(0.9, of: gaps),
      freshOpens: opens.isEmpty ? nil : Double(opens.count(where: \.isFresh)) / Double(opens.count),
      batteryJoulesPerDay: days > 0 ? nanojoules * 1e-9 / days : 0)
  }
}
