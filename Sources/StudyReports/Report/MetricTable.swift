import Basics
import OutputAnalysis
import ResultsStore

struct MetricTable {
  let metric: MetricDefinition
  let rows: [ComparisonRow]
  let designPoint: String?
  let margin: Margin?
  var robustness: [SensitivityTable] = []
  var keepsSeconds = false
  private var unit: ShownUnit { ShownUnit(metric.unit, for: rows.map(\.mean), keepsSeconds: keepsSeconds) }

  var page: TextPage { table.map { TextPage("\n\(metric.name)\(heading)", $0) } ?? TextPage() }

  var table: TextTable? {
    guard let first = rows.first else { return nil }
    let unit = unit
    return TextTable(
      rows,
      [
        .page("policy", \.policy), .page("estimate", .right, unit: unit.name, estimate),
        .page("battery", .right) { NumberText.battery($0.mean, of: $0.nominalJoules) },
        .page("minus \(first.baseline)", .right, unit: unit.name) {
          $0.policy == $0.baseline ? "baseline" : NumberText.difference($0.judged, unit)
        },
        .page("corr.", .right) { NumberText.correlation($0.correlation) },
        .page("p (adjusted)", .right) { NumberText.probability($0.adjustedPValue) },
        .page("verdict") { row in
          VerdictText.words(row.judged) + robustness.map { $0.words(of: row) }.joined()
        },
        .page("needed", .right) { VerdictText.needed($0.judged) },
        .page("ratio", .right) { NumberText.ratio($0.judged) },
        .page("note") { $0.notes.joined(separator: "; ") },
      ], indentation: 2, subject: (designPoint.map { $0 + " " } ?? "") + metric.name
    ).withoutEmptyColumns
  }

  /// An interval of a share that leaves 0 to 1, or of another ratio that is wider than the ratio, says nothing.
  private func estimate(_ row: ComparisonRow) -> String {
    guard metric.unit == "1", let mean = row.mean, let width = row.halfWidth, width > 0,
      metric.name.hasSuffix("_share") ? mean - width < 0 || mean + width > 1 : width > abs(mean)
    else { return NumberText.interval(unit(row.mean), unit(row.halfWidth)) }
    return NumberText.fixed(mean, decimals: 2) + " (too few replications)"
  }

  var heading: String {
    var parts: [String] = metric.unit == "1" ? [] : [unit.name]
    parts += metric.betterWay.map { [$0] } ?? []
    if let width = rows.compactMap(\.margin).first {
      parts += NumberText.margin(margin, width: unit(width)).map { [$0] } ?? []
    }
    parts.append(CountText.text(rows.map(\.replicationsUsed).max() ?? 0, "replication"))
    return ": " + parts.joined(separator: ", ")
  }
}

enum VerdictText {
  /// `better`, or `equivalent, lower`: an equivalent difference that excludes 0 has a direction worth saying.
  static func words(_ judged: JudgedDifference) -> String {
    guard let verdict = judged.verdict.flatMap(Verdict.init) else { return "" }
    guard verdict == .equivalent, let direction = judged.direction else { return verdict.words }
    return "\(verdict.words), \(direction)"
  }

  /// `12`, or `more than 90` for a lower bound; empty for a row that is resolved.
  static func needed(_ judged: JudgedDifference) -> String {
    guard let replications = judged.replicationsNeeded else { return "" }
    return judged.isNeededLowerBound == true ? "more than \(replications)" : "\(replications)"
  }

  static func legend(_ rows: [JudgedDifference], hasBattery: Bool) -> String {
    let verdicts = Set(rows.compactMap(\.verdict))
    func has(_ words: Verdict...) -> Bool { words.contains { verdicts.contains($0.rawValue) } }
    var lines: [String] = []
    if has(.same) { lines.append("same: equal in every replication") }
    if has(.equivalent) { lines.append("equivalent: the interval lies within the margin on both sides") }
    if has(.better, .worse) { lines.append("better, worse: the interval lies beyond the margin") }
    if has(.slightlyBetter, .slightlyWorse) {
      lines.append("slightly better, slightly worse: the interval excludes 0, but not the margin")
    }
    if has(.unresolved) {
      lines.append("unresolved: the interval supports none of these verdicts, or there is no interval")
    }
    if rows.contains(where: { $0.replicationsNeeded != nil }) {
      lines.append(
        "needed: replications to add for a verdict with power 0.8, if difference and spread are as estimated")
    }
    if rows.contains(where: { $0.ratio != nil }) {
      lines.append("ratio: the estimate divided by the reference estimate, with its simultaneous interval")
    }
    if rows.contains(where: { $0.correlation != nil }) {
      lines.append(
        "corr.: correlation of both over replications, which meet the same phones and random numbers")
    }
    if hasBattery { lines.append("battery: the estimate in percent of the battery's nominal energy a day") }
    return lines.map { $0 + "\n" }.joined()
  }

  /// - Parameter rows: Warnings with the name of the row, and of the group of rows that it belongs to.
  static func warnings(_ rows: [(group: String, row: String, warnings: [JudgedDifference.Warning])]) -> String
  {
    var skewed: [(group: String, words: [String])] = []
    var fewest: [Int] = []
    for entry in rows {
      for warning in entry.warnings {
        switch warning {
        case .skewed(let skewness):
          let words = "\(entry.row) \(NumberText.fixed(skewness, decimals: 1))"
          if skewed.last?.group == entry.group {
            skewed[skewed.count - 1].words.append(words)
          } else {
            skewed.append((entry.group, [words]))
          }
        case .fewDevices(let count): fewest.append(count)
        }
      }
    }
    var sentences: [String] = []
    if !skewed.isEmpty {
      sentences.append(
        "Skewed at fewer than 30 replications, so that the interval may cover less often than stated (skewness): "
          + skewed.map { "\($0.group) (\($0.words.joined(separator: ", ")))" }.joined(separator: ", ") + ".")
    }
    if let least = fewest.min(), let most = fewest.max() {
      sentences.append(
        "Fewer than 100 device-replications stand behind "
          + (fewest.count == rows.count ? "every difference" : "\(fewest.count) differences")
          + ": \(least == most ? "\(least)" : "\(least) to \(most)").")
    }
    return sentences.map { $0 + "\n" }.joined()
  }
}
