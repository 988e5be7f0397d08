import DeviceModel
import EventSimulation
import Workload

@testable import PhoneSimulation

extension Item {
  /// An item of the first app, submitted at the start.
  static func sample(_ number: Int32, _ mechanism: Mechanism = .refresh, app: AppIndex = .first) -> Item {
    Item(
      number: ItemNumber(number), app: app, mechanism: mechanism, task: -1, identifier: IdentifierIndex(0),
      submitted: .zero, floor: nil, open: .zero, deadline: at(3600), chainOpen: .zero, isObserved: true,
      blockedSince: .zero)
  }
}

extension EnergyPayer {
  static let sample = EnergyPayer(app: 0, cause: .transfer)
}
