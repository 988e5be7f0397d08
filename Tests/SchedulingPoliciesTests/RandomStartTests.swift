import EventSimulation
import ModelParameters
import RandomStreams
import SchedulingPolicies
import Testing
import Workload

@Suite("The policy random")
struct RandomStartTests {
  private func policy(
    _ probability: Double = 0.1, seed: UInt64 = 1, replication: Int = 0, device: Int = 0,
    enforces: BlockingSet = []
  ) throws -> any SchedulingPolicy {
    var parameters = ParameterSet()
    try parameters.set("random.probability", parsing: ["\(probability)"])
    return RandomStart.descriptor.make(
      PolicyContext(
        parameters: parameters, enforces: enforces,
        draws: StreamAddress(
          seed: seed, group: StreamAddress.group(of: "random"), replication: replication, device: device,
          purpose: .policy)))
  }

  private func periodic(_ index: Int = 0) -> Observation {
    var observation = onBattery(.day(1) + .minutes(15) * Int64(index))
    observation.isPeriodic = true
    return observation
  }

  private func starts(_ policy: any SchedulingPolicy, decisions: Int, candidates: Int = 1) -> [[Bool]] {
    var policy = policy
    let offered = (0..<candidates).map { candidate(item: Int32($0 + 1)) }
    return (0..<decisions).map { policy.decide(periodic($0), offered).map { $0.verdict == .start } }
  }

  @Test("starts at periodic decision points only")
  func grid() throws {
    var certain = try policy(1)
    #expect(certain.decide(onBattery(), [candidate()]).map(\.verdict) == [.wait(.policyChoice, until: nil)])
    #expect(certain.decide(periodic(), [candidate()]).map(\.verdict) == [.start])
  }

  @Test("starts the given share, each candidate by itself")
  func share() throws {
    let both = starts(try policy(), decisions: 10_000, candidates: 2)
    // Binomial of 10 000 draws: 1000 ± 6 · 30; both together 100 ± 6 · 9.95.
    for index in 0...1 { #expect(abs(both.count { $0[index] } - 1000) < 180) }
    #expect(abs(both.count { $0 == [true, true] } - 100) < 60)
  }

  @Test("draws from the stream of purpose policy and of the group of its name, one event a draw")
  func stream() throws {
    let decisions = starts(try policy(0.3, seed: 9, replication: 2, device: 5), decisions: 200)
    let stream = RandomStream()
    let expected = (0..<200).map { index in
      stream.seek(
        event: StreamAddress(
          seed: 9, group: StreamAddress.group(of: "random"), replication: 2, device: 5, purpose: .policy,
          index: index))
      return [stream.bernoulli(0.3)]
    }
    #expect(decisions == expected)
  }

  @Test("repeats itself for the same identity and differs for another seed, replication or device")
  func identity() throws {
    let first = starts(try policy(0.5), decisions: 64)
    #expect(first == starts(try policy(0.5), decisions: 64))
    #expect(first != starts(try policy(0.5, seed: 2), decisions: 64))
    #expect(first != starts(try policy(0.5, replication: 1), decisions: 64))
    #expect(first != starts(try policy(0.5, device: 1), decisions: 64))
  }

  @Test("a copy goes its own way: draws of the one do not move the other")
  func copies() throws {
    let context = PolicyContext(parameters: ParameterSet(), enforces: [])
    var first = RandomStart(probability: 0.5, draws: context.draws)
    var second = first
    let offered = (1...32).map { candidate(item: $0) }
    let one = first.decide(periodic(), offered)
    #expect(second.decide(periodic(), offered) == one)
  }

  @Test("GATE-6 waits for the denial that it obeys, and spends no draw on it")
  func obedience() throws {
    var obedient = try policy(1, enforces: .of(.rateLimit))
    #expect(
      obedient.decide(periodic(), [candidate(denials: .of(.rateLimit))]).map(\.verdict)
        == [.wait(.rateLimit, until: nil)])
  }
}
