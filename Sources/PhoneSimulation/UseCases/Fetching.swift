import BackgroundExecution
import DeviceModel
import EventSimulation
import RandomStreams
import SchedulingPolicies
import Workload

/// The content of apps: where it comes from, and how fresh it is when the user opens the app. Definitions, section 9.
extension Phone {
  /// Observes an open before its own fetch. Only opens some time after the last visit count.
  mutating func observeOpen(_ app: AppIndex, at now: Instant) {
    let age = freshness.age(app, at: now)
    let staleness = freshness.staleness(app, at: now)
    note(.userOpened, app: app, value: staleness.seconds, at: now, [.number(.contentAge, age.seconds)])
    guard let specification = specification(app), specification.content.process != .none else { return }
    if freshness.takeUnusedFetch(app) { journal.apps[app].counts[.usefulFetches] += 1 }
    let isSettled = appGates.lastForeground(app).map { now - $0 >= configuration.openSettle } ?? true
    freshnessRecords.opened(app, counts: isObserved(now) && isSettled, at: now)
    guard isSettled else { return }
    policy.opened(app, staleness: staleness, at: now)
    let open = OpenObservation(
      contentAge: age, staleness: staleness,
      isFresh: staleness <= specification.content.freshWithin, reach: reach.reach(of: app), at: now)
    journal.observe(open, app, at: now)
  }

  /// Bytes at which the draw of a fetch ends, 100 GB: a lognormal tail has no end of its own.
  private static let greatestFetch = 1e11

  mutating func startForegroundFetch(_ app: AppIndex, at now: Instant, _ c: inout Calendar) {
    guard let specification = specification(app), specification.content.process != .none,
      specification.content.fetchOnOpen, let path = radioPath, !freshness.isFetching(app)
    else { return }
    stream.seek(event: address(.foregroundWork, app: app, index: usage.ordinal(app)))
    let bytes =
      specification.drawOpenFetch(stream)
      ?? min(
        Self.greatestFetch,
        stream.lognormal(zeta: 0, sigma: configuration.fetchSigma) * configuration.fetchMedian)
    let transfer = power.startTransfer(
      payer: EnergyPayer(app: app, cause: .user), path: path, bytesUp: 0, bytesDown: Int64(max(0, bytes)),
      tag: TransferOwner.openFetch(app).tag, at: now)
    let timer = c.schedule(PhoneEvent(.foregroundFetchEnd, app), at: now + transfer.duration, .completion)
    freshness.beginFetch(app, transfer.id, timer: timer)
    freshnessRecords.openFetches(app)
  }

  mutating func endForegroundFetch(_ app: AppIndex, at now: Instant) {
    guard let transfer = freshness.endFetch(app) else { return }
    power.finishTransfer(transfer, at: now)
    settleEndedTails(at: now)
    if !powerState.isOff { contentArrives(app, asOf: now, isBackground: false, at: now) }
  }

  mutating func contentArrives(_ app: AppIndex, asOf fetched: Instant, isBackground: Bool, at now: Instant) {
    freshnessRecords.fetched(app, asOf: fetched, isBackground: isBackground, at: now)
    if !isBackground {
      reach.fetchedInForeground(app)
      reachCheck?.fetchedInForeground(app)
    }
    let isNew = freshness.arrive(app, asOf: fetched, isBackground: isBackground, isObserved: isObserved(now))
    if isNew, isBackground, isObserved(now) { journal.apps[app].counts[.fetches] += 1 }
    policy.contentArrived(app, asOf: fetched)
  }

  // MARK: Which apps could fetch in the background; changes nothing of the run

  mutating func beginReach(at now: Instant) {
    for app in apps.indices {
      guard !isSimulator, let specification = specification(app), specification.content.process != .none
      else { continue }
      let items = specification.fetchingItems.map { (item: $0, kind: platform.kind(of: $0, at: now)) }
      reach.watch(app, fetchingBy: items)
      reachCheck?.watch(app, fetchingBy: items)
    }
    if reachCheck != nil { reach.readAlways() }
    followReach(at: now)
  }

