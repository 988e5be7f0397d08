import OutputAnalysis
import PlainText
import ResultsStore

extension PolicyFrontier {
  /// A table of the points by energy, then the hypervolume.
  func text(isNamed: Bool) -> String {
    var parts = [
      "\(points.count) \(over.isEmpty ? "policies" : "choices")",
      "\(replications) \(replications == 1 ? "replication" : "replications")",
    ]
    if !over.isEmpty { parts.insert("over \(over.joined(separator: ", "))", at: 0) }
    if isNamed { parts.insert("at \(name)", at: 0) }
    var text =
      "\nfront of \(FrontierCandidates.energyMetric) and \(FrontierCandidates.stalenessMetric): "
      + parts.joined(separator: ", ") + "\n"
    let hasRegions = points.contains { $0.difference != nil }
    var columns: [(title: String, alignment: TextTable.Alignment)] = [
      (over.isEmpty ? "policy" : "choice", .left), ("J/d", .right),
    ]
    if hasRegions { columns.append(("difference", .right)) }
    columns.append(("s", .right))
    if hasRegions { columns.append(("difference", .right)) }
    columns.append(("standing", .left))
    let hasEvidence = points.contains { $0.pValue != nil }
    if hasEvidence { columns.append(("p", .right)) }
    let hasShares = points.contains { $0.frontShare != nil }
    if hasShares { columns.append(("resamples", .right)) }
    var table = TextTable(columns, indentation: 2)
    for point in points {
      var cells = [point.label, Self.mean(point.energy)]
      if hasRegions { cells.append(difference(point) { ($0.centre.first, $0.firstHalfWidth) }) }
      cells.append(Self.mean(point.staleness))
      if hasRegions { cells.append(difference(point) { ($0.centre.second, $0.secondHalfWidth) }) }
      cells.append(point.words)
      if hasEvidence { cells.append(NumberText.probability(point.pValue)) }
      if hasShares {
        cells.append(point.frontShare.map { NumberText.fixed($0 * 100, decimals: 0) + " %" } ?? "")
      }
      table.add(cells)
    }
    text += table.text
    for policy in left { text += "  \(policy) has no run with both values\n" }
    return text + "\n  " + hypervolumeText + "\n  \(referenceText)\n"
  }

  /// `hypervolume 18.3 ± 0.9 kJ/d·h (standard error 0.4, …)`.
  var hypervolumeText: String {
    func scaled(_ value: Double) -> Double { value / Self.areaUnit }
    func error(_ value: Double) -> String {
      NumberText.fixed(value, decimals: NumberText.decimals(of: value))
    }
    let text =
      "hypervolume "
      + NumberText.interval(scaled(hypervolume.area), hypervolume.halfWidth.map(scaled)) + " kJ/d·h"
    guard let whole = hypervolume.standardError.map(scaled),
      let paired = pairedHypervolume.standardError.map(scaled)
    else { return text }
    return text
      + " (standard error \(error(whole)); \(error(paired)) if the reference moves with \(baseline))"
  }

  /// `up to 20000 J/d and 24000 s, which is as stated`.
  var referenceText: String {
    "up to \(Self.mean(reference.energy)) J/d and \(Self.mean(reference.staleness)) s, "
      + "which is \(reference.rule)"
  }

  /// What the words mean that fronts have, once for all of them.
  static func explanation(of fronts: [PolicyFrontier]) -> String {
    guard let first = fronts.first else { return "" }
    let points = fronts.flatMap(\.points)
    let (jointConfidence, statements) = (first.jointConfidence, fronts.map(\.statements).max() ?? 0)
    let percent = NumberText.percent(jointConfidence)
    let words = Standing.allCases.filter { standing in points.contains { $0.standing == standing } }
      .compactMap(Self.meaning)
    var sentence = words.joined(separator: "; ")
    if statements > 0 {
      sentence += ". The \(statements) one-sided paired tests of a front hold together at \(percent) %"
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
        "; difference: from \(first.baseline), ± the shadow of the joint region of both; these regions hold together "
        + "at \(percent) %, too"
    }
    var lines = WrappedText.lines(of: sentence + ".", length: 104)
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
    case .onFront: "on the front: every other is shown to cost more of one"
    case .unresolved: "unresolved: by the means none dominates it, but the named one may in truth"
    case .probablyDominated: "probably dominated: by the means the named one costs no more of either"
    case .clearlyDominated:
      "clearly dominated: the named one is shown to cost no more of either, and less of one"
    case .beside: nil
    }
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
    if let sameAs { return "same as \(sameAs)" }
    guard let rival = rivals.first else { return standing.rawValue }
    let others = rivals.count > 1 ? " and \(rivals.count - 1) more" : ""
    switch standing {
    case .onFront, .beside: return standing.rawValue
    // Of rivals that nothing is shown about the nearest is enough.
    case .unresolved: return "unresolved against \(rival)"
    case .probablyDominated, .clearlyDominated: return "\(standing.rawValue) by \(rival)\(others)"
    }
  }
}
