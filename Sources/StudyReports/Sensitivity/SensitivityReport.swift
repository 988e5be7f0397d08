import ModelParameters
import OutputAnalysis
import PlainText
import SensitivityDesign

/// A search for decisive assumptions as it is shown: its conclusion, a table for each comparison, what was left out.
public struct SensitivityReport: Sendable {
  public var study: String
  /// Digest of what all runs of the study share, as results files have it.
  public var studyDigest: String
  /// The design point that was run.
  public var designPoint: String
  public var devices: Int
  public var replications: Int
  /// Sentences that name everything that was cut to keep the time.
  public var cuts: [String]
  public let analysis: SensitivityAnalysis
  /// By comparison, the largest effect first.
  public let rows: [[SensitivityRow]]

  /// Rows of a table on the terminal.
  static let printedRows = 12

  public init(
    _ analysis: SensitivityAnalysis, study: String, studyDigest: String, designPoint: String, devices: Int,
    replications: Int,
    cuts: [String] = []
  ) {
    self.analysis = analysis
    self.study = study
    self.studyDigest = studyDigest
    self.designPoint = designPoint
    self.devices = devices
    self.replications = replications
    self.cuts = cuts
    rows = analysis.contrasts.indices.map { analysis.rows($0) }
  }

  var box: SensitivityBox { analysis.search.box }

  /// The report at the width of a pipe.
  public var text: String { page.text() }

  /// For people.
  public var page: TextPage {
    var page = TextPage(conclusions.joined(separator: "\n"))
    page.addGap()
    let place = designPoint == "base" ? study : "\(study), \(designPoint)"
    page.add(
      "\(place): \(Self.count(box.factors.count, "assumption")) one at a time at the ends of their ranges, then the "
        + "strongest in pairs;")
    page.add(
      "\(Self.count(analysis.search.points.count, "point")) with \(Self.count(replications, "replication")) of "
        + "\(Self.count(devices, "device")), common random numbers")
    for cut in cuts { page.add(cut) }
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
        "\nShare of points: \(Self.count(analysis.search.spread.count, "point")) of a Latin hypercube over the "
          + "\(Self.count(spreadFactors.count, "assumption")) with an effect, with Wilson's 95 % interval")
      for line in spreadLines { page.add("  \(line)") }
    }
    page.add(leftOut)
    return page
  }

  /// Parameters and points that were left out, and failures; empty if there are none.
  private var leftOut: String {
    var text = ""
    let absences = box.absences.map { "\($0.count) (\($0.reason))" }
    if !absences.isEmpty { text += "\nParameters left out: \(absences.joined(separator: ", "))\n" }
    if !analysis.search.leftOut.isEmpty {
      text +=
        "Points left out, as they break a condition on several parameters: "
        + "\(analysis.search.leftOut.count), the first \(box.text(analysis.search.leftOut[0]))\n"
    }
    for failure in analysis.failures.prefix(3) {
      text += "failed: \(box.text(failure.point)): \(failure.text)\n"
    }
    if analysis.failures.count > 3 { text += "and \(analysis.failures.count - 3) more failures\n" }
    return text
  }

  // MARK: Conclusions

  /// The assumptions that decide, in plain sentences: one for each comparison whose sign depends on one, else one for all.
  public var conclusions: [String] {
    var lines = analysis.contrasts.indices.compactMap(conclusion)
    let unclear = analysis.contrasts.indices.filter {
      analysis.response($0, at: .base).map { !$0.hasClearSign } ?? true
    }
    if lines.isEmpty, unclear.count < analysis.contrasts.count {
      lines.append(
        unclear.isEmpty
          ? "No assumption that was tried, and no pair of the strongest, changes the sign of a difference."
          : "No assumption that was tried changes the sign of a difference that is clear in the study as it is."
      )
    }
    for contrast in unclear {
      lines.append(
        "The sign of the difference in \(analysis.contrasts[contrast].text) is open in the study as it is.")
    }
    return lines
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
  public var boundaryLines: [String] {
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
  public var spreadLines: [String] {
    analysis.contrasts.indices.compactMap { contrast in
      guard let shares = analysis.search.signShares(contrast), let interval = shares.interval else {
        return nil
      }
      return
        "\(analysis.contrasts[contrast].text): the sign holds in \(shares.holding) of \(shares.points) points "
        + "(\(NumberText.percent(interval.lower)) to \(NumberText.percent(interval.upper)) %), is open in "
        + "\(shares.open), and is the other in \(shares.other)"
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

  /// `1 point`, `20 points`.
  static func count(_ number: Int, _ word: String, _ plural: String? = nil) -> String {
    "\(number) \(number == 1 ? word : plural ?? word + "s")"
  }

  /// Words with commas and an "and".
  static func list(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " and " + last
  }
}
