import EventSimulation
import ModelParameters
import Workload

/// How good a moment is for a candidate, and how good it has to be: rules GATE-4, GATE-5 and USE-2.
public struct ReadinessScore: Sendable {
  var usageWeight, networkWeight, batteryWeight, activityWeight, thermalWeight: Double
  var thresholdStart, thresholdEnd: Double
  var saturation: Double
  var criticalLevel: Double
  /// Whether the usage component takes part; it leaves with the factor `appUsage`.
  var countsUsage: Bool

  public init(_ parameters: ParameterSet) {
    let weights = parameters.numbers("score.weights")
    (usageWeight, networkWeight, batteryWeight, activityWeight, thermalWeight) =
      (weights[0], weights[1], weights[2], weights[3], weights[4])
    thresholdStart = parameters.number("score.thresholdStart")
    thresholdEnd = parameters.number("score.thresholdEnd")
    saturation = parameters.number("usage.saturation")
    criticalLevel = parameters.base("battery.criticalLevel")
    countsUsage = parameters.choice("factor.appUsage") != "off"
  }

  /// How far below the threshold a score still reaches it: sums of weights are not exact.
  static let tolerance = 1e-9

  /// Whether a score is good enough.
  static func passes(score: Double, threshold: Double) -> Bool { score >= threshold - tolerance }

  /// The weighted mean of the applicable components, each in [0, 1].
  public func score(_ candidate: Candidate, _ observation: Observation) -> Double {
    var sum = 0.0
    var weights = 0.0
    func add(_ weight: Double, _ value: Double) {
      sum += weight * value
      weights += weight
    }
    if countsUsage, candidate.mechanism == .refresh {
      add(usageWeight, min(1, candidate.likelihood / saturation))
    }
    if candidate.usesNetwork {
      add(networkWeight, observation.network == .wifi ? 1 : observation.network == .cellular ? 0.5 : 0)
    }
    let headroom = (observation.stateOfCharge - criticalLevel) / (1 - criticalLevel)
    add(batteryWeight, observation.isPlugged ? 1 : min(1, max(0, headroom)))
    if candidate.mechanism == .refresh || candidate.mechanism == .push {
      add(activityWeight, observation.isIdle ? 1 : 0.5)
    }
    let thermal =
      switch observation.thermal {
      case .nominal: 1.0
      case .fair: 0.7
      case .serious, .critical: 0.3
      }
    add(thermalWeight, thermal)
    return weights > 0 ? sum / weights : 0
  }

  /// The threshold of a window at an instant: it falls linearly from open to deadline and stays there.
  public func threshold(at now: Instant, open: Instant, deadline: Instant) -> Double {
    guard now < deadline else { return thresholdEnd }
    guard now > open else { return thresholdStart }
    let age = (now - open) / (deadline - open)
    return thresholdStart + (thresholdEnd - thresholdStart) * age
  }

  /// The first tick at which `score` passes the falling threshold; nil if never.
  public func passingTime(score: Double, open: Instant, deadline: Instant) -> Instant? {
    guard Self.passes(score: score, threshold: thresholdEnd) else { return nil }
    guard !Self.passes(score: score, threshold: thresholdStart) else { return open }
    let share = (thresholdStart - Self.tolerance - score) / (thresholdStart - thresholdEnd)
    var time = open + .microseconds(Int64((share * Double((deadline - open).microseconds)).rounded(.down)))
    time = min(max(time - .microseconds(2), open), deadline)
    while time < deadline,
      !Self.passes(score: score, threshold: threshold(at: time, open: open, deadline: deadline))
    {
      time += .tick
    }
    return time
  }
}
