import OutputAnalysis
import ResultsStore

/// The paired difference of two policies at a point, and how it differs from that of the study as it is.
package struct SensitivityResponse: Hashable, Sendable {
  package var difference: SignChange.Response
  /// This difference minus the one of the study as it is, over the same replications.
  package var effect: SignChange.Response
  package var halfWidth: Double
  package var effectHalfWidth: Double?
  package var replications: Int
  /// The pseudo-values of the difference by the numbers of these replications, whose mean is its estimate.
  package var values: [Int: Double]

  package init(
    difference: SignChange.Response, effect: SignChange.Response, halfWidth: Double,
    effectHalfWidth: Double? = nil, replications: Int, values: [Int: Double] = [:]
  ) {
    (self.difference, self.effect, self.halfWidth) = (difference, effect, halfWidth)
    (self.effectHalfWidth, self.replications, self.values) = (effectHalfWidth, replications, values)
  }

  package var isUnchanged: Bool { effect.estimate == 0 && effect.standardError == 0 }

  /// Whether the 95 % interval of the difference excludes 0. With few replications this asks for more than the two standard
  /// errors of an effect: a change of sign is a stronger statement than an effect.
  package var hasClearSign: Bool { difference.estimate != 0 && abs(difference.estimate) > halfWidth }

  package var hasClearEffect: Bool {
    effect.estimate != 0 && (effectHalfWidth.map { abs(effect.estimate) > $0 } ?? false)
  }

  package var isDetected: Bool { effect.isClear }

  package func changesSign(of base: SensitivityResponse) -> Bool {
    base.hasClearSign && hasClearSign && (difference.estimate < 0) != (base.difference.estimate < 0)
  }
}

package struct SensitivityResults: Sendable {
  /// A run that could not be believed, or a point that the study does not allow.
  package struct Failure: Hashable, Sendable {
    package var point: SensitivityPoint
    package var text: String

    package init(point: SensitivityPoint, text: String) {
      self.point = point
      self.text = text
    }
  }

  /// Finished runs by point, in the order asked for; each has the label of its policy in the study.
  package var runs: [[PolicyRun]]
  package var failures: [Failure]

  package init(runs: [[PolicyRun]], failures: [Failure] = []) {
    self.runs = runs
    self.failures = failures
  }
}
