import Basics
import EventSimulation
import PhoneSimulation
import RandomStreams
import StudyTestSupport
import TestSupport
import Testing
import Workload

@testable import Studies

@Suite("The check of a population")
struct PopulationSurveyTests {
  private func file(_ overrides: [(path: String, value: String)] = []) throws -> StudyFile {
    try StudyFile(path: ShippedStudy.path("quickstart"), overrides: overrides)
  }

  private func recorded() throws -> RecordedUse {
    RecordedUse(try StudyFile(path: ShippedStudy.path("real-phones")))
  }

  @Test("any number of workers finds the same bytes")
  func workers() throws {
    let file = try file()
    let recorded = try recorded()
    let texts = try [1, 2, 5].map { jobs in
      PopulationCheck(try PopulationSurvey(judging: file, devices: 7, jobs: jobs), recorded: recorded).json
        .text()
    }
    holds(texts[0] == texts[1] && texts[0] == texts[2])
  }

  @Test("days, warm-up and policies of the study are not asked")
  func ownDesign() throws {
    let short = try file([
      ("horizonDays", "3"), ("warmUpDays", "1"), ("policies", "[never]"), ("compare.baseline", "never"),
    ])
    let a = try PopulationSurvey(judging: short, devices: 2, jobs: 1)
    let b = try PopulationSurvey(judging: try file(), devices: 2, jobs: 1)
    holds(a.use == b.use && a.policy == "seven-factor")
    #expect(a.use.counts[.days] == 28)
  }

  @Test("watching the use changes no event")
  func observing() throws {
    let study = try file().study
    let planner = DevicePlanner(study)
    let stream = RandomStream()
    let plan = planner.plan(replication: 0, device: 3, stream: stream)
    let policy = study.policies[0]
    let simulator = PhoneSimulator(apps: study.apps, parameters: policy.parameters, seed: study.seed)
    func run(_ records: RecordOptions) throws -> DeviceResult {
      try simulator.run(
        plan, policy: policy.makePolicy(for: plan, seed: study.seed), enforces: policy.enforces,
        records: records, stream: stream)
    }
    let (plain, watched) = (try run([]), try run(.use))
    holds(plain.eventHash == watched.eventHash && plain.energyWhole == watched.energyWhole)
    holds(plain.use.isEmpty)
    let use = PhoneUse(
      watched.use, from: plan.warmUpEnd, to: plan.end, isPlugged: plan.initial.charger != nil)
    #expect(use.counts[.sessions] == watched.counts[.sessions] - watched.counts[.sessionsLost])
    #expect(use.counts[.screenOn] == watched.counts[.screenOn])
    #expect(use.batteryOut == watched.counts[.batteryOut])
    #expect(use.samples == Array(repeating: 28, count: 24))
    #expect(use.counts[.powered] == watched.counts[.observed] - watched.counts[.dead])
  }

