import Basics
import OutputAnalysis
import ResultsStore

extension ComparisonReport {
  var words: PointWords { PointWords(comparison.designPoints) }

  /// The answer: about policies if there are several, else about arms and levels.
  var answer: ComparisonAnswer {
    let policies = policyContrasts
    var answer =
      policies.isEmpty
      ? ComparisonAnswer(contrasts: levelContrasts, units: units, subjects: "arm or level")
      : ComparisonAnswer(contrasts: policies, units: units, subjects: "policy")
    let percent = NumberText.percent(comparison.plan.confidence)
    answer.note =
      "A cell shows the verdict and the difference. "
      + (policies.isEmpty
        ? "Intervals of the effects of a factor are simultaneous at \(percent) % confidence (Bonferroni), "
        : "\(familySentence.dropLast()), ")
      + CountText.text(comparison.rows.map(\.replicationsUsed).max() ?? 0, "replication") + "."
    answer.asksForSearch = robustness.isEmpty && plausible == nil
    if !policies.isEmpty { answer.effects = effectSentence(answer) }
    return answer
  }

  /// The metrics that `matrix(of:)` accepts.
  package var matrixMetrics: [String] { policyContrasts.map(\.metric).unique }

  /// The verdicts of one metric for each design point and policy.
  package func matrix(of metric: String) -> TextPage {
    var page = TextPage("\(study): \(question.isEmpty ? "comparison of policies" : question)\n\n")
    page.add(answer.matrixPage(of: metric))
    page.add(VerdictText.legend)
    page.add(answer.note)
    return page
  }

  private var policyContrasts: [ComparisonAnswer.Contrast] {
    let (words, hasPoints) = (words, comparison.designPoints.count > 1)
    func key(_ row: ComparisonRow) -> [String] { [row.designPoint, row.metric] }
    let baselines = comparison.rows.filter { $0.policy == $0.baseline }
    let references = Dictionary(baselines.map { (key($0), $0) }) { first, _ in first }
    return comparison.verdictMetrics.flatMap { metric in
      comparison.rows.filter { $0.metric == metric && $0.verdict != nil }
    }.map { row in
      ComparisonAnswer.Contrast(
        metric: row.metric, subject: row.policy, reference: row.baseline,
        place: hasPoints ? words(row.designPoint) : "", judged: row.judged, estimate: row.mean,
        referenceEstimate: references[key(row)]?.mean, gates: row.gates,
        referenceGates: references[key(row)]?.gates,
        share: robustness.lazy.compactMap { $0.share(of: row) }.first)
    }
  }

  private var levelContrasts: [ComparisonAnswer.Contrast] {
    let words = words
    return (effects?.families ?? []).filter { $0.factors.count == 1 }.flatMap { family in
      let hasArms = Set(family.rows.map(\.arm)).count > 1
      return family.rows.filter { $0.verdict != nil }.map { row in
        let arm = hasArms ? ", \(row.arm)" : ""
        return ComparisonAnswer.Contrast(
          metric: row.metric, subject: words.level(row.factor.level) + arm,
          reference: words.level(row.factor.first) + arm, judged: row.judged, estimate: row.estimate,
          referenceEstimate: row.firstEstimate)
      }
    }
  }

  /// `Factors with a resolved effect on staleness at opens: perDay under 2 of 3 policies.`
  private func effectSentence(_ answer: ComparisonAnswer) -> String? {
    guard let metric = answer.headlines.first else { return nil }
    let words = words
    let families = (effects?.families ?? []).filter { $0.factors.count == 1 }
    let parts = families.compactMap { family -> String? in
      let rows = family.rows.filter { $0.metric == metric && $0.verdict != nil }
      let policies = rows.map(\.policy).unique
      guard !policies.isEmpty else { return nil }
      let clear = policies.filter { policy in
        rows.contains { row in
          row.policy == policy && row.verdict.flatMap(Verdict.init).map { $0.side != 0 } ?? false
        }
      }
      guard !clear.isEmpty else { return nil }
      let name = family.isOfArms ? "the arm" : "`\(words.factor(family.factors[0]))`"
      return "\(name) under \(clear.count) of \(CountText.text(policies.count, "policy", "policies"))"
    }
    let label = MetricCatalogue.metric(metric)?.label ?? metric
    guard !families.isEmpty else { return nil }
    guard !parts.isEmpty else { return "The runs do not resolve any effect of a factor on \(label)." }
    return "Factors with a resolved effect on \(label): \(SensitivityReport.list(parts))."
  }
}
