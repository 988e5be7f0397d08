import OutputAnalysis
import PlainText
import ResultsStore
import StudyMetrics

extension PolicyFrontier {
  /// A table of the points, then the hypervolume if a reference is stated.
  func page(isNamed: Bool) -> TextPage {
    var parts = [
      "\(points.count) \(over.isEmpty ? "policies" : "choices")",
      "\(replications) \(replications == 1 ? "replication" : "replications")",
    ]
    if !over.isEmpty { parts.insert("over \(over.joined(separator: ", "))", at: 0) }
    if isNamed { parts.insert("at \(name)", at: 0) }
    var page = TextPage(
      "\nfront of \(metrics.first.name) and \(metrics.second.name): " + parts.joined(separator: ", "))
    page.add(table)
    for policy in left { page.add("  \(policy) has no estimate of one of both") }
    if let hypervolume {
      page.add("\n  \(hypervolume.text(baseline: baseline))\n  \(hypervolume.referenceText)")
    }
    return page
  }

  /// The metric of each column of ``table``; nil for columns of none.
  var columnMetrics: [String?] {
    Array(repeating: nil, count: hasGates ? 2 : 1)
      + [metrics.first, metrics.second].flatMap { metric in
        Array(repeating: metric.name, count: 1 + (hasBattery(metric) ? 1 : 0) + (hasRegions ? 1 : 0))
      }
  }

  private var hasRegions: Bool { points.contains { $0.difference != nil } }
  private func hasBattery(_ metric: MetricDefinition) -> Bool { nominalJoules != nil && metric.unit == "J/d" }
  private var hasGates: Bool { points.contains { $0.gates != nil } }

  /// The points, ascending by the first metric.
  var table: TextTable {
    var columns: [(title: String, alignment: TextTable.Alignment)] = [
      (over.isEmpty ? "policy" : "choice", .left)
    ]
    if hasGates { columns.append(("gates", .right)) }
    for metric in [metrics.first, metrics.second] {
      columns.append((FrontMetrics.unit(metric), .right))
      if hasBattery(metric) { columns.append(("battery", .right)) }
      if hasRegions { columns.append(("difference", .right)) }
    }
    columns.append(("standing", .left))
    let hasEvidence = points.contains { $0.pValue != nil }
    if hasEvidence { columns.append(("p", .right)) }
    let hasShares = points.contains { $0.frontShare != nil }
    if hasShares { columns.append(("resamples", .right)) }
    var table = TextTable(
      columns, indentation: 2, subject: "front of \(metrics.first.name) and \(metrics.second.name)")
    for point in points {
      var cells = [point.label]
      if hasGates { cells.append(point.gates.map(String.init) ?? "") }
      cells.append(Self.mean(point.first))
      if hasBattery(metrics.first) { cells.append(NumberText.battery(point.first, of: nominalJoules)) }
      if hasRegions { cells.append(difference(point) { ($0.center.first, $0.firstHalfWidth) }) }
      cells.append(Self.mean(point.second))
      if hasBattery(metrics.second) { cells.append(NumberText.battery(point.second, of: nominalJoules)) }
      if hasRegions { cells.append(difference(point) { ($0.center.second, $0.secondHalfWidth) }) }
      cells.append(point.words)
      if hasEvidence { cells.append(NumberText.probability(point.pValue)) }
      if hasShares {
        cells.append(point.frontShare.map { NumberText.fixed($0 * 100, decimals: 0) + " %" } ?? "")
      }
      table.add(cells)
    }
    return table
  }

  /// The legend of all fronts.
  static func explanation(of fronts: [PolicyFrontier]) -> String {
    guard let first = fronts.first else { return "" }
    let points = fronts.flatMap(\.points)
    let (jointConfidence, statements) = (first.jointConfidence, fronts.map(\.statements).max() ?? 0)
    let percent = NumberText.percent(jointConfidence)
    let words = Standing.allCases.filter { standing in points.contains { $0.standing == standing } }
      .compactMap(Self.meaning)
    var sentence = words.joined(separator: "; ")
    if statements > 0 {
      sentence +=
        ". The \(statements) one-sided paired tests of a front are simultaneous at \(percent) %, and ask for the sign only: "
        + "they can show one that a two-sided interval leaves open"
    }
    if points.contains(where: { $0.gates != nil }) {
      sentence += "; gates: number of soft gates that the policy obeys"
    }
    if points.contains(where: { $0.sameAs != nil }) {
      sentence += "; same: both values are equal in every replication"
    }
    if points.contains(where: { $0.pValue != nil }) {
      sentence += "; p: of such dominance by chance alone, times their number"
    }
    sentence +=
      "; resamples: share of \(Self.resamples) resamples of the replications with it on the front of the means"
    if points.contains(where: { $0.difference != nil }) {
      sentence +=
        "; difference: from \(first.baseline), ± the joint region of both, projected on each axis, with "
        + "simultaneous \(percent) % confidence"
    }
    if fronts.contains(where: { $0.hasBattery($0.metrics.first) || $0.hasBattery($0.metrics.second) }) {
      sentence += "; battery: joules in percent of the battery's nominal energy a day"
    }
    var lines = [sentence + "."]
    if fronts.allSatisfy(\.over.isEmpty) {
      lines.append(
        "Standings hold for the two metrics of their table, and for these settings of the policies: no curves over their "
          + "parameters were compared.")
    }
    for point in points where point.standing == .beside {
      let line = "\(point.label) stands beside the front: it uses the future, and dominates nothing here."
      if !lines.contains(line) { lines.append(line) }
    }
    for point in points where point.startsNothing {
      let line = "\(point.label) starts nothing: the end of the front where no work is done."
      if !lines.contains(line) { lines.append(line) }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func meaning(_ standing: Standing) -> String? {
    switch standing {
    case .onFront: "on the front: every other is shown to be worse in one metric"
    case .unresolved: "unresolved: by the means none dominates it, but the named one may in truth"
    case .perhapsDominated:
      "perhaps dominated: the named policy is no worse in either metric by the means, but no test shows it"
    case .clearlyDominated:
      "clearly dominated: the named policy is shown to be no worse in either metric, and better in one"
    case .beside: nil
    }
  }

  private func difference(_ point: Point, _ side: (JointRegion) -> (Double, Double)) -> String {
    if point.isBaseline { return "baseline" }
    guard let region = point.difference else { return "" }
    let (centre, halfWidth) = side(region)
    return NumberText.interval(centre, halfWidth, isSigned: true)
  }

  /// Five significant digits of a large number, four of a small one.
  static func mean(_ value: Double) -> String {
    NumberText.fixed(value, decimals: value >= 1000 ? 0 : NumberText.decimals(of: value, significant: 4))
  }
}

extension PolicyFrontier.Point {
  /// Standing and rival: `clearly dominated by random`.
  var words: String {
    if let sameAs { return "same as \(sameAs)" }
    guard let rival = rivals.first else { return standing.rawValue }
    let others = rivals.count > 1 ? " and \(rivals.count - 1) more" : ""
    switch standing {
    case .onFront, .beside: return standing.rawValue
    // Of rivals that nothing is shown about the nearest is enough.
    case .unresolved: return "unresolved against \(rival)"
    case .perhapsDominated, .clearlyDominated: return "\(standing.rawValue) by \(rival)\(others)"
    }
  }
}
