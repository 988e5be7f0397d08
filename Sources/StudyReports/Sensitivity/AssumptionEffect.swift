import OutputAnalysis
import SensitivityDesign

/// The elementary effects of one assumption on one comparison.
package struct AssumptionEffect: Sendable, Hashable {
  /// The finding about an assumption in a word.
  package enum Verdict: String, Sendable, Hashable, CaseIterable {
    /// At one step or more the difference clearly changes its sign.
    case changesSign
    /// The mean effect is two standard errors or more.
    case effect
    /// The mean effect is not, and more single steps clearly change the difference than chance would make.
    case mixedEffect
    case notDetected
    /// No replication differs at any step.
    case noDifference
    /// Fewer than two steps have a response.
    case noResult

    /// Whether the assumption has an effect.
    package var isEffect: Bool { [.changesSign, .effect, .mixedEffect].contains(self) }

    /// As printed.
    package var text: String {
      switch self {
      case .changesSign: "changes sign"
      case .effect: "effect"
      case .mixedEffect: "effect both ways"
      case .notDetected: "not detected"
      case .noDifference: "no difference"
      case .noResult: "no result"
      }
    }
  }

  /// Place of the assumption in the box.
  package let factor: Int
  /// Change of the difference for the whole range, or from one word to another, by trajectory.
  private(set) var elementary = ElementaryEffects()
  /// Steps at which the difference clearly has one sign before and the other after.
  package private(set) var signChanges = 0
  /// Steps whose change has a 95 % interval that excludes 0.
  private var clearSteps = 0
  private var isUnchanged = true

  init(factor: Int) { self.factor = factor }

  /// Takes in a step.
  ///
  /// - Parameters:
  ///   - size: Change of the assumption, as of ``ScreeningDesign/Step``.
  ///   - before: The response before the step.
  ///   - change: The response after it, with its change from before.
  mutating func add(_ size: Double, before: SensitivityResponse, change: SensitivityResponse) {
    elementary.add(step: size, response: change.effect.estimate)
    if change.changesSign(of: before) { signChanges += 1 }
    if change.hasClearEffect { clearSteps += 1 }
    if !change.isUnchanged { isUnchanged = false }
  }

  /// Number of trajectories with a step of it.
  package var steps: Int { elementary.values.count }
  /// Mean effect, μ; nil without any.
  package var mean: Double? { elementary.mean }
  /// Mean size of the effects, μ*.
  package var meanSize: Double? { elementary.meanSize }
  /// Standard deviation of the effects, σ; 0 where they differ by the rounding of their responses only.
  package var deviation: Double? {
    elementary.standardDeviation.map { $0 > 1e-10 * (meanSize ?? 0) ? $0 : 0 }
  }
  /// Standard error of the mean effect over trajectories.
  package var standardError: Double? { deviation.map { $0 / Double(steps).squareRoot() } }

  /// Chance of as many clear steps where no step changes anything, below which they are no chance.
  private static let chance = 0.001

  /// The finding about the assumption. A clear change of sign comes before a mean effect, and that before single
  /// clear steps.
  package var verdict: Verdict {
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
