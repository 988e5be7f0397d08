import Basics
import ModelParameters
import OutputAnalysis

/// A fit for readers: the answer, and tables of rounds, parameters, left-out scores, and calibration.
package struct FitReport: Sendable {
  let search: FitSearch
  let findings: FitFindings
  let result: FitSearch.Round
  /// The distances of data sets at the defaults of the studies.
  let defaults: [Double]
  let cuts, failures: [String]

  private static let printedParameters = 15

  /// - Returns: nil without a finished round.
  package init?(_ search: FitSearch, defaults: [Double], cuts: [String], failures: [String]) {
    guard let result = search.result else { return nil }
    (self.search, self.result, self.defaults) = (search, result, defaults)
    (self.cuts, self.failures) = (cuts, failures)
    findings = FitFindings(search)
  }

  /// The median distance of data sets at the defaults; nil without any.
  var defaultDistance: Double? { try? SampleQuantile.linear(0.5, of: defaults) }

  /// The rows that never vary over the prior, so that they cannot inform a parameter.
  var constantRows: [FitRow] {
    guard let table = search.table else { return [] }
    return search.rows.indices.filter { table.units[$0].unit == nil }.map { search.rows[$0] }
  }

  /// The rows that were held out, with draws of the plausible sets by weight.
  var heldOut: [ScoredRow] {
    search.rows.indices.filter { search.rows[$0].isHeldOut }.map { place in
      let own = search.rows[place]
      let draws = zip(result.kept, result.posterior.weights).flatMap { set, weight in
        [Double?](
          repeating: search.sets[set].values[place],
          count: max(1, Int((weight * 10 * Double(result.kept.count)).rounded())))
      }
      let window = ScoredRow.Window(days: own.days, scale: own.scale, draws: draws, of: own.row)
      return ScoredRow(own.row, model: "held out", windows: [window])
    }
  }

  var answer: [String] {
    let size = NumberText.fixed(result.posterior.effectiveSize, decimals: 0)
    var sentences = [
      "The fit accepted \(CountText.text(result.kept.count, "parameter set")) of "
        + "\(CountText.text(search.sets.count, "data set")). Their effective sample size is \(size)."
    ]
    if let distance = defaultDistance {
      let isNear = distance < result.tolerance
      sentences.append(
        "The defaults of the studies are \(isNear ? "plausible" : "not plausible"): the median distance of their "
          + "\(CountText.text(defaults.count, "data set")) is \(NumberText.short(distance)), and the tolerance is "
          + "\(NumberText.short(result.tolerance)).")
    }
    let scored = findings.leftOut.filter { $0.row.isPrimary && $0.score != nil }
    let never = scored.count { $0.score?.verdict == .never }
    sentences.append(
      "Fitted to all other sources, the model practically never does what \(never) of "
        + "\(CountText.text(scored.count, "source")) did.")
    for own in findings.calibrated where own.result.isRejected {
      sentences.append(
        "The calibration with \(CountText.text(own.sources, "source")) is rejected. Do not use the intervals."
      )
    }
    return sentences
  }

  package var page: TextPage {
    var page = TextPage()
    for sentence in answer + cuts { page.add(sentence) }
    page.addGap()
    page.add(TextTable(search.rounds.indices.map { $0 }, roundTable, subject: "rounds"))
    page.addGap()
    page.add("Updated parameters, 5, 50, and 95 % of the weight of the plausible sets:")
    page.add(TextTable(updated.prefix(Self.printedParameters), parameterTable))
    let others = parameters.count - updated.count
    page.add("\(CountText.text(others, "further parameter")) were drawn from their whole ranges.")
    page.addGap()
    page.add("Left out: each source, predicted by the model that was fitted to all other sources:")
    page.add(TextTable(findings.leftOut, Self.scoreTable))
    if !heldOut.isEmpty {
      page.addGap()
      page.add("Held out: observations without a part in the fit, predicted by the plausible sets:")
      page.add(TextTable(heldOut, Self.scoreTable))
    }
    page.addGap()
    page.add("Calibration of the intervals with simulated observations:")
    page.add(TextTable(findings.calibrated, Self.calibrationTable))
    page.add(
      "Observations that no parameter changes, without a part in the fit",
      constantRows.map { "\($0.row.id), \($0.row.quantity) in \($0.row.study)" })
    for failure in failures.prefix(3) { page.add("failed: \(failure)") }
    page.add(Self.legend)
    return page
  }

  private static let legend: Legend = [
    "tolerance": "the largest distance of an accepted data set; the distance is a sum over sources",
    "effective": "the number of equally weighted sets that are as good: 1 ÷ Σ w²",
    "spread": "standard deviation over the plausible sets ÷ standard deviation over the range",
    "by rejection":
      "5 to 95 % of the posterior distribution from draws of the whole ranges, with regression adjustment",
    "effect":
      "the largest share of the variance of an observed quantity that the parameter explains by itself",
    "informed": "parameters with a spread of at most 0.7, of all updated parameters",
    "50 %, 90 %":
      "share of the true values in the middle 50 or 90 % of their posterior distributions, with a 95 % interval",
    "p": "left out: see `check --table`; calibration: probability of such ranks if the intervals are right",
  ]
}

extension TextPage {
  /// A title with indented lines below it; nothing without lines.
  mutating func add(_ title: String, _ lines: [String]) {
    guard !lines.isEmpty else { return }
    add("\n\(title)")
    for line in lines { add("  \(line)") }
  }
}
