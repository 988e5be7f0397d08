import OutputAnalysis

/// The size of a search for better settings of a policy.
///
/// Each round has half of the settings of the round before, in twice as many replications (successive halving: Jamieson
/// and Talwalkar, "Non-stochastic best arm identification and hyperparameter optimization", AISTATS 2016).
package struct TuningPlan: Sendable, Hashable {
  package static let usualPoints = 64
  /// The least settings and replications to which a time limit cuts a plan.
  package static let fewestPoints = 8
  package static let fewestReplications = 10
  /// The most settings that are judged on the test seeds.
  package static let mostJudged = 8
  package static let rounds = 4

  /// The number of settings in the first round.
  package var points: Int
  /// The number of replications of the last round, and of the test.
  package var replications: Int

  package init(points: Int, replications: Int) { (self.points, self.replications) = (points, replications) }

  /// The number of settings of a round, from 0.
  package func settings(_ round: Int) -> Int { max(2, points >> round) }

  /// The replications of a round, from 0. Later rounds have these replications and further ones.
  package func seeds(_ round: Int) -> Range<Int> { 0..<max(2, replications >> (Self.rounds - 1 - round)) }

  /// The replications of the test, which the search does not use.
  package var testSeeds: Range<Int> { replications..<2 * replications }

  /// The most runs of the search and the test.
  package var runs: Int {
    let defaults = replications
    let test = (Self.mostJudged + 2) * replications
    return (0..<Self.rounds).reduce(defaults + test) { sum, round in
      let count = seeds(round).count
      guard round > 0 else { return sum + settings(round) * count }
      let new = settings(round) / 2
      return sum + new * count + (settings(round) - new) * (count - seeds(round - 1).count)
    }
  }

  /// The largest plan with at most a number of runs: fewer points first, then fewer replications; nil if the smallest
  /// plan is too large.
  package func fitting(runs limit: Double) -> TuningPlan? {
    guard Double(runs) > limit else { return self }
    let numbers = SensitivityAllowance.roundNumbers
    for count in [replications] + numbers.reversed().filter({ $0 < replications })
    where count >= min(replications, Self.fewestReplications) {
      for number in [points] + numbers.reversed().filter({ $0 < points })
      where number >= min(points, Self.fewestPoints) {
        let plan = TuningPlan(points: number, replications: count)
        if Double(plan.runs) <= limit { return plan }
      }
    }
    return nil
  }
}
