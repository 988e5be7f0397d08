/// All laws that a study can name: what `slumber distributions` prints and how a study's text becomes a law.
public enum DistributionCatalogue {
  /// The entries, in the order in which they are shown.
  public static let entries: [DistributionEntry] = [
    Constant.entry, Uniform.entry, Exponential.entry, Normal.entry, Lognormal.entry, Gamma.entry,
    Weibull.entry, Pareto.entry, Hyperexponential.entry, Beta.entry, VonMises.entry, Empirical.entry,
    Mixture.entry, Discrete.entry, Zipf.entry, Poisson.entry, Geometric.entry, NegativeBinomial.entry,
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

  /// The parameters of every continuous distribution: one or both bounds to which it is truncated.
  public static let truncation: [DistributionParameter] = [
    .init("min", "the least value; the law is conditioned on it, not clamped"),
    .init("max", "the greatest value, above min; the law is conditioned on it, not clamped"),
  ]

  /// A law from its name and its parameters: numbers, lists of numbers and lists of laws.
  ///
  /// Every continuous law also takes the parameters of ``truncation``.
  public static func make(
    name: String, arguments: [String: Double], lists: [String: [Double]] = [:],
    laws: [String: [any Distribution]] = [:]
  ) throws(DistributionError) -> any Distribution {
    let entry = try entry(named: name)
    var law = DistributionArguments(numbers: arguments, lists: lists, laws: laws)
    let min = law.numbers.removeValue(forKey: "min")
    let max = law.numbers.removeValue(forKey: "max")
    let base = try entry.make(law)
    if min == nil && max == nil { return base }
    return try Truncated(base, low: min ?? -.infinity, high: max ?? .infinity)
  }
}
