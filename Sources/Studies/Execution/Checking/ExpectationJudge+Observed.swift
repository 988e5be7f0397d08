import OutputAnalysis

/// An observation of phones beside what the runs give.
package struct ObservedComparison: Sendable {
  package enum Verdict: String, Sendable, CaseIterable {
    /// The whole interval is in the band, none of it is, or neither.
    case inside, outside, undecided
  }
  package var seen: PublicObservation
  package var unit: String
  /// Mean over the replications; nil where one of them has no value.
  package var simulated: Double?
  /// Interval of the mean at 95 %; nil where there is none, as for one replication.
  package var interval: ClosedRange<Double>?
  /// Whether ``simulated`` is the least that it can be, since in some replication most waits were cut off.
  package var isLowerBound: Bool

  package var verdict: Verdict {
    guard let interval else { return .undecided }
    let band = seen.band
    if interval.lowerBound > band.upperBound { return .outside }
    if isLowerBound { return .undecided }
    if interval.upperBound < band.lowerBound { return .outside }
    return band.contains(interval.lowerBound) && band.contains(interval.upperBound) ? .inside : .undecided
  }

  package var simulatedText: String {
    simulated.map { (isLowerBound ? "≥ " : "") + ExpectationJudge.short($0) } ?? "no value"
  }
  package var intervalText: String { interval.map(ExpectationJudge.text) ?? "" }

  var text: String {
    let range = interval.map { " [\(ExpectationJudge.text($0))]" } ?? ""
    return "\(simulatedText)\(range) in \(seen.bandText), \(seen.id)"
  }
}

extension PublicObservation {
  /// The values, as `76.6` or `0.77; 0.94`.
  package var valuesText: String { values.map(ExpectationJudge.short).joined(separator: "; ") }
  package var bandText: String { ExpectationJudge.text(band) }
}

extension ExpectationJudge {
  fileprivate static func text(_ range: ClosedRange<Double>) -> String {
    "\(short(range.lowerBound)) to \(short(range.upperBound))"
  }

  func compare(
    _ expectation: Expectation, with seen: PublicObservation, at levels: [FactorLevelText]
  ) -> Judgement {
    var quantity = values(expectation, levels)
    if seen.scale == .hourOfDay {
      let band = seen.band
      let center = (band.lowerBound + band.upperBound) / 2
      quantity = ObservedQuantity(values: quantity.values.map { $0.map { HoursOfDay.near(center, $0) } })
    }
    let interval = quantity.pseudoValues.flatMap { try? MeanInterval($0) }
    let comparison = ObservedComparison(
      seen: seen, unit: expectation.quantity.unit, simulated: interval?.mean,
      interval: interval.flatMap { mean in mean.halfWidth.map { mean.mean - $0...mean.mean + $0 } },
      isLowerBound: isLowerBound(expectation, levels))
    let place = combinations.count > 1 ? " (\(name(levels)))" : ""
    var judgement = Judgement(expectation, comparison.text + place, holds: true)
    judgement.comparison = comparison
    return judgement
  }
}
