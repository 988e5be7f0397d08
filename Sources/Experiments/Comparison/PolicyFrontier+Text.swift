import OutputAnalysis
import ResultsStore

extension PolicyFrontier {
  /// A table of the points by energy, then the hypervolume.
  func text(isNamed: Bool) -> String {
    var parts = [
      "lower is better", "\(points.count) \(over.isEmpty ? "policies" : "choices")",
      "\(replications) \(replications == 1 ? "replication" : "replications")",
    ]
    if isNamed { parts.insert("at \(name)", at: 0) }
    if !over.isEmpty { parts.insert("over \(over.joined(separator: ", "))", at: 0) }
    var text =
      "\nfront of \(FrontierCandidates.energyMetric) and \(FrontierCandidates.stalenessMetric): "
      + parts.joined(separator: ", ") + "\n"
    let hasRegions = points.contains { $0.difference != nil }
    var columns: [(title: String, alignment: TextTable.Alignment)] = [
      (over.isEmpty ? "policy" : "choice", .left), ("energy", .right),
    ]
    if hasRegions { columns.append(("jointly", .right)) }
    columns.append(("staleness", .right))
    if hasRegions { columns.append(("jointly", .right)) }
    columns += [("standing", .left), ("p", .right), ("resamples", .right)]
    var table = TextTable(columns, indentation: 2)
    for point in points {
      var cells = [point.label, Self.mean(point.energy)]
      if hasRegions { cells.append(difference(point) { ($0.centre.first, $0.firstHalfWidth) }) }
      cells.append(Self.mean(point.staleness))
      if hasRegions { cells.append(difference(point) { ($0.centre.second, $0.secondHalfWidth) }) }
      cells += [
        point.words, NumberText.probability(point.pValue),
        point.frontShare.map { NumberText.fixed($0 * 100, decimals: 0) + " %" } ?? "",
      ]
      table.add(cells)
    }
    text += table.text
    for policy in left { text += "  \(policy) has no run with both values\n" }
    return text + "  " + hypervolumeText + "\n"
  }

  /// `hypervolume 18.3 ± 0.9 kJ/d·h (standard error 0.4) up to 20000 J/d and 24000 s: …`.
  var hypervolumeText: String {
    let area = hypervolume.area / Self.areaUnit
    var text =
      "hypervolume \(NumberText.interval(area, hypervolume.halfWidth.map { $0 / Self.areaUnit })) kJ/d·h"
    if let error = hypervolume.standardError.map({ $0 / Self.areaUnit }) {
      text += " (standard error \(NumberText.fixed(error, decimals: NumberText.decimals(of: error))))"
    }
    return text + " up to \(Self.mean(reference.energy)) J/d and \(Self.mean(reference.staleness)) s: "
      + reference.rule
  }

  /// What the words mean, once for all fronts.
  var explanation: String {
    let percent = NumberText.percent(jointConfidence)
    var lines = [
      "on the front: every other is shown to cost more energy or staleness; unresolved: none is better in both "
        + "means,",
      "but the named one may be in truth; dominated: the named one costs no more of either, clearly if shown, "
        + "probably if",
      "by the means only. All \(statements) one-sided paired tests of a front hold together at \(percent) % "
        + "(Bonferroni); p: the chance of",
      "seeing such dominance without there being any, times the number of tests; resamples: share of "
        + "\(Self.resamples) resamples of",
      "the replications with it on the front of the means.",
    ]
    if points.contains(where: { $0.difference != nil }) {
      lines.append(
        "jointly: minus \(baseline), with the shadow of the region in which both differences of all lie at "
          + "\(percent) %.")
    }
    for point in points where point.standing == .beside {
      lines.append(
        "\(point.label) uses the future, so no phone could run it: it stands beside the front and dominates nothing."
      )
    }
    for point in points where point.startsNothing {
      lines.append("\(point.label) starts nothing: it ends the front where no energy is spent.")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func difference(_ point: Point, _ side: (JointRegion) -> (Double, Double)) -> String {
    if point.isBaseline { return "baseline" }
    guard let region = point.difference else { return "" }
    let (centre, halfWidth) = side(region)
    return NumberText.interval(centre, halfWidth, isSigned: true)
  }

  /// Joules a day times seconds in kilojoules a day times hours.
  static let areaUnit = 1000.0 * 3600

  /// Five significant digits of a large number, four of a small one.
  private static func mean(_ value: Double) -> String {
    NumberText.fixed(value, decimals: value >= 1000 ? 0 : NumberText.decimals(of: value, significant: 4))
  }
}

extension PolicyFrontier.Point {
  /// Standing and rival: `clearly dominated by random`.
  var words: String {
    guard let rival = rivals.first else { return standing.rawValue }
    let others = rivals.count > 1 ? " and \(rivals.count - 1) more" : ""
    switch standing {
    case .onFront, .beside: return standing.rawValue
    case .unresolved: return "unresolved against \(rival)\(others)"
    case .probablyDominated, .clearlyDominated: return "\(standing.rawValue) by \(rival)\(others)"
    }
  }
}
