import EventSimulation
import ModelParameters
import Testing
import Workload

@testable import PhoneSimulation
@testable import Studies

@Suite("Advice for each reason") struct DiagnosisTests {
  private static let day = TimeSpan.day

  /// Waits of ten items for a day each: so many for one reason, the others for the score.
  private static func histories(
    _ reason: BlockingReason, _ count: Int, mechanism: Mechanism = .refresh
  ) -> [History.Item] {
    (0..<10).map { index in
      let from = Instant.day(index)
      let to = Instant.day(index + 1)
      let reasons = index < count ? BlockingSet(reason) : BlockingSet(reason == .score ? .herd : .score)
      return History.Item(
        item: Int32(index), mechanism: mechanism, identifier: "a", submitted: from, open: from,
        chainOpen: from,
        launched: to, expired: nil, ended: to, outcome: .completed(success: true),
        waits: [BlockedInterval(item: Int32(index), from: from, to: to, reasons: reasons)], waitEnd: to)
    }
  }

  private static func diagnosis(_ histories: [History.Item], requiresPower: Bool = false) throws -> Diagnosis
  {
    let explainer = try ExplainedStudy().explainer()
    var conditions = DeviceConditions(explainer.history, app: 0, plan: explainer.replay.plan)
    conditions.observed = .days(10)
    var app = explainer.replay.study.apps[0]
    app.tasks[0].identifier = "a"
    app.tasks[0].mechanism = .processing
    app.tasks[0].requiresExternalPower = requiresPower
    return Diagnosis(
      app: app, conditions: conditions, histories: histories, refusals: [], warmUpEnd: .zero,
      series: DeclaredSeries(name: "a", mechanism: histories.first?.mechanism ?? .refresh))
  }

  @Test(
    "a reason of half the waiting has its sentence with share and time; one of no waiting has none",
    arguments: BlockingReason.allCases)
  func sentence(_ reason: BlockingReason) throws {
    let due = try Self.diagnosis(Self.histories(reason, 5)).findings
    let finding = try #require(due.first { $0.name == reason.name })
    #expect(finding.advice.hasPrefix("For 50 % of the waiting (5 d) \(reason.clause). "), "\(finding.advice)")
    #expect(finding.advice.hasSuffix(reason.remedy(.short)))
    #expect(due.count == 2)
    let other: BlockingReason = reason == .busy ? .cpuLoad : .busy
    let others = try Self.diagnosis(Self.histories(other, 5)).findings
    #expect(!others.contains { $0.advice.contains(reason.clause) } || reason == .score)
  }

