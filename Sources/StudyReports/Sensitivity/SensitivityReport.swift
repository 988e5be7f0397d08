import Basics
import ModelParameters
import OutputAnalysis
import ResultsStore

package struct SensitivityReport: Sendable, SearchReport {
  package var heading: SearchHeading
  package let analysis: SensitivityAnalysis
  package let rows: [[SensitivityRow]]
  package let shares: [PointShare?]

  package static let printed = (rows: 12, others: "that keep the sign or have smaller effects")

  package init(_ analysis: SensitivityAnalysis, heading: SearchHeading) {
    (self.analysis, self.heading) = (analysis, heading)
    rows = analysis.contrasts.indices.map { analysis.rows($0) }
    shares = analysis.contrasts.indices.map { analysis.share($0).map { PointShare($0) } }
  }

  package var box: SensitivityBox { analysis.search.box }
  package var contrasts: [SensitivityContrast] { analysis.contrasts }
  package func inStudy(_ contrast: Int) -> SensitivityResponse? { analysis.response(contrast, at: .base) }
  package var failures: [SensitivityResults.Failure] { analysis.failures }

  package var page: TextPage {
    var page = page(
      extent:
        "this search varied \(parameters), each at the ends of its range"
        + (sets.pairs > 0 ? ", then the most influential ones in pairs" : "")
        + (sets.bisection > 0 ? ", then the value at which a sign changes" : "")
        + ".\n\(CountText.text(analysis.search.points.count, "parameter set")): \(sets.words). Each has "
        + "\(CountText.text(heading.replications, "replication")) of \(CountText.text(heading.devices, "device")), "
        + "with common random numbers.")
    page.add("Sign-change boundaries", boundaries.map(\.sentence))
    let spread = CountText.text(analysis.search.spread.count, "set")
    let varied = CountText.text(spreadFactors.count, "parameter")
    let isPlausible = !analysis.search.plausible.isEmpty
    page.add(
      "Same sign over \(spread) "
        + (isPlausible
          ? "with \(varied): plausible values of the fit, and parameters with an effect"
          : "of a Latin hypercube over \(varied) with an effect")
        + "; noise-adjusted share of the \(isPlausible ? "plausible sets" : "parameter space") with its 95 % interval",
      spreadLines)
    page.add(leftOut(points: analysis.search.leftOut))
    return page
  }

  /// `2 parameters (a and b)`; the number alone for more than six.
  private var parameters: String {
    let names = box.factors.map(\.name)
    return CountText.text(names.count, "parameter") + (names.count > 6 ? "" : " (\(Self.list(names)))")
  }

  /// The parameter sets of each step of the search.
  private var sets: (pairs: Int, bisection: Int, words: String) {
    let search = analysis.search
    let spread = Set(search.spread)
    let own = search.points.filter { !spread.contains($0) }
    let (ends, others) = (own.filter(search.isAtEnds), own.filter { !search.isAtEnds($0) })
    let (single, pairs) = (ends.count { $0.moves.count == 1 }, ends.count { $0.moves.count > 1 })
    let parts = [
      (1, "the defaults"), (single, "\(single) with one parameter at an end"),
      (pairs, "\(pairs) with a pair"), (others.count, "\(others.count) near a sign change"),
      (spread.count, "\(spread.count) sampled"),
    ]
    return (pairs, others.count, parts.filter { $0.0 > 0 }.map(\.1).joined(separator: ", "))
  }

  package var conclusions: [String] {
    var lines = contrasts.indices.compactMap(conclusion)
    if !lines.isEmpty {
      lines.insert("The comparison depends on assumed parameters.", at: 0)
    }
    let missing = contrasts.indices.filter { inStudy($0) == nil }
    let unclear = contrasts.indices.filter { inStudy($0)?.hasClearSign == false }
    if lines.isEmpty, missing.count + unclear.count < contrasts.count {
      lines.append(
        "The comparison does not depend on the assumed parameters of this search: "
          + (missing.isEmpty && unclear.isEmpty
            ? "all differences keep their sign for each parameter and each pair of influential parameters."
            : "all differences with a clear sign at the defaults keep it for each parameter."))
    } else if lines.isEmpty {
      lines.append("This search cannot show whether the comparison depends on assumed parameters.")
    }
    lines += unclear.map {
      "The sign of the difference in \(contrasts[$0].text) is unresolved at the defaults."
    }
    lines += missing.map { Self.noResult(contrasts[$0]) }
    return heading.extent(box) + lines
  }

  static func noResult(_ contrast: SensitivityContrast) -> String {
    "There is no result for \(contrast.text) at the defaults: too few replications have a value. Add devices or replications."
  }

  private func conclusion(_ contrast: Int) -> String? {
    let own = contrasts[contrast]
    let subject =
      "The sign of the difference in \(MetricCatalogue.marked(own.metric)) between \(own.policy) and \(own.baseline) changes "
    let single = analysis.search.flips(contrast, assumptions: 1)
    if !single.isEmpty {
      let names = single.flatMap { $0.moves.map { box.factors[$0.factor].name } }.unique
      return subject
        + "within the range of \(Self.list(names))\(names.count > 1 ? ", each on its own" : " alone")."
    }
    guard let corner = analysis.search.flips(contrast, assumptions: 2).first else { return nil }
    let names = corner.moves.map { box.factors[$0.factor].name }
    return subject + "if \(Self.list(names)) change together (\(box.text(corner)))."
  }

  package var boundaries: [SensitivityTable.Boundary] {
    analysis.search.boundaries.map { found in
      let contrast = contrasts[found.contrast]
      let factor = box.factors[found.factor]
      return SensitivityTable.Boundary(
        metric: contrast.metric, policy: contrast.policy, baseline: contrast.baseline,
        assumption: factor.name, unit: factor.definition.unit.rawValue,
        others: found.others.moves.isEmpty ? "" : box.text(found.others), place: found.place,
        halfWidth: found.halfWidth,
        lowerSide: found.isNegativeAtStart == (found.from < found.to) ? "below" : "above")
    }
  }

  var spreadFactors: [Int] { analysis.search.spread.first?.moves.map(\.factor) ?? [] }

  package var spreadLines: [String] {
    contrasts.indices.compactMap { contrast in
      guard let share = shares[contrast], let base = inStudy(contrast) else { return nil }
      let sign = base.difference.estimate < 0 ? "below 0" : "above 0"
      return "\(contrasts[contrast].text), \(sign) as at the defaults"
        + (base.hasClearSign ? "" : " (unresolved there)") + ": \(share.words)"
    }
  }

  package var columns: Table<SensitivityRow> {
    func level(_ row: SensitivityRow, _ end: SensitivityRow.End?) -> String {
      end.map { box.factors[row.factor].text($0.level) } ?? "-"
    }
    let grades = Set(box.factors.map(\.definition.grade))
    let grade: Table<SensitivityRow> = [.page("grade") { box.factors[$0.factor].definition.grade.rawValue }]
    return (grades.count > 1 ? grade : []) + [
      .page("default", .right) { box.factors[$0.factor].text(box.factors[$0.factor].base) },
      .page("lower end", .right) { level($0, ends($0).low) },
      .page("difference", .right) { ends($0).low?.response?.words ?? "-" },
      .page("upper end", .right) { level($0, ends($0).high) },
      .page("difference", .right) { ends($0).high?.response?.words ?? "-" },
      .page("largest effect", .right) {
        let effect = $0.strongest?.response?.effect
        return NumberText.interval(effect?.estimate, effect.map { 2 * $0.standardError }, isSigned: true)
      },
      .json("levels") { row in
        row.ends.json(["level": { box.factors[row.factor].text($0.level) }, "response": \.response])
      },
    ]
  }

  /// Both ends of a range; for more than two categories the categories with the smallest and the largest difference.
  private func ends(_ row: SensitivityRow) -> (low: SensitivityRow.End?, high: SensitivityRow.End?) {
    if row.ends.count > 2 {
      let sorted = row.ends.filter { $0.response != nil }.sorted {
        ($0.response?.difference.estimate ?? 0) < ($1.response?.difference.estimate ?? 0)
      }
      return (sorted.first, sorted.last)
    }
    if row.ends.count == 1, let range = box.factors[row.factor].range,
      row.ends[0].level == .number(range.upperBound)
    {
      return (nil, row.ends[0])
    }
    return (row.ends.first, row.ends.count > 1 ? row.ends.last : nil)
  }

  package var legend: (sentence: String, words: Legend) {
    (
      "Differences are policy minus baseline, with the half-widths of 95 % intervals.",
      [
        "largest effect":
          "the largest change of the difference from the default to an end, ± two standard errors",
        "changes sign": "the difference has the opposite sign at an end, with an interval that excludes 0",
        "leaves sign open": "the interval of the difference contains 0 at an end, but not at the default",
        "keeps sign": "the difference changes and keeps its sign",
        "sign open": "the difference changes, and its sign is unresolved at the default",
        "not detected": "the difference changes by less than two standard errors",
        "no difference": "the difference is equal in each replication",
        "-": "the default is already this end of the range",
      ]
    )
  }

  static func list(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " and " + last
  }

  package var files: [OutputTable] {
    let (search, spread) = (analysis.search, Set(analysis.search.spread))
    func places(_ points: [SensitivityPoint]) -> [Place] {
      contrasts.indices.flatMap { contrast in points.enumerated().map { (contrast, $0, $1) } }
    }
    return [
      OutputTable("points.csv", pointTable, places(search.points.filter { !spread.contains($0) })),
      OutputTable("boundaries.csv", SensitivityTable.Boundary.record, boundaries),
    ] + (spread.isEmpty ? [] : [OutputTable("hypercube.csv", hypercubeTable, places(search.spread))])
      + contrasts.enumerated().map { place, own in
        OutputTable("\(own.fileName(number: place + 1)).svg", svg: chart(place).svg)
      }
  }

  private typealias Place = (contrast: Int, number: Int, point: SensitivityPoint)

  private var pointTable: Table<Place> {
    func move(_ place: Int) -> Table<Place> {
      func move(_ row: Place) -> SensitivityPoint.Move? {
        place < row.point.moves.count ? row.point.moves[place] : nil
      }
      return [
        "assumption_\(place + 1)": { move($0).map { box.factors[$0.factor].name } },
        "level_\(place + 1)": { move($0).map { box.factors[$0.factor].text($0.level) } },
      ]
    }
    return SensitivityContrast.table.of { contrasts[$0.contrast] } + move(0) + move(1)
      + SensitivityResponse.record.of { analysis.response($0.contrast, at: $0.point) }
  }

  private var hypercubeTable: Table<Place> {
    let levels = spreadFactors.enumerated().map { place, factor in
      Column<Place>.data(box.factors[factor].name) { box.factors[factor].number($0.point.moves[place].level) }
    }
    return SensitivityContrast.table.only("metric", "policy", "baseline").of { contrasts[$0.contrast] }
      + ["point": { $0.number + 1 }] + Table(levels)
      + SensitivityResponse.differenceTable.of { analysis.response($0.contrast, at: $0.point) }
  }

  package static var record: Table<Self> {
    headTable + [
      "replications": \.heading.replications,
      "meaning": { _ in
        "difference: policy minus baseline, paired; effect: its change from the defaults"
      },
      "confidence": { _ in SensitivityContrast.confidence }, "conclusions": \.conclusions,
      "assumptions": \.box.factors.count, "points": \.analysis.search.points.count,
      "spread_over": {
        $0.analysis.search.plausible.isEmpty ? "parameter space" : SensitivityTable.plausibleWord
      },
    ] + absenceTable + [
      "points_left_out": { $0.analysis.search.leftOut.map($0.box.text) },
      "comparisons": { $0.contrasts.indices.json($0.comparisonTable + $0.cornerTable) },
      "boundaries": \.boundaries,
    ] + failureTable
  }

  private var cornerTable: Table<Int> {
    let corners = analysis.search.points.filter { $0.moves.count == 2 && analysis.search.isAtEnds($0) }
    return [
      "corners": { contrast in
        corners.json(["point": box.text, "response": { analysis.response(contrast, at: $0) }])
      }, "share_of_points": { shares[$0] },
    ]
  }
}

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
