import ModelParameters
import UsageModels

extension Study {
  /// The parameters of the study on a phone of the catalogue; as they are on any other.
  public func parameters(on deviceProfile: String) -> ParameterSet {
    DeviceCatalogue.device(deviceProfile)?.parameters(of: parameters) ?? parameters
  }

  /// Nominal energy of a phone of the fleet in joules: the mean of the archetypes' devices by their shares.
  public var nominalJoules: Double {
    let shares = population.archetypes.reduce(0) { $0 + $1.share }
    guard shares > 0 else { return parameters.base("battery.capacity") }
    return population.archetypes.reduce(0) { sum, archetype in
      sum + archetype.share / shares * parameters(on: archetype.deviceProfile).base("battery.capacity")
    }
  }
}
