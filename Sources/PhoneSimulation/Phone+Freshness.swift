import BackgroundExecution
import EventSimulation
import Workload

/// Keeps the freshness record of one app while its phone is simulated.
struct FreshnessRecorder {
  var record = FreshnessRecord()
  /// The kinds of items by which the app fetches in the background, each without its own waits.
  let items: [ItemGateState]
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
    recorders = apps.indices.map { app in
      guard let specification = specification(Int32(app)), specification.content.process != .none else {
        return nil
      }
      return FreshnessRecorder(items: Self.fetchingItems(of: specification))
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
    var device: DeviceGateState?
    if !isOff, !isSimulator {
      var state = gateState(at: now)
      (state.refreshSlotsTaken, state.processingSlotsTaken, state.continuedSlotsTaken) = (0, 0, 0)
      device = state
    }
    for app in recorders.indices {
      guard let items = recorders[app]?.items else { continue }
      let isOpen = device.map { device in items.contains { letsStart($0, app, device) } } ?? false
      guard isOpen != (recorders[app]?.openSince != nil) else { continue }
      if isOpen { recorders[app]?.openSince = now } else { closeGates(app, at: now) }
    }
  }

  /// Whether no hard gate keeps items of a kind from starting.
  private func letsStart(_ item: ItemGateState, _ app: Int, _ device: DeviceGateState) -> Bool {
    var state = gateState(ofApp: app, at: device.now)
    var device = device
    if item.mechanism.isTransfer { setOverdrafts(app, &state, &device) }
    var hard = configuration.platform.verdict(item, state, device).hard
    if let whatIf, whatIf.item == nil { hard.subtract(whatIf.lifted) }
    return hard.isEmpty
  }

  private mutating func closeGates(_ app: Int, at now: Instant) {
    guard let since = recorders[app]?.openSince else { return }
    recorders[app]?.record.allowed.append(since...now)
    recorders[app]?.openSince = nil
  }

  @inline(__always)
  mutating func recordChange(_ app: Int, at now: Instant) {
    if !recorders.isEmpty { recorders[app]?.record.changes.append(now) }
  }

  @inline(__always)
  mutating func recordOpen(_ app: Int, counts: Bool, at now: Instant) {
    if !recorders.isEmpty { recorders[app]?.record.opens.append(.init(time: now, counts: counts)) }
  }

  /// The last open starts a fetch in the foreground.
  @inline(__always)
  mutating func recordForegroundFetch(_ app: Int) {
    guard !recorders.isEmpty, let count = recorders[app]?.record.opens.count, count > 0 else { return }
    recorders[app]?.fetchingOpen = count - 1
  }

  @inline(__always)
  mutating func recordFetch(_ app: Int, asOf fetched: Instant, isBackground: Bool, at now: Instant) {
    guard !recorders.isEmpty else { return }
    if isBackground {
      recorders[app]?.record.fetches.append(.init(asOf: fetched, arrived: now))
    } else if let open = recorders[app]?.fetchingOpen {
      recorders[app]?.record.opens[open].fetched = fetched
      recorders[app]?.fetchingOpen = nil
    }
  }

  /// Closes the records at the horizon and hands them over.
  mutating func finishFreshnessRecords(at end: Instant) {
    for app in recorders.indices {
      closeGates(app, at: end)
      guard var record = recorders[app]?.record else { continue }
      record.allowed += record.fetches.map { $0.asOf...$0.asOf }
      apps[app].result.freshness = record
    }
    recorders = []
  }
}
