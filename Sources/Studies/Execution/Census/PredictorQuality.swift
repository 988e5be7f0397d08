import Basics
import EventSimulation
import OutputAnalysis
import PhoneSimulation
import RandomStreams
import SchedulingPolicies
import StudyReports
import UsageModels
import Workload

/// The judgment of predictors of opens, on simulated devices and on the recorded devices of a trace.
public struct PredictorQuality: Sendable {
  /// A mean over devices with its 95 % bootstrap interval; no interval for one device.
  struct Estimate: Sendable {
    let mean: Double
    let interval: ClosedRange<Double>?

    init?(_ values: [Double], seed: UInt64) throws(AnalysisError) {
      guard !values.isEmpty else { return nil }
      let stream = RandomStream()
      stream.seek(sequential: StreamAddress(seed: seed, replication: 0, device: 0, purpose: .bootstrap))
      mean = values.reduce(0, +) / Double(values.count)
      interval = try BootstrapDistribution.interval(ofMeanOf: values) { stream.integer(below: $0) }
    }

    var text: String {
      func number(_ value: Double) -> String { NumberText.fixed(value, decimals: 2) }
      guard let interval else { return number(mean) }
      return "\(number(mean)) (\(number(interval.lowerBound)) to \(number(interval.upperBound)))"
    }
  }

  /// The quality of one predictor on some devices.
  struct Row: Sendable {
    let devices: String
    let predictor: String
    let deviceCount, cases, events: Int
    let areaUnderCurve: Estimate?
    /// The same minus the area of the first predictor, on the same cases; nil for the first predictor.
    let difference: Estimate?
    /// Nil for scores, which are not probabilities.
    let brierSkill: Estimate?
  }

  struct Bin: Sendable {
    let devices: String
    let predictor: OpenForecasts.Predictor
    let number: Int
    let bin: ForecastCalibration.Bin
  }

  /// The study, its devices, and the first policy, under which the predictors were judged.
  private let title: String
  /// The predictors, and after them the scores of policies with the predictors on the same cases.
  private(set) var rows: [Row] = []
  private(set) var scores: [Row] = []
  private(set) var calibration: [Bin] = []

  /// Simulates the first devices of a study's first replication under each of its policies that is no program,
  /// and the recorded devices with apps in their recordings under the first policy of their study.
  public init(judging file: StudyFile, recorded: StudyFile, devices: Int, jobs: Int) throws {
    let study = file.study.withoutPrograms
    let size = study.trace?.devices.count ?? devices
    title =
      "\(study.name): forecasts of opens on \(CountText.text(size, "device")) over "
      + "\(study.horizonText) (\(study.warmUpDays) of warm-up) under \(study.policies[0].label)"
    let isRecorded = study.trace != nil
    for (place, policy) in study.policies.enumerated() {
      let found = try Self.forecasts(study, policy: place, devices: 0..<size, jobs: jobs)
      let groups = isRecorded ? found.map { ($0.name, [$0]) } : [("simulated", found)]
      for (name, forecasts) in groups {
        if place == 0 { try judge(forecasts, name, seed: study.seed) }
        try judgeScores(forecasts, name, policy.label, seed: study.seed)
      }
    }
    guard !isRecorded else { return }
    let others = recorded.study.withoutPrograms
    let count = others.trace?.devices.count ?? 0
    for device in try Self.forecasts(others, policy: 0, devices: 0..<count, jobs: jobs) {
      try judge([device], device.name, seed: study.seed)
      try judgeScores([device], device.name, others.policies[0].label, seed: study.seed)
    }
  }

  /// The forecasts on the devices whose opens are of a user, drawn or recorded, and that have cases.
  private static func forecasts(
    _ study: Study, policy: Int, devices: Range<Int>, jobs: Int
  ) throws(SimulationFailure) -> [(name: String, forecasts: OpenForecasts)] {
    try PhoneSample.concurrently(devices.count, jobs: jobs) { place throws(SimulationFailure) in
      let replay = DeviceReplay(study, policy: policy, replication: 0, device: devices.lowerBound + place)
      guard study.trace == nil || replay.plan.provenance.apps != .generated else { return nil }
      let history = History(try replay.run(records: [.log, .decisions]), of: replay.plan)
      let found = OpenForecasts(
        history, of: replay.plan, replay.policy.parameters, warmUp: .days(study.warmUpDays))
      return found.cases[.histogram]?.isEmpty == false ? (replay.plan.archetype, found) : nil
    }.compactMap(\.self)
  }

  private mutating func judge(
    _ devices: [(name: String, forecasts: OpenForecasts)], _ name: String, seed: UInt64
  ) throws {
    let cases = { predictor in devices.map { $0.forecasts.cases[predictor] ?? [] } }
    rows += try Self.rows(cases, name, seed: seed)
    for predictor in OpenForecasts.Predictor.allCases {
      var sum = ForecastCalibration()
      for own in cases(predictor) { sum.merge(ForecastCalibration(own)) }
      calibration += sum.bins.enumerated().filter { $0.element.cases > 0 }.map { number, bin in
        Bin(devices: name, predictor: predictor, number: number, bin: bin)
      }
    }
  }

