import SchedulingPolicies
import StudyReports

extension PolicyFacts {
  /// The facts about the policies of a catalogue.
  init(_ catalogue: PolicyCatalogue) {
    self.init(
      Dictionary(
        catalogue.all.map { policy in
          (
            policy.name,
            Entry(
              usesFuture: policy.usesFuture, startsNothing: policy.name == NeverStart.descriptor.name,
              parameters: policy.parameterNames)
          )
        }, uniquingKeysWith: { first, _ in first }))
  }
}
