import OutputAnalysis

/// The findings of a history matching about the observations: which of them rule out most, which have an
/// implausibility at the cut-off or above at each point, and which of them conflict.
package struct FitFindings: Sendable {
  package struct Row: Sendable, Hashable {
    package let row: Int
    /// The share of the points of the first wave that do not match the observation. They fill the parameter space.
    package let ruledOut: Double
    /// Over the points of the first wave; infinite if half of them have no value.
    package let median: Double
    /// Over all points.
    package let least: Double
    let met: Int
  }

  /// Two rows that parameter sets match separately, but never together.
  package struct Conflict: Sendable, Hashable {
    package let first, second: Int
    package let metFirst, metSecond: Int
    /// The expected number of points that match both, if the observations were independent.
    package let expected: Double
  }

  package struct HeldOut: Sendable, Hashable {
    package let rows: Int
    /// The mean number of rows that a point matches: over the plausible sets (nil without any), and over the first wave.
    package let metByPlausible: Double?
    package let metInBox: Double
  }

  /// The rows, the one that rules out most points first.
  package let rows: [Row]
  /// The pairs, the one with the largest expected number of common points first.
  package let conflicts: [Conflict]
  package let heldOut: HeldOut?
  /// The point with the smallest largest implausibility over the rows that are not withheld.
  package let best: FitPoint?
  /// The least implausible point.
  let nearest: FitPoint?

  package init(_ search: FitSearch) {
    let cutoff = search.rule.cutoff
    let all = search.points
    let first = all.filter { $0.wave == 1 }
    let indices = search.rows.indices
    let meets = indices.map { row in all.map { $0.implausibilities[row] < cutoff } }
    let met = meets.map { $0.count(where: \.self) }
    rows = indices.map { row in
      let values = first.map { $0.implausibilities[row] }.sorted()
      return Row(
        row: row, ruledOut: Double(values.count { $0 >= cutoff }) / Double(max(1, values.count)),
        median: Self.median(values), least: all.map { $0.implausibilities[row] }.min() ?? .infinity,
        met: met[row])
    }.sorted { ($0.ruledOut, $0.median) > ($1.ruledOut, $1.median) }
    var conflicts: [Conflict] = []
    for one in indices where met[one] > 0 {
      for other in indices.dropFirst(one + 1) where met[other] > 0 {
        guard !zip(meets[one], meets[other]).contains(where: { $0 && $1 }) else { continue }
        conflicts.append(
          Conflict(
            first: one, second: other, metFirst: met[one], metSecond: met[other],
            expected: Double(met[one]) * Double(met[other]) / Double(all.count)))
      }
    }
    self.conflicts = conflicts.sorted { $0.expected > $1.expected }
    best = all.min { ($0.largest, $0.deciding) < ($1.largest, $1.deciding) }
    nearest = all.min { $0.deciding < $1.deciding }
    let withheld = indices.filter { search.rows[$0].isHeldOut }
    func mean(_ points: [FitPoint]) -> Double? {
      let counts = points.map { point in withheld.count { point.implausibilities[$0] < cutoff } }
      return counts.isEmpty ? nil : Double(counts.reduce(0, +)) / Double(counts.count)
    }
    let held = HeldOut(
      rows: withheld.count, metByPlausible: mean(search.plausible), metInBox: mean(first) ?? 0)
    heldOut = withheld.isEmpty ? nil : held
  }

  /// Rows without a matching point: either the model or the observation is wrong there.
  package var unmet: [Row] { rows.filter { $0.met == 0 } }

  private static func median(_ sorted: [Double]) -> Double {
    guard !sorted.isEmpty else { return 0 }
    return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
  }
}
