import OutputAnalysis
import RandomStreams

/// A fit by sequential approximate Bayesian computation: draws from the prior, then rounds of proposals near the kept
/// sets of the round before.
///
/// Each proposal simulates one data set. The draws from the prior keep a tenth. The tolerance of each later round is the
/// median distance of the kept data sets, as in Drovandi and Pettitt, "Estimation of parameters for macroparasite
/// population evolution using approximate Bayesian computation", Biometrics 67, 2011. A round ends as soon as it has
/// enough data sets within its tolerance. At most ``mostUpdated`` parameters move near earlier sets. All others are
/// drawn from their ranges.
package struct FitSearch: Sendable {
  package struct Round: Sendable {
    /// The places of the data sets of the round.
    package let proposals: Range<Int>
    /// The places of the kept data sets, the closest one first.
    package let kept: [Int]
    /// The largest distance of a kept data set.
    package let tolerance: Double
    /// The median distance of the kept data sets.
    package let median: Double
    /// The updated parameters of the kept data sets.
    package let posterior: WeightedPoints
  }

  package static let mostUpdated = 15
  /// Data sets at the defaults.
  package static let defaultSets = 50
  /// The least effective sample size of a result; half of the kept sets if that is less.
  private static let leastEffective = 50.0
  /// The most data sets that a round after the draws from the prior keeps before it ends.
  private static let mostKept = 200
  /// Tries to draw parameters that a condition ties together.
  private static let attempts = 10_000

  package let box: SensitivityBox
  package let rows: [FitRow]
  package let seed: UInt64
  /// The places of the varied parameters in the box.
  package let factors: [Int]
  /// The places of varied parameters that a condition can put outside of the parameter space together.
  private let groups: [[Int]]
  /// The number of all data sets, and of the draws from the prior.
  private let count, prior: Int
  package private(set) var sets: [FitDataSet] = []
  /// The parameter sets to simulate next; empty at the end.
  package private(set) var next: [FitDataSet] = []
  package private(set) var rounds: [Round] = []
  private(set) var table: FitTable?
  /// By data set and row.
  private(set) var differences: [[Double]] = []
  private(set) var distances: [Double] = []
  /// The largest share of the variance of a row that each varied parameter explains by itself.
  private(set) var effects: [Double] = []
  /// The places of the updated parameters among ``factors``.
  package private(set) var updated: [Int] = []

  /// - Parameter count: The number of data sets, at least 60.
  package init(_ box: SensitivityBox, rows: [FitRow], count: Int, seed: UInt64) {
    (self.box, self.rows, self.count, self.seed) = (box, rows, count, seed)
    factors = SpreadDesign.factors(Array(box.factors.indices), in: box)
    groups = box.constrainedGroups.map { [factors] group in
      factors.indices.filter { group.contains(factors[$0]) }
    }
    prior = (count + 2) / 3
    propose()
  }

  /// The number of draws from the prior that are kept, and of proposals at a time.
  private var tenth: Int { max(10, prior / 10) }

  /// The number of kept data sets that ends a round after the draws from the prior.
  private var enough: Int { min(Self.mostKept, tenth) }

  // MARK: Proposals

  private mutating func propose() {
    let kernel = rounds.last.map { ProposalKernel($0.posterior) }
    let end = rounds.isEmpty ? prior : count
    next = (sets.count..<max(sets.count, min(end, sets.count + tenth))).map { number in
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
    if rounds.isEmpty {
      guard sets.count == prior else { return propose() }
      let table = FitTable(rows, prior: sets)
      self.table = table
      screen(table)
    }
    measure()
    let proposals = (rounds.last?.proposals.upperBound ?? 0)..<sets.count
    let order = proposals.sorted { (distances[$0], $0) < (distances[$1], $1) }
    if let last = rounds.last {
      let kept = order.prefix { distances[$0] <= last.median }
      if kept.count >= enough { finishRound(proposals, Array(kept)) }
    } else {
      finishRound(proposals, Array(order.prefix(tenth)))
    }
    propose()
  }

  /// Computes the differences and distances of new data sets.
  private mutating func measure() {
    guard let table else { return }
    differences += sets[differences.count...].map { table.differences($0.values) }
    distances += differences[distances.count...].map { table.distance($0, over: table.sources) }
  }

  private mutating func finishRound(_ proposals: Range<Int>, _ kept: [Int]) {
    let points = kept.map { place in updated.map { sets[place].coordinates[$0] } }
    let kernel = rounds.last.map { ProposalKernel($0.posterior) }
    rounds.append(
      Round(
        proposals: proposals, kept: kept, tolerance: distances[kept[kept.count - 1]],
        median: distances[kept[(kept.count - 1) / 2]],
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
