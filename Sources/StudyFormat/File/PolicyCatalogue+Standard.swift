import ProcessPolicies
import SchedulingPolicies

extension PolicyCatalogue {
  /// The policies that every study can name: those of the model, and `process`.
  public static let standard: PolicyCatalogue = {
    do { return try builtIn.adding([ProcessPolicy.descriptor]) } catch { preconditionFailure("\(error)") }
  }()
}
