/// One metric of one policy over the replications of a design point, with empty entries where a replication has
/// no value.
///
/// Most metrics are ratios of sums: their estimate is the sum of all numerators divided by the sum of all
/// denominators. A replication with few opens therefore weighs less than one with many, and one without opens
/// still counts. Quantiles and indices have one value per replication; their estimate is the mean.
public enum ReplicationSample: Hashable, Sendable {
  public struct Fraction: Hashable, Sendable {
    public var numerator: Double
    /// May be 0: the replication then adds to the numerator only.
    public var denominator: Double

    public init(_ numerator: Double, over denominator: Double) {
      (self.numerator, self.denominator) = (numerator, denominator)
    }
  }

  case values([Double?])
  case fractions([Fraction?])

  /// Number of replications, empty ones included.
  public var count: Int {
    switch self {
    case .values(let values): values.count
    case .fractions(let fractions): fractions.count
    }
  }

  public func hasEntry(_ replication: Int) -> Bool {
    switch self {
    case .values(let values): values[replication] != nil
    case .fractions(let fractions): fractions[replication] != nil
    }
  }

  /// The sums of several samples of one kind in each replication, for example over the levels of other
  /// factors; nil if one sample has no value. For values, it is the mean.
  public static func pooled(_ samples: [ReplicationSample]) throws(AnalysisError) -> ReplicationSample {
    guard let first = samples.first else { throw .emptySample }
    let common = Set(try common(samples))
    func pooled<Entry>(_ pool: (Int) -> Entry) -> [Entry?] {
      (0..<first.count).map { common.contains($0) ? pool($0) : nil }
    }
    switch first {
    case .values:
      return .values(
        pooled { place in samples.compactMap { $0.value(place) }.reduce(0, +) / Double(samples.count) })
    case .fractions:
      return .fractions(
        pooled { place in
          let parts = samples.compactMap { $0.fraction(place) }
          return Fraction(
            CompensatedSum(parts.map(\.numerator)).value,
            over: CompensatedSum(parts.map(\.denominator)).value)
        })
    }
  }

  private func value(_ replication: Int) -> Double? {
    if case .values(let values) = self { values[replication] } else { nil }
  }

  private func fraction(_ replication: Int) -> Fraction? {
    if case .fractions(let fractions) = self { fractions[replication] } else { nil }
  }

  /// Places of the replications in which all samples have an entry.
  public static func common(_ samples: [ReplicationSample]) throws(AnalysisError) -> [Int] {
    guard let first = samples.first else { return [] }
    for sample in samples where sample.count != first.count {
      throw .unequalCounts(first: first.count, second: sample.count)
    }
    return (0..<first.count).filter { replication in samples.allSatisfy { $0.hasEntry(replication) } }
  }

  func restricted(to replications: [Int]) -> ReplicationSample {
    switch self {
    case .values(let values): .values(replications.map { values[$0] })
    case .fractions(let fractions): .fractions(replications.map { fractions[$0] })
    }
  }

  /// Whether both samples have equal entries, numerator by numerator and denominator by denominator, in each of
  /// these replications, and there is at least one.
  public func agrees(with other: ReplicationSample, in replications: [Int]) -> Bool {
    guard !replications.isEmpty else { return false }
    switch (self, other) {
    case (.values(let own), .values(let others)): return replications.allSatisfy { own[$0] == others[$0] }
    case (.fractions(let own), .fractions(let others)):
      return replications.allSatisfy { own[$0] == others[$0] }
    default: return false
    }
  }

  /// The estimate from some replications, which may be named more than once, as in a bootstrap resample: the mean of
  /// their values, or the ratio of their sums. Empty without an entry and where the denominators add up to 0.
  public func estimate(over replications: [Int]) -> Double? {
    switch self {
    case .values(let values):
      let known = replications.compactMap { values[$0] }
      return known.isEmpty ? nil : known.reduce(0, +) / Double(known.count)
    case .fractions(let fractions):
      let known = replications.compactMap { fractions[$0] }
      return Self.ratio(
        CompensatedSum(known.map(\.numerator)).value, CompensatedSum(known.map(\.denominator)).value)
    }
  }

  public func pseudoValues(in replications: [Int]) throws(AnalysisError) -> PseudoValues {
    switch self {
    case .values(let values):
      return try PseudoValues(values: replications.compactMap { values[$0] })
    case .fractions(let fractions):
      return try PseudoValues(fractions: replications.compactMap { fractions[$0] })
    }
  }

  public func pseudoValues() throws(AnalysisError) -> PseudoValues {
    try pseudoValues(in: (0..<count).filter(hasEntry))
  }

  /// A ratio; empty where it is not a finite number.
  static func ratio(_ numerator: Double, _ denominator: Double) -> Double? {
    let ratio = numerator / denominator
    return denominator != 0 && ratio.isFinite ? ratio : nil
  }
}
