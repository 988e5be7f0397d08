import OutputAnalysis
import RandomStreams

/// A fit by sequential approximate Bayesian computation: draws from the prior, then rounds of proposals near the kept
/// sets of the round before.
///
/// Each proposal simulates one data set. A round keeps its closest data sets, and the distance of the last one is its
/// tolerance. At most ``mostUpdated`` parameters move near earlier sets. All others are drawn from their ranges.
package struct FitSearch: Sendable {
  package struct Round: Sendable {
    /// The places of the data sets of the round.
    package let proposals: Range<Int>
    /// The places of the kept data sets.
    package let kept: [Int]
    package let tolerance: Double
    /// The updated parameters of the kept data sets.
    package let posterior: WeightedPoints
  }

  package static let mostUpdated = 15
  /// Rounds after the draws from the prior, which are a third of all data sets.
  package static let rounds = 5
  /// Data sets at the defaults.
  package static let defaultSets = 50
  /// The least effective sample size of a result; half of the kept sets if that is less.
  private static let leastEffective = 50.0
  /// Data sets that are proposed at a time.
  private static let chunk = 500
  /// Tries to draw parameters that a condition ties together.
  private static let attempts = 10_000

  package let box: SensitivityBox
  package let rows: [FitRow]
  package let seed: UInt64
  /// The places of the varied parameters in the box.
  package let factors: [Int]
  /// The places of varied parameters that a condition can put outside of the parameter space together.
  private let groups: [[Int]]
  private let prior, perRound: Int
  package private(set) var sets: [FitDataSet] = []
  /// The parameter sets to simulate next; empty at the end.
  package private(set) var next: [FitDataSet] = []
  package private(set) var rounds: [Round] = []
  private(set) var table: FitTable?
  private(set) var differences: [[Double]] = []
  /// The largest share of the variance of a row that each varied parameter explains by itself.
  private(set) var effects: [Double] = []
  /// The places of the updated parameters among ``factors``.
  package private(set) var updated: [Int] = []

  /// - Parameter count: The number of data sets, at least 60.
  package init(_ box: SensitivityBox, rows: [FitRow], count: Int, seed: UInt64) {
    (self.box, self.rows, self.seed) = (box, rows, seed)
    factors = SpreadDesign.factors(Array(box.factors.indices), in: box)
    groups = box.constrainedGroups.map { [factors] group in
      factors.indices.filter { group.contains(factors[$0]) }
    }
    prior = (count + 2) / 3
    perRound = (count - prior) / Self.rounds
    propose()
  }

  /// The sizes of the draws from the prior and of each round, and the number of sets that they keep.
  private func size(_ round: Int) -> (proposals: Int, kept: Int) {
    round == 0 ? (prior, max(10, prior / 10)) : (perRound, max(10, perRound / 4))
  }

  // MARK: Proposals

  private mutating func propose() {
    next = []
    let round = rounds.count
    guard round <= Self.rounds else { return }
    let first = rounds.last?.proposals.upperBound ?? 0
    let end = first + size(round).proposals
    let kernel = rounds.last.map { ProposalKernel($0.posterior) }
    next = (sets.count..<min(end, sets.count + Self.chunk)).map { number in
      let stream = RandomStream(.design, seed: seed, group: "fit", replication: number)
      return proposal(kernel, stream)
    }
  }

  private func proposal(_ kernel: ProposalKernel?, _ stream: RandomStream) -> FitDataSet {
    var coordinates = factors.map { _ in stream.uniform() }
    for _ in 0..<Self.attempts {
      if let kernel {
        guard let moved = kernel.proposal(uniform: { stream.uniform() }, normal: { stream.normal() }) else {
          continue
        }
        for (place, coordinate) in zip(updated, moved) { coordinates[place] = coordinate }
      }
      if let allowed = allowed(coordinates, isFixed: kernel != nil, stream) {
        return FitDataSet(coordinates: allowed, point: point(allowed, factors.indices))
      }
    }
    preconditionFailure("the defaults of the studies are a point of the parameter space")
  }

  /// The coordinates, with new draws for parameters that break a condition together; nil if one of them is updated.
  private func allowed(_ coordinates: [Double], isFixed: Bool, _ stream: RandomStream) -> [Double]? {
    var coordinates = coordinates
    for places in groups {
      let hasUpdated = isFixed && places.contains(where: updated.contains)
      var left = Self.attempts
      while box.values(at: point(coordinates, places)) == nil {
        guard !hasUpdated, left > 0 else { return nil }
        for place in places { coordinates[place] = stream.uniform() }
        left -= 1
      }
    }
    return coordinates
  }

  private func point(_ coordinates: [Double], _ places: some Sequence<Int>) -> SensitivityPoint {
    SensitivityPoint(
      places.map { place in
        .init(factor: factors[place], level: box.factors[factors[place]].level(share: coordinates[place]))
      })
  }

  // MARK: Results

  /// Takes in the simulated values of ``next``.
  package mutating func add(_ values: [[Double?]]) {
    for (set, values) in zip(next, values) {
      var set = set
      set.values = values
      sets.append(set)
    }
    let first = rounds.last?.proposals.upperBound ?? 0
    if sets.count == first + size(rounds.count).proposals {
      if rounds.isEmpty {
        let table = FitTable(rows, prior: sets)
        self.table = table
        screen(table)
      }
      finishRound(first..<sets.count)
    }
    propose()
  }

  private mutating func finishRound(_ proposals: Range<Int>) {
    guard let table else { return }
    differences += sets[proposals].map { table.differences($0.values) }
    let distances = proposals.map { table.distance(differences[$0], over: table.sources) }
    let order = distances.indices.sorted { (distances[$0], $0) < (distances[$1], $1) }
      .prefix(size(rounds.count).kept)
    let kept = order.map { $0 + proposals.lowerBound }
    let points = kept.map { place in updated.map { sets[place].coordinates[$0] } }
    let kernel = rounds.last.map { ProposalKernel($0.posterior) }
    rounds.append(
      Round(
        proposals: proposals, kept: kept, tolerance: distances[order[order.count - 1]],
        posterior: WeightedPoints(
          points, weights: points.map { point in kernel.map { 1 / $0.density(at: point) } ?? 1 })))
  }

  /// Chooses the updated parameters by their effects.
  private mutating func screen(_ table: FitTable) {
    let own = sets.map { table.differences($0.values) }
    effects = factors.indices.map { factor in
      table.used.map { row in
        ExplainedShare.of(own.map { $0[row] }, by: sets.map { $0.coordinates[factor] })
      }.max() ?? 0
    }
    let order = effects.indices.sorted { (-effects[$0], $0) < (-effects[$1], $1) }
    updated = order.prefix(Self.mostUpdated).filter { effects[$0] > 0 }.sorted()
  }

  /// The distance of values that belong to no proposal.
  package func distance(_ values: [Double?]) -> Double {
    guard let table else { return .infinity }
    return table.distance(table.differences(values), over: table.sources)
  }

  /// The round with the smallest tolerance of those with enough effective sets; the draws from the prior otherwise.
  package var result: Round? {
    let enough = rounds.filter {
      $0.posterior.effectiveSize >= min(Self.leastEffective, Double($0.kept.count) / 2)
    }
    return (enough.isEmpty ? rounds[..<min(1, rounds.count)] : enough[...]).min {
      $0.tolerance < $1.tolerance
    }
  }
}
