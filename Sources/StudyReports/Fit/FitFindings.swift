import OutputAnalysis

/// The findings of a history matching about the observations: which of them rule out most, which no point meets (has an
/// implausibility below the cut-off for), and which of them conflict.
package struct FitFindings: Sendable {
  package struct Row: Sendable, Hashable {
    package let row: Int
    /// Points of the first wave, which fill the box, that do not meet it, as a share.
    package let ruledOut: Double
    /// Over the points of the first wave; infinite where half of them have no value.
    package let median: Double
    /// Over all points.
    package let least: Double
    let met: Int
  }

  /// Two rows that parameter sets match separately, but never together.
  package struct Conflict: Sendable, Hashable {
    package let first, second: Int
    package let metFirst, metSecond: Int
    /// Points that would meet both if one did not depend on the other.
    package let expected: Double
  }

  package struct HeldOut: Sendable, Hashable {
    package let rows: Int
    /// Rows that a point meets in the mean: of the points that are left, nil without any, and of the first wave.
    package let metByPlausible: Double?
    package let metInBox: Double
  }

  /// The row that rules out most first.
  package let rows: [Row]
  /// The pair of which a common point is most to be expected first.
  package let conflicts: [Conflict]
  package let heldOut: HeldOut?
  /// The point whose largest implausibility is least, of the rows that rule out.
  package let best: FitPoint?
  /// The point that is least ruled out.
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

  /// Rows that no point meets: there the model is wrong, or the observation is.
  package var unmet: [Row] { rows.filter { $0.met == 0 } }

  private static func median(_ sorted: [Double]) -> Double {
    guard !sorted.isEmpty else { return 0 }
    return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
  }
}
