/// A condition on several parameters of one model, which each of them can meet alone and which together they may break.
///
/// A sweep leaves out the points that break one. A number of a list is named with its place: `charge.holdLength[0]`.
public enum ParameterConstraint: Sendable, Hashable {
  /// A number and its factor.
  public struct Term: Sendable, Hashable {
    /// The factor of the number, without unit.
    public var factor: Double
    /// The name of the number.
    public var name: String

    /// A number by its name, multiplied.
    public init(_ factor: Double, _ name: String) { (self.factor, self.name) = (factor, name) }

    fileprivate var text: String { factor == 1 ? name : "\(ParameterDefinition.text(factor)) \(name)" }
  }

  /// Each number is at most the next.
  case ascending([String])
  /// The sum of the numbers is at most so much.
  case sum([String], atMost: Double)
  /// The sum of the numbers is at most that of the terms.
  case sumWithin([String], [Term])
  /// The share of days in a Markov chain whose runs of such days have a mean length. No other day may then be followed by
  /// such a day with a probability above 1.
  case chain(share: String, length: String)

  /// The names of its numbers.
  public var names: [String] {
    switch self {
    case .ascending(let names), .sum(let names, _): names
    case .sumWithin(let names, let terms): names + terms.map(\.name)
    case .chain(let share, let length): [share, length]
    }
  }

  /// Whether numbers, in the order of ``names``, meet it.
  public func holds(_ numbers: [Double]) -> Bool {
    // Sums of shares are not exact.
    let tolerance = 1e-9
    switch self {
    case .ascending: return zip(numbers, numbers.dropFirst()).allSatisfy { $0 <= $1 }
    case .sum(_, let limit): return numbers.reduce(0, +) <= limit + tolerance
    case .sumWithin(let names, let terms):
      let limit = zip(terms, numbers.dropFirst(names.count)).reduce(0) { $0 + $1.0.factor * $1.1 }
      return numbers.prefix(names.count).reduce(0, +) <= limit + tolerance
    case .chain: return numbers[0] <= numbers[1] * (1 - numbers[0]) + tolerance
    }
  }

  /// The condition in words: `charge.holdLength[0] ≤ charge.holdLength[1]`.
  public var text: String {
    switch self {
    case .ascending(let names): names.joined(separator: " ≤ ")
    case .sum(let names, let limit):
      names.joined(separator: " + ") + " ≤ " + ParameterDefinition.text(limit)
    case .sumWithin(let names, let terms):
      names.joined(separator: " + ") + " ≤ " + terms.map(\.text).joined(separator: " + ")
    case .chain(let share, let length): "\(share) ≤ \(length) (1 − \(share))"
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
    .chain(share: "device.quietDayShare", length: "device.quietDayLength"),
    list("initial.charge", [0, 1]),
    .ascending(["life.resumeTime", "life.coldLaunchTime"]),
    .ascending(["score.thresholdEnd", "score.thresholdStart"]),
    // A phone that is idle on cellular just above the critical level passes in the end, or old requests never run: its
    // components are those of the score, a half for cellular, and for the battery 1 % of the 80 % above the critical level.
    .sumWithin(
      ["score.thresholdEnd"],
      [
        .init(0.5, "score.weights[1]"), .init(0.0125, "score.weights[2]"), .init(1, "score.weights[3]"),
        .init(1, "score.weights[4]"),
      ]),
    list("signal.rateFactors", [2, 1, 0]),
    .sumWithin(["task.expiryGrace", "refresh.shortGrantMin"], [.init(1, "refresh.runtimeLimit")]),
    list("thermal.chargeShares", [2, 1, 0]),
    list("thermal.levels", [0, 1, 2]),
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
