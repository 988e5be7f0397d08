import EventSimulation
import Workload

/// The denials that come from an item and its app, and how long they stand.
///
/// Together with the denials of the device they are the item's verdict. They stay the same until the app or the
/// item changes or the clock reaches ``until``.
@frozen public struct ItemGates: Sendable, Hashable {
  /// The kind of the item at the time of evaluation, which selects its denials by the device.
  public var kind: GateKind
  /// Denials whatever the state of the device, and those that hold on battery or on cellular data only.
  @usableFromInline var always = GateVerdict()
  @usableFromInline var onBattery = GateVerdict()
  @usableFromInline var onCellular = GateVerdict()
  /// Whether the denials on cellular data hold without a path as well (BUD-5).
  @usableFromInline var dataCountsWithoutPath = false
  /// Whether the earliest begin lies ahead: until then only hard denials are kept up to date.
  public var isAhead = false
  /// The reasons that a counterfactual keeps from blocking.
  @usableFromInline var lifted: BlockingSet = []
  /// The first instant when the passing of time alone can change the gates.
  public var until = Instant.distantFuture

  @inlinable public init(_ kind: GateKind) { self.kind = kind }

  @inlinable @inline(__always)
  public func verdict(_ device: DeviceGates) -> GateVerdict { joined(device[kind], device.facts) }

  @inlinable @inline(__always) func joined(_ device: GateVerdict, _ facts: DeviceFacts) -> GateVerdict {
    var verdict = device
    verdict.formUnion(always)
    if facts.contains(.onBattery) { verdict.formUnion(onBattery) }
    if dataCountsWithoutPath ? !facts.contains(.onWifi) : facts.contains(.onCellular) {
      verdict.formUnion(onCellular)
    }
    verdict.hard.subtract(lifted)
    verdict.soft.subtract(lifted)
    return verdict
  }

  /// Whether a battery or a path decides anything beside what the device denies to all.
  @inlinable public var dependsOnSource: Bool { !onBattery.isEmpty || !onCellular.isEmpty }

  /// An end that lies ahead is one at which something changes.
  @inlinable @inline(__always)
  mutating func ends(_ end: Instant, after now: Instant) { if end > now { until = min(until, end) } }
}

/// The denials of the closed gates of an item and its app, by how each factor takes part. They are the same for all items of a
/// study, so that they are made once.
@frozen @usableFromInline struct OwnDenials: Sendable {
  @usableFromInline let forceQuit, refreshIsOff, isUnused, energyIsSpent, dataIsSpent, isTooSoon: GateVerdict
}

extension GateVerdict {
  init(_ reason: BlockingReason, _ enforcement: Enforcement) {
    self.init()
    deny(reason, enforcement)
  }

  @inlinable @inline(__always) mutating func formUnion(_ other: GateVerdict) {
    hard.formUnion(other.hard)
    soft.formUnion(other.soft)
  }
}

extension PlatformParameters {
  @inlinable public func kind(of item: ItemGateState, at now: Instant) -> GateKind {
    switch item.mechanism {
    case .refresh, .push, .assertion, .mode, .processing, .health: launchKind(of: item)
    case .continued: .continued
    case .transfer: item.allowsCellular ? .transfer : .transferOnWifi
    case .wake: .wake
    case .discretionaryTransfer: stage(of: item, at: now)
    }
  }

  @inlinable @inline(__always) func launchKind(of item: ItemGateState) -> GateKind {
    guard item.mechanism.isProcessing else { return .launch }
    return item.requiresExternalPower
      ? item.requiresNetworkConnectivity ? .processingOnPowerAndNetwork : .processingOnPower
      : item.requiresNetworkConnectivity ? .processingOnNetwork : .processing
  }

  @inlinable func stage(of item: ItemGateState, at now: Instant) -> GateKind {
    let age = now - item.open
    if age >= transferStageLength * 2 { return item.allowsCellular ? .lastStage : .lastStageOnWifi }
    if age >= transferStageLength { return item.allowsCellular ? .secondStage : .secondStageOnWifi }
    return item.allowsCellular ? .firstStage : .firstStageOnWifi
  }

  /// The denials that come from an item and its app at an instant. Lifted reasons block no more, the device's included.
  public func gates(
    _ item: ItemGateState, _ app: AppGateState, at now: Instant, lifting lifted: BlockingSet = []
  ) -> ItemGates {
    var gates = ItemGates(kind(of: item, at: now))
    gates.lifted = lifted
    if item.isFreeOfBudgets { gates.lifted.formUnion(.of(.energyBudget, .dataBudget)) }
    if item.mechanism == .continued { return gates }
    if item.mechanism == .wake {
      if app.isForceQuit { gates.always.formUnion(denials.forceQuit) }
      overdraft(app, &gates)
      return gates
    }
    if item.open > now {
      waitForEarliestBegin(of: item, &gates)
      gates.isAhead = !lifted.contains(BlockingSet(.earliestBeginDate))
    }
    if item.mechanism.isTransfer {
      transfer(item, app, at: now, &gates)
    } else {
      launch(item, app, at: now, &gates)
    }
    return gates
  }

  /// The gates of a refresh, processing, health, or push item without lifted gates. This function and its
  /// calls are inlined: a phone mostly reads these gates, one item at a time, so the state of the item need
  /// not be stored.
  @inlinable @inline(always)
  public func launchGates(_ item: ItemGateState, _ app: AppGateState, at now: Instant) -> ItemGates {
    var gates = ItemGates(launchKind(of: item))
    if item.open > now {
      waitForEarliestBegin(of: item, &gates)
      gates.isAhead = true
    }
    launch(item, app, at: now, &gates)
    return gates
  }

