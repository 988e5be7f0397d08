import Basics
import Foundation
import ModelParameters
import OutputAnalysis
import StudyReports
import StudyTestSupport
import TestSupport
import Testing

@testable import Studies

/// Observations that are drawn from the model at a known point of the box.
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
    cases = try Self.studies.flatMap { FitCase.all(of: try StudyFolder().study($0), from: 0) }
    box = SensitivityBox(
      joining: cases.map { $0.box(grades: [.b, .c, .d], patterns: Self.patterns, catalogue: .standard) })
  }

  /// The values of data sets, each in a replication of its own.
  private func values(_ points: [SensitivityPoint], from first: Int) throws -> [[Double?]] {
    let situations = cases.enumerated().map { place, own in
      own.situation(box.study(place), catalogue: .standard, number: place, study: place)
    }
    let asked = points.enumerated().map { place, point in
      AskedPoints([point], in: situations, replications: first + place..<first + place + 1)
    }
    let found = try TestExperiment(cases.map(\.file)).run(asked.flatMap(\.points), jobs: 2)
    #expect(found.failures.isEmpty)
    var start = 0
    return asked.map { own in
      let results = own.results(found, from: start)
      start += own.points.count
      return zip(cases, results).flatMap { $0.values($1.runs[0]) }
    }
  }

  @Test("parameters that a study states are fixed, and its other parameters form the parameter space")
  func parameters() {
    #expect(
      box.factors.map(\.name) == [
        "refresh.window", "processing.runtimeLimit", "processing.minGap", "continued.stallTimeout",
        "continued.stallTimeoutPressure",
      ])
    #expect(
      cases[1].box(grades: [.b, .c, .d], patterns: ["score.w"], catalogue: .standard).factors.isEmpty)
    #expect(cases.map(\.rows.count) == [6, 2])
    #expect(cases[1].rows[0].quantity == "medianLaunchGapSeconds")
  }

  @Test("the plausible sets surround the true value of each parameter that the observations inform")
  func truthsInNumbers() throws {
    var random = SeededGenerator(seed: 3)
    let truth = box.factors.indices.reduce(SensitivityPoint.base) { point, place in
      point.moving(place, to: box.factors[place].level(share: random.uniform()))
    }
    let seen = try values([truth], from: 900)[0]
    let rows = try zip(cases.flatMap(\.rows), seen).map { row, value in
      var observation = row.observation
      observation.observation = .init(try #require(value), precision: 0.01)
      return FitRow(observation, row.scale(days: 1), days: 1, isHeldOut: false)
    }
    var search = FitSearch(box, rows: rows, count: Tier.isLong ? 1200 : 240, seed: 1)
    while !search.next.isEmpty {
      search.add(try values(search.next.map(\.point), from: search.sets.count))
    }
    let result = try #require(search.result)
    var informed = 0
    for (axis, place) in search.updated.enumerated() {
      let factor = box.factors[search.factors[place]]
      let level = truth.moves.first { $0.factor == search.factors[place] }?.level
      let (range, value) = (try #require(factor.range), try #require(level.flatMap(factor.number)))
      let coordinate = (value - range.lowerBound) / (range.upperBound - range.lowerBound)
      let deviation = result.posterior.deviation(axis)
      if deviation < 0.2 { informed += 1 }
      #expect(abs(result.posterior.mean(axis) - coordinate) < 3.5 * max(deviation, 0.05), "\(factor.name)")
    }
    #expect(informed >= (Tier.isLong ? 2 : 1))
  }
}
