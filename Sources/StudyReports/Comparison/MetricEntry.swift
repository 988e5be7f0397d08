import OutputAnalysis
import ResultsStore

/// The value of a metric in one run, or its part in a ratio of sums.
enum MetricEntry: Hashable {
  case value(Double)
  case fraction(MetricFraction)

  /// The value of the run alone; nil where a denominator is 0.
  var value: Double? {
    switch self {
    case .value(let value): value
    case .fraction(let fraction): fraction.value
    }
  }
}

extension PolicyRun {
  /// The entry of a run for a metric of its population; nil where there is none.
  func entry(_ metric: String) -> MetricEntry? {
    fractions[metric].map { .fraction($0) } ?? values[metric].map { .value($0) }
  }
}

extension ReplicationSample {
  /// The sample of entries by replication. Entries of a metric are all values or all fractions.
  init(_ entries: [MetricEntry?]) {
    var fractions: [Fraction?] = []
    var values: [Double?] = []
    var isRatio = false
    for entry in entries {
      switch entry {
      case .fraction(let fraction)?:
        isRatio = true
        fractions.append(Fraction(fraction.numerator, over: fraction.denominator))
        values.append(nil)
      case .value(let value)?:
        fractions.append(nil)
        values.append(value)
      case nil:
        fractions.append(nil)
        values.append(nil)
      }
    }
    self = isRatio ? .fractions(fractions) : .values(values)
  }
}
