import DeviceModel
import EventSimulation
import Workload

@testable import PhoneSimulation

extension WorkItem {
  /// An item of the first app, submitted at the start.
  static func sample(_ number: Int32, _ mechanism: Mechanism = .refresh, app: AppIndex = .first) -> WorkItem {
    WorkItem(
      number: ItemNumber(number), app: app, mechanism: mechanism, origin: .request(task: nil),
      identifier: IdentifierIndex(0),
      submitted: .zero, floor: OptionalInstant(), open: .zero, deadline: at(3600), chainOpen: .zero,
      isObserved: true, blockedSince: .zero)
  }
}

extension EnergyPayer {
  static let sample = EnergyPayer(app: 0, cause: .transfer)
}
