import DeviceModel
import EventSimulation
import ModelParameters
import PhoneSimulation
import StudyFormat
import Workload

/// The energy billed to an app under one rule for radio tails.
public struct TailBill: Sendable, Hashable {
  /// The rule by which the energy of radio tails is billed.
  public var rule: TailRule
  /// Whether the study bills by this rule.
  public var isStudys: Bool
  /// Energy from the battery for the app after warm-up, all causes and components, in joules a day.
  public var batteryJoulesPerDay: Double
}

extension Explainer {
  /// Runs the device under each rule for radio tails. Budgets are debited by what is billed, so that a rule may also
  /// change what runs.
  public func tailBills(app: Int32) throws(SimulationFailure) -> [TailBill] {
    let days = max(0, (replay.plan.end - replay.plan.warmUpEnd).seconds / 86_400)
    let ownRule = replay.policy.parameters.choice("ledger.tail")
    var bills: [TailBill] = []
    for rule in TailRule.allCases {
      let isStudys = rule.rawValue == ownRule
      var parameters = replay.policy.parameters
      parameters.set("ledger.tail", .choice(rule.rawValue))
      let result = isStudys ? self.result : try replay.run(records: [], parameters: parameters)
      let nanojoules = result.ledgerObserved.filter { $0.payer.app == app }
        .reduce(0.0) { $0 + Double($1.batteryNanojoules) }
      bills.append(
        TailBill(
          rule: rule, isStudys: isStudys, batteryJoulesPerDay: days > 0 ? nanojoules * 1e-9 / days : 0))
    }
    return bills
  }
}