  @inline(__always) mutating func followReach(at now: Instant) {
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

  @inline(__always) private mutating func reachConditions(at now: Instant) -> FetchConditions {
    var isBelowFloor = false
    if let floor = reach.processingFloor { isBelowFloor = power.readStateOfCharge(at: now) < floor }
    return FetchConditions(
      isOff: powerState.isOff, isPlugged: charging.isPlugged, hasBeenUnlocked: powerState.hasBeenUnlocked,
      isLowPowerMode: conditions.isLowPowerMode, isThermalCritical: conditions.thermal == .critical,
      isLongIdle: screen.idleSince.value.map { $0 + reach.idleDelay <= now } ?? false,
      backgroundRefresh: conditions.backgroundRefresh, path: network.path,
      isBelowProcessingFloor: isBelowFloor, isQuietDay: conditions.isQuietDay == true)
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

  private func readFetchGates(of app: AppIndex, at now: Instant) -> (isOpen: Bool, closed: BlockingSet) {
    let state = appGates.state(of: app, at: now)
    var isOpen = false
    var closed = BlockingSet.fetchGates
    for index in 0..<reach.itemCount(app) {
      let item = reach.item(index, of: app)
      let kind = platform.kind(of: item, at: .zero)
      let gates = counted(
        platform.closedFetchGates(item, state, at: now).union(reach.closed(for: kind)), for: app)
      if gates.isEmpty { isOpen = true }
      closed.formIntersection(gates)
    }
    return (isOpen, closed)
  }

  /// The gates that count: a counterfactual opens some, and a phone that is off waits for its next unlock.
  private func counted(_ gates: BlockingSet, for app: AppIndex) -> BlockingSet {
    var gates = gates
    if let whatIf { gates.subtract(whatIf.lifted(of: app)) }
    if powerState.isOff { gates.insert(BlockingSet(.firstUnlock)) }
    return gates
  }

  // MARK: A check for tests

  private mutating func checkReach(at now: Instant) {
    guard var check = reachCheck.take() else { return }
    var device = exactGateState(at: now)
    (device.refreshSlotsTaken, device.processingSlotsTaken, device.continuedSlotsTaken) = (0, 0, 0)
    for app in check.watched {
      let state = gateState(ofApp: app, at: now)
      var isOpen = false
      var closed = BlockingSet.fetchGates
      for index in 0..<check.itemCount(app) {
        let verdict = platform.verdict(check.item(index, of: app), state, device)
        let gates = counted(verdict.hard.ofFetches, for: app)
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

  // MARK: Records for a bound on fetch schedules; they change nothing of the run

  mutating func beginFreshnessRecords(at now: Instant) {
    guard records.contains(.freshness) else { return }
    for app in apps.indices {
      guard let specification = specification(app), specification.content.process != .none else { continue }
      freshnessRecords.begin(
        app, fetchingBy: specification.fetchingItems, changes: freshness.changes(of: app))
    }
    recordGates(at: now)
  }

  /// Reads the hard gates of the recorded apps after an event, where something has changed that they depend on.
  ///
  /// It comes after ``followReach(at:)``, which has read the conditions of the device.
  mutating func recordGates(at now: Instant) {
    while let app = appGates.takeChanged() { invalidateGates(of: app) }
    let platform = platform
    let conditions = platform.forcesFetchGatesOnly ? reach.device : nil
    if let conditions, freshnessRecords.isCurrent(conditions, at: now), !records.contains(.gateCheck) {
      return
    }
    var device = gateState(at: now)
    (device.refreshSlotsTaken, device.processingSlotsTaken, device.continuedSlotsTaken) = (0, 0, 0)
    let isStopped = powerState.isOff || isSimulator
    let inputs = FreshnessRecords.DeviceInputs(facts: platform.facts(device), isStopped: isStopped)
    guard freshnessRecords.read(inputs, conditions, at: now) else { return }
    // Without closures: they would copy the phone.
    for index in freshnessRecords.indices where freshnessRecords.isStale(at: index, now) {
      let state = gateState(ofApp: freshnessRecords.app(at: index), at: now)
      var isOpen = false
      var until = Instant.distantFuture
      for item in freshnessRecords.items(at: index) where !isStopped {
        var hard = platform.verdict(item, state, device).hard
        if let whatIf { hard.subtract(whatIf.lifted(of: freshnessRecords.app(at: index))) }
        if hard.isEmpty { isOpen = true }
        until = min(until, platform.gates(item, state, at: now).until)
      }
      freshnessRecords.setOpen(at: index, isOpen, until: until, now)
    }
    freshnessRecords.settle()
  }
}
