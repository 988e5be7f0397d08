import Basics
import Foundation
import ModelParameters
import OutputAnalysis
import StudyReports
import StudyTestSupport
import TestSupport
import Testing

@testable import Studies

/// Observations that are drawn from the model at a known point of the box: what a fit leaves has to hold it.
@Suite("Fit of a known truth") struct SyntheticTruthTests {
  /// A phone on the charger most of the day, with two apps whose quantities depend on each parameter.
  private static func study(
    _ network: String, weights: String = "", apps: String, rows: [(quantity: String, app: String)]
  )
    -> String
  {
    """
    formatVersion: 1
    name: \(network)
    horizonDays: 16
    warmUpDays: 2
    replications: 3
    population:
      devices: 1
      archetypes:
        - name: owner
          share: 100 %
          user: scripted
          charging: [{from: "00:10", to: "23:50"}]
          network: \(network)
    parameters: {\(weights)factor.budgets: off, \(rules)}
    apps:
    \(apps)
    policies: [seven-factor]
    expect:

    """
      + rows.map { quantity, app in
        """
          - {that: value, observe: \(quantity), app: org.example.\(app),
             observed: {id: \(quantity) \(app), value: 1, precision: 0, phones: 1, days: 1, grade: C, source: \(quantity) \(app), tolerance: {times: 1.2}}}

        """
      }.joined()
  }

  private static func app(_ name: String, at time: String, _ task: String, progress: String = "5 s") -> String
  {
    """
      - id: org.example.\(name)
        usage: {at: ["\(time)"], spread: 1 h, stay: 25 s}
        tasks: [{id: org.example.\(name).work, \(task)}]
        quality: {progressInterval: \(progress), failureProbability: 0 %, checkpointInterval: none}

    """
  }

  /// The length of a processing run tells its limit, the gap of processing the least gap, the expiry of a silent task the time
  /// for which it may be silent, and the gap of refreshes whose score is always a half the ageing window.
  private static let studies: [String] = {
    let processing =
      "kind: processing, earliestBegin: 10 min, requiresExternalPower: true, work: {cpu: 3600 s, cpuShare: 100 %}"
    let silent = "kind: continued, startsAfterOpen: 10 s, work: {cpu: 60 s, wait: 6 h, down: 3 MB}"
    return [
      study(
        "wifi",
        apps: app("scribe", at: "19:00", processing) + app("index", at: "09:00", processing)
          + app("maps", at: "14:00", silent, progress: "2 h")
          + app("video", at: "17:00", silent, progress: "2 h"),
        rows: ["scribe", "index"].flatMap { [("medianSecondsToExpiry", $0), ("medianLaunchGapSeconds", $0)] }
          + ["maps", "video"].map { ("medianSecondsToExpiry", $0) }),
      study(
        "cellular", weights: "score.weights: [0, 1, 0, 0, 0], ",
        apps: app("news", at: "08:00", "kind: refresh, earliestBegin: 0 min")
          + app("mail", at: "12:00", "kind: refresh, earliestBegin: 0 min"),
        rows: ["news", "mail"].map { ("medianLaunchGapSeconds", $0) }),
    ]
  }()

