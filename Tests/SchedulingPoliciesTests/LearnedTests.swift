import EventSimulation
import ModelParameters
import RandomStreams
import SchedulingPolicies
import TestSupport
import Testing
import Workload

@Suite("The policy learned")
struct LearnedTests {
  private func policy(_ changes: [String: String] = [:], device: Int = 0) throws -> Learned {
    var parameters = ParameterSet()
    for name in changes.keys.sorted() { try parameters.set(name, parsing: [changes[name] ?? ""]) }
    let context = PolicyContext(
      parameters: parameters, enforces: [],
      draws: StreamAddress(
        seed: 1, group: StreamAddress.group(of: "learned"), replication: 0, device: device, purpose: .policy))
    return Learned(parameters, draws: context.draws)
  }

  @Test("contexts: 4 h blocks, day type, charger, path and third of the likelihood, all distinct")
  func contexts() {
    var seen: Set<Int> = []
    for day in [0, 4, 5, 6] {
      for block in 0..<6 {
        for isPlugged in [false, true] {
          for path in NetworkPath.allCases {
            for likelihood in [0.0, 0.4, 0.9] {
              let observation = Observation(
                now: .day(day, .hours(4 * block)), isPlugged: isPlugged, stateOfCharge: 1, network: path,
                isIdle: true)
              seen.insert(LaunchContext(observation, likelihood: likelihood, firstWeekday: 0).index)
            }
          }
        }
      }
    }
    #expect(seen == Set(0..<216))
    func index(_ now: Instant, _ likelihood: Double = 0, first: Int = 0) -> Int {
      LaunchContext(bestMoment(now), likelihood: likelihood, firstWeekday: first).index
    }
    #expect(index(.day(0)) == index(.day(4, .hours(3.99))))
    #expect(index(.day(0)) != index(.day(0, .hours(4))))
    #expect(index(.day(0), 0.3333) == index(.day(0), 0))
    #expect(index(.day(0), 1.0 / 3) == index(.day(0), 0.66))
    #expect(index(.day(0), 2.0 / 3) == index(.day(0), 1))
    // A device whose day 0 is a Saturday.
    #expect(index(.day(0), first: 5) == index(.day(5)))
  }

  @Test("a draw succeeds if the app is opened within the horizon, started or not; other apps do not matter")
  func counts() throws {
    var policy = try policy()
    let start = Instant.day(1)
    let context = LaunchContext(bestMoment(start), likelihood: 0, firstWeekday: 0).index
    _ = policy.decide(bestMoment(start), [candidate()])
    policy.observe(.device(.opened(app: 3), at: start + .minutes(10)))
    _ = policy.decide(bestMoment(start + .minutes(30)), [candidate()])
    // Before the first horizon ends nothing is known.
    #expect(policy.counts[context] == BetaCounts(priorStrength: 2))
    policy.observe(.device(.opened(app: 0), at: start + .minutes(60) + .tick))
    _ = policy.decide(bestMoment(start + .minutes(90)), [])
    // The first draw missed its horizon by a tick, the second did not.
    #expect(policy.counts[context].successes == 2)
    #expect(policy.counts[context].failures == 2)
    #expect(policy.counts.count { $0 != BetaCounts(priorStrength: 2) } == 1)
  }

  @Test("an open at the very end of the horizon counts")
  func inclusive() throws {
    var policy = try policy()
    let context = LaunchContext(bestMoment(.day(1)), likelihood: 0, firstWeekday: 0).index
    _ = policy.decide(bestMoment(.day(1)), [candidate()])
    policy.observe(.device(.opened(app: 0), at: .day(1) + .hour))
    _ = policy.decide(bestMoment(.day(1) + .hour), [])
    #expect(policy.counts[context].successes == 2)
    #expect(policy.counts[context].failures == 1)
  }

  @Test("the share of starts equals the posterior probability above the cost ratio")
  func share() throws {
    // A Beta(1, 1) exceeds 0.2 with probability 0.8; nothing is judged within one instant.
    var policy = try policy()
    let count = 10_000
    let candidates = (1...Int32(count)).map { candidate(item: $0) }
    let starts = policy.decide(bestMoment(), candidates).count { $0.verdict == .start }
    let deviation = (0.8 * 0.2 / Double(count)).squareRoot()
    #expect(abs(Double(starts) / Double(count) - 0.8) < 6 * deviation)
  }

  @Test(
    "after many failures, an app without uses is rarely started, and an app with certain uses nearly always")
  func learning() throws {
    for (isUsed, share) in [(false, 0.0...0.02), (true, 0.98...1.0)] {
      var policy = try policy()
      for day in 1...400 {
        _ = policy.decide(bestMoment(.day(day)), [candidate()])
        if isUsed { policy.observe(.device(.opened(app: 0), at: .day(day) + .minutes(5))) }
      }
      let starts = policy.decide(bestMoment(.day(401)), (1...1000).map { candidate(item: $0) })
      holds(share.contains(Double(starts.count { $0.verdict == .start }) / 1000))
    }
  }

  @Test("draws are shown as scores against the cost ratio; other mechanisms start at once, oldest first")
  func decisions() throws {
    var policy = try policy()
    let decisions = policy.decide(
      bestMoment(), [candidate(.processing, item: 1), candidate(.push, item: 2, open: .day(0))])
    #expect(decisions.map(\.item) == [2, 1])
    #expect(decisions[0].threshold == 0.2)
    #expect((decisions[0].verdict == .start) == (decisions[0].score ?? 0 > 0.2))
    holds(decisions[1].verdict == .start && decisions[1].score == nil)
  }

  @Test("ORD-2 the same device draws the same, another device something else")
  func determinism() throws {
    func scores(_ device: Int) throws -> [Double?] {
      var policy = try policy(device: device)
      return policy.decide(bestMoment(), (1...20).map { candidate(item: $0) }).map(\.score)
    }
    #expect(try scores(0) == scores(0))
    #expect(try scores(0) != scores(1))
  }
}
