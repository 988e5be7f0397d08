import EventSimulation
import ModelParameters
import OutputAnalysis
import StudyReports
import Workload

package struct PublicObservation: Sendable, Hashable {
  /// The distance from an observed value within which simulated values agree with it.
  package enum Tolerance: Sendable, Hashable {
    case times(Double)
    /// A distance to either side, in the unit of the quantity.
    case plus(Double)

    /// That of counts and delays: what one phone does tells half to twice what phones do, several sources or a log two thirds to
    /// one and a half times. So no row of a casebook chooses how wide its band is.
    static func usual(_ grade: EvidenceGrade) -> Tolerance { .times(grade == .a || grade == .b ? 1.5 : 2) }
  }
  package var id: String
  /// One for each phone, report or gap, in the unit of the quantity.
  package var values: [Double]
  /// The unit of the report, and its size in the unit of the quantity.
  package var reportedUnit: String
  package var reportedSize: Double
  /// Half of the width in which the value may lie, as it was read, in the unit of the quantity.
  package var precision: Double
  /// Whether the values are the least that they can be.
  package var isLowerBound: Bool
  package var tolerance: Tolerance
  /// 0 where it is not known.
  package var phones: Int
  package var window: ObservationWindow
  /// Lengths of the window in days that the report does not state; empty if it states ``window``.
  package var assumedDays: [Double]
  /// The rule that answers, of a documented limit or of one rule; nil for a prediction.
  package var rule: String?
  /// Whether the row stands for its source in scores and tests.
  package var isPrimary: Bool
  /// B for several sources or a log with both ends, C for one report, D for hearsay or a value that somebody planned with.
  package var grade: EvidenceGrade
  /// One phone or one group of phones: observations with the same text are of the same phones.
  package var source: String
  package var isComparable: Bool
  package var why: String
  package var scale: Scale

  package enum Scale: Sendable, Hashable { case amount, share, hourOfDay }

  /// Whether the verdict counts: hearsay and what cannot be compared are shown only.
  package var isCounted: Bool { isComparable && grade != .d }

  /// The observed value: the median where there are several.
  package var value: Double {
    let sorted = values.sorted()
    return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
  }

  /// The windows to evaluate: the first decides the scores. An assumed window is also halved and doubled.
  package var windows: [ObservationWindow] {
    guard let shortest = assumedDays.min(), let longest = assumedDays.max() else { return [window] }
    return [window]
      + [shortest / 2, longest * 2].map { days in
        var other = window
        other.days = days
        return other
      }
  }

  /// The band of simulated values that agree with the observation: the hull of all values within the
  /// tolerance of an observed value.
  ///
  /// An event that was not observed can still happen, so the band of a count of 0 is 0 to 0.5, and the band
  /// of a share of 0 is 0 to 0.05. Hours of the day are circular, so their band may begin below 0 or end
  /// above 24.
  package var band: ClosedRange<Double> {
    let bands = values.map { value in
      let near = scale == .hourOfDay ? HoursOfDay.near(values[0], value) : value
      return switch tolerance {
      case .plus(let width): near - width...near + width
      case .times(let factor) where value > 0: near / factor...near * factor
      case .times: 0...(scale == .share ? 0.05 : 0.5)
      }
    }
    let low = bands.map(\.lowerBound).min() ?? 0
    let high = bands.map(\.upperBound).max() ?? 0
    switch scale {
    case .hourOfDay: return low...high
    case .amount: return max(0, low)...high
    case .share: return max(0, low)...min(1, high)
    }
  }
}

/// Hours of the local day, which go round.
package struct HoursOfDay: Sendable, Hashable {
  /// 0 to 24; to is on the next day if it is not later.
  var from, to: Double

  var length: Double { from < to ? to - from : to - from + 24 }

  func contains(_ time: TimeSpan) -> Bool {
    let hour = time / .hour
    return from < to ? hour >= from && hour < to : hour >= from || hour < to
  }

  /// The hour, with whole days added, that is at most half a day from another one.
  static func near(_ center: Double, _ hour: Double) -> Double {
    center - 12 + HourCircle.wrapped(hour - center + 12)
  }
}

extension Expectation.Quantity {
  /// The unit of the values; `1` for counts and shares.
  package var unit: String {
    switch self {
    case .metric(let name): MetricCatalogue.metric(name)?.unit ?? "1"
    case .event, .finding: "1"
    case .observation(let name, _):
      LogObservation.named(name).map { $0.unit == .none ? "1" : $0.unit.rawValue } ?? "1"
    }
  }

  package var name: String {
    switch self {
    case .metric(let name), .observation(let name, reason: nil): name
    case .observation(let name, let reason?): "\(name) \(reason.name)"
    case .finding(let name): "finding \(name ?? "none")"
    case .event(let name, let reason): ([name] + [reason].compactMap { $0 }).joined(separator: " ")
    }
  }

  var scale: PublicObservation.Scale {
    switch self {
    case .observation(LogObservation.meanLaunchHour, _): .hourOfDay
    case .metric(let name), .observation(let name, _):
      name.contains("share") || name.contains("Share") || name.contains("Position") ? .share : .amount
    case .event, .finding: .amount
    }
  }

  /// The factor from a unit to that of the quantity; nil where the unit measures something else.
  func factor(from unit: String) -> Double? {
    if unit == self.unit { return 1 }
    let own = self.unit == "1" ? ParameterUnit.percent : ParameterUnit(rawValue: self.unit)
    guard let own, let other = ParameterUnit(rawValue: unit), own.dimension == other.dimension else {
      return nil
    }
    return other.scale / (own == .percent ? 1 : own.scale)
  }

  var units: [String] {
    [unit] + ParameterUnit.allCases.map(\.rawValue).filter { $0 != unit && factor(from: $0) != nil }
  }
}
