import OutputAnalysis
import ResultsStore

/// Verdicts for people: their words, what these mean, and what weakens the intervals behind them.
enum VerdictText {
  /// `better`, or `equivalent, lower`: an equivalent difference that excludes 0 has a direction worth saying.
  static func words(_ verdict: String?, _ direction: String?) -> String {
    guard let verdict else { return "" }
    guard verdict == Verdict.equivalent.rawValue, let direction else { return verdict }
    return "\(verdict), \(direction)"
  }

  static func words(_ judged: JudgedDifference) -> String { words(judged.verdict, judged.direction) }

  /// `12`, or `more than 90` for a lower bound; empty for a row that is resolved.
  static func needed(_ replications: Int?, _ isLowerBound: Bool?) -> String {
    guard let replications else { return "" }
    return isLowerBound == true ? "more than \(replications)" : "\(replications)"
  }

  /// The meaning of the verdicts that occur, one line each.
  static func legend(_ rows: [JudgedDifference], hasBattery: Bool) -> String {
    let verdicts = Set(rows.compactMap(\.verdict))
    func has(_ words: Verdict...) -> Bool { words.contains { verdicts.contains($0.rawValue) } }
    var lines: [String] = []
    if has(.same) { lines.append("same: equal in every replication") }
    if has(.equivalent) { lines.append("equivalent: the interval lies within the margin on both sides") }
    if has(.better, .worse) { lines.append("better, worse: the interval lies beyond the margin") }
    if has(.slightlyBetter, .slightlyWorse) {
      lines.append("slightlyBetter, slightlyWorse: the interval excludes 0, but not the margin")
    }
    if has(.unresolved) { lines.append("unresolved: the interval decides none of these, or there is none") }
    if rows.contains(where: { $0.replicationsNeeded != nil }) {
      lines.append(
        "needed: replications to add for a verdict with power 0.8, if difference and spread are as estimated")
    }
    if rows.contains(where: { $0.correlation != nil }) {
      lines.append(
        "corr.: correlation of both over replications, which meet the same phones and random numbers")
    }
    if hasBattery { lines.append("battery: the estimate in percent of the battery's nominal energy a day") }
    return lines.map { $0 + "\n" }.joined()
  }

  /// The reasons why intervals may cover less often than stated, one line each.
  ///
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