  private mutating func judgeScores(
    _ devices: [(name: String, forecasts: OpenForecasts)], _ name: String, _ policy: String, seed: UInt64
  ) throws {
    let scored = devices.map(\.forecasts).filter { !$0.scores.isEmpty }
    guard !scored.isEmpty else { return }
    scores += try Self.rows(
      { predictor in scored.map { $0.casesWithScore[predictor] ?? [] } }, name,
      score: (policy, scored.map(\.scores)), seed: seed)
  }

  /// One row for each predictor, and one for the scores of a policy on the same cases.
  private static func rows(
    _ cases: (OpenForecasts.Predictor) -> [OpenForecasts.Cases], _ devices: String,
    score: (policy: String, cases: [OpenForecasts.Cases])? = nil, seed: UInt64
  ) throws -> [Row] {
    var forecasts = OpenForecasts.Predictor.allCases.map { (name: $0.rawValue, cases: cases($0)) }
    if let score { forecasts.append((score.policy, score.cases)) }
    var first: [Double] = []
    return try forecasts.enumerated().map { place, one in
      let judged = one.cases.compactMap { ForecastQuality($0) }
      let areas = judged.map(\.areaUnderCurve)
      if place == 0 { first = areas }
      let isScore = place >= OpenForecasts.Predictor.allCases.count
      return Row(
        devices: devices, predictor: one.name, deviceCount: judged.count,
        cases: judged.reduce(0) { $0 + $1.cases }, events: judged.reduce(0) { $0 + $1.events },
        areaUnderCurve: try Estimate(areas, seed: seed),
        difference: place == 0 ? nil : try Estimate(zip(areas, first).map { $0 - $1 }, seed: seed),
        brierSkill: isScore ? nil : try Estimate(judged.map(\.brierSkill), seed: seed))
    }
  }
}

extension Study {
  /// The study without programs, which no look at devices starts: `seven-factor` if all policies are programs.
  var withoutPrograms: Study {
    var study = self
    for index in study.apps.indices where study.apps[index].code?.identity.isEmpty == false {
      study.apps[index].code = nil
    }
    study.policies = policies.filter { $0.process == nil }
    if study.policies.isEmpty { study.policies = [StudyPolicy(SevenFactor.descriptor, in: self)] }
    return study
  }
}

extension PredictorQuality {
  private static let rowTable: Table<Row> = [
    Column("devices", \.devices), Column("predictor", \.predictor), .json("deviceCount", \.deviceCount),
    Column("cases", .right, \.cases), .json("events", \.events),
    .page("AUC", .right) { $0.areaUnderCurve?.text ?? "-" },
    .page("difference", .right) { $0.difference?.text ?? "-" },
    .page("Brier skill", .right) { $0.brierSkill?.text ?? "-" },
    .json("auc", \.areaUnderCurve?.mean), .json("aucLower", \.areaUnderCurve?.interval?.lowerBound),
    .json("aucUpper", \.areaUnderCurve?.interval?.upperBound),
    .json("difference", \.difference?.mean),
    .json("differenceLower", \.difference?.interval?.lowerBound),
    .json("differenceUpper", \.difference?.interval?.upperBound),
    .json("brierSkill", \.brierSkill?.mean), .json("brierSkillLower", \.brierSkill?.interval?.lowerBound),
    .json("brierSkillUpper", \.brierSkill?.interval?.upperBound),
  ]

  private static let binTable: Table<Bin> = [
    Column("devices", \.devices), Column("predictor", \.predictor.rawValue),
    .page("forecasts", .right) { "\(Self.tenth($0.number)) to \(Self.tenth($0.number + 1))" },
    .json("from") { Double($0.number) / 10 },
    Column("mean forecast", .right, key: "meanForecast", { $0.bin.meanForecast }) {
      $0.bin.meanForecast.map { NumberText.fixed($0, decimals: 3) } ?? "-"
    },
    Column("share of events", .right, key: "eventShare", { $0.bin.eventShare }) {
      $0.bin.eventShare.map { NumberText.fixed($0, decimals: 3) } ?? "-"
    },
    Column("cases", .right, \.bin.cases),
  ]

  private static let legend: Legend = [
    "histogram": "the predictor of rule USE-1",
    "share": "the app's share of the opens, times the device's opens in this hour per day",
    "cases": "pairs of a used app and a quarter hour; the event is an open within the look-ahead",
    "AUC": "the probability that a case with an event has the larger forecast; 0.5 without skill",
    "difference": "the AUC minus the AUC of `histogram` on the same cases",
    "Brier skill": "1 minus the squared error, relative to a forecast of the share of events",
  ]

  private static func tenth(_ number: Int) -> String { NumberText.fixed(Double(number) / 10, decimals: 1) }

  public var page: TextPage {
    var page = TextPage("\(title); means over devices with 95 % bootstrap intervals")
    page.add(TextTable(rows, Self.rowTable))
    if !scores.isEmpty {
      page.add(
        TextPage(
          "\nScores of policies for refresh requests, and the predictors on the same cases",
          TextTable(scores, Self.rowTable)))
    }
    page.add(TextPage("\nCalibration over all cases", TextTable(calibration, Self.binTable)))
    page.addGap()
    page.add(Self.legend)
    return page
  }

  public var json: JSONValue {
    .record(
      self,
      [
        "title": \.title, "predictors": { $0.rows.json(Self.rowTable) },
        "calibration": { $0.calibration.json(Self.binTable) },
        "scores": { $0.scores.json(Self.rowTable) },
      ])
  }
}
