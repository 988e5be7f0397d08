import Basics
import OutputAnalysis
import RandomStreams
import ResultsStore

/// The elementary effects of assumptions on the differences between policies, along trajectories through the box.
///
/// The response is the paired difference of a policy and the baseline, so that an assumption which moves both alike has no
/// effect. Each trajectory has replications of its own: the standard error over trajectories is that of the place in the box,
/// of phones and of days together.
package struct ScreeningAnalysis: Sendable {
  package let box: SensitivityBox
  package let design: ScreeningDesign
  /// The comparisons by metric, then policy.
  package let contrasts: [SensitivityContrast]
  package private(set) var failures: [SensitivityResults.Failure] = []
  private var base: [PolicyRun] = []
  /// By comparison and assumption.
  private var effects: [[AssumptionEffect]]
  /// By trajectory and point, then comparison; the first point of each is the study as it is.
  private var responses: [[[SensitivityResponse?]]] = []

  /// - Parameter policies: Labels, the baseline first.
  package init(_ box: SensitivityBox, _ design: ScreeningDesign, policies: [String], metrics: [String]) {
    (self.box, self.design) = (box, design)
    contrasts = SensitivityContrast.all(policies: policies, metrics: metrics)
    effects = contrasts.map { _ in box.factors.indices.map { AssumptionEffect(factor: $0) } }
  }

  package mutating func add(_ results: SensitivityResults) throws {
    let trajectory = design.trajectories[responses.count]
    failures += results.failures
    let runs = results.runs
    base += runs[0]
    let found = try runs.map { try SensitivityContrast.responses(contrasts, moved: $0, base: runs[0]) }
    for (number, step) in trajectory.steps.enumerated() {
      let changes = try SensitivityContrast.responses(
        contrasts, moved: runs[number + 2], base: runs[number + 1])
      for contrast in contrasts.indices {
        guard let before = found[number + 1][contrast], let change = changes[contrast] else { continue }
        effects[contrast][step.factor].add(step.size, before: before, change: change)
      }
    }
    responses.append(found)
  }

  package func inStudy(_ contrast: Int) throws -> SensitivityResponse? {
    try SensitivityContrast.responses([contrasts[contrast]], moved: base, base: base)[0]
  }

  package func rows(_ contrast: Int) -> [AssumptionEffect] {
    effects[contrast].sorted { ($0.meanSize ?? 0, -$0.factor) > ($1.meanSize ?? 0, -$1.factor) }
  }

  func pointResponses(_ contrast: Int) -> [[SensitivityResponse?]] {
    responses.map { $0.dropFirst().map { $0[contrast] } }
  }

  /// Places of the assumptions that matter, those first that have the largest share of the sum of effects of a comparison.
  package func decisive(atMost limit: Int) -> [Int] {
    var ranks: [Int: Double] = [:]
    for contrast in contrasts.indices {
      let rows = rows(contrast).filter(\.verdict.isEffect)
      let sum = rows.reduce(0) { $0 + ($1.meanSize ?? 0) }
      guard sum > 0 else { continue }
      for row in rows { ranks[row.factor] = max(ranks[row.factor] ?? 0, (row.meanSize ?? 0) / sum) }
    }
    return ranks.sorted { ($0.value, -$0.key) > ($1.value, -$1.key) }.prefix(limit).map(\.key)
  }
}

package struct AssumptionEffect: Sendable, Hashable, AssumptionFinding {
  package let factor: Int
  /// Change of the difference for the whole range, or from one word to another, by trajectory.
  private(set) var elementary = ElementaryEffects()
  package private(set) var signChanges = 0
  private var clearSteps = 0
  private var isUnchanged = true

  init(factor: Int) { self.factor = factor }

  mutating func add(_ size: Double, before: SensitivityResponse, change: SensitivityResponse) {
    elementary.add(step: size, response: change.effect.estimate)
    if change.changesSign(of: before) { signChanges += 1 }
    if change.hasClearEffect { clearSteps += 1 }
    if !change.isUnchanged { isUnchanged = false }
  }

  package var steps: Int { elementary.values.count }
  /// Mean effect μ, mean size μ*, and standard deviation σ, which is 0 where the effects differ by rounding only.
  package var mean: Double? { elementary.mean }
  package var meanSize: Double? { elementary.meanSize }
  package var deviation: Double? {
    elementary.standardDeviation.map { $0 > 1e-10 * (meanSize ?? 0) ? $0 : 0 }
  }
  package var standardError: Double? { deviation.map { $0 / Double(steps).squareRoot() } }

  /// Chance of as many clear steps where no step changes anything, below which they are no chance.
  private static let chance = 0.001

  /// A clear change of sign comes before a mean effect, and that before single clear steps.
  package var verdict: AssumptionVerdict {
    guard steps > 1, let mean, let standardError else { return .noResult }
    if isUnchanged { return .noDifference }
    if signChanges > 0 { return .changesSign }
    if mean != 0, abs(mean) >= 2 * standardError { return .effect }
    return Self.chanceOfClear(clearSteps, of: steps) < Self.chance ? .mixedEffect : .notDetected
  }

  /// Returns the probability of at least this number of 95 % intervals that exclude 0 if no step has an effect.
  package static func chanceOfClear(_ count: Int, of steps: Int) -> Double {
    let each = 1 - SensitivityContrast.confidence
    var term = 1.0
    for _ in 0..<steps { term *= 1 - each }
    var below = 0.0
    for place in 0..<count {
      below += term
      term *= Double(steps - place) / Double(place + 1) * each / (1 - each)
    }
    return max(0, 1 - below)
  }
}

