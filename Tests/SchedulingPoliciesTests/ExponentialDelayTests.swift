import EventSimulation
import ModelParameters
import RandomStreams
import SchedulingPolicies
import Testing
import Workload

@Suite("The policy exponential-delay")
struct ExponentialDelayTests {
  private func policy(minutes: Int = 60, seed: UInt64 = 1, enforces: BlockingSet = []) throws
    -> any SchedulingPolicy
  {
    var parameters = ParameterSet()
    try parameters.set("exponential.mean", parsing: ["\(minutes) min"])
    return ExponentialDelay.descriptor.make(
      PolicyContext(
        parameters: parameters, enforces: enforces,
        draws: StreamAddress(
          seed: seed, group: StreamAddress.group(of: "exponential-delay"), replication: 0, device: 0,
          purpose: .policy)))
  }

  /// The delays of items whose windows open at the decision.
  private func delays(_ policy: any SchedulingPolicy, _ items: [Int32]) -> [Double] {
    var policy = policy
    let offered = items.map { candidate(item: $0, open: .day(1)) }
    return policy.decide(onBattery(.day(1)), offered).compactMap {
      if case .wait(.policyChoice, let until?) = $0.verdict { (until - .day(1)).hours } else { nil }
    }
  }

  @Test("delays have the mean of the parameter, and the median and the tail of the exponential distribution")
  func distribution() throws {
    let found = delays(try policy(minutes: 120), Array(1...10_000))
    #expect(found.count == 10_000)
    // Six standard errors: of the mean 2 h ÷ 100; of the counts 50 and 22.
    #expect(abs(found.reduce(0, +) / 10_000 - 2) < 0.12)
    #expect(abs(found.count { $0 > 1.386 } - 5000) < 300)
    #expect(abs(found.count { $0 > 5.991 } - 500) < 131)
  }

  @Test("the delay of an item depends on the seed and on its number, not on other items or decisions")
  func oneDraw() throws {
    let all = delays(try policy(), Array(1...50))
    let alone = try (1...50).flatMap { delays(try policy(), [$0]) }
    #expect(all == alone)
    #expect(delays(try policy(seed: 2), Array(1...50)) != all)
  }

  @Test("GATE-6 an item starts once its delay has passed, and waits for a gate that the policy obeys")
  func start() throws {
    var free = try policy()
    let end = Instant.day(1) + .hours(try #require(delays(free, [7]).first))
    func verdict(_ now: Instant) -> Decision.Verdict? {
      free.decide(onBattery(now), [candidate(item: 7, open: .day(1))]).first?.verdict
    }
    #expect(verdict(end - .tick) == .wait(.policyChoice, until: end))
    #expect(verdict(end) == .start)
    var obedient = try policy(enforces: .of(.rateLimit))
    let denied = candidate(item: 7, open: .day(1), denials: .of(.rateLimit))
    #expect(obedient.decide(onBattery(.day(9)), [denied]).map(\.verdict) == [.wait(.rateLimit, until: nil)])
  }
}