  /// The gates of ``launchGates(_:_:at:)`` that are before the earliest begin in the order of reasons, of an item that waits for it.
  @inlinable @inline(always) public func gatesAhead(_ item: ItemGateState, _ app: AppGateState) -> ItemGates {
    var gates = ItemGates(launchKind(of: item))
    waitForEarliestBegin(of: item, &gates)
    gates.isAhead = true
    precedingEarliestBegin(item, app, &gates)
    return gates
  }

  @inlinable @inline(always) func waitForEarliestBegin(of item: ItemGateState, _ gates: inout ItemGates) {
    gates.always.deny(.earliestBeginDate, .hard)
    gates.until = item.open
  }

  /// QUIT-1: whether the force-quit flag of its app keeps the launch of an item back.
  @inlinable @inline(__always) package func heedsForceQuit(_ mechanism: Mechanism) -> Bool {
    forceQuitStopsProcessing || !mechanism.isProcessing
  }

  /// The denials that an item which starts a process has of itself and its app, the reasons before the earliest begin alone.
  @inlinable @inline(always)
  func precedingEarliestBegin(_ item: ItemGateState, _ app: AppGateState, _ gates: inout ItemGates) {
    let isPush = item.mechanism == .push
    if isPush ? app.isForceQuitForPushes : app.isForceQuit, heedsForceQuit(item.mechanism) {
      gates.always.formUnion(denials.forceQuit)
    }
    if !app.refreshSwitch { gates.always.formUnion(denials.refreshIsOff) }
    if app.isForeground { gates.always.deny(.appForeground, .hard) }
    if item.isAlreadyRunning { gates.always.deny(.alreadyRunning, .hard) }
  }

  @inlinable @inline(always)
  func launch(_ item: ItemGateState, _ app: AppGateState, at now: Instant, _ gates: inout ItemGates) {
    precedingEarliestBegin(item, app, &gates)
    if item.firstEvaluation > now {
      gates.always.deny(.firstEvaluation, .hard)
      gates.ends(item.firstEvaluation, after: now)
    }
    if item.mechanism.isProcessing {
      eligibility(app, at: now, &gates)
    } else {
      // PUSH-9: use never gates a push.
      if item.mechanism != .push { recentUse(app, at: now, &gates) }
      budgetFactors(app, &gates)
    }
    if item.spacingEnd > now {
      gates.always.formUnion(denials.isTooSoon)
      if !gates.isAhead || rateLimit == .hard { gates.ends(item.spacingEnd, after: now) }
    }
  }

  /// URL-5 and what a transfer, which needs no process, has of its app.
  func transfer(_ item: ItemGateState, _ app: AppGateState, at now: Instant, _ gates: inout ItemGates) {
    if item.resumeDelayEnd > now {
      gates.always.deny(.resumeDelay, .hard)
      gates.ends(item.resumeDelayEnd, after: now)
    }
    guard item.mechanism == .discretionaryTransfer else { return overdraft(app, &gates) }
    if !app.refreshSwitch { gates.always.formUnion(denials.refreshIsOff) }
    budgetFactors(app, &gates)
    gates.ends(item.open + transferStageLength, after: now)
    gates.ends(item.open + transferStageLength * 2, after: now)
  }

  /// BUD-5 and BUD-7: the balances of the app must be positive.
  @inlinable @inline(__always) func budgetFactors(_ app: AppGateState, _ gates: inout ItemGates) {
    if app.energyBalance <= 0 { gates.onBattery.formUnion(denials.energyIsSpent) }
    if app.cellularBalance <= 0 {
      gates.onCellular.formUnion(denials.dataIsSpent)
      gates.dataCountsWithoutPath = launchesNeedPath
    }
  }

  /// BUD-8: relaxed mechanisms are denied only far below zero.
  func overdraft(_ app: AppGateState, _ gates: inout ItemGates) {
    let enforcement = overdraftEnforcement
    if app.energyBalance <= app.energyOverdraft { gates.onBattery.deny(.energyBudget, enforcement) }
    if app.cellularBalance <= app.cellularOverdraft { gates.onCellular.deny(.dataBudget, enforcement) }
  }

  /// USE-4 and USE-6: an app that is not used, or has not been opened for long, is not refreshed.
  @inlinable @inline(always) func recentUse(_ app: AppGateState, at now: Instant, _ gates: inout ItemGates) {
    guard app.isUsed else { return gates.always.formUnion(denials.isUnused) }
    guard let recency else { return }
    guard let last = app.lastOpen, now - last <= recency else {
      return gates.always.formUnion(denials.isUnused)
    }
    if !gates.isAhead || appUsage == .hard { gates.ends(last + recency + .tick, after: now) }
  }

  /// USE-3: an app that was never in the foreground has no session. USE-7: nor is one processed that its user has hardly opened.
  @inlinable @inline(always)
  func eligibility(_ app: AppGateState, at now: Instant, _ gates: inout ItemGates) {
    guard app.isLearned, let last = app.lastForeground, now - last <= eligibility else {
      return gates.always.formUnion(denials.isUnused)
    }
    if !gates.isAhead || appUsage == .hard { gates.ends(last + eligibility + .tick, after: now) }
  }
}
