/// A law's page in the catalogue, and its constructor.
public struct DistributionEntry: Sendable {
  /// The word a study uses.
  public let name: String
  /// One sentence.
  public let summary: String
  /// All parameters, those of alternative forms included.
  public let parameters: [DistributionParameter]
  /// The sets of parameters that determine the law; exactly one is given.
  public let forms: [[String]]
  /// How it is written, in the canonical form.
  public let example: String
  /// The mean in terms of the parameters.
  public let meanFormula: String
  let build: @Sendable (DistributionArguments) throws(DistributionError) -> any Distribution

  init(
    name: String, summary: String, parameters: [DistributionParameter], forms: [[String]], example: String,
    meanFormula: String,
    build: @escaping @Sendable (DistributionArguments) throws(DistributionError) -> any Distribution
  ) {
    self.name = name
    self.summary = summary
    self.parameters = parameters
    self.forms = forms
    self.example = example
    self.meanFormula = meanFormula
    self.build = build
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
  /// The key in studies, such as `mean`.
  public let name: String
  /// Its meaning and the values that are allowed.
  public let meaning: String
  /// A pure number, whatever the unit of the variate; the other parameters have the variate's unit.
  public let unitFree: Bool
  /// The domain of a pure number in a study; the other parameters have the bounds of the variate.
  public let bounds: ClosedRange<Double>

  init(
    _ name: String, _ meaning: String, unitFree: Bool = false, in bounds: ClosedRange<Double> = 0...1e9
  ) {
    self.name = name
    self.meaning = meaning
    self.unitFree = unitFree
    self.bounds = bounds
  }
}

/// The arguments of a law by parameter name.
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
