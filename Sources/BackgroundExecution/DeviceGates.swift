import Workload

/// The denials of one state of the device, for each kind of item.
public struct DeviceGates: Sendable, Hashable {
  public private(set) var facts: DeviceFacts
  /// By the raw value of the kind.
  @usableFromInline var verdicts: [GateVerdict]

  public init(_ facts: DeviceFacts, _ platform: PlatformParameters) {
    self.facts = facts
    verdicts = GateKind.allCases.map { platform.verdict($0, facts) }
  }

  public mutating func update(_ facts: DeviceFacts, _ platform: PlatformParameters) {
    let changed = facts.symmetricDifference(self.facts)
    guard !changed.isEmpty else { return }
    self.facts = facts
    for index in verdicts.indices {
      let kind = GateKind(rawValue: UInt8(index)) ?? .launch
      if !changed.isDisjoint(with: kind.concerns) { verdicts[index] = platform.verdict(kind, facts) }
    }
  }

  @inlinable @inline(__always)
  public subscript(kind: GateKind) -> GateVerdict { verdicts[Int(kind.rawValue)] }
}

extension PlatformParameters {
  /// The highest battery level (0 to 1) that can still change a gate; above it, the gates are constant.
  public var highestLevelRead: Double {
    allowsProcessingOnBattery ? max(criticalLevel, processingBatteryFloor) : criticalLevel
  }

  func verdict(_ kind: GateKind, _ facts: DeviceFacts) -> GateVerdict {
    var verdict = GateVerdict()
    switch kind {
    case .continued:
      // CONT-4 and CONT-10: slots, load and heat alone hold back a task that the user has started.
      if facts.contains(.continuedSlotsAreFull) { verdict.deny(.concurrency, .hard) }
      if facts.contains(.thermalIsCritical) { verdict.deny(.thermalCritical, .hard) }
      if facts.contains(.continuedIsLoaded) { verdict.deny(.cpuLoad, .hard) }
      return verdict
    case .wake: overdraft(facts, &verdict)
    case .transfer, .transferOnWifi:
      permittedPathIsNeeded(kind, facts, &verdict)
      overdraft(facts, &verdict)
    case .firstStage, .secondStage, .lastStage, .firstStageOnWifi, .secondStageOnWifi, .lastStageOnWifi:
      permittedPathIsNeeded(kind, facts, &verdict)
      opportunistic(facts, &verdict)
      powerFactors(facts, &verdict)
      budgetFactors(facts, &verdict)
      if !stageAllows(kind, facts) { verdict.deny(.transferStage, .soft) }
    case .launch:
      if launchesNeedPath { networkIsNeeded(facts, &verdict) }
      opportunistic(facts, &verdict)
      if facts.contains(.refreshNeedsWifi), !facts.contains(.onWifi) {
        verdict.deny(.barWifiOnly, backgroundRefresh)
      }
      if facts.contains(.refreshSlotsAreFull) { verdict.deny(.concurrency, .hard) }
      powerFactors(facts, &verdict)
      budgetFactors(facts, &verdict)
    case .processing, .processingOnPower, .processingOnNetwork, .processingOnPowerAndNetwork:
      opportunistic(facts, &verdict)
      processing(kind, facts, &verdict)
    }
    if facts.contains(.neverUnlocked) { verdict.deny(.firstUnlock, .hard) }
    return verdict
  }

  /// Adds the denials that apply to all work that may be postponed: BAR-1, GATE-8, GATE-9, DEV-2.
  private func opportunistic(_ facts: DeviceFacts, _ verdict: inout GateVerdict) {
    if facts.contains(.refreshIsOff) { verdict.deny(.barOff, backgroundRefresh) }
    if facts.contains(.thermalIsCritical) { verdict.deny(.thermalCritical, .hard) }
    if facts.contains(.quietDay) { verdict.deny(.quietDay, .hard) }
    if facts.contains(.bootHold) { verdict.deny(.bootHold, .soft) }
    if facts.contains(.busy) { verdict.deny(.busy, .soft) }
    if facts.contains(.thermalIsSerious) { verdict.deny(.thermalSerious, .soft) }
    if facts.contains(.herdHold) { verdict.deny(.herd, .soft) }
  }

