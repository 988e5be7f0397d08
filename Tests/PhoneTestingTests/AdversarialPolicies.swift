import EventSimulation
import RandomStreams
import SchedulingPolicies
import Synchronization
import Workload

/// Tiny policies, each out for one kind of harm.
enum AdversarialPolicies {
  /// Everyone's entry, with the parts that matter.
  static func descriptor(
    _ name: String, enforces: BlockingSet = [], declares: PolicyProperties = [],
    make: @escaping @Sendable (PolicyContext) -> any SchedulingPolicy
  ) -> PolicyDescriptor {
    PolicyDescriptor(
      name: name, summary: "", idea: "", rule: "", enforces: enforces, declares: declares, weakness: "",
      source: "", make: make)
  }

  /// Decides the same for each candidate, for ever.
  struct Stubborn: SchedulingPolicy {
    let traits = PolicyTraits()
    let decision: @Sendable (Observation, Candidate) -> [Decision]

    mutating func decide(
      _ observation: Observation, _ candidates: [Candidate], into answer: inout PolicyAnswer
    ) {
      answer.append(contentsOf: candidates.flatMap { decision(observation, $0) })
    }
  }

  static func stubborn(
    _ name: String, enforces: BlockingSet = [], declares: PolicyProperties = [],
    _ decision: @escaping @Sendable (Observation, Candidate) -> [Decision]
  ) -> PolicyDescriptor {
    descriptor(name, enforces: enforces, declares: declares) { _ in Stubborn(decision: decision) }
  }

  // MARK: The rogues

  /// Answers with nothing at all, and promises that nothing starves.
  static let idler = stubborn("idler", declares: .noStarvation) { _, _ in [] }

  /// Asks for the first numbers that there might be, whatever is offered.
  static let greedy = descriptor("greedy") { _ in Greedy() }

  private struct Greedy: SchedulingPolicy {
    let traits = PolicyTraits()
    mutating func decide(
      _ observation: Observation, _ candidates: [Candidate], into answer: inout PolicyAnswer
    ) {
      answer.append(contentsOf: (1...5).map { Decision(item: $0, verdict: .start) })
    }
  }

  /// Says that its answer stands while nothing changes, and reads the clock.
  static let dozer = descriptor("dozer") { _ in Dozer() }

  private struct Dozer: SchedulingPolicy {
    let traits = PolicyTraits(decidesOnChangeOnly: true)

    mutating func decide(
      _ observation: Observation, _ candidates: [Candidate], into answer: inout PolicyAnswer
    ) {
      let isEven = observation.now.microseconds / 60_000_000 % 2 == 0
      answer.append(contentsOf: candidates.map { isEven ? .start($0) : .wait($0) })
    }
  }

  /// Says that it reads no likelihood, and starts what is likely.
  static let blind = descriptor("blind") { _ in Blind() }

  private struct Blind: SchedulingPolicy {
    let traits = PolicyTraits(ignoresLikelihoodWhenDenied: nil)

    mutating func decide(
      _ observation: Observation, _ candidates: [Candidate], into answer: inout PolicyAnswer
    ) {
      answer.append(contentsOf: candidates.map { $0.likelihood > 0 ? .start($0) : .wait($0) })
    }
  }

  /// Says that it reads nothing of the device, and starts on the charger.
  static let hermit = descriptor("hermit") { _ in Hermit() }

  private struct Hermit: SchedulingPolicy {
    let traits = PolicyTraits(readsDevice: false)

    mutating func decide(
      _ observation: Observation, _ candidates: [Candidate], into answer: inout PolicyAnswer
    ) {
      answer.append(contentsOf: candidates.map { observation.isPlugged ? .start($0) : .wait($0) })
    }
  }

  /// Says that it listens to nothing, and starts what it likes every second time that it hears of one.
  static let deaf = descriptor("deaf") { _ in Deaf() }

  private struct Deaf: SchedulingPolicy {
    private var starts = false
    let traits = PolicyTraits()

    mutating func observe(_ event: PolicyEvent) { starts.toggle() }

    mutating func decide(
      _ observation: Observation, _ candidates: [Candidate], into answer: inout PolicyAnswer
    ) {
      answer.append(contentsOf: candidates.map { starts ? .start($0) : .wait($0) })
    }
  }

  /// Says that everything waits, whatever comes, and starts what comes by push.
  static let ostrich = descriptor("ostrich") { _ in Ostrich() }

  private struct Ostrich: SchedulingPolicy {
    let traits = PolicyTraits(decidesOnChangeOnly: true)

