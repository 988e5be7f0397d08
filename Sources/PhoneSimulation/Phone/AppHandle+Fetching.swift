import BackgroundExecution
import EventSimulation
import Workload

extension AppHandle {
  /// The kinds of items by which the app fetches in the background, each without its own waits.
  var fetchingItems: [ItemGateState] {
    var items: [ItemGateState] = []
    func add(_ mechanism: Mechanism, power: Bool = false, network: Bool = false) {
      var item = ItemGateState(mechanism: mechanism, open: .zero)
      item.requiresExternalPower = power
      item.requiresNetworkConnectivity = network
      if !items.contains(item) { items.append(item) }
    }
    if !value.quality.doesNoWork {
      for task in value.tasks where task.fetches && task.mechanism != .continued {
        add(
          task.mechanism, power: task.requiresExternalPower, network: task.requiresNetworkConnectivity)
      }
      if let pushes = value.pushes, pushes.fetches { add(.push) }
    }
    if value.quality.movesFiles {
      for transfer in value.transfers where transfer.fetches {
        add(transfer.isDiscretionary ? .transferD : .transferN)
      }
    }
    return items
  }
}
