import OutputAnalysis

/// The assumptions that move any quantity of a fit most, by elementary effects along a few trajectories.
///
/// Each trajectory has one replication of its own and begins with the studies as they are. The effect on a row is the change of
/// its place on the scale of the band for the whole range of the assumption, in the unit of its implausibility: √(v + (h/3)²), with the variance v over
/// the replications of the studies as they are. A place more than three half-widths outside of the band is ruled out in any case and counts as there. The
/// effect of an assumption is the mean size over trajectories, of the row that it moves most.
package struct FitScreening: Sendable {
  package static let trajectories = 4
  package static let mostKept = 12

  package let box: SensitivityBox
  package let design: ScreeningDesign
  private let rows: [FitRow]

  package init(_ box: SensitivityBox, rows: [FitRow], seed: UInt64) {
    (self.box, self.rows) = (box, rows)
    design = ScreeningDesign(box, trajectories: Self.trajectories, seed: seed)
  }

  /// The size of the effect of each assumption.
  ///
  /// - Parameter samples: By trajectory, point and row.
  package func effects(_ samples: [[[FitSample]]]) -> [Double] {
    let places = samples.map { trajectory in
      trajectory.map { point in zip(rows, point).map { row, sample in sample.mean.map(row.measure.position) }
      }
    }
    var effects = [[ElementaryEffects]](
      repeating: rows.map { _ in ElementaryEffects() }, count: box.factors.count)
    for (own, trajectory) in zip(places, design.trajectories) {
      for (number, step) in trajectory.steps.enumerated() {
        for row in rows.indices {
          guard let before = own[number + 1][row], let after = own[number + 2][row] else { continue }
          effects[step.factor][row].add(step: step.size, response: after - before)
        }
      }
    }
    let units = rows.indices.map { row in
      let base = samples.compactMap { $0[0][row].mean }
      let third = rows[row].measure.halfWidth / 3
      return (rows[row].measure.variance(base) + third * third).squareRoot()
    }
    return effects.map { own in
      own.indices.filter { !rows[$0].isHeldOut }.compactMap { row in
        own[row].meanSize.map { $0 / units[row] }
      }.max() ?? 0
    }
  }

  /// The box of the assumptions with the strongest effects; of the shares of a whole one at most.
  package func kept(_ effects: [Double]) -> SensitivityBox {
    let ranked = effects.indices.filter { effects[$0] > 0 }.sorted { effects[$0] > effects[$1] }
    let kept = box.firstOfWholes(ranked).prefix(Self.mostKept).map { box.factors[$0] }
    return box.keeping(Set(kept), reason: "with smaller effects on what was seen, or none")
  }
}
