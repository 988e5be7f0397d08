import EventSimulation
import Workload

/// A composite of the seven factors whose names are published: soft gates, then a score against a falling threshold.
package struct SevenFactor: SchedulingPolicy {
  let enforces: BlockingSet
  /// By reference: a policy of no more than three words is kept without a box, which would have to be asked at each
  /// decision whether it is shared.
  private var rules: Rules
  /// Memory that is used again.
  private var starts: [Decision] = []

  private final class Rules {
    let readiness: ReadinessScore
    /// Nil where candidates tell their likelihood.
    let forecast: (any OpenForecast)?

    init(_ readiness: ReadinessScore, _ forecast: (any OpenForecast)? = nil) {
      (self.readiness, self.forecast) = (readiness, forecast)
    }
  }

  package init(readiness: ReadinessScore, enforces: BlockingSet = .everyFactorAndCondition) {
    rules = Rules(readiness)
    self.enforces = enforces
  }

  /// A denied candidate waits until its gates change; a score is of one moment. Likelihoods are read where usage has a part
  /// in the score and there is no forecast.
  package var traits: PolicyTraits {
    let readsLikelihood = rules.readiness.countsUsage && rules.forecast == nil
    return PolicyTraits(
      ignoresLikelihoodWhenDenied: readsLikelihood ? enforces : nil, decidesOnChangeOnly: true)
  }

  package mutating func begin(_ history: AppHistory, forecast: (any OpenForecast)?) {
    rules = Rules(rules.readiness, forecast)
  }

  /// Starts candidates by the margin, largest first, ties by item number; then discretionary transfers, which
  /// have no score. The remaining candidates wait for the gate that denies them, or for the instant when
  /// their threshold falls to the present score.
  package mutating func decide(
    _ observation: Observation, _ candidates: [Candidate], into answer: inout PolicyAnswer
  ) {
    // Opened once: each use of an optional one would retain it.
    if let forecast = rules.forecast {
      decide(observation, candidates, forecast, isTold: false, into: &answer)
    } else {
      decide(observation, candidates, NoForecast.shared, isTold: true, into: &answer)
    }
  }

  private mutating func decide(
    _ observation: Observation, _ candidates: [Candidate], _ forecast: some OpenForecast, isTold: Bool,
    into answer: inout PolicyAnswer
  ) {
    if !starts.isEmpty { starts.removeAll(keepingCapacity: true) }
    var hasTransfers = false
    let readiness = rules.readiness
    let countsUsage = readiness.countsUsage
    let moment = readiness.moment(observation)
    let falling = readiness.threshold
    var holdsUntil = Instant.distantFuture
    // The least by which a score is short of its threshold, times the length of its window in microseconds: the first
    // wait for a score ends when the threshold has fallen so far. When that is exactly is worked out where it matters.
    var leastFall = Double.infinity
    var waits = 0
    answer.makeRoom(for: candidates.count)
    var rows = answer.kept.mutableSpan
    for index in candidates.indices {
      let candidate = candidates[index]
      let denials = candidate.denials.intersection(enforces)
      if !denials.isEmpty {
        rows[waits] = PolicyAnswer.Row(candidate.item, deniedBy: denials)
        waits += 1
        continue
      }
      // A transfer has no score: its stages of age are among the gates.
      if candidate.mechanism == .discretionaryTransfer {
        hasTransfers = true
        continue
      }
      // A score is of this moment: it holds until the next decision point, which no wait ends before.
      holdsUntil = observation.now
      var (likelihood, intensity) = (candidate.likelihood, Double(candidate.intensity))
      if !isTold, countsUsage, candidate.mechanism == .refresh {
        likelihood = forecast.likelihood(ofApp: candidate.app, at: observation.now)
        intensity = Double(forecast.intensity(ofApp: candidate.app))
      }
      let score = readiness.score(candidate, likelihood: likelihood, intensity: intensity, moment)
      let (threshold, length) = falling.standing(
        at: observation.now, open: candidate.open, deadline: candidate.deadline)
      if FallingThreshold.passes(score: score, threshold: threshold) {
        starts.append(Decision(item: candidate.item, verdict: .start, score: score, threshold: threshold))
      } else {
        let ends = FallingThreshold.passes(score: score, threshold: falling.end)
        rows[waits] = PolicyAnswer.Row(candidate, score: score, threshold: threshold, ends: ends)
        waits += 1
        if ends { leastFall = min(leastFall, (threshold - FallingThreshold.tolerance - score) * length) }
      }
    }
    answer.take(
      waits, holdsUntil: holdsUntil, by: falling,
      endingNotBefore: falling.boundOfPassing(after: leastFall, from: observation.now))
    if hasTransfers || !starts.isEmpty { putStartsFirst(candidates, hasTransfers: hasTransfers, in: &answer) }
  }

  /// A call, since mostly everything waits.
  @inline(never) private mutating func putStartsFirst(
    _ candidates: [Candidate], hasTransfers: Bool, in answer: inout PolicyAnswer
  ) {
    func margin(_ start: Decision) -> Double { (start.score ?? 0) - (start.threshold ?? 0) }
    if starts.count > 1 { starts.sort { (margin($1), $0.item) < (margin($0), $1.item) } }
    if hasTransfers {
      for candidate in candidates
      where candidate.mechanism == .discretionaryTransfer && candidate.denials.isDisjoint(with: enforces) {
        starts.append(.start(candidate))
      }
    }
    answer.prepend(starts)
  }

  package static let descriptor = PolicyDescriptor(
    name: "seven-factor",
    summary: "Obeys every soft gate, then weighs usage, network, battery, activity, and heat against age.",
    idea: """
      Imitates iOS. Low battery, Low Power Mode, app usage, app switcher, Background App Refresh, budgets, and \
      rate limits can veto a start. The score of the moment must reach a threshold that falls with age.
      """,
    rule: """
      no soft gate denies and the weighted score reaches a threshold that falls from `score.thresholdStart` \
      at the opening of the window to `score.thresholdEnd` at its deadline; best margin first.
      """,
    parameterNames: [
      "score.thresholdStart", "score.thresholdEnd", "score.weights", "score.chargerRelief",
      "usage.saturation", "usage.intensityWeight", "usage.intensiveOpens",
    ],
    enforces: .everyFactorAndCondition,
    declares: [.monotoneCost, .noStarvation],
    weakness:
      "slumber assumes the score, the thresholds, and the budgets: trust rankings more than absolute times.",
    source: "names of the seven factors: [WWDC2020]; score, thresholds and budgets: assumptions",
    make: { SevenFactor(readiness: ReadinessScore($0.parameters), enforces: $0.enforces) })
}

/// Stands for a forecast that nobody has handed over: then candidates tell their likelihood.
private final class NoForecast: OpenForecast, Sendable {
  static let shared = NoForecast()

  func likelihood(ofApp app: Int32, at now: Instant) -> Double { 0 }
  func intensity(ofApp app: Int32) -> Float { 0 }
}
