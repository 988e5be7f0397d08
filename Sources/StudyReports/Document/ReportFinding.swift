import OutputAnalysis
import PlainText
import ResultsStore
import StudyMetrics

/// The first thing that a comparison says, in a sentence for each judged metric.
///
/// Nothing is chosen: a sentence names every policy, or every level of a factor, by its verdict.
struct ReportFinding {
  /// A difference with its verdict.
  private struct Statement {
    let subject: String
    let verdict: String
    let difference: String
  }

  /// HTML of the sentences, the first metric first; empty where nothing is compared.
  let sentences: [String]

  /// Subjects that a sentence names of one verdict.
  private static let most = 6

  init(_ report: ComparisonReport) {
    if let effects = report.effects {
      sentences = Self.sentences(effects)
    } else {
      sentences = Self.sentences(report.comparison, report.robustness)
    }
  }

  private static func sentences(_ comparison: Comparison, _ robustness: RobustnessTable?) -> [String] {
    var sentences: [String] = []
    for metric in comparison.verdictMetrics {
      for point in comparison.designPoints {
        let rows = comparison.rows.filter {
          $0.designPoint == point && $0.metric == metric && $0.policy != $0.baseline && $0.verdict != nil
        }
        guard let first = rows.first else { continue }
        let statements = rows.map { row in
          Statement(
            subject: row.policy, verdict: row.verdict ?? "",
            difference: text(row.judged, row.nominalJoules) + (robustness?.words(of: row) ?? ""))
        }
        let place = comparison.designPoints.count > 1 ? "at \(point), " : ""
        sentences.append(
          sentence(metric, unit: first.unit, place: "\(place)against \(first.baseline)", statements))
      }
    }
    return sentences
  }

  private static func sentences(_ effects: FactorEffects) -> [String] {
    var sentences: [String] = []
    for family in effects.families where family.factors.count == 1 {
      var rest = family.rows[...]
      while let first = rest.first {
        let rows = rest.prefix { $0.metric == first.metric && $0.arm == first.arm }
        rest = rest.dropFirst(rows.count)
        let statements = rows.filter { $0.verdict != nil }.map { row in
          Statement(
            subject: "\(row.policy) at \(row.factor.level.value)", verdict: row.verdict ?? "",
            difference: text(row.judged, row.nominalJoules))
        }
        guard !statements.isEmpty else { continue }
        let arm = Set(family.rows.map(\.arm)).count > 1 ? "in \(first.arm), " : ""
        sentences.append(
          sentence(
            first.metric, unit: first.unit,
            place: "\(arm)against \(first.factor.first.value) of \(first.factor.level.name)", statements))
      }
    }
    return sentences
  }

  private static func text(_ judged: JudgedDifference, _ nominal: Double?) -> String {
    guard let difference = judged.difference else { return "no estimate" }
    let battery = NumberText.battery(difference, of: nominal)
    return NumberText.interval(difference, judged.differenceHalfWidth, isSigned: true)
      + (battery.isEmpty ? "" : ", \(battery) of the battery")
  }

  private static func sentence(
    _ metric: String, unit: String, place: String, _ statements: [Statement]
  ) -> String {
    // Differences come first.
    let words: [(verdict: String, one: String, several: String)] = [
      ("better", "is better", "are better"), ("slightlyBetter", "is slightly better", "are slightly better"),
      ("slightlyWorse", "is slightly worse", "are slightly worse"), ("worse", "is worse", "are worse"),
      ("equivalent", "is equivalent", "are equivalent"), ("same", "is the same", "are the same"),
      ("unresolved", "is not resolved", "are not resolved"),
    ]
    let groups = words.compactMap { word -> String? in
      let found = statements.filter { $0.verdict == word.verdict }
      guard !found.isEmpty else { return nil }
      var names = found.prefix(most).map { statement in
        HTMLText.element("strong", [:], HTMLText.escaped(statement.subject)) + " ("
          + ReportGlossary.numbers(in: statement.difference, to: ReportGlossary.id(ofMetric: metric)) + ")"
      }
      if found.count > most { names.append("\(found.count - most) more") }
      return "\(SensitivityReport.list(names)) \(found.count == 1 ? word.one : word.several)"
    }
    let polarity =
      switch MetricCatalogue.metric(metric)?.polarity {
      case .smallerIsBetter?: "lower is better"
      case .largerIsBetter?: "higher is better"
      case nil: ""
      }
    let notes = [unit == "1" ? "" : unit, polarity].filter { !$0.isEmpty }.joined(separator: ", ")
    return "\(ReportGlossary.link(metric: metric)) (\(HTMLText.escaped(notes))), \(HTMLText.escaped(place)): "
      + "\(groups.joined(separator: "; "))."
  }
}
