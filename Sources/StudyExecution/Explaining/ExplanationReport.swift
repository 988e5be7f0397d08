import EventSimulation
import PhoneSimulation
import PlainText
import StudyFormat
import Workload

/// The answer to "why did my task run when it did, or never": one app, or one series of it, on one device.
public struct ExplanationReport: Sendable {
  let explainer: Explainer
  let bundleID: String
  /// Name of the design point.
  let point: String
  let histories: [ItemHistory]
  let refusals: [Refusal]
  let health: AppHealth
  let hours: HourHistogram
  /// The run as it was, then the levers that apply.
  let levers: [LeverOutcome]
  /// The item whose wait is taken apart: the one asked for, or the one that waited longest.
  let chosen: ItemHistory?
  let counterfactuals: [Counterfactual]
  let tailBills: [TailBill]
  /// Whether the text shows the replays without gates and the rules for radio tails.
  let showsGates: Bool
  /// Items listed at most; the last ones.
  static let listed = 12

  /// Explains an app, with replays of the device for all levers and gates.
  ///
  /// - Parameters:
  ///   - app: Index of the app on the device.
  ///   - series: Identifier or mechanism; nil for everything that the app asked for.
  ///   - item: Number of the item to take apart.
  ///   - point: Name of the design point.
  ///   - showsGates: Whether the text shows the replays without each gate of the system.
  ///   - needsGates: Whether those replays are made at all; the JSON has them always.
  /// - Throws: ``SimulationFailure`` of a replay.
  public init(
    _ explainer: Explainer, app: Int32, series: String?, item: Int32?, point: String = "base",
    showsGates: Bool = true, needsGates: Bool = true
  ) throws(SimulationFailure) {
    self.explainer = explainer
    self.point = point
    self.showsGates = showsGates
    let plan = explainer.replay.plan
    bundleID = plan.apps[Int(app)].bundleID
    let histories = explainer.histories(app: app, series: series)
    let longest = histories.max { a, b in a.delay == b.delay ? a.item > b.item : a.delay < b.delay }
    let chosen = item.flatMap { number in histories.first { $0.item == number } } ?? longest
    let health = AppHealth(explainer, app: app, series: series)
    levers = try explainer.levers(app: app, series: series, conditions: health.conditions)
    hours = HourHistogram(histories, from: plan.warmUpEnd)
    if let chosen, needsGates {
      counterfactuals = try explainer.counterfactuals(of: chosen, app: app)
    } else {
      counterfactuals = []
    }
    tailBills = needsGates ? try explainer.tailBills(app: app) : []
    self.health = health
    self.histories = histories
    self.chosen = chosen
    refusals = explainer.refusals(app: app, series: series)
  }

  /// The report for people.
  public var page: TextPage { ExplanationText(report: self).page }

  /// The report at the width of a pipe.
  public var text: String { page.text() }
}
