import ModelParameters
import OutputAnalysis
import PlainText
import SensitivityDesign

/// A search for decisive assumptions as it is shown: its conclusion, a table for each comparison, what was left out.
package struct SensitivityReport: Sendable {
  /// Study, design point and extent of the search.
  package var heading: SearchHeading
  /// The responses that the report shows.
  package let analysis: SensitivityAnalysis
  /// By comparison, the largest effect first.
  package let rows: [[SensitivityRow]]
  /// By comparison: the share of the box with the sign of the study; nil without points or without a difference.
  let shares: [PointShare?]

  /// Rows of a table on the terminal.
  static let printedRows = 12

  package init(_ analysis: SensitivityAnalysis, heading: SearchHeading) {
    self.analysis = analysis
    self.heading = heading
    rows = analysis.contrasts.indices.map { analysis.rows($0) }
    shares = analysis.contrasts.indices.map { analysis.share($0).map { PointShare($0) } }
  }

  var box: SensitivityBox { analysis.search.box }

  /// The report at the width of a pipe.
  package var text: String { page.text() }

  /// For people.
  package var page: TextPage {
    var page = TextPage(conclusions.joined(separator: "\n"))
    page.addGap()
    page.add(
      "\(heading.place): \(CountText.text(box.factors.count, "assumption")) one at a time at the ends of their ranges, then the "
        + "strongest in pairs;")
    page.add(
      "\(CountText.text(analysis.search.points.count, "point")) with \(CountText.text(heading.replications, "replication")) of "
        + "\(CountText.text(heading.devices, "device")), common random numbers")
    for cut in heading.cuts { page.add(cut) }
    for contrast in analysis.contrasts.indices {
      page.addGap()
      page.add(tablePage(contrast))
    }
    page.addGap()
    page.add(legend)
    if !boundaryLines.isEmpty {
      page.add("\nWhere signs change")
      for line in boundaryLines { page.add("  \(line)") }
    }
    if !spreadLines.isEmpty {
      page.add(
        "\nShare of points: \(CountText.text(analysis.search.spread.count, "point")) of a Latin hypercube over the "
          + "\(CountText.text(spreadFactors.count, "assumption")) with an effect, by their estimates; and the share of the box, "
          + "freed of the noise of phones, with a 95 % interval over replications and points"
      )
      for line in spreadLines { page.add("  \(line)") }
    }
    if !mapLines.isEmpty {
      page.add(
        "\nMaps over the two assumptions that bring a difference nearest to another sign, as pictures of --to"
      )
      for line in mapLines { page.add("  \(line)") }
    }
    page.add(heading.leftOut(box, points: analysis.search.leftOut, failures: analysis.failures))
    return page
  }

  // MARK: Conclusions

  /// The assumptions that decide, in plain sentences: one for each comparison whose sign depends on one, else one for all.
  package var conclusions: [String] {
    var lines = analysis.contrasts.indices.compactMap(conclusion)
    let missing = analysis.contrasts.indices.filter { analysis.response($0, at: .base) == nil }
    let unclear = analysis.contrasts.indices.filter {
      analysis.response($0, at: .base)?.hasClearSign == false
    }
    if lines.isEmpty, missing.count + unclear.count < analysis.contrasts.count {
      lines.append(
        missing.isEmpty && unclear.isEmpty
          ? "No assumption that was tried, and no pair of the strongest, changes the sign of a difference."
          : "No assumption that was tried changes the sign of a difference that is clear in the study as it is."
      )
    }
    for contrast in unclear {
      lines.append(
        "The sign of the difference in \(analysis.contrasts[contrast].text) is open in the study as it is.")
    }
    for contrast in missing {
      lines.append("There is no result for \(analysis.contrasts[contrast].text) in the study as it is.")
    }
    return heading.extent(box) + lines
  }

  private func conclusion(_ contrast: Int) -> String? {
    let own = analysis.contrasts[contrast]
    let subject =
      "The sign of the difference in \(own.metric) between \(own.policy) and \(own.baseline) changes "
    let single = analysis.search.flips(contrast, assumptions: 1)
    if !single.isEmpty {
      let names = single.flatMap { $0.moves.map { box.factors[$0.factor].name } }
        .reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
      return subject
        + "within the range of \(Self.list(names))\(names.count > 1 ? ", each by itself" : " alone")."
    }
    guard let corner = analysis.search.flips(contrast, assumptions: 2).first else { return nil }
    let names = corner.moves.map { box.factors[$0.factor].name }
    return subject + "at a corner of \(Self.list(names)) (\(box.text(corner)))."
  }

  /// Places at which signs change, as sentences.
  package var boundaryLines: [String] {
    analysis.search.boundaries.map { found in
      let contrast = analysis.contrasts[found.contrast]
      let factor = box.factors[found.factor]
      return SensitivityTable.Boundary(
        metric: contrast.metric, policy: contrast.policy, baseline: contrast.baseline,
        assumption: factor.name, unit: factor.definition.unit.rawValue,
        others: found.others.moves.isEmpty ? "" : box.text(found.others), place: found.place,
        halfWidth: found.halfWidth, isLowerBelow: isLowerBelow(found)
      ).sentence
    }
  }

  /// Assumptions that vary over the spread points, by their places in the box.
  var spreadFactors: [Int] { analysis.search.spread.first?.moves.map(\.factor) ?? [] }

  /// How often the sign of each comparison holds over the spread points.
  package var spreadLines: [String] {
    analysis.contrasts.indices.compactMap { contrast in
      guard let share = shares[contrast], let base = analysis.response(contrast, at: .base) else {
        return nil
      }
      let sign = base.difference.estimate < 0 ? "below 0" : "above 0"
      return "\(analysis.contrasts[contrast].text), \(sign) as in the study"
        + (base.hasClearSign ? "" : ", where the sign is open") + ": \(share.words)"
    }
  }

  /// How often each sign stands in the maps.
  var mapLines: [String] {
    analysis.maps.map { map in
      let found = map.firstLevels.indices.flatMap { column in
        map.secondLevels.indices.compactMap { map.response(column, $0) }
      }
      let clear = found.filter(\.hasClearSign)
      let lower = clear.count { $0.difference.estimate < 0 }
      return "\(analysis.contrasts[map.contrast].text), over \(box.factors[map.first].name) and "
        + "\(box.factors[map.second].name): below 0 in \(lower) of \(CountText.text(found.count, "point")), above 0 in "
        + "\(clear.count - lower), open in \(found.count - clear.count)"
    }
  }

  /// Whether the policy has the lower value below the place, rather than above it.
  func isLowerBelow(_ found: FlipBoundary) -> Bool { found.isNegativeAtStart == (found.from < found.to) }

  // MARK: Tables

  private func tablePage(_ contrast: Int) -> TextPage {
    let own = analysis.contrasts[contrast]
    guard let base = analysis.response(contrast, at: .base) else {
      return TextPage("\(own.text): no result in the study as it is")
    }
    let unit = own.unit.isEmpty ? "" : " \(own.unit)"
    let difference = NumberText.interval(base.difference.estimate, base.halfWidth, isSigned: true)
    var page = TextPage("\(own.text): \(difference)\(unit) in the study as it is")
    let shown = rows[contrast].filter { $0.verdict.isEffect }
    var columns: [(title: String, alignment: TextTable.Alignment)] = [
      ("assumption", .left), ("in study", .right), ("low end", .right), ("difference", .right),
      ("high end", .right), ("difference", .right), ("largest effect", .right), ("verdict", .left),
    ]
    if hasSeveralGrades { columns.insert(("grade", .left), at: 1) }
    var table = TextTable(columns, indentation: 2, subject: own.text)
    for row in shown.prefix(Self.printedRows) { table.add(cells(row)) }
    if !shown.isEmpty { page.add(table) }
    if shown.count > Self.printedRows {
      page.add("  and \(shown.count - Self.printedRows) more that keep the sign or have smaller effects")
    }
    let counts = [SensitivityRow.Verdict.notDetected, .noDifference, .noResult].compactMap { verdict in
      let count = rows[contrast].count { $0.verdict == verdict }
      return count == 0 ? nil : "\(verdict.text) \(count)"
    }
    page.add(counts.isEmpty ? "" : "  \(counts.joined(separator: ", "))")
    return page
  }

  private var hasSeveralGrades: Bool { Set(box.factors.map(\.definition.grade)).count > 1 }

  private func cells(_ row: SensitivityRow) -> [String] {
    let factor = box.factors[row.factor]
    // Of more than two words, those with the smallest and largest difference.
    let known = row.ends.filter { $0.response != nil }
    let sorted = known.sorted {
      ($0.response?.difference.estimate ?? 0) < ($1.response?.difference.estimate ?? 0)
    }
    var (low, high) = (row.ends.first, row.ends.count > 1 ? row.ends.last : nil)
    if row.ends.count > 2 { (low, high) = (sorted.first, sorted.last) }
    if row.ends.count == 1, let only = factor.range, case .number(let number) = row.ends[0].level,
      number == only.upperBound
    {
      (low, high) = (nil, row.ends[0])
    }
    func difference(_ end: SensitivityRow.End?) -> String {
      guard let response = end?.response else { return "-" }
      return NumberText.interval(response.difference.estimate, response.halfWidth, isSigned: true)
    }
    let effect = row.strongest?.response?.effect
    let grade = hasSeveralGrades ? [factor.definition.grade.rawValue] : []
    return [factor.name] + grade + [
      factor.text(factor.base),
      low.map { factor.text($0.level) } ?? "-",
      difference(low), high.map { factor.text($0.level) } ?? "-", difference(high),
      NumberText.interval(effect?.estimate, effect.map { 2 * $0.standardError }, isSigned: true),
      row.verdict.text,
    ]
  }

  private var legend: String {
    """
    Differences: policy minus baseline, with the half-widths of 95 % intervals.
    Largest effect: the change of the difference from the study to an end, ± two standard errors.
      changes sign     the difference has the other sign at an end, with an interval that excludes 0
      leaves it open   the interval of the difference contains 0 at an end, and not in the study
      keeps sign       the difference changes, and keeps its sign
      sign open        the difference changes, and its sign is open in the study as it is
      not detected     no change of two standard errors; no difference: equal in each replication

    """
  }

  /// Words with commas and an "and".
  static func list(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " and " + last
  }
}
