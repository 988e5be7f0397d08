import Basics
import ModelParameters
import OutputAnalysis
import PhoneSimulation
import SchedulingPolicies
import StudyReports
import Workload

/// The gain by a remedy at points of the parameter space, or at the plausible sets of a fit, on the same devices at each
/// point, and the share of the points at which the remedy helps.
package struct RemedyCertainty: Sendable, Record {
  let title: String
  let devices: Int
  let share: SignShare?
  /// Whether the gains are joules per day in the background, instead of shares of the slots.
  let isOfEnergy: Bool
  /// The lost slots that the remedy saves at the points, as shares of all, or joules per day, in order of size.
  let gains: [Double]
  let isWithinFit: Bool

  package static let points = 64

  /// - Parameter fit: The plausible sets of a fit; nil for the whole parameter space.
  package init(
    _ trial: RemedyTrial, _ row: RemedyTrial.Row, _ sample: PhoneSample, point: DesignPoint,
    of file: StudyFile,
    fit: PlausiblePoints?, catalogue: PolicyCatalogue
  ) throws {
    let box = SensitivityBox(
      point, policies: [sample.study.policies[sample.policy].label], grades: [.d], patterns: [],
      named: fit?.names ?? [], catalogue: catalogue)
    let design = SpreadDesign(count: Self.points, seed: point.study.seed)
    let all = Array(box.factors.indices)
    let points =
      try fit.map {
        design.points(
          all, in: box, through: try $0.drawn(Self.points, seed: point.study.seed).points(in: box))
      } ?? design.points(all, in: box)
    var values: [[Double]] = []
    for moved in points {
      guard let changed = box.values(at: moved),
        let study = try? point.setting(changed, of: file, catalogue: catalogue).study
      else { continue }
      let found = try sample.map(in: study) { replay, app throws(SimulationFailure) in
        try RemedyTrial.results(AppScene(replay, app: Int(app)), trial.outcome, [row.remedy])
      }
      let results = found.map { $0.moved[row.remedy] ?? $0.base }
      let more = trial.outcome.measure.differences(results, found.map(\.base))?.values
      if let more, more.count == sample.count { values.append(more.map { -$0 }) }
    }
    share = SignShare(values, isNegative: false, effectiveSize: fit?.effectiveSize(of: values.count))
    gains = values.map { $0.reduce(0, +) / Double($0.count) }.sorted()
    (title, devices) = (row.remedy.name, sample.count)
    (isWithinFit, isOfEnergy) = (fit != nil, trial.outcome.kind == .energy)
  }

  private var helping: Int { gains.count { $0 > 0 } }

  private func gain(_ probability: Double) -> Double? { try? SampleQuantile.linear(probability, of: gains) }

  var page: TextPage {
    let scale = isOfEnergy ? 1.0 : 100
    let place = isWithinFit ? "plausible parameter sets" : "points of the parameter space"
    var page = TextPage(
      "Robustness: `\(title)` helps at \(helping) of \(gains.count) \(place), on \(devices) devices each.")
    if let low = gain(0.1), let high = gain(0.9) {
      page.add(
        "  In the middle 80 % of them, it saves \(DigitsText.significant(low * scale)) to "
          + "\(DigitsText.significant(high * scale)) \(isOfEnergy ? "J per day" : "percentage points of the slots")."
      )
    }
    if let share, share.lack == nil {
      let interval = share.interval.map {
        ", 95 % interval \(DigitsText.percent($0.lowerBound)) to \(DigitsText.percent($0.upperBound))"
      }
      page.add(
        "  Noise-adjusted: it helps in \(DigitsText.percent(share.noiseAdjusted)) of the parameter space\(interval ?? "")."
      )
    } else {
      page.add("  Sampling error hides the differences between the points. Use more devices with --phones N.")
    }
    return page
  }

  package static let record: Table<Self> = [
    "remedy": \.title, "points": \.gains.count, "with_gain": \.helping, "devices": \.devices,
    "over": { $0.isWithinFit ? "plausible sets" : "parameter space" },
    "share": { $0.share?.lack == nil ? $0.share?.noiseAdjusted : nil },
    "share_low": \.share?.interval?.lowerBound,
    "share_high": \.share?.interval?.upperBound, "gain_p10": { $0.gain(0.1) }, "gain_p90": { $0.gain(0.9) },
  ]
}
