/// How well forecasts of events discriminate, and how accurate they are as probabilities.
package struct ForecastQuality: Hashable, Sendable {
  /// A forecast of an event, and whether the event happened.
  package struct Case: Hashable, Sendable {
    package let forecast: Double
    package let isEvent: Bool

    package init(_ forecast: Double, _ isEvent: Bool) { (self.forecast, self.isEvent) = (forecast, isEvent) }
  }

  package let cases, events: Int
  /// The probability that a case with an event has a larger forecast than a case without one. Ties count
  /// half (Hanley and McNeil, "The meaning and use of the area under a ROC curve", Radiology 143, 1982).
  package let areaUnderCurve: Double
  /// 1 − B ÷ B₀: B is the mean squared error of the forecasts, and B₀ is the mean squared error of the share
  /// of events (Brier, "Verification of forecasts expressed in terms of probability", Monthly Weather Review
  /// 78, 1950). It has a meaning only for probabilities.
  package let brierSkill: Double

  /// Returns nil unless there are cases with an event and cases without one.
  package init?(_ cases: [Case]) {
    let events = cases.count(where: \.isEvent)
    guard events > 0, events < cases.count else { return nil }
    (self.cases, self.events) = (cases.count, events)
    let sorted = cases.sorted { $0.forecast < $1.forecast }
    // Twice the number of pairs in the right order, in whole numbers.
    var (pairs, below, first) = (0, 0, 0)
    while first < sorted.count {
      var (end, equal) = (first, 0)
      while end < sorted.count, sorted[end].forecast == sorted[first].forecast {
        if !sorted[end].isEvent { equal += 1 }
        end += 1
      }
      pairs += (end - first - equal) * (2 * below + equal)
      below += equal
      first = end
    }
    areaUnderCurve = Double(pairs) / Double(2 * events * (cases.count - events))
    let squares = cases.reduce(0.0) { sum, one in
      let error = one.forecast - (one.isEvent ? 1 : 0)
      return sum + error * error
    }
    let share = Double(events) / Double(cases.count)
    brierSkill = 1 - squares / Double(cases.count) / (share * (1 - share))
  }
}

/// The forecasts of probabilities by size, with the share of their events: the table of reliability.
package struct ForecastCalibration: Hashable, Sendable {
  package struct Bin: Hashable, Sendable {
    package var cases = 0, events = 0
    package var sum = 0.0

    /// The mean forecast and the share of events; nil without cases.
    package var meanForecast: Double? { cases > 0 ? sum / Double(cases) : nil }
    package var eventShare: Double? { cases > 0 ? Double(events) / Double(cases) : nil }
  }

  /// Bins of equal width from 0 to 1; a forecast of 1 is in the last bin.
  package private(set) var bins: [Bin]

  package init(_ cases: [ForecastQuality.Case] = [], bins count: Int = 10) {
    bins = Array(repeating: Bin(), count: count)
    for one in cases {
      let bin = min(count - 1, max(0, Int(one.forecast * Double(count))))
      bins[bin].cases += 1
      bins[bin].sum += one.forecast
      if one.isEvent { bins[bin].events += 1 }
    }
  }

  /// Adds the cases of a calibration with the same number of bins.
  package mutating func merge(_ other: ForecastCalibration) {
    for (bin, added) in other.bins.enumerated() {
      bins[bin].cases += added.cases
      bins[bin].events += added.events
      bins[bin].sum += added.sum
    }
  }
}
