import Basics
import OutputAnalysis

/// An observation of real devices, as a row of the comparison with draws of models.
package struct ObservationRow: Sendable {
  /// The place among all rows.
  package var number: Int
  package var study, id, quantity, unit, words: String
  /// The unit of the report, and its size in ``unit``.
  package var reportedUnit: String
  package var reportedSize: Double
  /// One phone or one group of phones.
  package var source: String
  package var phones: Int
  package var grade: String
  package var values: [Double]
  package var observation: PredictiveScore.Observation
  /// The rule that alone decides the quantity; nil for a prediction.
  package var rule: String?
  /// The values that agree with a rule row.
  package var band: ClosedRange<Double>
  package var isPrimary: Bool
  package var isComparable: Bool
  package var why: String
  /// V of the row: the part of equal draws that counts as below the observation in tests.
  package var tieShare: Double

  package init(
    number: Int, study: String, id: String, quantity: String, unit: String, words: String,
    reportedUnit: String, reportedSize: Double, source: String, phones: Int, grade: String, values: [Double],
    observation: PredictiveScore.Observation, rule: String?,
    band: ClosedRange<Double>, isPrimary: Bool, isComparable: Bool, why: String, tieShare: Double
  ) {
    (self.number, self.study, self.id, self.quantity) = (number, study, id, quantity)
    (self.unit, self.words, self.source, self.phones) = (unit, words, source, phones)
    (self.reportedUnit, self.reportedSize) = (reportedUnit, reportedSize)
    (self.grade, self.values, self.observation) = (grade, values, observation)
    (self.rule, self.band, self.isPrimary) = (rule, band, isPrimary)
    (self.isComparable, self.why, self.tieShare) = (isComparable, why, tieShare)
  }

  var observedText: String {
    let value = text(observation.value)
    return observation.isBound ? "≥ \(value)" : value
  }

  var observedWithUnit: String { reportedUnit == "1" ? observedText : "\(observedText) \(reportedUnit)" }

  /// A value in the unit of the report.
  func text(_ value: Double) -> String { NumberText.short(value / reportedSize) }
}

/// The draws of a row under one model, judged in each window.
package struct ScoredRow: Sendable {
  package struct Window: Sendable {
    package let days: Double
    package let scale: ScoreScale
    /// nil for a draw without a value.
    package let draws: [Double?]
    package let predictive: PredictiveDraws?
    package let score: PredictiveScore?

    package init(
      days: Double, scale: ScoreScale, draws: [Double?], of row: ObservationRow
    ) {
      (self.days, self.scale, self.draws) = (days, scale, draws)
      predictive = try? PredictiveDraws(draws.compactMap(\.self), scale)
      score = predictive.flatMap { try? PredictiveScore($0, row.observation, tieShare: row.tieShare) }
    }
  }

  package let row: ObservationRow
  package let model: String
  /// The first decides the scores. Further ones are half and twice an assumed window.
  package let windows: [Window]

  package init(_ row: ObservationRow, model: String, windows: [Window]) {
    (self.row, self.model, self.windows) = (row, model, windows)
  }

  package var score: PredictiveScore? { windows.first?.score }

  /// The verdict of the stated window, or of both ends of an assumed one; nil if they differ or have no draws.
  package var verdict: PredictiveScore.Verdict? {
    let verdicts = (windows.count > 1 ? windows.dropFirst() : windows[...]).map { $0.score?.verdict }
    return Set(verdicts).count == 1 ? verdicts[0] : nil
  }

  /// Whether the row counts in scores and tests of its model.
  package var isCounted: Bool { row.isComparable && row.rule == nil && verdict != nil }

  /// The words of the verdict; in parentheses if the row does not count.
  var verdictText: String {
    guard let score else { return "(no value)" }
    guard row.rule == nil else { return row.band.contains(score.median) ? "agrees" : "differs" }
    let words =
      verdict?.rawValue
      ?? windows.dropFirst().compactMap { $0.score?.verdict.rawValue }
      .joined(separator: " to ")
    return isCounted ? words : "(\(words))"
  }
}

extension [ScoredRow.Window] {
  /// The length of a stated window, or half and twice an assumed one.
  var daysText: String {
    (count > 1 ? dropFirst() : self[...]).map { NumberText.short($0.days) }.joined(separator: ", ")
  }
}

/// A window of a row as a line of `scores.csv`.
struct ScoreLine: Sendable {
  let scored: ScoredRow
  let place: Int

  var window: ScoredRow.Window { scored.windows[place] }
  private var observation: PredictiveScore.Observation { scored.row.observation }

  static let table = Table<ScoreLine>(
    "scores", "the judgment of a model by a row in a window",
    columns: [
      .csv("model") { $0.scored.model }, .csv("study") { $0.scored.row.study },
      .csv("id") { $0.scored.row.id }, .csv("row") { $0.scored.row.number },
      .csv("quantity") { $0.scored.row.quantity }, .csv("unit") { $0.scored.row.unit },
      .csv("scale") { $0.window.scale.name }, .csv("window_days") { $0.window.days },
      .csv("is_base") { $0.place == 0 }, .csv("is_rule") { $0.scored.row.rule != nil },
      .csv("is_counted") { $0.scored.isCounted }, .csv("is_primary") { $0.scored.row.isPrimary },
      .csv("source") { $0.scored.row.source }, .csv("phones") { $0.scored.row.phones },
      .csv("observed") { $0.observation.value }, .csv("precision") { $0.observation.precision },
      .csv("is_bound") { $0.observation.isBound }, .csv("v") { $0.scored.row.tieShare },
      .csv("draws") { $0.window.draws.compactMap(\.self).count }, .csv("low") { $0.window.score?.low },
      .csv("median") { $0.window.score?.median }, .csv("high") { $0.window.score?.high },
      .csv("u") { $0.window.score?.probabilityBelow }, .csv("p") { $0.window.score?.pValue },
      .csv("verdict") { $0.window.score?.verdict.rawValue },
      .csv("crps") { $0.window.score?.rankedProbabilityScore },
    ])

  /// A draw as a line of `draws.csv`.
  struct Draw: Sendable {
    let line: ScoreLine
    let number: Int

    static let table = Table<Draw>(
      "draws", "a draw of a model for a row in a window; without a value if nothing was observed",
      columns: [
        .csv("model") { $0.line.scored.model }, .csv("study") { $0.line.scored.row.study },
        .csv("id") { $0.line.scored.row.id }, .csv("row") { $0.line.scored.row.number },
        .csv("window_days") { $0.line.window.days }, .csv("draw") { $0.number },
        .csv("value") { $0.line.window.draws[$0.number] },
      ])
  }
}
