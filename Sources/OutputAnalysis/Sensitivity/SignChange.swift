/// The place on an interval where an uncertain response changes its sign, found by bisection: you measure
/// ``next`` and add the result. The search ends after ``steps`` halvings, or as soon as the response does not
/// differ from 0: further halving would follow the noise.
public struct SignChange: Sendable {
  public struct Response: Hashable, Sendable {
    public var estimate: Double
    /// Standard error of the estimate, at least 0, in its unit.
    public var standardError: Double

    public init(_ estimate: Double, standardError: Double) {
      (self.estimate, self.standardError) = (estimate, standardError)
    }

    /// Whether it lies two standard errors or more from 0.
    public var isClear: Bool { abs(estimate) >= 2 * standardError && estimate != 0 }
  }

  public static let steps = 6

  private var low, high: (x: Double, response: Response)
  /// The narrowest bracket with clear ends: its slope is none of the noise.
  private var clear: (low: (x: Double, response: Response), high: (x: Double, response: Response))
  private var taken = 0
  private var unclear: (x: Double, response: Response)?

  /// Begins between two places; nil unless both responses are clear and of different sign.
  public init?(from low: Double, _ atLow: Response, to high: Double, _ atHigh: Response) {
    guard atLow.isClear, atHigh.isClear, (atLow.estimate < 0) != (atHigh.estimate < 0), low != high else {
      return nil
    }
    self.low = (low, atLow)
    self.high = (high, atHigh)
    clear = (self.low, self.high)
  }

  /// The place to measure next; nil once the search is over.
  public var next: Double? { taken < Self.steps && unclear == nil ? (low.x + high.x) / 2 : nil }

  public mutating func add(_ response: Response) {
    guard let x = next else { return }
    taken += 1
    guard response.isClear else {
      unclear = (x, response)
      return
    }
    if (response.estimate < 0) == (low.response.estimate < 0) {
      low = (x, response)
    } else {
      high = (x, response)
    }
    clear = (low, high)
  }

  /// The place of the change and its uncertainty at about 95 %. The uncertainty is two standard errors of the
  /// response there, in units of the slope between the nearest clear responses, or half of the remaining
  /// interval if that is larger.
  public var place: (x: Double, halfWidth: Double) {
    let slope = (clear.high.response.estimate - clear.low.response.estimate) / (clear.high.x - clear.low.x)
    let near = unclear ?? low
    let root = near.x - near.response.estimate / slope
    let error =
      unclear?.response.standardError ?? max(low.response.standardError, high.response.standardError)
    let bounded = min(max(root, min(low.x, high.x)), max(low.x, high.x))
    // A response of exactly 0 may be one end of a stretch of such responses.
    let isExact = unclear.map { $0.response.standardError == 0 } ?? true
    let rest = isExact ? abs(high.x - low.x) / 2 : 0
    return (bounded, min(max(2 * error / abs(slope), rest), abs(high.x - low.x)))
  }
}
