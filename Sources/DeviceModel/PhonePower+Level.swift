import EventSimulation

/// The level and its crossings.
extension PhonePower {
  /// Charge from 0 to 1 at `now`, which is not before the last mutating call.
  public func stateOfCharge(at now: Instant) -> Double {
    let energy = supply.isPlugged ? Double(remainingNanojoules(at: now)) : supply.cellEnergy(at: now)
    return max(0, min(1, energy / Double(capacityNanojoules)))
  }

  /// The same, for callers that ask often; mutating for the reason that ``readAccountEnergy(_:at:)`` is.
  public mutating func readStateOfCharge(at now: Instant) -> Double {
    guard !supply.isPlugged else { return stateOfCharge(at: now) }
    return max(0, min(1, supply.cellEnergy(at: now) / Double(hardware.capacityNanojoules)))
  }

  /// Energy in the cell: start less out plus in. Below zero by what the last lump overdrew.
  public func remainingNanojoules(at now: Instant) -> Int64 {
    session?.energy(at: now) ?? supply.at(now).cellNanojoules
  }

  /// Watches these levels (0 to 1). What they are now counts as told.
  public mutating func setThresholds(_ levels: [Double]) {
    thresholds = levels.map { LevelThreshold(level: $0, capacity: capacityNanojoules) }
    let energy = remainingNanojoules(at: supply.time)
    relations = thresholds.map { $0.relation(of: energy) }
    refreshNextFall()
    refreshNextRise()
  }

  /// The next instant at which the level meets a whole percent, a threshold, the ceiling or nothing at the
  /// present powers; nil for never.
  public func nextCrossing(at now: Instant) -> Instant? {
    var supply = supply
    _ = supply.startStaleSegment()
    var next = levelInstant(supply)
    if let later = supplyAfterHold(before: next) { next = levelInstant(later) }
    return next == .distantFuture ? nil : max(now, next)
  }

  /// When the level next meets something and when the next tail ends, at the present powers; the distant
  /// future for never.
  ///
  /// The same as ``nextCrossing(at:)`` and ``radioTimer``, for callers that ask after every event: it is
  /// computed only when something has changed.
  @inline(__always)
  public mutating func nextTimers(at now: Instant) -> (level: Instant, tail: Instant) {
    if isLevelTimerStale || supply.isSegmentStale { refreshLevelTimer() }
    return (max(now, levelTimer), tailTimer)
  }

  /// What the level has met up to `now`; often nothing but a whole percent, which has no event.
  public mutating func handleCrossing(at now: Instant) -> [LevelCrossing] {
    advance(to: now)
    var crossings: [LevelCrossing] = []
    // The exact energy is above a whole number of nanojoules exactly if this is.
    let energy = remainingNanojoules(at: now)
    for index in thresholds.indices {
      let old = relations[index]
      let new = thresholds[index].relation(of: energy)
      guard old != new else { continue }
      relations[index] = new
      if old > 0 { crossings.append(.fell(threshold: index)) }
      if old < 0, new >= 0 { crossings.append(.reached(threshold: index)) }
      if old <= 0, new > 0 { crossings.append(.rose(threshold: index)) }
    }
    if !supply.isPlugged, energy <= 0, !emptyTold {
      emptyTold = true
      crossings.append(.empty)
    }
    if energy > 0 { emptyTold = false }
    if let session, !ceilingTold, supply.time >= session.ceilingAt {
      ceilingTold = true
      crossings.append(.ceiling)
    }
    refreshNextFall()
    refreshNextRise()
    return crossings
  }

  // MARK: Machinery

  private mutating func refreshLevelTimer() {
    _ = supply.startStaleSegment()
    levelTimer = levelInstant(supply)
    // The load falls when the hold ends, which has no event: the level takes longer from then on.
    if let later = supplyAfterHold(before: levelTimer) { levelTimer = levelInstant(later) }
    isLevelTimerStale = false
  }

  /// The next crossing, where the segment is not stale.
  @inline(__always)
  private func levelInstant(_ supply: borrowing PowerSupply) -> Instant {
    if supply.isPlugged { return nextRise }
    // Between the segment's ends, or passed already by a lump.
    return nextFall > supply.boundary ? supply.instant(fallingTo: nextFall) : supply.segmentEnd
  }

  mutating func refreshNextFall() {
    var next = emptyTold ? Int64.min : 0
    for index in thresholds.indices where relations[index] > 0 { next = max(next, thresholds[index].floor) }
    nextFall = next
    isLevelTimerStale = true
  }

  mutating func refreshNextRise() {
    nextRise = .distantFuture
    isLevelTimerStale = true
    guard let session else { return }
    var target = ceilingTold ? Int64.max : ceiling
    for index in thresholds.indices where relations[index] <= 0 {
      let threshold = thresholds[index]
      target = min(target, relations[index] < 0 ? threshold.ceiling : threshold.floor + 1)
    }
    if let instant = session.instant(reaching: target) { nextRise = instant }
  }
}
