import OutputAnalysis

/// A quantity of an expectation, replication by replication.
struct ObservedQuantity {
  /// The value of each replication alone; nil where it has none.
  let values: [Double?]
  /// The estimate from all of them: a mean, or a ratio of sums.
  let sample: ReplicationSample

  init(values: [Double?]) {
    self.values = values
    sample = .values(values)
  }

  init(values: [Double?], sample: ReplicationSample) {
    (self.values, self.sample) = (values, sample)
  }

  /// The value in every replication; nil where one of them has none, and without replications.
  var complete: [Double]? {
    let known = values.compactMap { $0 }
    return known.isEmpty || known.count < values.count ? nil : known
  }

  /// The pseudo-values of the estimate; nil where a replication is missing or there is no estimate.
  var pseudoValues: PseudoValues? {
    guard sample.count > 0, (0..<sample.count).allSatisfy(sample.hasEntry),
      let values = try? sample.pseudoValues(), values.estimate != nil
    else { return nil }
    return values
  }

  var estimate: Double? { pseudoValues?.estimate }

  func scaled(by factor: Double) -> ObservedQuantity {
    let scaled: ReplicationSample =
      switch sample {
      case .values(let values): .values(values.map { $0.map { $0 * factor } })
      case .fractions(let fractions):
        .fractions(fractions.map { $0.map { .init($0.numerator * factor, over: $0.denominator) } })
      }
    return ObservedQuantity(values: values.map { $0.map { $0 * factor } }, sample: scaled)
  }
}
