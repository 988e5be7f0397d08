import OutputAnalysis

/// An observed value; a fit finds the points of the parameter space at which a study reproduces it.
package struct FitRow: Sendable, Hashable {
  package var id: String
  /// The place of the number: study, quantity, and the arm and policy where a study has several.
  package var study, quantity: String
  package var unit, source, grade: String
  /// The observed values, and the band that slumber derives from them.
  package var seen, band: String
  package var measure: Implausibility
  /// Whether the fit withholds the row, to test the plausible sets.
  package var isHeldOut: Bool

  package init(
    id: String, study: String, quantity: String, unit: String, source: String, grade: String, seen: String,
    band: String, measure: Implausibility, isHeldOut: Bool = false
  ) {
    (self.id, self.study, self.quantity, self.unit) = (id, study, quantity, unit)
    (self.source, self.grade, self.seen, self.band) = (source, grade, seen, band)
    (self.measure, self.isHeldOut) = (measure, isHeldOut)
  }

  /// The row in messages: `O29 (launchesPerDay refresh in child-device)`.
  var text: String { "\(id) (\(quantity) in \(study))" }
}

package struct FitSample: Sendable, Hashable {
  /// The values by replication, without replications that lack one.
  package var values: [Double]
  /// Whether in some replication the value is the least that it can be.
  package var isLowerBound: Bool

  package init(_ values: [Double], isLowerBound: Bool = false) {
    (self.values, self.isLowerBound) = (values, isLowerBound)
  }

  var mean: Double? { values.isEmpty ? nil : values.reduce(0, +) / Double(values.count) }
}

package struct FitPoint: Sendable, Hashable {
  package let wave: Int
  package let point: SensitivityPoint
  /// The simulated values by row.
  package let simulated: [Double?]
  package let implausibilities: [Double]
  /// The implausibility that decides about the point, and the largest of all rows that rule out.
  package let deciding, largest: Double
  package let isPlausible: Bool
}

/// A history matching: waves of points in the parameter space. The plausible points are those that the observations do not
/// rule out.
///
/// The first wave fills the parameter space. Each further wave fills the region that the plausible points span, with new
/// points. If fewer points are plausible than a tenth of a wave, or than twice the assumptions, the least implausible points
/// fill the gap: the span of few points is narrow even in assumptions without an effect.
package struct FitSearch: Sendable {
  package struct Wave: Sendable, Hashable {
    package let points: [SensitivityPoint]
    /// nil for the first wave, which samples the whole parameter space.
    package let region: PlausibleRegion?
    /// The number of the ``uniformPoints`` of the parameter space that are in the region.
    package let inRegion: Int
    package internal(set) var left = 0

    package var share: BoxShare {
      region == nil
        ? BoxShare(left: left, of: points.count)
        : BoxShare(inRegion: inRegion, of: FitSearch.uniformPoints, left: left, of: points.count)
    }
  }

  /// Points by which the share of a region is found.
  package static let uniformPoints = 10_000

  /// Points that span a region at least.
  private var fewest: Int { max(count / 10, 2 * factors.count) }

  package let box: SensitivityBox
  package let rows: [FitRow]
  package let count: Int
  package let lastWave: Int
  package let seed: UInt64
  package let rule: RulingOut
  /// The assumptions that move, in the order of the box.
  package let factors: [Int]
  /// Begun waves; the points of the last one may be still to be simulated.
  package private(set) var waves: [Wave] = []
  package private(set) var points: [FitPoint] = []

  /// - Parameter box: The assumptions that are varied, numbers only.
  package init(
    _ box: SensitivityBox, rows: [FitRow], points count: Int, waves: Int, cutoff: Double, seed: UInt64
  ) {
    (self.box, self.rows, self.count, lastWave, self.seed) = (box, rows, count, waves, seed)
    rule = RulingOut(sources: rows.map { $0.isHeldOut ? nil : $0.source }, cutoff: cutoff)
    factors = SpreadDesign.factors(Array(box.factors.indices), in: box)
    begin(region: nil)
  }

  private func design(_ name: String, _ count: Int) -> SpreadDesign {
    SpreadDesign(count: count, seed: seed, name: name, number: waves.count)
  }

  private mutating func begin(region: PlausibleRegion?) {
    let all = Array(box.factors.indices)
    let drawn = design("fit", count).points(all, in: box, within: region)
    let accepted = region.map { region in
      design("fit share", Self.uniformPoints).independentPoints(all, in: box).count {
        region.contains(coordinates($0))
      }
    }
    waves.append(Wave(points: drawn, region: region, inRegion: accepted ?? Self.uniformPoints))
  }

  /// The points to simulate next; empty at the end.
  package var next: [SensitivityPoint] {
    guard let wave = waves.last, !points.contains(where: { $0.wave == waves.count }) else { return [] }
    return wave.points
  }

  /// Takes in the samples of the points of ``next``, by point and row.
  package mutating func add(_ samples: [[FitSample]]) {
    let found = zip(next, samples).map { judge($0, $1) }
    points += found
    waves[waves.count - 1].left = found.count(where: \.isPlausible)
    guard waves.count < lastWave else { return }
    let spanning = points.sorted { $0.deciding < $1.deciding }.prefix(max(plausible.count, fewest))
    begin(region: PlausibleRegion(spanning: spanning.map { coordinates($0.point) }))
  }

  package func judge(_ point: SensitivityPoint, _ samples: [FitSample]) -> FitPoint {
    let values = zip(rows, samples).map { row, sample in
      row.measure.value(sample.values, isLowerBound: sample.isLowerBound)
    }
    return FitPoint(
      wave: waves.count, point: point, simulated: samples.map(\.mean), implausibilities: values,
      deciding: rule.deciding(values),
      largest: zip(rows, values).map { $0.isHeldOut ? 0 : $1 }.max() ?? 0,
      isPlausible: rule.isPlausible(values))
  }

  package var plausible: [FitPoint] { points.filter(\.isPlausible) }

  /// The level of an assumption at a point, in the unit of the parameter.
  func level(_ factor: Int, at point: SensitivityPoint) -> Double {
    let own = box.factors[factor]
    let moved = point.moves.first { $0.factor == factor }?.level
    return own.number(moved ?? own.base) ?? 0
  }

  /// The places of a point between the ends of the ranges of ``factors``.
  package func coordinates(_ point: SensitivityPoint) -> [Double] {
    factors.map { place in
      guard let range = box.factors[place].range else { return 0 }
      return (level(place, at: point) - range.lowerBound) / (range.upperBound - range.lowerBound)
    }
  }
}

/// The assumptions that move any quantity of a fit most, by elementary effects along a few trajectories.
///
/// Each trajectory has one replication of its own and begins with the studies as they are. The effect on a row is the
/// change of its place on the scale of the band for the whole range of the assumption, in the unit of its
/// implausibility: √(v + (h/3)²), with the variance v over the replications of the studies as they are. The effect of an
/// assumption is the mean size over trajectories, of the row that it moves most.
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

  /// The size of the effect of each assumption, from samples by trajectory, point and row.
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

  /// The parameter space of the assumptions with the strongest effects, with at most one share of each whole.
  package func kept(_ effects: [Double]) -> SensitivityBox {
    let ranked = effects.indices.filter { effects[$0] > 0 }.sorted { effects[$0] > effects[$1] }
    let kept = box.firstOfWholes(ranked).prefix(Self.mostKept).map { box.factors[$0] }
    return box.keeping(Set(kept), reason: "with smaller effects on the observations")
  }
}
