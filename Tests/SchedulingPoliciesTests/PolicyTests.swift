import EventSimulation
import ModelParameters
import SchedulingPolicies
import TestSupport
import Testing
import Workload

@Suite("The policies")
struct PolicyTests {
  @Test("names are unique, parameters are catalogued, and the rule completes a sentence")
  func catalogue() {
    #expect(Set(PolicyCatalogue.builtIn.all.map(\.name)).count == PolicyCatalogue.builtIn.all.count)
    for descriptor in PolicyCatalogue.builtIn.all {
      for name in descriptor.parameterNames { #expect(ParameterCatalogue.byName[name] != nil) }
      holds(descriptor.rule.hasSuffix("."))
      holds(!descriptor.idea.isEmpty && !descriptor.weakness.isEmpty && !descriptor.source.isEmpty)
      #expect(PolicyCatalogue.builtIn.descriptor(descriptor.name)?.name == descriptor.name)
    }
    #expect(PolicyCatalogue.builtIn.descriptor("no such policy") == nil)
  }

  @Test(
    "the promises of a policy are its declared properties, and the trait that it decides on changes only")
  func promises() {
    func promises(_ name: String) -> [String]? { PolicyCatalogue.builtIn.descriptor(name)?.promises }
    #expect(promises("seven-factor") == ["monotoneCost", "noStarvation", "decidesOnChangeOnly"])
    #expect(promises("energy-budget") == ["monotoneCost"])
    #expect(promises("fixed-interval") == ["decidesOnChangeOnly"])
    #expect(promises("learned") == [])
  }

  @Test("an answer holds until the first of its waits ends, or until the policy wants to be asked again")
  func holdsUntil() {
    var answer = PolicyAnswer()
    #expect(answer.holdsUntil == .distantFuture)
    answer.wait(candidate(item: 1), until: .day(3))
    answer.wait(candidate(item: 2), until: .day(2))
    answer.start(candidate(item: 3))
    holds(answer.holdsUntil == .day(2) && answer.decisions.map(\.item) == [1, 2, 3])
    answer.askAgain(at: .day(1))
    #expect(answer.holdsUntil == .day(1))
    answer.removeAll()
    holds(answer.holdsUntil == .distantFuture && answer.decisions.isEmpty)
  }

  @Test("seven-factor asks again where it has scored, and holds where gates deny all")
  func sevenFactorHolds() {
    var policy = SevenFactor(readiness: ReadinessScore(DocumentedRules.parameters()))
    var answer = PolicyAnswer()
    policy.decide(bestMoment(), [candidate(denials: .of(.rateLimit))], into: &answer)
    #expect(answer.holdsUntil == .distantFuture)
    policy.decide(bestMoment(), [candidate(likelihood: 0)], into: &answer)
    #expect(answer.holdsUntil == bestMoment().now)
  }

  @Test(
    "USE-5 GATE-5 frequent use counts in addition to the likelihood, and a charger relieves an idle phone")
  func useComponent() throws {
    var parameters = DocumentedRules.parameters()
    try parameters.set("usage.intensityWeight", parsing: ["0.3"])
    func score(_ likelihood: Double, _ intensity: Float, isPlugged: Bool = false) -> Double {
      var (moment, shown) = (bestMoment(), candidate(likelihood: likelihood))
      moment.isPlugged = isPlugged
      shown.intensity = intensity
      return ReadinessScore(parameters).score(shown, moment)
    }
    #expect(abs(score(0.1, 0.5) - score(0.25, 0)) < 1e-12)
    #expect(score(0.4, 1) == score(0.5, 0))
    let plain = score(0.1, 0, isPlugged: true)
    try parameters.set("score.chargerRelief", parsing: ["0.6"])
    #expect(abs(score(0.1, 0, isPlugged: true) - plain - 0.5 * (0.6 - 0.2)) < 1e-12)
    #expect(score(0.4, 0, isPlugged: true) == score(0.4, 0.0, isPlugged: true))
  }

  @Test("seven-factor scores by its forecast, and without a forecast by the values of the candidates")
  func sevenFactorForecast() {
    final class Forecast: OpenForecast {
      private(set) var asked: [Int32] = []
      func likelihood(ofApp app: Int32, at now: Instant) -> Double {
        asked.append(app)
        return 0.25
      }
      func intensity(ofApp app: Int32) -> Float { 0 }
    }
    let forecast = Forecast()
    var (told, foretold) = (
      SevenFactor(readiness: ReadinessScore(DocumentedRules.parameters())),
      SevenFactor(readiness: ReadinessScore(DocumentedRules.parameters()))
    )
    #expect(told.traits.ignoresLikelihoodWhenDenied == .everyFactorAndCondition)
    foretold.begin(AppHistory { _ in nil }, forecast: forecast)
    #expect(foretold.traits.ignoresLikelihoodWhenDenied == nil)
    let denied = candidate(denials: .of(.rateLimit))
    let expected = told.decide(bestMoment(), [candidate(likelihood: 0.25), denied])
    #expect(foretold.decide(bestMoment(), [candidate(likelihood: 0), denied]) == expected)
    // A copy that has been handed none, and a candidate that is denied, ask nobody.
    #expect(forecast.asked == [candidate().app])
  }

  @Test("immediate starts all, oldest window first, ties by item")
  func immediate() {
    var policy = Immediate()
    let decisions = policy.decide(
      bestMoment(),
      [
        candidate(item: 1, open: .day(1)), candidate(item: 2, open: .day(0)),
        candidate(item: 3, open: .day(0)),
      ])
    #expect(decisions.map(\.item) == [2, 3, 1])
    holds(decisions.allSatisfy { $0.verdict == .start })
  }

  @Test("GATE-6 a denial that a policy obeys makes it wait for that reason; it ignores other denials")
  func obedience() {
    let denied = candidate(denials: .of(.rateLimit, .energyBudget))
    var obedient = Immediate(enforces: .of(.rateLimit))
    #expect(obedient.decide(bestMoment(), [denied]).map(\.verdict) == [.wait(.rateLimit, until: nil)])
    var free = Immediate()
    #expect(free.decide(bestMoment(), [denied]).map(\.verdict) == [.start])
  }

  @Test("the policy `never` makes no decision; charging-only waits for the charger")
  func simple() {
    var never = NeverStart()
    holds(never.decide(bestMoment(), [candidate()]).isEmpty)
    var charging = ChargingOnly()
    var unplugged = bestMoment()
    unplugged.isPlugged = false
    holds(charging.decide(unplugged, [candidate()]).isEmpty)
    #expect(charging.decide(bestMoment(), [candidate()]).map(\.verdict) == [.start])
  }

  @Test("fixed-interval starts the oldest window first, as everywhere")
  func fixedIntervalOrder() {
    var policy = FixedInterval(interval: .hour)
    let candidates = [
      candidate(item: 1, open: .day(1)), candidate(item: 2, open: .zero + .hour),
      candidate(item: 3, open: .zero + .hour),
    ]
    #expect(policy.decide(onBattery(.day(1)), candidates).map(\.item) == [2, 3, 1])
  }

  @Test("fixed-interval counts from the last launch, limit inclusive")
  func fixedInterval() {
    var policy = FixedInterval(interval: .hour)
    func verdict(_ now: Instant) -> [Decision.Verdict] {
      policy.decide(bestMoment(now), [candidate(lastLaunch: .day(1))]).map(\.verdict)
    }
    #expect(verdict(.day(1) + .minutes(59)) == [.wait(.policyChoice, until: .day(1) + .hour)])
    #expect(verdict(.day(1) + .hour) == [.start])
    #expect(policy.decide(bestMoment(), [candidate()]).map(\.verdict) == [.start])
  }

  @Test("seven-factor: usage 1 starts at open, usage 0 waits half of the window, a push starts at arrival")
  func sevenFactor() {
    var policy = SevenFactor(readiness: ReadinessScore(DocumentedRules.parameters()))
    #expect(policy.decide(bestMoment(), [candidate(likelihood: 1)]).map(\.verdict) == [.start])
    #expect(policy.decide(bestMoment(), [candidate(.push)]).map(\.verdict) == [.start])
    let waiting = policy.decide(bestMoment(), [candidate(likelihood: 0)])
    guard case .wait(.score, let until?) = waiting[0].verdict else {
      Issue.record("\(waiting)")
      return
    }
    // The score of 0.5 passes a billionth below the threshold, which falls by 0.6 a day: 144 us before noon.
    #expect(abs((until - (.day(1) + .hours(12))).microseconds + 144) <= 1)
    #expect(policy.decide(bestMoment(until), [candidate(likelihood: 0)]).map(\.verdict) == [.start])
    #expect(
      policy.decide(bestMoment(until - .tick), [candidate(likelihood: 0)]).map(\.verdict)
        == [.wait(.score, until: until)])
  }

