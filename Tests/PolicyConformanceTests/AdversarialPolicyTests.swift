import PolicyConformance
import SchedulingPolicies
import Testing

@Suite("Policies that mean harm")
struct AdversarialPolicyTests {
  /// The clauses that a policy fails, with what was found, as sentences.
  private func failures(_ descriptor: PolicyDescriptor) -> [String] {
    let report = PolicyConformance.report(of: descriptor)
    return report.failures.map { clause in
      "\(clause): " + (report.finding(clause).map { "\($0)" } ?? "")
    }
  }

  @Test("doing nothing starves what was promised not to starve, and breaks nothing else")
  func idler() {
    #expect(failures(AdversarialPolicies.idler) == [""])
  }

  @Test("GATE-2 asking for every number breaks the hard gates by wish only")
  func greedy() {
    #expect(failures(AdversarialPolicies.greedy) == [""])
  }

  @Test("GATE-2 asking twice for one item is a start of what is no candidate any more")
  func stutterer() {
    #expect(failures(AdversarialPolicies.stutterer) == [""])
  }

  @Test("GATE-6 starting what an obeyed gate denies is disobedience, and no violation of the driver's")
  func disobedient() {
    #expect(failures(AdversarialPolicies.disobedient) == [""])
  }

  @Test("wishes to be woken at once, for ever, do not keep the check from ending")
  func sleepless() {
    #expect(failures(AdversarialPolicies.insomniac) == [""])
    #expect(failures(AdversarialPolicies.fidget) == [""])
  }

  @Test("wishes to be woken now or in the past are violations")
  func past() {
    #expect(failures(AdversarialPolicies.presentist) == [""])
    #expect(failures(AdversarialPolicies.nostalgic) == [""])
  }

  @Test("a promise to start by the deadline is broken by the next point of the grid")
  func tardy() {
    #expect(failures(AdversarialPolicies.tardy) == [""])
  }

  @Test("a thousand extra numbers of its own disturb nothing: all clauses hold")
  func gambler() {
    #expect(failures(AdversarialPolicies.gambler) == [""])
  }

  @Test("ORD-2 state that instances share shows in the second run")
  func conspirator() {
    #expect(failures(AdversarialPolicies.conspirator()) == [""])
  }

  @Test("ORD-2 state that each new instance resets shows when two are alive")
  func amnesiac() {
    #expect(failures(AdversarialPolicies.amnesiac()) == [""])
  }

  @Test("launching cheap work less often than dear work breaks the promise of monotone cost")
  func snob() {
    #expect(failures(AdversarialPolicies.snob) == [""])
  }

  @Test("a policy that reports itself wrong is named")
  func refuser() {
    #expect(failures(AdversarialPolicies.refuser) == [""])
  }
}
