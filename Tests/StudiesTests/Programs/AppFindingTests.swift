import Basics
import DeviceModel
import EventSimulation
import Foundation
import PhoneSimulation
import SchedulingPolicies
import StudyTestSupport
import TestSupport
import Testing
import Workload

@testable import Studies

/// A careful app with a refresh, and one fault of one line each.
private final class OneFault: AppBehavior {
  enum Fault: String, CaseIterable {
    case none, operationQueue, dispatchAfter
    case missingCompletion, forgottenReschedule, wrongIdentifier, lateRegistration, noHandlerWork, tooLong
    case noExpirationHandler, earlyCompletion, doubleCompletion, blockingSleep

    /// The finding, as the table of such faults has it.
    var findings: Set<AppFindingKind> {
      switch self {
      case .none, .operationQueue, .dispatchAfter: []
      case .missingCompletion: [.missingCompletion]
      case .forgottenReschedule: [.taskEnded]
      case .wrongIdentifier: [.unpermittedIdentifier, .misspelledIdentifier, .code3]
      case .lateRegistration: [.lateRegistration]
      case .noHandlerWork: [.noHandler]
      case .tooLong: [.successAfterExpiry]
      case .noExpirationHandler: [.noExpirationHandler]
      case .earlyCompletion: [.earlyCompletion, .completedTwice]
      case .doubleCompletion: [.completedTwice]
      case .blockingSleep: [.expiryIgnored]
      }
    }
  }

  private let fault: Fault
  private var run: Int?
  private var wake: Instant?

  init(_ fault: Fault) { self.fault = fault }

  func handle(_ event: AppEvent, at now: Instant, ask: (AppRequest) -> AppAnswer) -> Instant? {
    if event != .timer, wake.map({ $0 < now }) == true { wake = now }
    switch event {
    case .launched:
      run = nil
      wake = fault == .lateRegistration ? now + .seconds(1) : nil
    case .enteredBackground: submit(now, ask)
    case .started(let run, _, _): start(run, now, ask)
    case .timer:
      wake = nil
      if fault == .lateRegistration { _ = ask(.end(.lateRegistration)) } else { finish(true, ask) }
    case .transferEnded(_, let isLost, _, _): ends(!isLost, ask)
    case .processorEnded: ends(true, ask)
    case .expired:
      switch fault {
      case .missingCompletion, .blockingSleep: break
      default:
        _ = ask(.stop(id: 1))
        finish(fault == .tooLong, ask)
      }
    default: break
    }
    return wake
  }

  private func start(_ run: Int, _ now: Instant, _ ask: (AppRequest) -> AppAnswer) {
    if fault == .noHandlerWork {
      _ = ask(.end(.noHandler))
      return
    }
    self.run = run
    if fault != .forgottenReschedule { submit(now, ask) }
    if fault != .noExpirationHandler { _ = ask(.handlesExpiry(run: run)) }
    switch fault {
    case .operationQueue: finish(true, ask)
    case .dispatchAfter: wake = now + .seconds(3)
    case .blockingSleep: wake = now + .seconds(40)
    case .tooLong, .noExpirationHandler: _ = ask(.processor(id: 1, .seconds(45)))
    default:
      if fault == .earlyCompletion { _ = ask(.complete(run: run, success: true)) }
      if ask(.transfer(id: 1, up: 600, down: 60_000)) != .done { finish(false, ask) }
    }
  }

  private func ends(_ success: Bool, _ ask: (AppRequest) -> AppAnswer) {
    if fault == .missingCompletion, success { return }
    if fault == .doubleCompletion, let run { _ = ask(.complete(run: run, success: success)) }
    finish(success, ask)
  }

  private func finish(_ success: Bool, _ ask: (AppRequest) -> AppAnswer) {
    if let run { _ = ask(.complete(run: run, success: success)) }
    run = nil
  }

  private func submit(_ now: Instant, _ ask: (AppRequest) -> AppAnswer) {
    let identifier = fault == .wrongIdentifier ? "org.example.Refresh" : "org.example.refresh"
    _ = ask(.submit(identifier: identifier, .refresh, earliest: now + .minutes(15)))
  }
}

@Suite("Findings of apps that are code")
struct AppFindingTests {
  private static let seeds: ClosedRange<UInt64> =
    Tier.isLong ? 1...20 : 1...1

  private static func study(_ seed: UInt64, days: Int = 30) -> String {
    """
    formatVersion: 1
    name: faults
    seed: \(seed)
    replications: 1
    horizonDays: \(days)
    population: {devices: 1, archetypes: everyday}
    parameters: {settings.barOff: 0, settings.barWifiOnly: 0, settings.perAppOff: 0, settings.manualLowPowerMode: 0, user.forceQuitShare: 0}
    policies: [immediate]
    apps:
      - id: org.example
        behavior: fault
        declarations: {permittedIdentifiers: [org.example.refresh], modes: [fetch]}
        popularity: {installShare: 100 %, weight: 0.3, spread: 0.5}

    """
  }

  private static func file(_ fault: OneFault.Fault, _ study: String) throws -> StudyFile {
    let code = AppCode(name: "fault") { _ in OneFault(fault) }
    let folder = try StudyFolder()
    return try withExtendedLifetime(folder) {
      try StudyFile(path: folder.write(study), catalogue: PolicyCatalogue.standard.adding([], apps: [code]))
    }
  }

