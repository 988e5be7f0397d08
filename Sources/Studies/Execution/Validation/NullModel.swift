import Basics
import ModelParameters
import SchedulingPolicies

/// A model without a score, against which the policy of a study has to predict better.
package struct NullModel: Sendable {
  package let policy: String
  /// The only free parameter, with the ends of its grid in the unit of the parameter; nil for a model without one.
  package let free: (parameter: String, least: Double, greatest: Double)?

  /// The platform's rules without a score, and three models with hard gates only.
  package static let all = [
    NullModel(policy: "gates-only", free: nil),
    NullModel(policy: "fixed-interval", free: ("fixed.interval", 1, 2880)),
    NullModel(policy: "random", free: ("random.probability", 0.001, 1)),
    NullModel(policy: "exponential-delay", free: ("exponential.mean", 1, 2880)),
  ]

  /// The values of the free parameter to try: twenty on a logarithmic grid, in the unit of the parameter.
  package var grid: [Double] {
    guard let free else { return [] }
    return (0..<20).map { place in
      free.least * Elementary.pow(free.greatest / free.least, Double(place) / 19)
    }
  }

  /// The policy in a study.
  ///
  /// - Parameter value: The value of the free parameter; nil for the value of the study.
  package func policy(
    in study: Study, value: Double?, label: String, catalogue: PolicyCatalogue
  ) -> StudyPolicy? {
    guard let descriptor = catalogue.descriptor(policy) else { return nil }
    var policy = StudyPolicy(descriptor, in: study)
    policy.label = label
    if let free, let value { policy.parameters.set(free.parameter, .number(value)) }
    return policy
  }
}