  @Test("no two reasons share their clause, and each sentence ends with a period")
  func distinct() {
    let reasons = BlockingReason.allCases
    #expect(Set(reasons.map(\.clause)).count == reasons.count)
    for reason in reasons {
      for kind in Self.kinds { #expect(reason.remedy(kind).hasSuffix(".")) }
    }
  }

  private static let kinds: [BlockingReason.WorkKind] = [.short, .processing, .processingOnPower]

  @Test("no remedy proposes the mechanism that may be the one that is held up")
  func circular() throws {
    for reason in BlockingReason.allCases {
      for words in ["use a push", "to a processing task", "to transfers", "should not be discretionary"] {
        for kind in Self.kinds { #expect(!reason.remedy(kind).contains(words), "\(reason)") }
      }
    }
    for mechanism in [Mechanism.processing, .health] {
      var run = Self.histories(.score, 0, mechanism: mechanism)[0]
      run.expired = "timeLimit"
      run.outcome = .completed(success: false)
      let advice = try Self.diagnosis([run]).defects[0].advice
      #expect(advice.contains("met their time limit. Divide the work") && !advice.contains("processing task"))
    }
  }

  @Test("the flag for external power is advised against only where it is set")
  func externalPower() throws {
    let histories = Self.histories(.externalPower, 10, mechanism: .processing)
    let with = try #require(try Self.diagnosis(histories, requiresPower: true).findings.first)
    let without = try #require(try Self.diagnosis(histories).findings.first)
    #expect(with.remedy.hasPrefix("Do not require external power"))
    #expect(!without.remedy.contains("Do not require"))
  }

  @Test("a reason below a tenth of the waiting, or below ten minutes a day, is left out")
  func thresholds() throws {
    var histories = Self.histories(.busy, 10)
    // Nine minutes a day: all of the waiting, but not long.
    for index in histories.indices {
      let to = Instant.day(index) + .minutes(9)
      histories[index].waits[0].to = to
      histories[index].waitEnd = to
    }
    #expect(try Self.diagnosis(histories).findings.isEmpty)
    for index in histories.indices { histories[index].waits[0].to = .day(index) + .minutes(11) }
    #expect(try Self.diagnosis(histories).findings.map(\.name) == ["busy"])
  }

  @Test("lost pushes are counted out of the pushes, not out of all items")
  func pushes() throws {
    var histories = Self.histories(.score, 0)
    for index in 0..<4 {
      var push = histories[index]
      push.mechanism = .push
      push.launched = nil
      push.waits = []
      push.outcome = index < 3 ? .dropped("forceQuit") : .delivered("foreground")
      histories.append(push)
    }
    let finding = try #require(try Self.diagnosis(histories).findings.first { $0.name == "pushForceQuit" })
    #expect(finding.cause == "3 of 4 pushes were lost (75 %), because the user had force-quit the app")
    for (outcome, name) in [
      (History.Outcome.coalesced("device"), "coalesced"), (.dropped("barOff"), "pushBarOff"),
      (.dropped("modeMissing"), "pushModeMissing"), (.dropped("expired"), "pushExpired"),
      (.dropped("processKilled"), "pushProcessKilled"), (.dropped("voipStopped"), "pushLost"),
    ] {
      var changed = histories
      for index in 10..<13 { changed[index].outcome = outcome }
      let names = try Self.diagnosis(changed).findings.map(\.name)
      #expect(names.contains(name) && !names.contains("pushForceQuit"), "\(names)")
    }
  }

  @Test("QUIT-1 a force quit explains no missing processing from version 18 on")
  func forceQuit() throws {
    for (version, mechanism, isNamed) in [
      ("17", Mechanism.processing, true), ("18", .processing, false), ("18", .refresh, true),
    ] {
      var diagnosis = try Self.diagnosis([])
      var conditions = diagnosis.conditions
      conditions.forceQuit = .days(8)
      var parameters = ParameterSet()
      try parameters.set("os.version", parsing: [version])
      diagnosis = Diagnosis(
        app: diagnosis.app, conditions: conditions, histories: [], refusals: [], warmUpEnd: .zero,
        series: DeclaredSeries(name: "a", mechanism: mechanism), parameters: parameters)
      #expect(diagnosis.findings.contains { $0.name == "forceQuit" } == isNamed, "\(version) \(mechanism)")
    }
  }

  @Test("a kind of refusal is explained each for itself")
  func refusals() throws {
    let expected: [(String, String, String)] = [
      ("tooManyPending", "tooManyPending", "too many requests were pending"),
      ("badPriority", "badPriority", "the push server refused 3 pushes"),
      ("badPayload", "badPayload", "the push server refused 3 pushes"),
      ("unavailable", "unavailable", "not available here"),
      ("notPermitted", "misspelledIdentifier", "not among the permitted identifiers"),
      ("gpuNotEntitled", "gpuNotEntitled", "asks for the GPU without the entitlement"),
      ("gpuNotAvailable", "gpuNotAvailable", "does not offer in the background"),
      ("immediateRunIneligible", "immediateRunIneligible", "its strategy is `fail`"),
      ("notForeground", "notForeground", "the app was not in front"),
      ("limit", "limit", "`b` was refused 3 times: limit"),
    ]
    for (reason, name, words) in expected {
      var diagnosis = try Self.diagnosis([])
      #expect(!diagnosis.findings.contains { $0.name == name })
      diagnosis = Diagnosis(
        app: diagnosis.app, conditions: diagnosis.conditions, histories: [],
        refusals: [History.Refusal(identifier: "b", reason: reason, mechanism: .refresh, count: 3)],
        warmUpEnd: .zero, series: diagnosis.series)
      let finding = try #require(diagnosis.findings.first { $0.name == name })
      #expect(finding.cause.contains(words))
    }
  }
}
