/// The elementary effects of a factor along trajectories that change one factor at a step.
///
/// A large mean of their sizes (μ*) says that a factor matters, a large deviation (σ) that its effect is bent or hangs on
/// other factors (Morris, "Factorial sampling plans for preliminary computational experiments", Technometrics 33, 1991;
/// μ* is that of Campolongo, Cariboni and Saltelli, Environmental Modelling & Software 22, 2007).
public struct ElementaryEffects: Hashable, Sendable {
  /// Change of the response for a step of one unit, in the order of trajectories.
  public private(set) var values: [Double] = []

  public init() {}

  /// Takes in one step of a factor.
  ///
  /// - Parameters:
  ///   - step: Change of the factor in the unit cube, not 0.
  ///   - response: Change of the response.
  public mutating func add(step: Double, response: Double) { values.append(response / step) }

  /// Mean of the effects; empty without any.
  public var mean: Double? { values.isEmpty ? nil : values.reduce(0, +) / Double(values.count) }

  /// Mean of their sizes, μ*.
  public var meanSize: Double? {
    values.isEmpty ? nil : values.reduce(0) { $0 + abs($1) } / Double(values.count)
  }

  /// Their standard deviation, σ; empty below two.
  public var standardDeviation: Double? { (try? Moments(values))?.standardDeviation }

  /// The effects of every factor of a design.
  ///
  /// - Parameters:
  ///   - trajectories: Points of each trajectory, in the unit cube; from one to the next exactly one factor changes.
  ///   - responses: A response for each point; trajectories with an empty one give no effects for the steps that touch it.
  public static func ofFactors(
    _ trajectories: [[[Double]]], responses: [[Double?]]
  ) -> [ElementaryEffects] {
    let count = trajectories.first?.first?.count ?? 0
    var effects = [ElementaryEffects](repeating: ElementaryEffects(), count: count)
    for (points, values) in zip(trajectories, responses) {
      for step in points.indices.dropFirst() {
        guard let before = values[step - 1], let after = values[step],
          let factor = (0..<count).first(where: { points[step][$0] != points[step - 1][$0] })
        else { continue }
        effects[factor].add(step: points[step][factor] - points[step - 1][factor], response: after - before)
      }
    }
    return effects
  }
}

/// Random trajectories through a grid, along each of which every factor changes once.
public struct MorrisDesign: Hashable, Sendable {
  /// Levels of the grid on each axis.
  public static let levels = 4
  /// Length of a step, p / (2 (p − 1)): with it all levels are as likely.
  public static let step = Double(levels) / Double(2 * (levels - 1))

  /// Points in the unit cube, by trajectory: one more than factors.
  public let trajectories: [[[Double]]]

  /// Draws trajectories.
  ///
  /// - Parameter choose: Draws an integer from 0 ..< its argument.
  public init(factors: Int, trajectories count: Int, choose: (Int) -> Int) {
    trajectories = (0..<count).map { _ in
      // Half of the levels lie a step below the others.
      let lower = (0..<factors).map { _ in Double(choose(Self.levels / 2)) / Double(Self.levels - 1) }
      let rises = (0..<factors).map { _ in choose(2) == 0 }
      var point = zip(lower, rises).map { $1 ? $0 : $0 + Self.step }
      var order = Array(0..<factors)
      for place in order.indices.reversed().dropLast() { order.swapAt(place, choose(place + 1)) }
      var points = [point]
      for factor in order {
        point[factor] = lower[factor] + (rises[factor] ? Self.step : 0)
        points.append(point)
      }
      return points
    }
  }
}
