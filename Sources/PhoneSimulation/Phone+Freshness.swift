import BackgroundExecution
import EventSimulation
import Workload

/// Keeps the freshness record of one app while its phone is simulated.
struct FreshnessRecorder {
  /// Index of the app on the device.
  let app: AppIndex
  /// The kinds of items by which the app fetches in the background, each without its own waits.
  let items: [ItemGateState]
  var record = FreshnessRecord()
  /// Since when the hard gates have been open.
  var openSince: Instant?
  /// Index of the open whose foreground fetch is under way.
  var fetchingOpen: Int?
}

/// Recording what a bound on fetch schedules needs; nothing of it changes the run.
extension Phone {
  /// Begins the records of the apps with content.
  mutating func beginFreshnessRecords(at now: Instant) {
    guard records.contains(.freshness) else { return }
    for app in apps.indices {
      guard let specification = specification(app), specification.content.process != .none else {
        continue
      }
      recorders.append(FreshnessRecorder(app: app, items: Self.fetchingItems(of: specification)))
    }
    recordGates(at: now)
  }

  private static func fetchingItems(of app: AppHandle) -> [ItemGateState] {
    var items: [ItemGateState] = []
    func add(_ mechanism: Mechanism, power: Bool = false, network: Bool = false) {
      var item = ItemGateState(mechanism: mechanism, open: .zero)
      item.requiresExternalPower = power
      item.requiresNetworkConnectivity = network
      if !items.contains(item) { items.append(item) }
    }
    if !app.quality.doesNoWork {
      for task in app.tasks where task.fetches && task.mechanism != .continued {
        add(
          task.mechanism, power: task.requiresExternalPower, network: task.requiresNetworkConnectivity)
      }
      if let pushes = app.pushes, pushes.fetches { add(.push) }
    }
    if app.quality.movesFiles {
      for transfer in app.transfers where transfer.fetches {
        add(transfer.isDiscretionary ? .transferD : .transferN)
      }
    }
    return items
  }

  /// Reads the hard gates of every recorded app after an event.
  mutating func recordGates(at now: Instant) {
    var device = gateState(at: now)
    (device.refreshSlotsTaken, device.processingSlotsTaken, device.continuedSlotsTaken) = (0, 0, 0)
    let isStopped = powerState.isOff || isSimulator
    // Without closures: they would copy the phone.
    for index in recorders.indices {
      let app = recorders[index].app
      let state = gateState(ofApp: app, at: now)
      var isOpen = false
      for kind in recorders[index].items.indices where !isOpen && !isStopped {
        let item = recorders[index].items[kind]
        var hard = configuration.platform.verdict(item, state, device).hard
        if let whatIf, whatIf.item == nil { hard.subtract(whatIf.lifted) }
        isOpen = hard.isEmpty
      }
      guard isOpen != (recorders[index].openSince != nil) else { continue }
      if isOpen { recorders[index].openSince = now } else { closeGates(index, at: now) }
    }
  }

  private mutating func closeGates(_ index: Int, at now: Instant) {
    guard let since = recorders[index].openSince else { return }
    recorders[index].record.allowed.append(since...now)
    recorders[index].openSince = nil
  }

  /// The recorder of an app of the device, if it has one.
  private func recorder(of app: AppIndex) -> Int? {
    for index in recorders.indices where recorders[index].app == app { return index }
    return nil
  }

  mutating func recordChange(_ app: AppIndex, at now: Instant) {
    guard let index = recorder(of: app) else { return }
    recorders[index].record.changes.append(now)
  }

  mutating func recordOpen(_ app: AppIndex, counts: Bool, at now: Instant) {
    guard let index = recorder(of: app) else { return }
    recorders[index].record.opens.append(.init(time: now, counts: counts))
  }

  /// The last open starts a fetch in the foreground.
  mutating func recordForegroundFetch(_ app: AppIndex) {
    guard let index = recorder(of: app), !recorders[index].record.opens.isEmpty else { return }
    recorders[index].fetchingOpen = recorders[index].record.opens.count - 1
  }

  mutating func recordFetch(_ app: AppIndex, asOf fetched: Instant, isBackground: Bool, at now: Instant) {
    guard let index = recorder(of: app) else { return }
    if isBackground {
      recorders[index].record.fetches.append(.init(asOf: fetched, arrived: now))
    } else if let open = recorders[index].fetchingOpen {
      recorders[index].record.opens[open].fetched = fetched
      recorders[index].fetchingOpen = nil
    }
  }

  /// Closes the records at the horizon and hands them over.
  mutating func finishFreshnessRecords(at end: Instant) {
    for index in recorders.indices {
      closeGates(index, at: end)
      var record = recorders[index].record
      record.allowed += record.fetches.map { $0.asOf...$0.asOf }
      journal.observe(.freshness(record), recorders[index].app, at: end)
    }
    recorders = []
  }
}
