import EventSimulation

/// How likely the user opens the apps of one device soon (USE-1), for a policy that asks for it where it needs it.
///
/// A policy that wants it keeps the reference that ``SchedulingPolicy/begin(forecast:)`` hands it. It knows the past
/// alone, and belongs to one run of one device.
public protocol OpenForecast: AnyObject {
  /// The estimated probability that the user opens an app within the look-ahead, as ``Candidate/likelihood`` tells it.
  ///
  /// - Parameters:
  ///   - app: Index of the app of a candidate.
  ///   - now: The instant of the present decision point.
  func likelihood(ofApp app: Int32, at now: Instant) -> Double
}

/// Stands for a forecast that nobody has handed over: then candidates tell their likelihood.
final class NoForecast: OpenForecast, Sendable {
  static let shared = NoForecast()

  func likelihood(ofApp app: Int32, at now: Instant) -> Double { 0 }
}
