import EventSimulation
import Workload

/// The situation of a decision, as coarse as ``Learned`` tells situations apart: 216 classes.
public struct LaunchContext: Sendable, Hashable {
  /// 0 to ``count`` − 1.
  public let index: Int

  /// Six blocks of the day, weekday or weekend, charger, three paths, three thirds of the likelihood.
  public static let count = 6 * 2 * 2 * 3 * 3

  /// - Parameters:
  ///   - firstWeekday: Of day 0, 0 for Monday.
  ///   - likelihood: That the user opens the app soon, as the platform predicts it.
  public init(_ observation: Observation, likelihood: Double, firstWeekday: Int) {
    let block = Int(observation.now.timeOfDay.microseconds / TimeSpan.hours(4).microseconds)
    let isWeekend = (observation.now.weekday + firstWeekday) % 7 >= 5
    let path = Int(observation.network.rawValue)
    let third = min(2, max(0, Int(likelihood * 3)))
    index = (((block * 2 + (isWeekend ? 1 : 0)) * 2 + (observation.isPlugged ? 1 : 0)) * 3 + path) * 3 + third
  }
}

/// The posterior of a probability: a Beta distribution.
public struct BetaCounts: Sendable, Hashable {
  /// The number of successes, with the prior's share: the first parameter of the distribution, above 0.
  public var successes: Double
  /// The number of failures, with the prior's share: the second parameter of the distribution, above 0.
  public var failures: Double

  /// The prior: half of its strength on each side.
  public init(priorStrength: Double) {
    successes = priorStrength / 2
    failures = priorStrength / 2
  }

  /// Counts one more observation.
  public mutating func add(_ success: Bool) {
    if success { successes += 1 } else { failures += 1 }
  }
}
