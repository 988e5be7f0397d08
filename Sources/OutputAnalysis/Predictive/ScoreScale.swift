import Basics

/// The scale of the distances between the draws of a model and an observation.
///
/// Times, counts and rates are compared as common logarithms: a factor has the same distance everywhere, and
/// scores of different quantities can be averaged. Counts and rates take half an event more, so that 0 has a
/// position.
package enum ScoreScale: Hashable, Sendable {
  /// A time of at least 0. `least` is 1 s in the unit of the values; a shorter time has its position.
  case time(least: Double)
  /// The number of events of a window, at least 0. `days` is the length of the window in days.
  case count(days: Double)
  /// Events per day, at least 0. `days` is the length of the window in days.
  case rate(days: Double)
  /// The hour of the day, on a circle of 24 h.
  case hour
  /// A share from 0 to 1, or another quantity that is compared as it is.
  case share

  /// The name of the scale in tables.
  package var name: String {
    switch self {
    case .time: "time"
    case .count: "count"
    case .rate: "rate"
    case .hour: "hour"
    case .share: "share"
    }
  }

  /// Whether values below 0 have a position.
  var hasNegativeValues: Bool { self == .hour || self == .share }

  /// The position of a value: log₁₀ of a time, log₁₀((n + ½) ÷ days) of n events, the value itself of hours
  /// and shares.
  package func position(_ value: Double) -> Double {
    switch self {
    case .time(let least): Self.commonLogarithm(max(value, least))
    case .count(let days): Self.commonLogarithm((value + 0.5) / days)
    case .rate(let days): Self.commonLogarithm((value * days + 0.5) / days)
    case .hour, .share: value
    }
  }

  /// The value at a position; counts and rates are at least 0.
  package func value(at position: Double) -> Double {
    switch self {
    case .time: Elementary.pow(10, position)
    case .count(let days): max(0, Elementary.pow(10, position) * days - 0.5)
    case .rate(let days): max(0, Elementary.pow(10, position) - 0.5 / days)
    case .hour, .share: position
    }
  }

  /// The value with the nearest whole number of events; values of other scales do not change.
  func withWholeEvents(_ value: Double) -> Double {
    switch self {
    case .count: value.rounded()
    case .rate(let days): (value * days).rounded() / days
    case .time, .hour, .share: value
    }
  }

  /// Throws ``AnalysisError/notPositive(_:)`` if the window or the least time is not a finite number above 0.
  func requireValid() throws(AnalysisError) {
    switch self {
    case .time(let number), .count(let number), .rate(let number):
      try AnalysisError.requirePositive(number)
    case .hour, .share: break
    }
  }

  private static func commonLogarithm(_ value: Double) -> Double {
    Elementary.log(value) / Elementary.log(10)
  }
}
