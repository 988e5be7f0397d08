/// A probability distribution of a model, in the units of the model: equal streams give equal samples.
public protocol Distribution: Sendable {
  /// One draw.
  func sample(_ stream: RandomStream) -> Double
  /// The mean; infinite where it does not exist.
  var mean: Double { get }
  /// The variance; infinite where it does not exist.
  var variance: Double { get }
  /// P(X <= x).
  func cumulative(_ x: Double) -> Double
  /// P(X > x), accurate where it is small.
  func survival(_ x: Double) -> Double
  /// The least x with P(X <= x) >= p, for 0 < p < 1.
  func quantile(_ p: Double) -> Double
  /// The x with P(X > x) = q, accurate where q is small.
  func upperQuantile(_ q: Double) -> Double
  /// Whether single values have positive probability.
  var hasAtoms: Bool { get }
  /// How a study writes it, canonical and with shortest numbers: `lognormal(median: 1.5, sigma: 0.6)`.
  var canonicalText: String { get }
}

extension Distribution {
  /// The variance by numerical integration over the quantiles.
  public var variance: Double {
    let center = mean
    return QuantileIntegral.expectation(of: self) { ($0 - center) * ($0 - center) }
  }
  /// 1 less the distribution function: accurate only where it is not small.
  public func survival(_ x: Double) -> Double { 1 - cumulative(x) }
  /// The quantile of 1 - q: accurate only where q is not small.
  public func upperQuantile(_ q: Double) -> Double { quantile(1 - q) }
  public var hasAtoms: Bool { false }
}

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

  /// The parameters of every continuous distribution: one or both bounds of its truncation.
  public static let truncation: [DistributionParameter] = [
    .init("min", "the least value; the distribution is conditioned on it, not clamped"),
    .init("max", "the greatest value, above min; the distribution is conditioned on it, not clamped"),
  ]

  /// Makes a distribution from its name and its parameters: numbers, lists of numbers, and lists of
  /// distributions. It accepts the parameters of ``truncation`` as well.
  public static func make(
    name: String, arguments: [String: Double], lists: [String: [Double]] = [:],
    laws: [String: [any Distribution]] = [:]
  ) throws(DistributionError) -> any Distribution {
    let entry = try entry(named: name)
    var law = DistributionArguments(numbers: arguments, lists: lists, laws: laws)
    let (min, max) = (law.numbers.removeValue(forKey: "min"), law.numbers.removeValue(forKey: "max"))
    let base = try entry.make(law)
    if min == nil && max == nil { return base }
    return try Truncated(base, low: min ?? -.infinity, high: max ?? .infinity)
  }
}

/// A law's page in the catalogue, and its constructor.
public struct DistributionEntry: Sendable {
  /// The word that a study uses, and one sentence.
  public let name, summary: String
  /// All parameters, including the parameters of alternative forms.
  public let parameters: [DistributionParameter]
  /// The sets of parameters that determine the law; exactly one is given.
  public let forms: [[String]]
  /// How it is written, in the canonical form.
  public let example: String
  /// The mean in terms of the parameters.
  public let meanFormula: String
  let build: @Sendable (DistributionArguments) throws(DistributionError) -> any Distribution

  /// How a study writes the law with these numbers.
  func text(_ numbers: KeyValuePairs<String, Double>) -> String {
    "\(name)(\(numbers.map { "\($0): \(ShortestNumber.text($1))" }.joined(separator: ", ")))"
  }

  /// The law with these arguments, which must be those of one form.
  func make(_ arguments: DistributionArguments) throws(DistributionError) -> any Distribution {
    let given = arguments.names
    guard forms.contains(where: { $0.sorted() == given }) else {
      throw .parameters(distribution: name, found: given, expected: forms)
    }
    return try build(arguments)
  }
}

/// A parameter of a law.
public struct DistributionParameter: Sendable, Equatable {
  /// The key in studies, such as `mean`; its meaning and the values that are allowed.
  public let name, meaning: String
  /// Whether the parameter is a pure number, independent of the unit of the variate; other parameters have
  /// the variate's unit.
  public let unitFree: Bool
  /// The domain of a pure number in a study; the other parameters have the bounds of the variate.
  public let bounds: ClosedRange<Double>

  init(_ name: String, _ meaning: String, unitFree: Bool = false, in bounds: ClosedRange<Double> = 0...1e9) {
    (self.name, self.meaning, self.unitFree, self.bounds) = (name, meaning, unitFree, bounds)
  }
}

struct DistributionArguments {
  var numbers: [String: Double] = [:]
  var lists: [String: [Double]] = [:]
  var laws: [String: [any Distribution]] = [:]

  /// All names given, sorted.
  var names: [String] { (Array(numbers.keys) + Array(lists.keys) + Array(laws.keys)).sorted() }
  func has(_ name: String) -> Bool { numbers[name] != nil }

  /// A number; not a number when it was given as a list, which the laws then refuse.
  subscript(name: String) -> Double { numbers[name] ?? .nan }

  /// A list; a single number counts as a list of one.
  func list(_ name: String) -> [Double] { lists[name] ?? numbers[name].map { [$0] } ?? [] }
}
