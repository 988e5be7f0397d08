import Basics
import DeviceModel
import EventSimulation
import OutputAnalysis
import PhoneSimulation
import Workload

/// The outcome of a replay with one lever, or of the run as it was; after warm-up.
struct LeverOutcome: Sendable, Hashable {
  /// Nil for the run as it was.
  var lever: Lever?
  var runsPerDay: Double
  var successesPerDay: Double
  /// Median of the seconds between one run and the next; nil with fewer than two runs.
  var gapMedian: Double?
  var gap90: Double?
  /// Share of opens with fresh content; nil without content or opens.
  var freshOpens: Double?
  var batteryJoulesPerDay: Double

  var json: JSONValue {
    .members([
      "lever": .optional(lever?.rawValue), "title": .string(lever?.title ?? "as it is"),
      "runs_per_day": .number(runsPerDay), "successes_per_day": .number(successesPerDay),
      "gap_median_s": .optional(gapMedian), "gap_p90_s": .optional(gap90),
      "fresh_open_share": .optional(freshOpens), "battery_j_per_day": .number(batteryJoulesPerDay),
    ])
  }
}

extension Explainer {
  /// Replays the device with each lever that applies, after the run as it was.
  func levers(app: Int32, series: String?, conditions: DeviceConditions) throws(SimulationFailure)
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
        && (entry.history.isOf(series) || lever == .pushInsteadOfRefresh && entry.history.mechanism == .push)
    }.map(\.history).filter { run in run.launched.map { $0 >= start } ?? false }
    let launches = runs.compactMap(\.launched).sorted()
    let gaps = zip(launches, launches.dropFirst()).map { ($1 - $0).seconds }
    let specification = replay.plan.apps[Int(app)].specification
    let opens = result.apps.first { $0.specification == specification && $0.hasContent }?.opens ?? []
    return LeverOutcome(
      lever: lever, runsPerDay: days > 0 ? Double(launches.count) / days : 0,
      successesPerDay: days > 0 ? Double(runs.count(where: \.isSuccess)) / days : 0,
      gapMedian: try? SampleQuantile.linear(0.5, of: gaps),
      gap90: try? SampleQuantile.linear(0.9, of: gaps),
      freshOpens: opens.isEmpty ? nil : Double(opens.count(where: \.isFresh)) / Double(opens.count),
      batteryJoulesPerDay: result.batteryJoulesPerDay(of: app, days))
  }
}
