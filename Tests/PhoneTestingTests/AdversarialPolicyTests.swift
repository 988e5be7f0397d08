import DeviceModel
import EventSimulation
import PhoneTesting
import SchedulingPolicies
import TestSupport
import Testing

@testable import PhoneSimulation

@Suite("Policies that mean harm")
struct AdversarialPolicyTests {
  /// The report on a policy that fails exactly these clauses.
  private func report(
    _ descriptor: PolicyDescriptor, fails clauses: [ConformanceClause]
  ) -> ConformanceReport {
    let report = PolicyConformance.report(of: descriptor)
    let found = report.failures.compactMap { report.finding($0) }
    #expect(report.failures == clauses, "\(descriptor.name): \(found)")
    #expect(report.holds == clauses.isEmpty)
    return report
  }

  /// The finding against a clause, in one sentence; empty where it holds.
  private func sentence(_ clause: ConformanceClause, _ report: ConformanceReport) -> String {
    report.finding(clause).map { "\($0)" } ?? ""
  }

  @Test("a policy without starts breaks only the promise of no starvation")
  func idler() throws {
    let finding = try #require(
      report(AdversarialPolicies.idler, fails: [.noStarvation]).finding(.noStarvation))
    holds(finding.device == "calm" && finding.item == 1)
    #expect(finding.found == "a refresh that waits without a denial")
    #expect(finding.expected == "its start by 90000 s")
  }

  @Test("GATE-2 asking for every number breaks the hard gates by wish only")
  func greedy() {
    let report = report(AdversarialPolicies.greedy, fails: [.noViolations, .hardGates])
    #expect(
      sentence(.hardGates, report)
        == "device `calm`, 3600 s, item 2: found a start of an item that is not a candidate, expected starts of "
        + "candidates, each once")
    #expect(report.finding(.noViolations)?.found.hasSuffix(" of notACandidate") == true)
  }

  @Test("GATE-2 asking twice for one item is a violation")
  func stutterer() {
    let report = report(AdversarialPolicies.stutterer, fails: [.noViolations, .hardGates])
    #expect(
      sentence(.hardGates, report)
        == "device `calm`, 3600 s, item 1: found a second start in one answer, expected starts of candidates, "
        + "each once")
  }

  @Test("GATE-6 a start against an obeyed gate is disobedience, but no violation of the driver")
  func disobedient() {
    let report = report(AdversarialPolicies.disobedient, fails: [.obedience])
    #expect(report.finding(.obedience)?.found.hasPrefix("a start against ") == true)
    #expect(report.finding(.obedience)?.expected == "a wait")
  }

  @Test("wishes to be woken at once, for ever, do not keep the check from ending")
  func sleepless() {
    for policy in [AdversarialPolicies.insomniac, AdversarialPolicies.fidget] {
      let report = report(policy, fails: [.finishing])
      #expect(report.finding(.finishing)?.device == "calm")
      #expect(report.finding(.finishing)?.expected == "at most 3600 per hour (`gate.wakesPerHour`)")
      // What was not looked at is not said to hold.
      #expect(report.entries.first { $0.clause == .determinism }?.outcome == .notJudged)
    }
  }

  @Test("wishes to be woken now or in the past are violations")
  func past() {
    let presentist = report(AdversarialPolicies.presentist, fails: [.noViolations])
    #expect(
      sentence(.noViolations, presentist)
        == "device `calm`, 3600 s, item 1: found a wait until 3600 s, expected a later time, or no time")
    let nostalgic = report(AdversarialPolicies.nostalgic, fails: [.noViolations])
    #expect(
      sentence(.noViolations, nostalgic)
        == "device `calm`, 3600 s, item 1: found a wait until 0 s, expected a later time, or no time")
  }

  @Test("a promise to start by the deadline is broken one decision after it")
  func tardy() throws {
    let finding = try #require(
      report(AdversarialPolicies.tardy, fails: [.noStarvation]).finding(.noStarvation))
    holds(finding.device == "calm" && finding.item == 1)
    #expect(finding.found == "a refresh that waits without a denial")
    #expect(finding.expected == "its start by 90000 s")
  }

  @Test("a thousand extra random numbers of the policy have no effect: all clauses hold")
  func gambler() {
    _ = report(AdversarialPolicies.gambler, fails: [])
  }

  @Test("a policy that declares less than it reads is named")
  func shortcuts() {
    for policy in [
      AdversarialPolicies.dozer, AdversarialPolicies.blind, AdversarialPolicies.hermit,
      AdversarialPolicies.deaf, AdversarialPolicies.ostrich,
    ] {
      let report = report(policy, fails: [.shortcuts])
      #expect(
        report.finding(.shortcuts)?.found
          == "different events when it is called at every decision point with full data")
    }
  }

  @Test("ORD-2 state that instances share shows in the second run")
  func conspirator() {
    let report = report(
      AdversarialPolicies.conspirator(), fails: [.determinism, .observers, .shortcuts, .ownStreams])
    #expect(report.finding(.determinism)?.found == "different events in a second run")
    #expect(report.finding(.determinism)?.expected == "the same events")
  }

  @Test("ORD-2 state that each new instance resets shows when two are alive")
  func amnesiac() {
    let report = report(AdversarialPolicies.amnesiac(), fails: [.ownStreams])
    #expect(
      report.finding(.ownStreams)?.found == "different events in a run after another instance")
  }

  @Test("launching cheap work less often than dear work breaks the promise of monotone cost")
  func snob() {
    let report = report(AdversarialPolicies.snob, fails: [.monotoneCost])
    #expect(report.finding(.monotoneCost)?.device == "four devices with a small energy budget")
    #expect(report.finding(.monotoneCost)?.expected.hasPrefix("at least the ") == true)
  }

  @Test("a policy that says that it cannot go on ends the check, with its reason")
  func quitter() {
    let report = report(AdversarialPolicies.quitter, fails: [.finishing])
    #expect(
      sentence(.finishing, report)
        == "device `\(report.devices[0])`: found replication 0, device 0: out of patience, expected a run to its "
        + "horizon")
    #expect(report.entries.first { $0.clause == .books }?.outcome == .notJudged)
  }

  @Test("ledgers that do not balance, and launches that the policy did not start, are findings")
  func books() {
    var result = DeviceResult()
    var findings = FindingList()
    findings.noteBooks(of: result, on: "calm")
    holds(findings.first.isEmpty)
    result.energyWhole.batteryOut = 5
    findings.noteBooks(of: result, on: "calm")
    #expect(
      findings.first[.books].map { "\($0)" } == "device `calm`: found 0 nJ billed, expected the 5 nJ drawn")

    let time = Instant.day(1)
    result.log = [1, 2, 2].map {
      LogRecord(
        time: time, event: .launched, app: 0, mechanism: .refresh, word: .none, item: $0, identifier: "a",
        value: 0)
    }
    findings = FindingList()
    findings.noteLaunches(of: result, asked: [1: time, 2: time + .tick], on: "calm")
    #expect(
      findings.first[.books].map { "\($0)" }
        == "device `calm`, 86400 s, item 2: found a second launch, expected one launch per item")
    #expect(
      findings.first[.hardGates].map { "\($0)" }
        == "device `calm`, 86400 s, item 2: found a launch that the policy did not start, expected launches of candidates "
        + "that the policy starts")
  }

  @Test("a policy that reports itself wrong is named")
  func refuser() {
    let report = report(AdversarialPolicies.refuser, fails: [.noViolations])
    #expect(report.finding(.noViolations)?.found.hasSuffix(" of replayDiverged") == true)
  }
}
