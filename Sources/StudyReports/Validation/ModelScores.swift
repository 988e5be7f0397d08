import OutputAnalysis
import RandomStreams

/// How well a model predicts the observations: its calibration, its scores, and its skill against a reference.
///
/// Each source counts once, by its primary row. A source whose primary row does not count for the model is left out.
package struct ModelScores: Sendable {
  /// The model of platform rules without a score, against which skill is measured.
  package static let reference = "gates-only"
  /// The level of the test of calibration.
  package static let level = 0.01

  package let model: String
  /// The primary rows that count, in the order of the rows.
  package let sources: [ScoredRow]
  package let never, rare: Int
  /// The limits of the numbers of sources with each verdict; nil without sources.
  package let neverLimit, rareLimit: BinomialLimit?
  /// The test of the u values; nil without any.
  package let uniformity: AndersonDarling?
  package let meanScore: Double?
  /// Against the reference, over the sources of both; nil for the reference itself.
  package let skill: SkillScore?
  /// Sources on which the model has a lower score than the reference, of those of both.
  package let betterCount: Int
  /// Sources on which no other model has a lower score, of those of all models.
  package internal(set) var bestCount = 0

  /// - Parameter rows: The rows of the model.
  package init(_ model: String, _ rows: [ScoredRow], reference: [ScoredRow]) {
    self.model = model
    sources = rows.filter { $0.row.isPrimary && $0.isCounted }
    never = sources.count { $0.verdict == .never }
    rare = sources.count { $0.verdict == .rare }
    neverLimit = try? BinomialLimit(sources: sources.count, probability: PredictiveScore.Verdict.leastRare)
    rareLimit = try? BinomialLimit(
      sources: sources.count,
      probability: PredictiveScore.Verdict.leastOrdinary - PredictiveScore.Verdict.leastRare)
    uniformity = try? AndersonDarling(sources.compactMap { $0.score?.probabilityBelow })
    let scores = Self.scores(sources)
    meanScore = scores.isEmpty ? nil : scores.values.reduce(0, +) / Double(scores.count)
    let found = Self.skill(of: sources, against: reference.filter { $0.row.isPrimary && $0.isCounted })
    (skill, betterCount) = (model == Self.reference ? nil : found.skill, found.better)
  }

  /// The skill of one model against another over the sources of both, and the sources on which it has a lower score.
  static func skill(of own: [ScoredRow], against other: [ScoredRow]) -> (skill: SkillScore?, better: Int) {
    let (scores, others) = (Self.scores(own), Self.scores(other))
    let common = own.map(\.row.source).filter { scores[$0] != nil && others[$0] != nil }
    let (first, second) = (common.compactMap { scores[$0] }, common.compactMap { others[$0] })
    let stream = RandomStream(.scores)
    let skill = try? SkillScore(first, reference: second) { stream.integer(below: $0) }
    return (skill, zip(first, second).count { $0 < $1 })
  }

  /// The scores by source.
  static func scores(_ sources: [ScoredRow]) -> [String: Double] {
    sources.reduce(into: [:]) { scores, row in
      if let score = row.score?.rankedProbabilityScore { scores[row.row.source] = score }
    }
  }

  /// Whether more sources are *never* than chance allows.
  package var isRejectedByCount: Bool { neverLimit?.isExceeded(by: never) ?? false }

  package var isRejectedByUniformity: Bool { uniformity.map { $0.pValue < Self.level } ?? false }

  /// The powers of both tests against draws with half and with twice the spread.
  package func powers(repetitions: Int = 1000) -> [SpreadPower] {
    let sources = sources.compactMap { row in
      row.windows[0].predictive.map {
        SpreadPower.Source(
          $0, precision: row.row.observation.precision, isBound: row.row.observation.isBound)
      }
    }
    let stream = RandomStream(.scores)
    return [0.5, 2].compactMap { factor in
      try? SpreadPower(
        factor: factor, sources: sources, repetitions: repetitions, uniform: { stream.uniform() },
        choose: { stream.integer(below: $0) })
    }
  }
}
