/// A condition on several parameters of one model, which each of them can meet alone and which together they may break.
///
/// A sweep leaves out the points that break one. A number of a list is named with its place: `charge.holdLength[0]`.
public enum ParameterConstraint: Sendable, Hashable {
  /// Each number is at most the next.
  case ascending([String])
  /// The sum of the numbers is at most so much.
  case sum([String], atMost: Double)

  /// The names of its numbers.
  public var names: [String] {
    switch self {
    case .ascending(let names), .sum(let names, _): names
    }
  }

  /// Whether numbers, in the order of ``names``, meet it.
  public func holds(_ numbers: [Double]) -> Bool {
    switch self {
    case .ascending: zip(numbers, numbers.dropFirst()).allSatisfy { $0 <= $1 }
    // Sums of shares are not exact.
    case .sum(_, let limit): numbers.reduce(0, +) <= limit + 1e-9
    }
  }

  /// The condition in words: `charge.holdLength[0] ≤ charge.holdLength[1]`.
  public var text: String {
    switch self {
    case .ascending(let names): names.joined(separator: " ≤ ")
    case .sum(let names, let limit):
      names.joined(separator: " + ") + " ≤ " + ParameterDefinition.text(limit)
    }
  }
}

extension ParameterCatalogue {
  /// The conditions on several parameters.
  public static let constraints: [ParameterConstraint] = [
    list("android.bucketAges", [0, 1, 2, 3]),
    .ascending(["assertion.pressureAllowance", "assertion.allowance"]),
    list("battery.health", [2, 0, 3]),
    list("charge.holdLength", [0, 1]),
    .ascending(["continued.stallTimeoutPressure", "continued.stallTimeout"]),
    list("initial.charge", [0, 1]),
    .ascending(["life.resumeTime", "life.coldLaunchTime"]),
    .ascending(["refresh.shortGrantMin", "refresh.runtimeLimit"]),
    .ascending(["score.thresholdEnd", "score.thresholdStart"]),
    list("signal.rateFactors", [2, 1, 0]),
    list("user.appsInUseLimits", [0, 1]),
    list("user.nightFloor", [0, 1]),
    .sum(["user.returnToSecond", "user.returnToThirdToFifth"], atMost: 1),
    list("user.screenIntensity", [0, 1, 2, 3, 4]),
    list("user.sleepLength", [2, 0, 3]),
    list("user.zipfExponent", [2, 0, 3]),
    .ascending(["usage.learningDays", "usage.refreshEligibilityDays"]),
  ]

  private static func list(_ name: String, _ places: [Int]) -> ParameterConstraint {
    .ascending(places.map { "\(name)[\($0)]" })
  }
}