  @Test("GATE-6 seven-factor lets no score override a denial, and names the first")
  func denial() {
    var policy = SevenFactor(readiness: ReadinessScore(DocumentedRules.parameters()))
    let denied = candidate(likelihood: 1, denials: .of(.herd, .lowBattery))
    #expect(policy.decide(bestMoment(), [denied]).map(\.verdict) == [.wait(.lowBattery, until: nil)])
  }

  @Test("seven-factor starts in descending order of margin, ties by item")
  func margins() {
    var policy = SevenFactor(readiness: ReadinessScore(DocumentedRules.parameters()))
    let decisions = policy.decide(
      bestMoment(.day(1) + .hours(18)),
      [
        candidate(item: 1, likelihood: 0.25), candidate(item: 2, likelihood: 0.5),
        candidate(item: 3, likelihood: 0.5),
      ])
    #expect(decisions.map(\.item) == [2, 3, 1])
  }

  @Test("no starvation: an idle phone with a path starts a refresh by its deadline, for any likelihood")
  func noStarvation() {
    var policy = SevenFactor(readiness: ReadinessScore(DocumentedRules.parameters()))
    for network in [NetworkPath.cellular, .wifi] {
      let observation = Observation(
        now: .day(2), isPlugged: false, stateOfCharge: 0.21, network: network, isIdle: true)
      #expect(policy.decide(observation, [candidate(likelihood: 0)]).map(\.verdict) == [.start])
    }
  }
}
