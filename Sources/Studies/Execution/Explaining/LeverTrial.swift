import Basics
import ModelParameters
import OutputAnalysis
import PhoneSimulation
import SchedulingPolicies
import StudyReports
import Workload

/// The levers of an app, each tried on the same phones, timelines and streams as the app as it is.
package struct LeverTrial: Sendable {
  struct Row: Sendable, Hashable {
    var lever: Lever
    var outcomes: [AppOutcome]
    /// Gain in fresh opens as a share of all, or without content in successful runs a day; nil where there is nothing
    /// to compare, and without a half-width from one phone.
    var gain: MeanInterval?
    /// More joules a day from the battery for background work.
    var joules: MeanInterval?

    /// Whether the interval of the gain excludes 0.
    var isShown: Bool { gain.map { abs($0.mean) > $0.halfWidth ?? .infinity } ?? false }
    var shownGain: Double { isShown ? gain?.mean ?? 0 : 0 }
    var effect: String { isShown ? shownGain > 0 ? "better" : "worse" : "no effect shown" }
  }

  let bundleID: String
  let base: [AppOutcome]
  /// By the gain that is shown, then by the gain, then by energy; what is up to users is last.
  let rows: [Row]
  /// Of the gain.
  let measure: LeverMeasure
  /// Time of one replay on one worker in seconds, planning included.
  package let secondsPerReplay: Double

  var hasContent: Bool { measure == .freshOpens }
  package var phones: Int { base.count }
  /// Probability with which all intervals of a column hold.
  static let confidence = 0.95

  /// - Parameter series: Identifier or mechanism of the work to change; nil for all.
  package init(_ sample: PhoneSample, series: String?) throws(SimulationFailure) {
    bundleID = sample.bundleID
    let levers =
      sample.study.apps.first { $0.bundleID == sample.bundleID }.map { Lever.all($0, series: series) } ?? []
    let clock = ContinuousClock()
    let start = clock.now
    let found = try sample.map { replay, app throws(SimulationFailure) in
      try Self.outcomes(replay, app: app, series: series, levers: levers)
    }
    let seconds = (clock.now - start) / .seconds(1)
    let replays = found.reduce(0) { $0 + 1 + $1.moved.count }
    secondsPerReplay = replays > 0 ? seconds * Double(min(sample.jobs, found.count)) / Double(replays) : 0
    let base = found.map(\.base)
    let hasContent = base.contains { $0.opens?.isEmpty == false }
    let measure = hasContent ? LeverMeasure.freshOpens : .successesPerDay
    let tried = levers.filter { lever in found.contains { $0.moved[lever] != nil } }
    let confidence = 1 - (1 - Self.confidence) / Double(max(1, tried.count))
    (self.base, self.measure) = (base, measure)
    func gain(_ measure: LeverMeasure, _ moved: [AppOutcome]) -> MeanInterval? {
      measure.differences(moved, base).flatMap { try? MeanInterval($0, confidence: confidence) }
    }
    func order(_ place: Int, _ row: Row) -> (Int, Double, Double, Double, Int) {
      (row.lever.kind.isUsers ? 1 : 0, -row.shownGain, -(row.gain?.mean ?? 0), row.joules?.mean ?? 0, place)
    }
    rows = tried.map { lever in
      let outcomes = found.map { $0.moved[lever] ?? $0.base }
      return Row(
        lever: lever, outcomes: outcomes, gain: gain(measure, outcomes),
        joules: gain(.backgroundJoulesPerDay, outcomes))
    }.enumerated().sorted { order($0.offset, $0.element) < order($1.offset, $1.element) }.map(\.element)
  }

  /// The lever to begin with: the first that a developer can make and that is shown to help.
  package var first: (lever: Lever, title: String)? {
    rows.first { !$0.lever.kind.isUsers && $0.shownGain > 0 }.map { ($0.lever, title($0)) }
  }

  static func outcomes(
    _ replay: DeviceReplay, app: Int32, series: String?, levers: [Lever]
  ) throws(SimulationFailure) -> (base: AppOutcome, moved: [Lever: AppOutcome]) {
    let explainer = try Explainer(replay, records: [.log])
    let trial = LeverReplay(explainer: explainer, index: Int(app), series: series)
    let base = AppOutcome(explainer, app: app) { $0.isOf(series) }
    var moved: [Lever: AppOutcome] = [:]
    for lever in levers {
      guard let other = trial.with(lever) else { continue }
      moved[lever] = AppOutcome(try Explainer(other, records: [.log]), app: app) {
        $0.isOf(series) || lever.kind == .pushInsteadOfRefresh && $0.mechanism == .push
      }
    }
    return (base, moved)
  }

  private func title(_ row: Row) -> String { row.lever.title(in: bundleID) }

  var json: JSONValue {
    let unchanged: Table<Self> = [
      "lever": { _ in JSONValue.null }, "title": { _ in "no change" }, "phones": \.phones,
    ]
    let lever: Table<Row> = [
      "lever": \.lever.kind.rawValue, "title": title,
      "series": { $0.lever.subject.isEmpty ? nil : $0.lever.subject },
      "by": { $0.lever.kind.isUsers ? "user" : "developer" },
    ]
    let gain: Table<Row> = [
      hasContent ? "fresh_open_gain" : "successes_per_day_gain": \.gain?.mean,
      "gain_half_width": \.gain?.halfWidth, "background_j_per_day_gain": \.joules?.mean,
      "background_j_per_day_half_width": \.joules?.halfWidth, "effect": \.effect,
    ]
    return .array(
      [(unchanged + AppOutcome.table.of(\.base)).json(self)]
        + rows.map((lever + AppOutcome.table.of(\.outcomes) + gain).json))
  }

  var page: TextPage {
    var table = TextTable(
      [
        ("change", .left), (hasContent ? "fresh" : "successes", .right), ("gained", .right),
        ("effect", .left), ("battery", .right), ("J/day more", .right), ("files", .right),
      ], indentation: 2)
    let movesFiles = base.contains { $0.files > 0 } || rows.contains { $0.outcomes.contains { $0.files > 0 } }
    func files(_ outcomes: [AppOutcome]) -> String {
      guard movesFiles, !outcomes.isEmpty else { return "" }
      return DigitsText.significant(outcomes.reduce(0) { $0 + $1.filesPerDay } / Double(outcomes.count))
    }
    func level(_ outcomes: [AppOutcome]) -> String {
      guard let level = measure.interval(outcomes)?.mean else { return "-" }
      return hasContent ? Finding.percent(level) : DigitsText.significant(level)
    }
    func battery(_ outcomes: [AppOutcome]) -> String {
      LeverMeasure.batteryShare.interval(outcomes).map { DigitsText.percent($0.mean) } ?? "-"
    }
    table.add(["no change", level(base), "", "", battery(base), "", files(base)])
    for row in rows {
      table.add([
        title(row), level(row.outcomes), DigitsText.gain(row.gain, times: hasContent ? 100 : 1), row.effect,
        battery(row.outcomes), DigitsText.gain(row.joules), files(row.outcomes),
      ])
    }
    let on = phones == 1 ? "the same phone" : "the same \(phones) phones"
    return TextPage(
      "What your changes would do: \(on) replayed with one change, after warm-up", table.withoutEmptyColumns)
  }
}

