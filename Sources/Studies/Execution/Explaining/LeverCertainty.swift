import Basics
import ModelParameters
import OutputAnalysis
import PhoneSimulation
import SchedulingPolicies
import StudyReports

/// How much of what is assumed can be otherwise with a lever still helping: its gain at points of the box of all
/// assumptions, or at those that a fit has left, on the same phones at each.
package struct LeverCertainty: Sendable {
  let title: String
  let phones: Int
  let share: SignShare?
  /// The gains at the points, in order of size: points of fresh opens, or successes a day.
  let gains: [Double]
  let hasContent: Bool
  let isWithinFit: Bool

  package static let points = 64

  /// - Parameter fit: Points that a fit has left; nil for the whole box.
  package init?(
    _ first: (lever: Lever, title: String), _ trial: LeverTrial, _ sample: PhoneSample, series: String?,
    point: DesignPoint, of file: StudyFile, fit: PlausiblePoints?, catalogue: PolicyCatalogue
  ) throws {
    let box = SensitivityBox(
      point, policies: [sample.study.policies[sample.policy].label], grades: [.d], patterns: [],
      named: fit?.names ?? [], catalogue: catalogue)
    let design = SpreadDesign(count: Self.points, seed: point.study.seed)
    let all = Array(box.factors.indices)
    let points =
      fit.map { design.points(all, in: box, through: $0.points(in: box)) } ?? design.points(all, in: box)
    guard !points.isEmpty else { return nil }
    let measure = LeverTrial.measure(trial.hasContent)
    var values: [[Double]] = []
    for moved in points {
      guard let changed = box.values(at: moved),
        let study = try? point.setting(changed, of: file, catalogue: catalogue).study
      else { continue }
      let found = try sample.map(in: study) { replay, app throws(SimulationFailure) in
        try LeverTrial.outcomes(replay, app: app, series: series, levers: [first.lever])
      }
      let lever = found.map { $0.moved[first.lever] ?? $0.base }
      if let gain = measure.pseudoValues(lever, found.map(\.base))?.values, gain.count == sample.count {
        values.append(gain)
      }
    }
    share = SignShare(values, isNegative: false)
    gains = values.map { $0.reduce(0, +) / Double($0.count) }.sorted()
    (title, phones) = (first.title, sample.count)
    (hasContent, isWithinFit) = (trial.hasContent, fit != nil)
  }

  private var helping: Int { gains.count { $0 > 0 } }

  var page: TextPage {
    let place = isWithinFit ? "points that the fit has left" : "points over the ranges of all assumptions"
    var page = TextPage(
      "How sure: `\(title)` helps at \(helping) of \(gains.count) \(place), on \(phones) phones each")
    if let low = try? SampleQuantile.linear(0.1, of: gains),
      let high = try? SampleQuantile.linear(0.9, of: gains)
    {
      let factor = hasContent ? 100.0 : 1
      page.add(
        "  gain: \(DigitsText.significant(low * factor)) to \(DigitsText.significant(high * factor)) "
          + (hasContent ? "points of fresh opens" : "successes a day") + " at the middle 80 % of them")
    }
    if let share, share.lack == nil {
      let interval = share.interval.map {
        ", 95 % interval \(Finding.percent($0.lowerBound)) to \(Finding.percent($0.upperBound))"
      }
      page.add(
        "  freed of the noise of phones: it helps in \(Finding.percent(share.freed)) of the box\(interval ?? "")"
      )
    } else {
      page.add(
        "  the points differ by less than the noise of phones, or there are few: --phones N tells more")
    }
    return page
  }

  var json: JSONValue {
    JSONValue([
      "lever": title, "points": gains.count, "with_gain": helping, "phones": phones,
      "over": isWithinFit ? "fit" : "box", "share": share?.lack == nil ? share?.freed : nil,
      "share_low": share?.interval?.lowerBound, "share_high": share?.interval?.upperBound,
      "gain_p10": try? SampleQuantile.linear(0.1, of: gains),
      "gain_p90": try? SampleQuantile.linear(0.9, of: gains),
    ])
  }
}