package struct SharesAnalysis: Sendable {
  package struct Index: Sendable, Hashable, Record {
    package var value, lower, upper: Double

    package static let record: Table<Self> = ["value": \.value, "lower": \.lower, "upper": \.upper]
  }

  package struct Row: Sendable, Hashable {
    package var factor: Int
    /// Share that vanishes once the assumption is known, and share that stays while all others are.
    package var first, total: Index
  }

  package struct Result: Sendable, Hashable {
    package var rows: [Row]
    package var deviation: Double
    var rowsUsed: Int
  }

  package let design: SharesDesign
  package let contrasts: [SensitivityContrast]
  package let results: [Result]
  package let failures: [SensitivityResults.Failure]

  private static let resamples = 1000

  package init(
    _ design: SharesDesign, contrasts: [SensitivityContrast], results found: SensitivityResults, seed: UInt64
  ) throws {
    (self.design, self.contrasts) = (design, contrasts)
    failures = found.failures
    let responses = try found.runs.map { try SensitivityContrast.responses(contrasts, moved: $0, base: $0) }
    let width = design.factors.count + 2
    results = contrasts.indices.map { contrast in
      let rows = design.rows.indices.compactMap { row -> [Double]? in
        let values = (0..<width).compactMap { responses[row * width + $0][contrast]?.difference.estimate }
        return values.count == width ? values : nil
      }
      return Self.result(design.factors, rows, seed)
    }
  }

  package static func result(_ factors: [Int], _ rows: [[Double]], _ seed: UInt64) -> Result {
    // Around the mean, because a large mean adds noise to the first-order index and no information.
    let mean = rows.isEmpty ? 0 : rows.reduce(0) { $0 + $1[0] + $1[1] } / Double(2 * rows.count)
    let a = rows.map { $0[0] - mean }
    let b = rows.map { $0[1] - mean }
    let mixed = factors.indices.map { factor in rows.map { $0[factor + 2] - mean } }
    guard let indices = SobolIndices(a: a, b: b, mixed: mixed) else {
      return Result(rows: [], deviation: 0, rowsUsed: rows.count)
    }
    let stream = RandomStream(.bootstrap, seed: seed)
    var firsts = [[Double]](repeating: [], count: factors.count)
    var totals = firsts
    for _ in 0..<resamples {
      let picks = rows.map { _ in stream.integer(below: rows.count) }
      guard let drawn = SobolIndices(a: a, b: b, mixed: mixed, picks: picks) else { continue }
      for place in factors.indices {
        firsts[place].append(drawn.first[place])
        totals[place].append(drawn.total[place])
      }
    }
    let found = factors.indices.map { place in
      Row(
        factor: factors[place], first: index(indices.first[place], firsts[place]),
        total: index(indices.total[place], totals[place]))
    }
    return Result(
      rows: found.sorted { $0.total.value > $1.total.value }, deviation: indices.variance.squareRoot(),
      rowsUsed: rows.count)
  }

  private static func index(_ value: Double, _ drawn: [Double]) -> Index {
    guard !drawn.isEmpty else { return Index(value: value, lower: value, upper: value) }
    let sorted = drawn.sorted()
    let tail = Int(Double(sorted.count) * (1 - SensitivityContrast.confidence) / 2)
    return Index(value: value, lower: sorted[tail], upper: sorted[sorted.count - 1 - tail])
  }
}

/// Two sets of Sobol' points, and for each assumption the first set with that assumption from the second (Saltelli et al.,
/// Computer Physics Communications 181, 2010). A row, which is one point of each, is left out where one of its points breaks a
/// condition on several parameters: the indices are then those of the part of the box that is allowed.
package struct SharesDesign: Hashable, Sendable {
  package static let mostFactors = 8

  package let factors: [Int]
  package let count: Int
  /// The points by row: the point of the first set, of the second, and the mixtures in the order of ``factors``.
  package let rows: [[SensitivityPoint]]
  package var points: [SensitivityPoint] { rows.flatMap(\.self) }

  /// Whether a number of points is one that the sequence fills evenly: 2ᵐ − 1, at least 3.
  package static func isEven(_ count: Int) -> Bool { count >= 3 && count & (count + 1) == 0 }

  /// - Parameters:
  ///   - factors: Places of assumptions, the most important first; of shares of one whole the first counts, and of the others
  ///     as many as ``mostFactors``.
  ///   - count: Points in each of the two sets, as of ``isEven(_:)``.
  package init(_ box: SensitivityBox, factors: [Int], count: Int) {
    let chosen = box.firstOfWholes(factors).prefix(Self.mostFactors)
    self.factors = Array(chosen)
    self.count = count
    guard let sets = SobolIndices.points(factors: chosen.count, count: count) else {
      rows = []
      return
    }
    func point(_ coordinates: [Double]) -> SensitivityPoint {
      SensitivityPoint(
        zip(chosen, coordinates).map { .init(factor: $0, level: box.factors[$0].level(share: $1)) })
    }
    let mixed = chosen.indices.map { SobolIndices.mixed(sets.a, sets.b, factor: $0) }
    rows = (0..<count).map { row in
      ([sets.a[row], sets.b[row]] + mixed.map { $0[row] }).map(point)
    }.filter { $0.allSatisfy { box.values(at: $0) != nil } }
  }
}
