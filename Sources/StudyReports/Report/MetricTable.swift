import Basics
import OutputAnalysis
import ResultsStore

struct MetricTable {
  let metric: MetricDefinition
  let rows: [ComparisonRow]
  let designPoint: String?
  let margin: Margin?
  var robustness: [SensitivityTable] = []
  var units = ShownUnits()
  /// The family and the confidence of the intervals.
  var note = ""
  private var unit: ShownUnit { units(metric, for: rows.map(\.mean)) }

  var page: TextPage { table.map { TextPage("\n\(metric.markedName)\(heading)", $0) } ?? TextPage() }

  var table: TextTable? {
    guard let first = rows.first else { return nil }
    let unit = unit
    var table = TextTable(
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
        .page("extra replications", .right) { VerdictText.needed($0.judged) },
        .page("ratio", .right) { NumberText.ratio($0.judged) },
        .page("note") { $0.notes.joined(separator: "; ") },
      ], indentation: 2, subject: (designPoint.map { $0 + " " } ?? "") + metric.name
    ).withoutEmptyColumns
    table.caption = TextTable.caption(metric.title(in: unit.name), designPoint.map { "at \($0)" }, facts)
    table.note = "\(note) \(replications)."
    return table
  }

  /// An estimate with its interval, without an interval that exceeds a share's range of 0 to 1 or is wider than its ratio.
  private func estimate(_ row: ComparisonRow) -> String {
    guard metric.unit == "1", let mean = row.mean, let width = row.halfWidth, width > 0,
      metric.name.hasSuffix("_share") ? mean - width < 0 || mean + width > 1 : width > abs(mean)
    else {
      return NumberText.estimate(
        unit(row.mean), unit(row.halfWidth), ends: (unit(row.meanLower), unit(row.meanUpper)))
    }
    return NumberText.fixed(mean, decimals: 2) + " (too few replications)"
  }

  var heading: String {
    ": " + ((metric.unit == "1" ? [] : [unit.name]) + facts + [replications]).joined(separator: ", ")
  }

  private var replications: String {
    CountText.text(rows.map(\.replicationsUsed).max() ?? 0, "replication")
  }

  /// `lower is better`, `margin 10 % (8.4)`.
  private var facts: [String] {
    var parts = metric.betterWay.map { [$0] } ?? []
    if let width = rows.compactMap(\.margin).first {
      parts += NumberText.margin(margin, width: unit(width)).map { [$0] } ?? []
    }
    return parts
  }
}

extension TextTable {
  /// A title and facts as a caption: `Staleness at opens (h), lower is better.`
  static func caption(_ title: String, _ place: String?, _ facts: [String]) -> String {
    let text = ([title] + (place.map { [$0] } ?? []) + facts).joined(separator: ", ")
    return text.prefix(1).uppercased() + text.dropFirst() + "."
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

  static let legend: Legend = [
    "better, worse": "the interval is beyond the margin",
    "slightly better, slightly worse": "interval excludes 0, not the margin: possibly a large difference",
    "equivalent": "the interval is within the margin on both sides",
    "same": "equal in every replication",
    "unresolved": "the interval does not support a verdict, or there is no interval",
    "extra replications": "replications to add for a verdict with power 0.8, if the estimates are true",
    "ratio": "estimate over reference estimate, empty if one is 0; decides only if the margin is a factor",
    "corr.": "correlation with the reference across replications (common random numbers)",
    "battery": "the estimate as a percentage of battery capacity per day",
    "p (adjusted)": "Bonferroni-adjusted p-value; below 0.05 exactly if a 95 % interval excludes 0",
    "estimate": "with its own interval, cut off at 0, which does not decide a verdict",
  ]

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
        "Skewed, with fewer than 30 replications: the true coverage may be below the stated confidence (skewness): "
          + skewed.map { "\($0.group) (\($0.words.joined(separator: ", ")))" }.joined(separator: ", ") + ".")
    }
    if let least = fewest.min(), let most = fewest.max() {
      sentences.append(
        "Small sample: "
          + (fewest.count == rows.count
            ? "every difference is"
            : "\(CountText.text(fewest.count, "difference")) \(fewest.count == 1 ? "is" : "are")")
          + " based on \(least == most ? "\(least)" : "\(least) to \(most)") simulated devices (fewer than 100)."
      )
    }
    return sentences.map { $0 + "\n" }.joined()
  }
}
