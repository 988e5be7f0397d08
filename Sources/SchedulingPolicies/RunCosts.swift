import ModelParameters
import Workload

/// Expected energy of runs by app and mechanism, and the reserve for those under way.
///
/// The estimate is an exponential average of the actual costs; all amounts are in nanojoules.
public struct RunCosts: Sendable {
  private struct Kind: Hashable {
    var app: Int32
    var mechanism: Mechanism
  }

  let prior, learningRate: Double
  private var estimates: [Kind: Double] = [:]
  /// For starts that the driver has not yet confirmed, and for runs that have not ended.
  private var wished: [(item: Int32, amount: Double)] = []
  private var runs: [(item: Int32, amount: Double)] = []

  /// - Parameters:
  ///   - priorNanojoules: The estimate for an app and mechanism before their first run has ended.
  ///   - learningRate: Weight of the newest cost, 0 to 1; with 0 the prior stays.
  public init(priorNanojoules: Double, learningRate: Double) {
    (prior, self.learningRate) = (priorNanojoules, learningRate)
  }

  /// Creates estimates with `energyBudget.priorCost` and `energyBudget.learningRate`.
  public init(_ parameters: ParameterSet) {
    self.init(
      priorNanojoules: parameters.base("energyBudget.priorCost") * 1e9,
      learningRate: parameters.number("energyBudget.learningRate"))
  }

  /// The expected cost of a run.
  public func estimate(app: Int32, _ mechanism: Mechanism) -> Double {
    estimates[Kind(app: app, mechanism: mechanism)] ?? prior
  }

  /// The sum that is set aside.
  public var reserved: Double { (wished + runs).reduce(0) { $0 + $1.amount } }

  /// Begins a decision point: reservations of the last decision that did not become runs are free again.
  public mutating func beginDecision() { wished.removeAll(keepingCapacity: true) }

  /// Sets an amount aside for a start that is asked for at this decision point.
  public mutating func reserve(_ amount: Double, for item: Int32) { wished.append((item, amount)) }

  /// Keeps the reservation of a start that the driver has carried out until the run ends, and then learns its
  /// cost. A start without a reservation, as on the charger, has no effect.
  public mutating func observe(_ event: PolicyEvent) {
    switch event {
    case .runStarted(let item):
      guard let index = wished.firstIndex(where: { $0.item == item }) else { return }
      runs.append(wished.remove(at: index))
    case .runEnded(let outcome):
      if let index = runs.firstIndex(where: { $0.item == outcome.item }) { runs.remove(at: index) }
      let kind = Kind(app: outcome.app, mechanism: outcome.mechanism)
      let old = estimates[kind] ?? prior
      estimates[kind] = old + learningRate * (Double(outcome.energyNanojoules) - old)
    case .device, .outcome: break
    }
  }
}
