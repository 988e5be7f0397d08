import BackgroundExecution
import DeviceModel
import EventSimulation
import SchedulingPolicies
import Workload

/// Follows after every event which apps could fetch in the background. It changes nothing of the run.
extension Phone {
  /// Begins to watch the apps with content.
  mutating func beginReach(at now: Instant) {
    for app in apps.indices {
      guard !isSimulator, let specification = specification(app), specification.content.process != .none
      else { continue }
      let platform = configuration.platform
      reach.watch(
        app, fetchingBy: specification.fetchingItems.map { (item: $0, kind: platform.kind(of: $0, at: now)) })
    }
    if records.contains(.gateCheck) {
      reachCheck = reach.copy()
      reach.readAlways()
    }
    followReach(at: now)
  }

  /// Reads the gates where something has changed since they were read last.
  @inline(__always)
  mutating func followReach(at now: Instant) {
    if reach.isDue(at: now, idleSince: screen.idleSince) { readReach(at: now) }
  }

  private mutating func readReach(at now: Instant) {
    defer { reach.finishReading(idleSince: screen.idleSince, at: now) }
    guard !reach.watched.isEmpty else { return }
    let conditions = reachConditions(at: now)
    if conditions != reach.device { readDevice(conditions, at: now) }
    while let app = reach.takeChanged() {
      let (isOpen, closed) = readFetchGates(of: app, at: now)
      reach.note(app, isOpen: isOpen, closed: closed)
    }
    if reachCheck != nil { checkReach(at: now) }
  }

  @inline(__always)
  private mutating func reachConditions(at now: Instant) -> FetchConditions {
    var isBelowFloor = false
    if let floor = reach.processingFloor { isBelowFloor = power.readStateOfCharge(at: now) < floor }
    return FetchConditions(
      isOff: powerState.isOff, isPlugged: charging.isPlugged, hasBeenUnlocked: powerState.hasBeenUnlocked,
      isLowPowerMode: conditions.isLowPowerMode, isThermalCritical: conditions.thermal == .critical,
      isLongIdle: screen.idleSince.value.map { $0 + reach.idleDelay <= now } ?? false,
      backgroundRefresh: conditions.backgroundRefresh, path: network.path,
      isBelowProcessingFloor: isBelowFloor)
  }

  private mutating func readDevice(_ conditions: FetchConditions, at now: Instant) {
    let facts = platform.facts(gateState(at: now))
    var kinds = reach.kinds
    while kinds != 0 {
      guard let kind = GateKind(rawValue: UInt8(kinds.trailingZeroBitCount)) else { break }
      reach.setClosed(platform.closedFetchGates(kind, facts), for: kind)
      kinds &= kinds - 1
    }
    reach.setDevice(conditions)
  }

  /// Whether all gates are open for one kind of item by which the app fetches, and which are closed for each.
  private func readFetchGates(of app: AppIndex, at now: Instant) -> (isOpen: Bool, closed: BlockingSet) {
    let state = appGates.state(of: app, at: now)
    var isOpen = false
    var closed = BlockingSet.fetchGates
    for index in 0..<reach.itemCount(app) {
      let item = reach.item(index, of: app)
      let kind = platform.kind(of: item, at: .zero)
      let gates = counted(platform.closedFetchGates(item, state, at: now).union(reach.closed(for: kind)))
      if gates.isEmpty { isOpen = true }
      closed.formIntersection(gates)
    }
    return (isOpen, closed)
  }

  /// The gates that count: a counterfactual opens some, and a phone that is off waits for its next unlock.
  private func counted(_ gates: BlockingSet) -> BlockingSet {
    var gates = gates
    if let whatIf, whatIf.item == nil { gates.subtract(whatIf.lifted) }
    if powerState.isOff { gates.insert(BlockingSet(.firstUnlock)) }
    return gates
  }

  // MARK: A check for tests

  /// Reads all gates of all apps anew, and compares what follows.
  private mutating func checkReach(at now: Instant) {
    guard var check = reachCheck.take() else { return }
    var device = exactGateState(at: now)
    (device.refreshSlotsTaken, device.processingSlotsTaken, device.continuedSlotsTaken) = (0, 0, 0)
    for app in check.watched {
      let state = gateState(ofApp: app, at: now)
      var isOpen = false
      var closed = BlockingSet.fetchGates
      for index in 0..<check.itemCount(app) {
        let verdict = configuration.platform.verdict(check.item(index, of: app), state, device)
        let gates = counted(verdict.hard.intersection(.fetchGates))
        if gates.isEmpty { isOpen = true }
        closed.formIntersection(gates)
      }
      check.note(app, isOpen: isOpen, closed: closed)
      if check.reach(of: app) != reach.reach(of: app) {
        fail(
          .stopped(
            "the reach of app \(app.rawValue) at \(now): kept \(reach.reach(of: app)), "
              + "found \(check.reach(of: app))"))
      }
    }
    reachCheck = consume check
  }
}