  @Test(
    "each fault causes only its own finding; harmless variants do not cause findings",
    arguments: OneFault.Fault.allCases)
  fileprivate func faultsInNumbers(_ fault: OneFault.Fault) throws {
    for seed in Self.seeds {
      let replay = DeviceReplay(
        try Self.file(fault, Self.study(seed)).study, policy: 0, replication: 0, device: 0)
      let result = try replay.run(records: .findings)
      let plain = try replay.run(records: [])
      holds(result.eventHash == plain.eventHash && plain.findings.isEmpty)
      #expect(Set(result.findings.map(\.kind)) == fault.findings, "seed \(seed): \(result.findings)")
      for finding in result.findings {
        holds(finding.first < replay.plan.end && finding.count > 0)
        holds(finding.joules.isFinite && !finding.sentence.isEmpty)
        let isOfRuns: Set<AppFindingKind> = [
          .missingCompletion, .noExpirationHandler, .expiryIgnored, .completedTwice, .successAfterExpiry,
        ]
        holds(!isOfRuns.contains(finding.kind) || finding.joules > 0, "\(finding)")
      }
    }
  }

  @Test("the cost of a kill is the energy of its runs, which is higher than without the fault")
  func price() throws {
    func joules(_ fault: OneFault.Fault) throws -> (run: Double, count: Int) {
      let replay = DeviceReplay(
        try Self.file(fault, Self.study(1)).study, policy: 0, replication: 0, device: 0)
      let result = try replay.run(records: [.findings, .energy])
      let finding = try #require(result.findings.first)
      let billed = result.ledgerWhole.filter { $0.payer.app == finding.app && $0.payer.cause != .user }
      let all = Double(billed.reduce(0) { $0 + $1.energyNanojoules }) * 1e-9
      #expect(finding.joules <= all)
      return (finding.joules / Double(finding.count), finding.count)
    }
    let (kill, twice) = (try joules(.missingCompletion), try joules(.doubleCompletion))
    holds(kill.count > 100 && twice.count > 100)
    #expect(kill.run > 3 * twice.run, "\(kill) \(twice)")
  }

  @Test("a study can expect a finding by name or rule, a number of findings, or no findings")
  func expectations() throws {
    func judge(_ fault: OneFault.Fault, _ expectations: String...) throws -> [ExpectationJudge.Judgment] {
      let text =
        Self.study(1, days: 7) + "expect:\n" + expectations.map { "  - {\($0)}\n" }.joined()
      let file = try Self.file(fault, text)
      var judge = ExpectationJudge(file)
      let runner = StudyRunner(file, runs: RunPlan(file, command: "").entries, observes: true)
      for run in try runner.finished(jobs: 1) { judge.add(run) }
      return judge.judge()
    }
    let good = try judge(.none, "finding: none", "finding: none, app: org.example", "finding: BAD-6")
    #expect(good.map(\.holds) == [true, true, false])
    #expect(good.map(\.numbers) == ["no finding", "no finding", "no finding"])
    let bad = try judge(
      .forgottenReschedule, "finding: none", "finding: taskEnded", "finding: BAD-6, atLeast: 3",
      "finding: BAD-3", "finding: BAD-6, atMost: 2")
    #expect(bad.map(\.holds) == [false, true, true, false, false])
    #expect(bad[0].numbers.wholeMatch(of: /taskEnded \(BAD-6\) \d+ times/) != nil, "\(bad[0].numbers)")
  }

  @Test("an expectation of a finding needs an app with code, and `none` excludes comparisons")
  func refused() throws {
    let folder = try StudyFolder()
    let described = Self.study(1).replacing("        behavior: fault\n", with: "")
    holds(
      try folder.errors(described + "expect:\n  - {finding: none}\n").contains {
        $0.contains("found `finding`, expected an app with a `command` or `behavior`")
      })
    let code = AppCode(name: "fault") { _ in OneFault(.none) }
    let catalogue = try PolicyCatalogue.standard.adding([], apps: [code])
    for (expectation, words) in [
      ("finding: none, atMost: 3", "found `none` and a comparison"),
      ("finding: BAD-99", "expected one of none, unpermittedIdentifier"),
      ("finding: none, mechanism: refresh", "found `mechanism` of a finding"),
    ] {
      let errors = #expect(throws: StudyErrors.self) {
        _ = try StudyFile(
          path: folder.write(Self.study(1) + "expect:\n  - {\(expectation)}\n"), catalogue: catalogue)
      }
      #expect(errors?.errors.contains { "\($0)".contains(words) } == true, "\(String(describing: errors))")
    }
  }

  @Test("an explanation has the findings of an app that is code, and of no other")
  func explanation() throws {
    func explanation(_ fault: OneFault.Fault) throws -> Explanation {
      let replay = DeviceReplay(
        try Self.file(fault, Self.study(1, days: 7)).study, policy: 0, replication: 0, device: 0)
      return try Explanation(replay, app: #require(replay.plan.installed("org.example")), .init())
    }
    let report = try explanation(.forgottenReschedule)
    let text = report.page([]).text()
    holds(text.contains("Findings in the calls of the app"))
    holds(text.contains(/\n  taskEnded +BAD-6 +org\.example\.refresh +/), "\(text)")
    holds(text.contains("\n- taskEnded: A refresh ends without a next request"))
    guard case .array(let rows)? = report.json["findings"], let row = rows.first else {
      Issue.record("no findings")
      return
    }
    holds(row["finding"] == "taskEnded" && row["rule"] == "BAD-6")
    holds(row["identifier"] == "org.example.refresh" && row["energy_j"] == .number(0))
    holds(!(try explanation(.none)).page([]).text().contains("Findings"))
  }
}