    mutating func decide(
      _ observation: Observation, _ candidates: [Candidate], into answer: inout PolicyAnswer
    ) {
      answer.append(contentsOf: candidates.filter { $0.mechanism == .push }.map { .start($0) })
      answer.letAllWait()
    }
  }

  /// Asks for each candidate twice.
  static let stutterer = stubborn("stutterer") { [.start($1), .start($1)] }

  /// Says that it obeys the gates and starts what they deny.
  static let disobedient = stubborn("disobedient", enforces: .everyFactorAndCondition) { [.start($1)] }

  /// Wants to be woken at the next tick, for ever; or at the next tenth of a second.
  static let insomniac = stubborn("insomniac") { [.wait($1, until: $0.now + .tick)] }
  static let fidget = stubborn("fidget") { [.wait($1, until: $0.now + .milliseconds(100))] }

  /// Wants to be woken now, and an hour ago.
  static let presentist = stubborn("presentist") { [.wait($1, until: $0.now)] }
  static let nostalgic = stubborn("nostalgic") { [.wait($1, until: $0.now - .hour)] }

  /// Promises that nothing starves, and starts each refresh at the first grid point after its deadline.
  static let tardy = stubborn("tardy", declares: .noStarvation) {
    $1.mechanism == .refresh && $0.now <= $1.deadline ? [] : [.start($1)]
  }

  /// Draws a thousand numbers of its own before each decision, and then decides like `immediate`.
  static let gambler = descriptor("gambler") { Gambler(draws: $0.draws) }

  private struct Gambler: SchedulingPolicy {
    let traits = PolicyTraits()
    var policy = Immediate()
    var draws: PolicyDraws
    init(draws: PolicyDraws) { self.draws = draws }

    mutating func decide(
      _ observation: Observation, _ candidates: [Candidate], into answer: inout PolicyAnswer
    ) {
      for _ in 0..<1000 { _ = draws.next().uniform() }
      answer.append(contentsOf: policy.decide(observation, candidates))
    }
  }

  /// Starts at every seventh decision of all its instances together, whatever device they are on.
  static func conspirator() -> PolicyDescriptor {
    let count = SharedCount()
    return descriptor("conspirator") { _ in Conspirator(count: count) { $0 % 7 == 0 } }
  }

  /// Starts at the first twenty decisions since an instance was made: two in turn agree, two at a time do not.
  static func amnesiac() -> PolicyDescriptor {
    let count = SharedCount()
    return descriptor("amnesiac") { _ in
      count.reset()
      return Conspirator(count: count) { $0 <= 20 }
    }
  }

  private final class SharedCount: Sendable {
    private let value = Mutex(0)
    func reset() { value.withLock { $0 = 0 } }
    func next() -> Int {
      value.withLock {
        $0 += 1
        return $0
      }
    }
  }

  private struct Conspirator: SchedulingPolicy {
    let traits = PolicyTraits()
    let count: SharedCount
    let mayStart: @Sendable (Int) -> Bool

    mutating func decide(
      _ observation: Observation, _ candidates: [Candidate], into answer: inout PolicyAnswer
    ) {
      answer.append(contentsOf: mayStart(count.next()) ? candidates.map { .start($0) } : [])
    }
  }

  /// Promises that cheaper runs are not launched less often, and starts an app whose last run was cheap but
  /// twice a day.
  static let snob = descriptor("snob", declares: .monotoneCost) { _ in Snob() }

  private struct Snob: SchedulingPolicy {
    let traits = PolicyTraits(listens: .runEnded)
    var isCheap: [Int32: Bool] = [:]

    mutating func decide(
      _ observation: Observation, _ candidates: [Candidate], into answer: inout PolicyAnswer
    ) {
      answer.append(
        contentsOf: candidates.filter {
          isCheap[$0.app] != true || observation.now - ($0.lastLaunch ?? .zero) > .hours(12)
        }.map { .start($0) })
    }

    mutating func observe(_ event: PolicyEvent) {
      guard case .runEnded(let outcome) = event else { return }
      isCheap[outcome.app] = outcome.energyNanojoules < 5_000_000_000
    }
  }

  /// Says of itself that its answers do not count; or that it cannot go on.
  static let refuser = descriptor("refuser") { _ in Refuser(refusal: .replayDiverged) }
  static let quitter = descriptor("quitter") { _ in Refuser(refusal: .failed("out of patience")) }

  private struct Refuser: SchedulingPolicy {
    let traits = PolicyTraits()
    let refusal: PolicyRefusal?
    mutating func decide(
      _ observation: Observation, _ candidates: [Candidate], into answer: inout PolicyAnswer
    ) {}
  }
}
