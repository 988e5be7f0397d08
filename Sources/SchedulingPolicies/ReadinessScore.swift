import EventSimulation
import ModelParameters
import Workload

/// How good a moment is for a candidate, and how good it has to be: rules GATE-4, GATE-5 and USE-2.
package struct ReadinessScore: Sendable {
  var usageWeight, networkWeight, batteryWeight, activityWeight, thermalWeight: Double
  package let threshold: FallingThreshold
  var saturation: Double
  /// The part of much use beside the likelihood (USE-5).
  var intensityWeight: Double
  /// The least usage component on external power while the device is idle.
  var chargerRelief: Double
  var criticalLevel: Double
  /// Whether the usage component takes part; it leaves with the factor `appUsage`.
  var countsUsage: Bool

  package init(_ parameters: ParameterSet) {
    let weights = parameters.numbers("score.weights")
    (usageWeight, networkWeight, batteryWeight, activityWeight, thermalWeight) =
      (weights[0], weights[1], weights[2], weights[3], weights[4])
    threshold = FallingThreshold(
      start: parameters.number("score.thresholdStart"), end: parameters.number("score.thresholdEnd"))
    saturation = parameters.number("usage.saturation")
    intensityWeight = parameters.number("usage.intensityWeight")
    chargerRelief = parameters.number("score.chargerRelief")
    criticalLevel = parameters.base("battery.criticalLevel")
    countsUsage = parameters.choice("factor.appUsage") != "off"
  }

  /// The weighted components of the device at one moment, which are those of all candidates.
  struct Moment {
    var network, battery, activity, thermal: Double
    var relief: Double
  }

  @inline(__always) func moment(_ observation: Observation) -> Moment {
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
      activity: activityWeight * (observation.isIdle ? 1 : 0.5), thermal: thermalWeight * thermal,
      relief: observation.isPlugged && observation.isIdle ? chargerRelief : 0)
  }

  /// The weighted mean of the applicable components, each in [0, 1].
  package func score(_ candidate: Candidate, _ observation: Observation) -> Double {
    let (likelihood, intensity) = (candidate.likelihood, Double(candidate.intensity))
    return score(candidate, likelihood: likelihood, intensity: intensity, moment(observation))
  }

  @inline(__always)
  func score(_ candidate: Candidate, likelihood: Double, intensity: Double, _ moment: Moment) -> Double {
    var sum = 0.0
    var weights = 0.0
    if countsUsage, candidate.mechanism == .refresh {
      let use = min(1, (likelihood + intensityWeight * intensity) / saturation)
      sum += usageWeight * max(use, moment.relief)
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
}

/// A threshold that falls linearly over a window, from `start` at its opening to `end` at its deadline, and stays there: rule
/// GATE-5.
package struct FallingThreshold: Sendable {
  var start, end: Double

  /// How far below the threshold a score still reaches it: sums of weights are not exact.
  static let tolerance = 1e-9

  @inline(__always)
  static func passes(score: Double, threshold: Double) -> Bool { score >= threshold - tolerance }

  /// The threshold of a window at an instant, and the length of the window in microseconds; zero for one that is over.
  @inline(__always) package func standing(at now: Instant, open: Instant, deadline: Instant) -> (
    threshold: Double, length: Double
  ) {
    guard now < deadline else { return (end, 0) }
    let length = (deadline - open).microseconds
    guard now > open else { return (start, Double(length)) }
    return (start + (end - start) * ((now - open) / (deadline - open)), Double(length))
  }

  /// The first tick at which the threshold has fallen to a score; nil if never.
  package func passingTime(score: Double, open: Instant, deadline: Instant) -> Instant? {
    guard Self.passes(score: score, threshold: end) else { return nil }
    guard !Self.passes(score: score, threshold: start) else { return open }
    let span = (deadline - open).microseconds
    let length = Double(span)
    let fall = end - start
    let guess = Int64(share(score) * length)
    // As ``standing(at:open:deadline:)`` does, with what all instants have in common computed once.
    func isTooEarly(_ elapsed: Int64) -> Bool {
      guard elapsed < span else { return false }
      guard elapsed > 0 else { return true }
      return !Self.passes(score: score, threshold: start + fall * (Double(elapsed) / length))
    }
    var elapsed = min(max(guess - 2, 0), span)
    // A threshold that falls and is out of reach at the guess was out of reach before it.
    if isTooEarly(guess) { elapsed = guess + 1 }
    while isTooEarly(elapsed) { elapsed += 1 }
    return open + .microseconds(elapsed)
  }

  /// A number of microseconds since time zero that is not after ``passingTime(score:open:deadline:)``, for a score that is
  /// below the threshold now and above its end. That one may come two ticks before its own guess, which is cut to a whole tick.
  @inline(__always) func boundOfPassing(score: Double, open: Instant, deadline: Instant) -> Double {
    Double(open.microseconds) + share(score) * Double((deadline - open).microseconds) - 4
  }

  /// The same of several windows at an instant, for the least of what their scores lack to reach them, each times
  /// the length of the window in microseconds; infinite if that is. What rounding comes to is far less than the ticks
  /// that are taken off, for windows of up to years.
  @inline(__always) func boundOfPassing(after leastFall: Double, from now: Instant) -> Double {
    Double(now.microseconds) + leastFall / (start - end) - 4
  }

  /// The share of the window after which the threshold meets a score.
  @inline(__always)
  private func share(_ score: Double) -> Double { (start - Self.tolerance - score) / (start - end) }
}
