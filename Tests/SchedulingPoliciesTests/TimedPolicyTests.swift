import EventSimulation
import ModelParameters
import SchedulingPolicies
import TestSupport
import Testing
import Workload

@Suite("The policies usage-predictive, deadline and aligned")
struct TimedPolicyTests {
  private func make(
    _ descriptor: PolicyDescriptor, enforces: BlockingSet? = nil
  ) -> any SchedulingPolicy {
    descriptor.make(PolicyContext(parameters: ParameterSet(), enforces: enforces ?? descriptor.enforces))
  }

  // MARK: usage-predictive

  @Test("usage-predictive: a refresh starts at the threshold, inclusive, and waits for its deadline below")
  func threshold() {
    var policy = make(UsagePredictive.descriptor)
    func verdict(_ likelihood: Double, _ now: Instant = .day(1)) -> [Decision.Verdict] {
      policy.decide(onBattery(now), [candidate(likelihood: likelihood)]).map(\.verdict)
    }
    #expect(verdict(0.3) == [.start])
    #expect(verdict(0.29) == [.wait(.policyChoice, until: .day(2))])
    #expect(verdict(0, .day(2) - .tick) == [.wait(.policyChoice, until: .day(2))])
    #expect(verdict(0, .day(2)) == [.start])
  }

  @Test("usage-predictive: other mechanisms start at once, everything oldest window first")
  func others() {
    var policy = make(UsagePredictive.descriptor)
    let decisions = policy.decide(
      onBattery(.day(1) + .hour),
      [
        candidate(item: 1, likelihood: 1), candidate(.push, item: 2, open: .day(0) + .hours(23)),
        candidate(.processing, item: 3, open: .day(0)), candidate(item: 4, open: .day(0) + .hours(22)),
      ])
    #expect(decisions.map(\.item) == [3, 4, 2, 1])
    #expect(decisions.filter { $0.verdict == .start }.map(\.item) == [3, 2, 1])
  }

  @Test("usage-predictive obeys the factor of app usage unless a study says otherwise")
  func usageFactor() {
    var policy = make(UsagePredictive.descriptor)
    let denied = candidate(likelihood: 1, denials: .of(.appUsage, .energyBudget))
    #expect(policy.decide(onBattery(), [denied]).map(\.verdict) == [.wait(.appUsage, until: nil)])
    var free = make(UsagePredictive.descriptor, enforces: [])
    #expect(free.decide(onBattery(), [denied]).map(\.verdict) == [.start])
  }

  // MARK: deadline

  @Test("deadline: on battery an item starts the slack before its deadline, late ones at once")
  func slack() {
    var policy = make(EarliestDeadline.descriptor)
    let latest = Instant.day(2) - .minutes(15)
    func verdict(_ now: Instant) -> [Decision.Verdict] {
      policy.decide(onBattery(now), [candidate()]).map(\.verdict)
    }
    #expect(verdict(.day(1)) == [.wait(.policyChoice, until: latest)])
    #expect(verdict(latest - .tick) == [.wait(.policyChoice, until: latest)])
    #expect(verdict(latest) == [.start])
    #expect(verdict(.day(3)) == [.start])
  }

  @Test("deadline: everything starts on the charger, earliest deadline first, ties by item")
  func earliestFirst() {
    var policy = make(EarliestDeadline.descriptor)
    let items = [
      candidate(item: 1, deadline: .day(3)), candidate(item: 2, open: .day(1) + .hour, deadline: .day(2)),
      candidate(item: 3, deadline: .day(2)), candidate(item: 4, deadline: .day(1) + .hour),
    ]
    let decisions = policy.decide(bestMoment(), items)
    #expect(decisions.map(\.item) == [4, 2, 3, 1])
    holds(decisions.allSatisfy { $0.verdict == .start })
  }

  @Test("GATE-6 deadline: an obeyed denial holds back even late work")
  func lateButDenied() {
    var policy = make(EarliestDeadline.descriptor, enforces: .of(.herd))
    #expect(
      policy.decide(onBattery(.day(3)), [candidate(denials: .of(.herd))]).map(\.verdict)
        == [.wait(.herd, until: nil)])
  }

  // MARK: aligned

  private let halfPast = Instant.day(1) + .minutes(30)

  @Test("aligned: an item waits on a sleeping device until its tolerance ends")
  func tolerance() {
    var policy = make(Aligned.descriptor)
    #expect(
      policy.decide(onBattery(halfPast - .tick), [candidate()]).map(\.verdict)
        == [.wait(.policyChoice, until: halfPast)])
    #expect(policy.decide(onBattery(halfPast), [candidate()]).map(\.verdict) == [.start])
  }

  @Test("aligned: one whose tolerance has ended takes all with it, oldest window first")
  func together() {
    var policy = make(Aligned.descriptor)
    let decisions = policy.decide(
      onBattery(halfPast),
      [
        candidate(item: 1, open: halfPast), candidate(.push, item: 2, open: halfPast - .tick),
        candidate(item: 3),
      ])
    #expect(decisions.map(\.item) == [3, 2, 1])
    holds(decisions.allSatisfy { $0.verdict == .start })
  }

  @Test("aligned: an awake device takes all at once; external power alone and a radio tail do not count")
  func awake() {
    var policy = make(Aligned.descriptor)
    var observation = onBattery()
    observation.isAwake = true
    let items = [candidate(item: 1), candidate(.processing, item: 2)]
    #expect(policy.decide(observation, items).map(\.verdict) == [.start, .start])
    var asleep = bestMoment()
    asleep.radioIsHot = true
    holds(policy.decide(asleep, items).allSatisfy { $0.verdict == .wait(.policyChoice, until: halfPast) })
  }

  @Test("aligned: work held back by an obeyed gate does not start other work")
  func heldBack() {
    var policy = make(Aligned.descriptor, enforces: .of(.rateLimit))
    let decisions = policy.decide(
      onBattery(halfPast),
      [candidate(item: 1, denials: .of(.rateLimit)), candidate(item: 2, open: halfPast - .minute)])
    #expect(
      decisions.map(\.verdict) == [
        .wait(.rateLimit, until: nil), .wait(.policyChoice, until: halfPast + .minutes(29)),
      ])
  }

  @Test("only aligned asks for a decision point at launches that it did not cause")
  func decisionPoints() {
    for descriptor in PolicyCatalogue.builtIn.all {
      #expect(make(descriptor).traits.decidesAtLaunches == (descriptor.name == "aligned"))
    }
  }
}