  @Test("recorded phones have the published losses of level, by the same estimator")
  func recordings() throws {
    let facts = PopulationFact.judged
    let loss = try #require(facts.first { $0.key == .levelLoss })
    let sessions = try #require(facts.first { $0.key == .sessionsPerPoweredDay })
    let gap = try #require(facts.first { $0.key == .longestGap })
    let never = try #require(facts.first { $0.key == .neverOpportunity })
    var losses: [String: Double] = [:]
    for phone in try recorded().phones {
      if let value = loss.measure(phone.use) { losses[phone.name] = value }
      // No recording tells of Wi-Fi.
      #expect(never.measure(phone.use) == nil)
    }
    // 4.27, 3.02 and 3.70 in the data's description.
    #expect(losses.keys.sorted() == ["android-A", "android-B", "android-D", "iphone-A"])
    #expect(abs((losses["android-D"] ?? 0) - 2.3) < 0.05)
    #expect(abs((losses["android-A"] ?? 0) - 4.27) < 0.05)
    #expect(abs((losses["android-B"] ?? 0) - 3.02) < 0.05)
    #expect(abs((losses["iphone-A"] ?? 0) - 3.70) < 0.12)
    let phones = try recorded().phones
    #expect(phones.map(\.name) == ["android-A", "android-B", "android-C", "android-D", "iphone-A"])
    #expect(phones.map { sessions.measure($0.use) != nil } == [true, false, true, false, false])
    holds((8.0...9.6).contains(try #require(gap.measure(phones[0].use))))
  }

  @Test("a value on the edge of its band is inside, one without a value is outside")
  func bands() throws {
    let band = PopulationFact.Band(least: 0.2, greatest: 0.38)
    holds(band.contains(0.2) && band.contains(0.38) && !band.contains(0.3801) && !band.contains(0.19))
    #expect(band.text(.percent) == "20 % to 38 %")
    #expect(PopulationFact.Band(least: 0.36).text(.share) == "at least 0.36")
    #expect(PopulationFact.Band(greatest: 0.04).text(.points) == "at most 4 points")
    var row = PopulationCheck.Row(fact: try #require(PopulationFact.judged.first), value: nil)
    holds(row.isInside == false && row.verdict == "outside")
    row.isJudged = false
    holds(row.isInside == nil && row.verdict == "not judged")
  }

  @Test(
    "charging and processing hours match a device that charges from 23:00 to 07:00, or from 10:00 to 15:00")
  func charging() throws {
    func values(_ charging: String, earliestBegin: String) throws -> [Double?] {
      let text = StudyText.minimal
        .replacing("scripted", with: "[{name: a, share: 100 %, user: scripted, charging: [\(charging)]}]")
        .replacing(
          "id: mail.refresh, kind: refresh, earliestBegin: 15 min",
          with: "id: index, kind: processing, earliestBegin: \"\(earliestBegin)\"")
      let use = try PopulationSurvey(judging: StudyFolder().study(text), devices: 1, jobs: 1).use
      holds((13...14).contains(use.counts[.processingRuns]))
      let keys: [PopulationFact.Key] = [.nightPlugged, .chargesPerDay, .pluggedShare, .processingAtNight]
      return keys.map { key in PopulationFact.all.first { $0.key == key }?.measure(use) }
    }
    #expect(
      try values("{from: \"23:00\", to: \"07:00\"}", earliestBegin: "23:30") == [1, 1, 8.0 / 24, 1])
    #expect(
      try values("{from: \"10:00\", to: \"15:00\"}", earliestBegin: "11:00") == [0, 1, 5.0 / 24, 0])
  }

  @Test(
    "a named population is compared with its own and the general facts, an unnamed one with the general facts"
  )
  func populations() throws {
    func judged(_ archetypes: String) throws -> [PopulationFact.Key] {
      let survey = try PopulationSurvey(
        judging: try file([("population.archetypes", archetypes)]), devices: 1, jobs: 1)
      return PopulationCheck(survey, recorded: try recorded()).rows.filter(\.isJudged).map(\.fact.key)
    }
    let ofLog: [PopulationFact.Key] = [
      .lowDays, .opportunity, .opportunityByHour, .neverOpportunity, .noNightOpportunity, .nightOpportunity,
    ]
    let ofRecorded: [PopulationFact.Key] = [
      .nightPlugged, .chargesPerDay, .pluggedShare, .recordedLowDays, .processingAtNight,
    ]
    let all = PopulationFact.judged.map(\.key)
    #expect(try judged("survey-2020") == all.filter { !ofRecorded.contains($0) })
    #expect(try judged("everyday") == all.filter { !ofLog.contains($0) })
    #expect(try judged("scripted") == all.filter { !(ofLog + ofRecorded).contains($0) })
  }

  @Test("every judged fact says whether it was fitted; one whose band is assumed has no data")
  func fits() {
    let facts = PopulationFact.judged
    for fact in facts {
      holds(!fact.fit.isEmpty && (fact.source == "assumption") == (fact.fit == "none"), "\(fact.key)")
    }
    #expect(
      facts.filter { $0.fit.contains("held out") }.map(\.key) == [
        .sessionLengthDistance, .gapDistance,
      ])
    #expect(facts.filter { $0.fit == "known" }.map(\.key) == [.processingAtNight])
    holds(PopulationFact.unpublished.allSatisfy { $0.fit.isEmpty })
  }
}
