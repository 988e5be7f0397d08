import OutputAnalysis
import ResultsStore

/// The elementary effects of assumptions on the differences between policies, along trajectories through the box.
///
/// The response is the paired difference of a policy and the baseline, so that an assumption which moves both alike has no
/// effect. Each trajectory has replications of its own: the standard error over trajectories is that of the place in the box,
/// of phones and of days together.
package struct ScreeningAnalysis: Sendable {
  package let box: SensitivityBox
  package let design: ScreeningDesign
  /// By metric, then policy.
  package let contrasts: [SensitivityContrast]
  package private(set) var failures: [SensitivityResults.Failure] = []
  private var base: [PolicyRun] = []
  /// By comparison and assumption.
  private var effects: [[AssumptionEffect]]
  /// By trajectory and point, then comparison; the first point of each is the study as it is.
  private var responses: [[[SensitivityResponse?]]] = []

  /// - Parameter policies: Labels, the baseline first.
  package init(_ box: SensitivityBox, _ design: ScreeningDesign, policies: [String], metrics: [String]) {
    self.box = box
    self.design = design
    contrasts = SensitivityContrast.all(policies: policies, metrics: metrics)
    effects = contrasts.map { _ in box.factors.indices.map { AssumptionEffect(factor: $0) } }
  }

  package func points(_ trajectory: Int) -> [SensitivityPoint] {
    [.base] + design.trajectories[trajectory].points
  }

  package var pointCount: Int { design.trajectories.reduce(0) { $0 + $1.points.count + 1 } }

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
  /// Mean effect, μ; nil without any.
  package var mean: Double? { elementary.mean }
  /// Mean size of the effects, μ*.
  package var meanSize: Double? { elementary.meanSize }
  /// Standard deviation of the effects, σ; 0 where they differ by the rounding of their responses only.
  package var deviation: Double? {
    elementary.standardDeviation.map { $0 > 1e-10 * (meanSize ?? 0) ? $0 : 0 }
  }
  package var standardError: Double? { deviation.map { $0 / Double(steps).squareRoot() } }

  /// Chance of as many clear steps where no step changes anything, below which they are no chance.
  private static let chance = 0.001

  /// The finding about the assumption. A clear change of sign comes before a mean effect, and that before single
  /// clear steps.
  package var verdict: AssumptionVerdict {
    guard steps > 1, let mean, let standardError else { return .noResult }
    if isUnchanged { return .noDifference }
    if signChanges > 0 { return .changesSign }
    if mean != 0, abs(mean) >= 2 * standardError { return .effect }
    return Self.chanceOfClear(clearSteps, of: steps) < Self.chance ? .mixedEffect : .notDetected
  }

  /// The chance that so many steps or more have a 95 % interval that excludes 0 although nothing changes.
  static func chanceOfClear(_ count: Int, of steps: Int) -> Double {
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
