/// The elementary effects of a factor along trajectories that change one factor at a step.
///
/// A large mean of their sizes (μ*) says that a factor matters, a large deviation (σ) that its effect is bent or hangs on
/// other factors (Morris, "Factorial sampling plans for preliminary computational experiments", Technometrics 33, 1991;
/// μ* is that of Campolongo, Cariboni and Saltelli, Environmental Modelling & Software 22, 2007).
public struct ElementaryEffects: Hashable, Sendable {
  /// Levels of the grid on each axis that trajectories go through.
  public static let levels = 4
  /// Length of a step, p / (2 (p − 1)): with it all levels are as likely.
  public static let step = Double(levels) / Double(2 * (levels - 1))

  /// Change of the response for a step of one unit, in the order of trajectories.
  public private(set) var values: [Double] = []

  public init() {}

  /// Takes in one step of a factor.
  public mutating func add(step: Double, response: Double) { values.append(response / step) }

  public var mean: Double? { values.isEmpty ? nil : values.reduce(0, +) / Double(values.count) }

  public var meanSize: Double? {
    values.isEmpty ? nil : values.reduce(0) { $0 + abs($1) } / Double(values.count)
  }

  /// Their standard deviation, σ; empty below two.
  public var standardDeviation: Double? { (try? Moments(values))?.standardDeviation }
}
