import Basics
import OutputAnalysis
import ResultsStore

/// An assumed parameter with an effect: the responses at its levels.
package struct SensitivityBar: Sendable {
  let name: String
  let ends: [(level: String, response: SensitivityResponse)]
  let verdict: AssumptionVerdict
}

extension RowChart {
  package init(title: String, unit: String, base: Double, bars: [SensitivityBar]) {
    func color(_ verdict: AssumptionVerdict) -> String {
      switch verdict {
      case .changesSign: PlotColor.red
      case .leavesOpen: PlotColor.orange
      default: PlotColor.blue
      }
    }
    self.init(
      title: title,
      subtitle: "difference at the ends of each parameter's range; strong line: the defaults of the study",
      rows: bars.prefix(15).map { bar in
        let values = bar.ends.map(\.response.difference.estimate) + [base]
        return Row(
          name: bar.name, bars: [(values.min() ?? base, values.max() ?? base, color(bar.verdict), 12)],
          intervals: bar.ends.map { _, end in
            (end.difference.estimate - end.halfWidth, end.difference.estimate + end.halfWidth)
          })
      }, uprights: [(0, PlotColor.middle), (base, PlotColor.strong)],
      axisTitle: unit.isEmpty ? "difference" : "difference, \(unit)",
      legend: [
        (.area(color(.changesSign)), "changes the sign"), (.area(color(.leavesOpen)), "leaves the sign open"),
        (.area(color(.keepsSign)), "keeps the sign"), (.none, "thin lines: 95 % intervals"),
      ], absence: "no effect of two standard errors or more")
  }
}

extension SensitivityReport {
  package func chart(_ contrast: Int) -> RowChart {
    let bars = rows[contrast].filter(\.verdict.isEffect).map { row in
      let factor = box.factors[row.factor]
      return SensitivityBar(
        name: factor.name,
        ends: row.ends.compactMap { end in end.response.map { (factor.text(end.level), $0) } },
        verdict: row.verdict)
    }
    return RowChart(
      title: contrasts[contrast].text, unit: contrasts[contrast].unit,
      base: inStudy(contrast)?.difference.estimate ?? 0, bars: bars)
  }
}

extension ScreeningReport {
  /// A bar is the mean effect with a line of two standard errors to both sides; open circles are the mean size to both sides.
  package func chart(_ contrast: Int) -> RowChart {
    let own = contrasts[contrast]
    func color(_ verdict: AssumptionVerdict) -> String {
      verdict == .changesSign ? PlotColor.red : PlotColor.blue
    }
    return RowChart(
      title: own.text,
      subtitle:
        "mean change of the difference over the range of each parameter, averaged over the other parameters",
      rows: rows[contrast].filter(\.verdict.isEffect).prefix(20).map { effect in
        let (mean, error) = (effect.mean ?? 0, 2 * (effect.standardError ?? 0))
        let size = effect.meanSize ?? 0
        return RowChart.Row(
          name: box.factors[effect.factor].name,
          bars: [(0, mean, color(effect.verdict), 12), (mean - error, mean + error, PlotColor.text, 1)],
          marks: [-size, size].map { ($0, .circle("#666666", radius: 3, isFilled: false)) })
      }, uprights: [(0, PlotColor.strong)],
      axisTitle: own.unit.isEmpty ? "change of the difference" : "change of the difference, \(own.unit)",
      legend: [
        (.area(color(.changesSign)), "steps change the sign"),
        (.area(color(.effect)), "no step changes the sign"),
        (.none, "thin lines: two standard errors; circles: mu*, to both sides"),
      ], absence: "no effect was detected")
  }
}
