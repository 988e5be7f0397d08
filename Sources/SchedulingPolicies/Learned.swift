import EventSimulation
import ModelParameters
import RandomStreams
import Workload

/// Learns in which situations fetched content is soon looked at: Thompson sampling.
///
/// Each candidate draws once at each decision point, and each draw is judged once, after the horizon, whether
/// or not the item was started: waiting teaches as much as starting.
public struct Learned: SchedulingPolicy {
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
  /// By the index of the context.
  public private(set) var counts: [BetaCounts]
  /// Draws that are not judged yet, oldest first.
  private var trials: [Trial] = []

  /// A policy with the parameters `learned.*` that has learnt nothing yet.
  ///
  /// - Parameters:
  ///   - parameters: The parameters of the study.
  ///   - draws: The policy's own random numbers.
  ///   - firstWeekday: Of day 0, 0 for Monday.
  ///   - enforces: The soft gates to obey.
  public init(
    _ parameters: ParameterSet, draws: PolicyDraws, firstWeekday: Int = 0, enforces: BlockingSet = []
  ) {
    self.draws = draws
    self.firstWeekday = firstWeekday
    self.enforces = enforces
    horizon = parameters.span("learned.horizon")
    costRatio = parameters.number("learned.costRatio")
    counts = Array(
      repeating: BetaCounts(priorStrength: parameters.number("learned.priorStrength")),
      count: LaunchContext.count)
  }

  /// The likelihood of a candidate that an obeyed gate denies is not read.
  public var ignoresLikelihoodWhenDenied: BlockingSet? { enforces }

  /// Starts a refresh or push if a draw from the posterior of its situation exceeds `learned.costRatio`, and everything
  /// else at once, oldest window first. The draw and the ratio are the decision's score and threshold.
  public mutating func decide(_ observation: Observation, _ candidates: [Candidate]) -> [Decision] {
    judge(before: observation.now)
    return candidates.oldestFirst.map { candidate in
      if let denial = candidate.denials.intersection(enforces).first { return .wait(candidate, denial) }
      guard candidate.mechanism == .refresh || candidate.mechanism == .push else { return .start(candidate) }
      let context = LaunchContext(
        observation, likelihood: candidate.likelihood, firstWeekday: firstWeekday)
      let known = counts[context.index]
      trials.append(Trial(time: observation.now, app: candidate.app, context: context.index))
      let probability = draws.next().beta(known.successes, known.failures)
      var decision: Decision = probability > costRatio ? .start(candidate) : .wait(candidate)
      decision.score = probability
      decision.threshold = costRatio
      return decision
    }
  }

  /// Counts the draws whose horizon has passed.
  private mutating func judge(before now: Instant) {
    let count = trials.firstIndex { $0.time + horizon > now } ?? trials.count
    for trial in trials[..<count] { counts[trial.context].add(trial.wasUsed) }
    trials.removeFirst(count)
  }

  /// Marks the unjudged draws for an app that the user opens within their horizon as successes.
  public mutating func notice(_ event: DeviceEvent, at now: Instant) {
    guard case .opened(let app) = event else { return }
    for index in trials.indices where trials[index].app == app && now <= trials[index].time + horizon {
      trials[index].wasUsed = true
    }
  }

  /// The catalogue entry `learned`.
  public static let descriptor = PolicyDescriptor(
    name: "learned",
    summary: "Learns by Thompson sampling in which situations a launch is soon followed by a use.",
    idea: """
      A use within the horizon is the reward of a launch. For each situation (4 h of the day, weekday or \
      weekend, charger, network path, third of the predicted likelihood) a Beta posterior of its probability \
      is kept; a draw from it decides, so that what is uncertain is still tried.
      """,
    rule: """
      for refresh and push, a draw from the posterior of the present situation exceeds `learned.costRatio`; \
      each draw counts as a success if the user opens the app within `learned.horizon`, started or not. Others \
      start at once, oldest window first.
      """,
    parameterNames: ["learned.horizon", "learned.costRatio", "learned.priorStrength"],
    weakness: """
      All apps of a device share the posteriors, told apart by the likelihood alone, which pushes do not have; \
      an item that may draw at many decision points is started sooner or later.
      """,
    source:
      "W. R. Thompson: On the likelihood that one unknown probability exceeds another. Biometrika 25, 1933 [Thompson1933]",
    make: {
      Learned(
        $0.parameters, draws: $0.draws, firstWeekday: $0.firstWeekday, enforces: $0.enforces)
    })
}
