import EventSimulation
import ModelParameters
import RandomStreams
import Workload

/// Learns in which situations fetched content is soon looked at: Thompson sampling.
///
/// Each candidate draws once at each decision point, and each draw is judged once, after the horizon, whether
/// or not the item was started: waiting teaches as much as starting.
package struct Learned: SchedulingPolicy {
  private struct Trial {
    var time: Instant
    var app: Int32
    var context: Int
    var wasUsed = false
  }

  let horizon: TimeSpan
  let costRatio: Double
  let firstWeekday: Int
  let enforces: BlockingSet
  var draws: PolicyDraws
  package private(set) var counts: [BetaCounts]
  /// Draws that are not judged yet, oldest first.
  private var trials: [Trial] = []

  package init(
    _ parameters: ParameterSet, draws: PolicyDraws, firstWeekday: Int = 0, enforces: BlockingSet = []
  ) {
    (self.draws, self.firstWeekday, self.enforces) = (draws, firstWeekday, enforces)
    horizon = parameters.span("learned.horizon")
    costRatio = parameters.number("learned.costRatio")
    counts = Array(
      repeating: BetaCounts(priorStrength: parameters.number("learned.priorStrength")),
      count: LaunchContext.count)
  }

  package var traits: PolicyTraits { PolicyTraits(listens: .device, ignoresLikelihoodWhenDenied: enforces) }

  package mutating func decide(
    _ observation: Observation, _ candidates: [Candidate], into answer: inout PolicyAnswer
  ) {
    judge(before: observation.now)
    answer.decide(candidates.oldestFirst, obeying: enforces) { candidate in
      guard candidate.mechanism == .refresh || candidate.mechanism == .push else { return .start(candidate) }
      let context = LaunchContext(observation, likelihood: candidate.likelihood, firstWeekday: firstWeekday)
      let known = counts[context.index]
      trials.append(Trial(time: observation.now, app: candidate.app, context: context.index))
      let probability = draws.next().beta(known.successes, known.failures)
      var decision: Decision = probability > costRatio ? .start(candidate) : .wait(candidate)
      decision.score = probability
      decision.threshold = costRatio
      return decision
    }
  }

  private mutating func judge(before now: Instant) {
    let count = trials.firstIndex { $0.time + horizon > now } ?? trials.count
    for trial in trials[..<count] { counts[trial.context].add(trial.wasUsed) }
    trials.removeFirst(count)
  }

  package mutating func observe(_ event: PolicyEvent) {
    guard case .device(.opened(let app), let now) = event else { return }
    for index in trials.indices where trials[index].app == app && now <= trials[index].time + horizon {
      trials[index].wasUsed = true
    }
  }

  package static let descriptor = PolicyDescriptor(
    name: "learned",
    summary: "Uses Thompson sampling to learn when a use soon follows a launch.",
    idea: """
      A use within the horizon is the reward of a launch. The policy keeps a Beta posterior of the probability \
      of a reward for each context: 4 h of the day, weekday or weekend, charger, network path, and third of the \
      predicted likelihood. A draw from the posterior decides, so the policy still tries uncertain contexts.
      """,
    rule: """
      for refresh and push: a draw from the posterior of the present context exceeds `learned.costRatio`. Each \
      draw counts as a success if the user opens the app within `learned.horizon`, even without a start. Work \
      of other mechanisms starts at once, oldest window first.
      """,
    parameterNames: ["learned.horizon", "learned.costRatio", "learned.priorStrength"],
    weakness: """
      All apps of a device share the posteriors and differ only in the likelihood, which pushes do not have. \
      An item that can draw at many decision points starts sooner or later.
      """,
    source:
      "W. R. Thompson: On the likelihood that one unknown probability exceeds another. Biometrika 25, 1933 [Thompson1933]",
    make: { Learned($0.parameters, draws: $0.draws, firstWeekday: $0.firstWeekday, enforces: $0.enforces) })
}

/// The context of a decision, in the resolution of the policy: 216 classes.
package struct LaunchContext: Sendable, Hashable {
  /// 0 to ``count`` − 1.
  package let index: Int

  /// Six blocks of the day, weekday or weekend, charger, three paths, three thirds of the likelihood.
  package static let count = 6 * 2 * 2 * 3 * 3

  package init(_ observation: Observation, likelihood: Double, firstWeekday: Int) {
    let block = Int(observation.now.timeOfDay.microseconds / TimeSpan.hours(4).microseconds)
    let isWeekend = (observation.now.weekday + firstWeekday) % 7 >= 5
    let path = Int(observation.network.rawValue)
    let third = min(2, max(0, Int(likelihood * 3)))
    index = (((block * 2 + (isWeekend ? 1 : 0)) * 2 + (observation.isPlugged ? 1 : 0)) * 3 + path) * 3 + third
  }
}

/// The posterior of a probability: a Beta distribution.
package struct BetaCounts: Sendable, Hashable {
  /// The counts including the prior's share, above 0.
  package var successes, failures: Double

  /// The prior: half of its strength on each side.
  package init(priorStrength: Double) { (successes, failures) = (priorStrength / 2, priorStrength / 2) }

  package mutating func add(_ success: Bool) { if success { successes += 1 } else { failures += 1 } }
}
