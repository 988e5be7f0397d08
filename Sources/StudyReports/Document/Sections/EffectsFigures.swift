import PlainText
import ResultsStore
import StudyMetrics

extension ComparisonReport {
  /// Effects of factors that are drawn.
  private static let drawnEffects = 12

  /// The effects of the levels of factors, drawn and as tables.
  var factorSection: ReportSection {
    var section = ReportSection("effects", "Effects of factors")
    guard let effects, let effectsSection else {
      section.add(absence: "The study varies no factor, so there is no effect of one.")
      return section
    }
    let hasArms = Set(effects.rows.map(\.arm)).count > 1
    var drawn = 0
    for family in effects.families where family.factors.count == 1 {
      var rest = family.rows[...]
      while let first = rest.first {
        let rows = rest.prefix { $0.metric == first.metric && $0.arm == first.arm }
        rest = rest.dropFirst(rows.count)
        guard drawn < Self.drawnEffects,
          let figure = Self.figure(Array(rows), number: drawn + 1, hasArms: hasArms)
        else {
          continue
        }
        section.add(figure)
        drawn += 1
      }
    }
    section.body += effectsSection.page.html { table in
      table.html(named: table.subject ?? "effects", look: ReportGlossary.look(table))
    }
    section.tables.append(ReportTable(EffectRow.table, effects.rows))
    return section
  }

  private static func figure(_ rows: [EffectRow], number: Int, hasArms: Bool) -> ReportFigure? {
    guard let first = rows.first else { return nil }
    let drawn = rows.compactMap { row -> IntervalPlot.Row? in
      guard row.verdict != nil, let centre = row.difference, let low = row.differenceLower,
        let high = row.differenceUpper
      else { return nil }
      return IntervalPlot.Row(
        name: "\(row.policy) at \(row.factor.level.value)", centre: centre, low: low, high: high,
        verdict: row.verdict)
    }
    guard !drawn.isEmpty else { return nil }
    let unit = first.unit == "1" ? "" : " (\(first.unit))"
    let factor = first.factor.level.name
    return ReportFigure(
      id: "effect-\(number)",
      title: "Effect of \(factor) on \(first.metric)" + (hasArms ? " in arm \(first.arm)" : ""),
      svg: IntervalPlot(
        rows: drawn, title: "\(first.metric)\(unit): level less \(first.factor.first.value)"
      ).svg,
      caption: "Each \(HTMLText.link(to: ReportGlossary.Term.effect.id, "effect")) with its simultaneous "
        + "\(HTMLText.link(to: ReportGlossary.Term.interval.id, "interval")) for \(ReportGlossary.link(metric: first.metric)).",
      table: "effects.csv")
  }
}