  /// All rules that these parameters do not belong to hold as documented.
  private static let rules = DocumentedRules.changes
    .filter { name, _ in !(patterns + ["score.weights"]).contains { name.hasPrefix($0) } }
    .sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", ")

  private static let patterns = [
    "processing.runtimeLimit", "processing.minGap", "refresh.window", "continued.stallTimeout",
  ]

  private let cases: [FitCase]
  private let box: SensitivityBox

  init() throws {
    cases = try Self.studies.flatMap { FitCase.all(of: try StudyFolder().study($0)) }
    box = SensitivityBox(
      joining: cases.map { $0.box(grades: [.b, .c, .d], patterns: Self.patterns, catalogue: .standard) })
  }

  private func samples(_ points: [SensitivityPoint], _ replications: Range<Int>) throws -> [[FitSample]] {
    let situations = cases.enumerated().map { place, own in
      own.situation(box.study(place), catalogue: .standard, number: place, study: place)
    }
    let asked = AskedPoints(points, in: situations, replications: replications)
    let found = try TestExperiment(cases.map(\.file)).run(asked.points, jobs: 2)
    #expect(found.failures.isEmpty)
    return zip(cases, asked.results(found)).reduce(into: points.map { _ in [] }) { samples, one in
      for (place, runs) in one.1.runs.enumerated() { samples[place] += one.0.samples(runs) }
    }
  }

  private func fit(_ rows: [FitRow], seed: UInt64) throws -> FitSearch {
    var search = FitSearch(box, rows: rows, points: Tier.isLong ? 100 : 40, waves: 2, cutoff: 3, seed: seed)
    while !search.next.isEmpty { search.add(try samples(search.next, 0..<2)) }
    return search
  }

  /// The rows that a phone at a point sees, in a replication that no fit has; nil where one of them is never seen.
  private func rows(_ truth: SensitivityPoint) throws -> [FitRow]? {
    let samples = try samples([truth], 50..<51)[0]
    if samples.contains(where: \.values.isEmpty) { return nil }
    return try zip(cases.flatMap(\.rows), samples).map { row, sample in
      let value = try #require(sample.values.first, "\(row.id)")
      var row = row
      row.measure = try #require(Implausibility(value / 1.2...value * 1.2, .logarithmic, phones: 1))
      return row
    }
  }

  @Test("parameters that a study states are fixed, and its other parameters form the parameter space")
  func parameters() {
    #expect(
      box.factors.map(\.name) == [
        "refresh.window", "processing.runtimeLimit", "processing.minGap", "continued.stallTimeout",
        "continued.stallTimeoutPressure",
      ])
    #expect(cases[1].box(grades: [.b, .c, .d], patterns: ["score.w"], catalogue: .standard).factors.isEmpty)
    #expect(cases.map(\.rows.count) == [6, 2])
    #expect(cases[1].rows[0].quantity == "medianLaunchGapSeconds org.example.news")
  }

  @Test(
    "the fit keeps the true parameters and few other sets, and names an observation outside all simulated values"
  )
  func truthsInNumbers() throws {
    let count = Tier.isLong ? 10 : 1
    var (seed, truths, ruledOut, narrow) = (0, 0, 0, 0)
    while truths < count {
      seed += 1
      try #require(seed <= 2 * count)
      var random = SeededGenerator(seed: UInt64(seed))
      let truth = box.factors.indices.reduce(SensitivityPoint.base) { point, place in
        point.moving(place, to: box.factors[place].level(share: random.uniform()))
      }
      guard var rows = try rows(truth) else { continue }
      truths += 1
      let search = try fit(rows, seed: UInt64(seed))
      if try !search.judge(truth, samples([truth], 0..<2)[0]).isPlausible { ruledOut += 1 }
      if try #require(search.waves.last).share.estimate < 0.1 { narrow += 1 }
      guard truths == 1 else { continue }
      // A hundred times the value of the truth.
      let band = rows[0].measure.band
      rows[0].measure = try #require(
        Implausibility(exp(band.lowerBound) * 100...exp(band.upperBound) * 100, .logarithmic, phones: 1))
      let moved = FitReport(
        try fit(rows, seed: 1), screened: box, effects: [], replications: 2, cuts: [], failures: []
      ).json
      #expect(
        moved["observations"]?.elements?.first?["observation"]?.characters == "medianSecondsToExpiry scribe")
      #expect(moved["without_matching_set"]?.elements?.map(\.characters) == ["medianSecondsToExpiry scribe"])
      let medians = moved["observations"]?.elements?.compactMap { $0["median_implausibility"]?.real } ?? []
      #expect(medians.count == 8 && medians.max() == medians.first)
    }
    #expect(ruledOut <= count / 10 && narrow >= (count * 8 + 9) / 10)
  }
}