/// The gain by a lever at points of the box of all assumptions, or at those that a fit has left, on the same phones at
/// each: the share of them at which it helps.
package struct LeverCertainty: Sendable, Record {
  let title: String
  let phones: Int
  let share: SignShare?
  /// The gains at the points, in order of size: points of fresh opens, or successes a day.
  let gains: [Double]
  let hasContent, isWithinFit: Bool

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
    var values: [[Double]] = []
    for moved in points {
      guard let changed = box.values(at: moved),
        let study = try? point.setting(changed, of: file, catalogue: catalogue).study
      else { continue }
      let found = try sample.map(in: study) { replay, app throws(SimulationFailure) in
        try LeverTrial.outcomes(replay, app: app, series: series, levers: [first.lever])
      }
      let lever = found.map { $0.moved[first.lever] ?? $0.base }
      let gain = trial.measure.differences(lever, found.map(\.base))?.values
      if let gain, gain.count == sample.count { values.append(gain) }
    }
    share = SignShare(values, isNegative: false)
    gains = values.map { $0.reduce(0, +) / Double($0.count) }.sorted()
    (title, phones) = (first.title, sample.count)
    (hasContent, isWithinFit) = (trial.hasContent, fit != nil)
  }

  private var helping: Int { gains.count { $0 > 0 } }

  private func gain(_ probability: Double) -> Double? { try? SampleQuantile.linear(probability, of: gains) }

  var page: TextPage {
    let place = isWithinFit ? "points that the fit has left" : "points over the ranges of all assumptions"
    var page = TextPage(
      "How sure: `\(title)` helps at \(helping) of \(gains.count) \(place), on \(phones) phones each")
    if let low = gain(0.1), let high = gain(0.9) {
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
        "  noise-adjusted: it helps in \(Finding.percent(share.freed)) of the box\(interval ?? "")"
      )
    } else {
      page.add(
        "  the points differ by less than the noise of phones, or there are few: --phones N tells more")
    }
    return page
  }

  package static let record: Table<Self> = [
    "lever": \.title, "points": \.gains.count, "with_gain": \.helping, "phones": \.phones,
    "over": { $0.isWithinFit ? "fit" : "box" },
    "share": { $0.share?.lack == nil ? $0.share?.freed : nil }, "share_low": \.share?.interval?.lowerBound,
    "share_high": \.share?.interval?.upperBound, "gain_p10": { $0.gain(0.1) }, "gain_p90": { $0.gain(0.9) },
  ]
}
