/// All parameters of all models, in one place.
///
/// A model's numbers stand in the extension file named after it; a parameter is a line there.
public enum ParameterCatalogue {
  /// Every definition, in the order in which catalogues print them.
  public static let all: [ParameterDefinition] =
    platform + policies + android + applications + device + systemWork
    + usage

  /// Definitions by name.
  public static let byName: [String: ParameterDefinition] = Dictionary(
    uniqueKeysWithValues: all.map { ($0.name, $0) })
}
