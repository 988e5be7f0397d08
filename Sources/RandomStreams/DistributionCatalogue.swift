/// All laws that a study can name: what `slumber distributions` prints and how a study's text becomes a law.
public enum DistributionCatalogue {
  /// The entries, in the order in which they are shown.
  public static let entries: [DistributionEntry] = [
    Constant.entry, Uniform.entry, Exponential.entry, Normal.entry, Lognormal.entry, Gamma.entry,
    Weibull.entry, Beta.entry,
  ]

  /// The names, in the order in which they are shown.
  public static var names: [String] { entries.map(\.name) }

  /// The entry of a name.
  public static func entry(named name: String) throws(DistributionError) -> DistributionEntry {
    guard let entry = entries.first(where: { $0.name == name }) else {
      throw .unknownName(found: name, known: names)
    }
    return entry
  }

  /// A law from its name and its parameters.
  ///
  /// Every continuous law also takes `min` and `max`, one or both, and is then truncated to them.
  public static func make(
    name: String, arguments: [String: Double], lists: [String: [Double]] = [:]
  ) throws(DistributionError) -> any Distribution {
    let entry = try entry(named: name)
    return try entry.make(DistributionArguments(numbers: arguments, lists: lists))
  }
}