  /// PROC-2 to PROC-5, PROC-8: idle, slots, and the conditions that a request chooses.
  private func processing(_ kind: GateKind, _ facts: DeviceFacts, _ verdict: inout GateVerdict) {
    if facts.contains(.inUse) { verdict.deny(.deviceInUse, .hard) }
    if facts.contains(.processingSlotsAreFull) { verdict.deny(.concurrency, .hard) }
    if facts.contains(.processorIsLoaded) { verdict.deny(.cpuLoad, .soft) }
    if facts.contains(.settling) { verdict.deny(.settling, .soft) }
    if facts.contains(.onBattery) {
      let needsPower = kind == .processingOnPower || kind == .processingOnPowerAndNetwork
      let mayUseBattery =
        allowsProcessingOnBattery && !needsPower && !facts.contains(.levelIsBelowProcessingFloor)
      if !mayUseBattery { verdict.deny(.externalPower, .hard) }
      if allowsProcessingOnBattery { powerFactors(facts, &verdict) }
    }
    if kind == .processingOnNetwork || kind == .processingOnPowerAndNetwork {
      networkIsNeeded(facts, &verdict)
    }
  }

  private func networkIsNeeded(_ facts: DeviceFacts, _ verdict: inout GateVerdict) {
    if facts.isDisjoint(with: [.onWifi, .onCellular]) { verdict.deny(.noNetwork, .hard) }
  }

  /// URL-5: a path that the session allows.
  private func permittedPathIsNeeded(_ kind: GateKind, _ facts: DeviceFacts, _ verdict: inout GateVerdict) {
    guard transfersWaitForPath else { return networkIsNeeded(facts, &verdict) }
    let permitted: DeviceFacts =
      switch kind {
      case .firstStageOnWifi, .secondStageOnWifi, .lastStageOnWifi, .transferOnWifi: .onWifi
      default: [.onWifi, .onCellular]
      }
    if facts.isDisjoint(with: permitted) { verdict.deny(.noPermittedPath, .hard) }
  }

  /// PWR-1 and PWR-2.
  private func powerFactors(_ facts: DeviceFacts, _ verdict: inout GateVerdict) {
    let isOnBattery = facts.contains(.onBattery)
    if facts.contains(.lowPowerMode), lowPowerModeAppliesWhilePlugged || isOnBattery {
      verdict.deny(.lowPowerMode, lowPowerMode)
    }
    if isOnBattery, facts.contains(.levelIsCritical) { verdict.deny(.lowBattery, lowBattery) }
  }

  /// BUD-5 and BUD-7: the balances of the device must be positive.
  private func budgetFactors(_ facts: DeviceFacts, _ verdict: inout GateVerdict) {
    if facts.isSuperset(of: [.onBattery, .energyIsSpent]) { verdict.deny(.energyBudget, budgets) }
    if facts.contains(.dataIsSpent), usesData(facts) { verdict.deny(.dataBudget, budgets) }
  }

  /// BUD-5: whether the path counts as cellular. Without a path the next one may be.
  @inlinable @inline(__always) func usesData(_ facts: DeviceFacts) -> Bool {
    launchesNeedPath ? !facts.contains(.onWifi) : facts.contains(.onCellular)
  }

  /// BUD-8: no policy sees these mechanisms, so the platform denies them, but only far below zero.
  private func overdraft(_ facts: DeviceFacts, _ verdict: inout GateVerdict) {
    let enforcement = overdraftEnforcement
    if facts.isSuperset(of: [.onBattery, .energyIsOverdrawn]) { verdict.deny(.energyBudget, enforcement) }
    if facts.isSuperset(of: [.onCellular, .dataIsOverdrawn]) { verdict.deny(.dataBudget, enforcement) }
  }

  @inlinable var overdraftEnforcement: Enforcement { budgets == .off ? .off : .hard }

  /// URL-5: Wi-Fi and external power, then Wi-Fi and a level above the critical one, then any path.
  ///
  /// External power is enough in the second stage too, so that age never takes a chance away.
  private func stageAllows(_ stage: GateKind, _ facts: DeviceFacts) -> Bool {
    if stage == .lastStage || stage == .lastStageOnWifi { return true }
    guard facts.contains(.onWifi) else { return false }
    let isSecond = stage == .secondStage || stage == .secondStageOnWifi
    return !facts.contains(.onBattery) || isSecond && !facts.contains(.levelIsCritical)
  }
}
