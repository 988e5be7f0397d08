import EventSimulation
import ModelParameters
import Workload

/// How good a moment is for a candidate, and how good it has to be: rules GATE-4, GATE-5 and USE-2.
public struct ReadinessScore: Sendable {
  var usageWeight, networkWeight, batteryWeight, activityWeight, thermalWeight: Double
  let threshold: FallingThreshold
  var saturation: Double
  var criticalLevel: Double
  /// Whether the usage component takes part; it leaves with the factor `appUsage`.
  var countsUsage: Bool

  /// A score with `score.weights`, `score.thresholdStart`, `score.thresholdEnd`, `usage.saturation` and
  /// `battery.criticalLevel`. Usage does not count if `factor.appUsage` is off.
  public init(_ parameters: ParameterSet) {
    let weights = parameters.numbers("score.weights")
    (usageWeight, networkWeight, batteryWeight, activityWeight, thermalWeight) =
      (weights[0], weights[1], weights[2], weights[3], weights[4])
    threshold = FallingThreshold(
      start: parameters.number("score.thresholdStart"), end: parameters.number("score.thresholdEnd"))
    saturation = parameters.number("usage.saturation")
    criticalLevel = parameters.base("battery.criticalLevel")
    countsUsage = parameters.choice("factor.appUsage") != "off"
  }

  /// Whether a score is good enough.
  static func passes(score: Double, threshold: Double) -> Bool {
    FallingThreshold.passes(score: score, threshold: threshold)
  }

  /// The weighted components of the device at one moment, which are those of all candidates.
  struct Moment {
    var network, battery, activity, thermal: Double
  }

  /// The weighted components of an observation, each value in [0, 1].
  @inline(__always)
  func moment(_ observation: Observation) -> Moment {
    let network = observation.network == .wifi ? 1 : observation.network == .cellular ? 0.5 : 0
    let headroom = (observation.stateOfCharge - criticalLevel) / (1 - criticalLevel)
    let battery = observation.isPlugged ? 1 : min(1, max(0, headroom))
    let thermal =
      switch observation.thermal {
      case .nominal: 1.0
      case .fair: 0.7
      case .serious, .critical: 0.3
      }
    return Moment(
      network: networkWeight * network, battery: batteryWeight * battery,
      activity: activityWeight * (observation.isIdle ? 1 : 0.5), thermal: thermalWeight * thermal)
  }

  /// The weighted mean of the applicable components, each in [0, 1].
  public func score(_ candidate: Candidate, _ observation: Observation) -> Double {
    score(candidate, likelihood: candidate.likelihood, moment(observation))
  }

  @inline(__always)
  func score(_ candidate: Candidate, likelihood: Double, _ moment: Moment) -> Double {
    var sum = 0.0
    var weights = 0.0
    if countsUsage, candidate.mechanism == .refresh {
      sum += usageWeight * min(1, likelihood / saturation)
      weights += usageWeight
    }
    if candidate.usesNetwork {
      sum += moment.network
      weights += networkWeight
    }
    sum += moment.battery
    weights += batteryWeight
    if candidate.mechanism == .refresh || candidate.mechanism == .push {
      sum += moment.activity
      weights += activityWeight
    }
    sum += moment.thermal
    weights += thermalWeight
    return weights > 0 ? sum / weights : 0
  }

  /// The threshold of a window at an instant: it falls linearly from open to deadline and stays there.
  public func threshold(at now: Instant, open: Instant, deadline: Instant) -> Double {
    threshold.value(at: now, open: open, deadline: deadline)
  }

  /// The first tick at which `score` passes the falling threshold; nil if never.
  public func passingTime(score: Double, open: Instant, deadline: Instant) -> Instant? {
    threshold.passingTime(score: score, open: open, deadline: deadline)
  }
}
