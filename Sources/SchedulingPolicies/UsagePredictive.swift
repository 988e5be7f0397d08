import ModelParameters
import Workload

/// Starts refreshes when the user probably comes soon, and all other work at once.
public struct UsagePredictive: SchedulingPolicy {
  let threshold: Double
  let enforces: BlockingSet

  /// - Parameters:
  ///   - threshold: Likelihood of a use within the look-ahead that starts a refresh, 0 to 1, inclusive.
  ///   - enforces: The soft gates to obey.
  public init(threshold: Double, enforces: BlockingSet = .of(.appUsage)) {
    self.threshold = threshold
    self.enforces = enforces
  }

  /// The likelihood of a candidate that an obeyed gate denies is not read.
  public var ignoresLikelihoodWhenDenied: BlockingSet? { enforces }

  /// Starts a refresh whose likelihood of use reaches the threshold or whose deadline has come; other refreshes wait
  /// until their deadline. Everything else starts at once. Oldest window first.
  public mutating func decide(_ observation: Observation, _ candidates: [Candidate]) -> [Decision] {
    var decisions: [Decision] = []
    decisions.reserveCapacity(candidates.count)
    for candidate in candidates.oldestFirst {
      if let denial = candidate.denials.intersection(enforces).first {
        decisions.append(.wait(candidate, denial))
      } else if candidate.mechanism == .refresh, candidate.likelihood < threshold,
        observation.now < candidate.deadline
      {
        decisions.append(.wait(candidate, until: candidate.deadline))
      } else {
        decisions.append(.start(candidate))
      }
    }
    return decisions
  }

  /// The catalogue entry `usage-predictive`.
  public static let descriptor = PolicyDescriptor(
    name: "usage-predictive",
    summary: "Starts a refresh when the user is likely to open the app soon; other work at once.",
    idea: "Content is worth its energy only if it is looked at before it is replaced.",
    rule: """
      a refresh's likelihood of use within the look-ahead reaches `predictive.threshold`, or its deadline has \
      passed; other mechanisms at once, oldest window first.
      """,
    parameterNames: ["predictive.threshold"],
    enforces: .of(.appUsage),
    weakness: """
      Learns habits, not today: an unusual day finds old content, and a likelihood that rises between two \
      decision points is seen at the second.
      """,
    source: "policy of this project, after next-app prediction [Frappe]",
    make: {
      UsagePredictive(threshold: $0.parameters.number("predictive.threshold"), enforces: $0.enforces)
    })
}
