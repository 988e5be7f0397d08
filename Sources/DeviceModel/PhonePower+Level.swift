import EventSimulation

/// The level and its crossings.
extension PhonePower {
  /// Charge from 0 to 1 at `now`, which is not before the last mutating call.
  public func stateOfCharge(at now: Instant) -> Double {
    let energy: Double
    if let session {
      energy = Double(session.energy(at: now))
    } else if now == time || now < segmentEnd && !isSegmentStale {
      energy = Double(base) - Double(drawn + drain * (now - time).microseconds) * 1e-6
    } else {
      var later = self
      later.advance(to: now)
      energy = Double(later.base) - Double(later.drawn) * 1e-6
    }
    return max(0, min(1, energy / Double(capacityNanojoules)))
  }

  /// Energy in the cell by the books: start less out plus in. Below zero by what the last lump overdrew.
  public func remainingNanojoules(at now: Instant) -> Int64 {
    let totals = totals(at: now)
    return startNanojoules - totals.batteryOut + totals.batteryIn
  }

  /// Watches these levels (0 to 1). What they are now counts as told.
  public mutating func setThresholds(_ levels: [Double]) {
    thresholds = levels.map { LevelThreshold(level: $0, capacity: capacityNanojoules) }
    if session == nil { carryDrawn() }
    let energy = session?.energy(at: time) ?? base
    relations = thresholds.map { $0.relation(of: energy) }
    refreshNextFall()
    refreshNextRise()
  }

  /// The next instant at which the level meets a whole percent, a threshold, the ceiling or nothing at the
  /// present powers; nil for never.
  public func nextCrossing(at now: Instant) -> Instant? {
    if isSegmentStale {
      var fresh = self
      fresh.startStaleSegment()
      return fresh.nextCrossing(at: now)
    }
    guard session == nil else { return nextRise == .distantFuture ? nil : max(now, nextRise) }
    if nextFall > boundary {
      // Between the segment's ends, or passed already by a lump.
      let ahead = base > nextFall ? (base - nextFall) * 1_000_000 - drawn : 0
      if ahead <= 0 { return now }
      return drain > 0 ? max(now, time + .microseconds((ahead - 1) / drain + 1)) : nil
    }
    return segmentEnd == .distantFuture ? nil : max(now, segmentEnd)
  }

  /// When the level next meets something and when the next tail ends, at the present powers; the distant
  /// future for never.
  ///
  /// The same as ``nextCrossing(at:)`` and ``radioTimer``, for callers that ask after every event.
  public mutating func nextTimers(at now: Instant) -> (level: Instant, tail: Instant) {
    startStaleSegment()
    return (nextCrossing(at: now) ?? .distantFuture, min(radios.wifi.tailEnd, radios.cellular.tailEnd))
  }

  /// What the level has met up to `now`; often nothing but a whole percent, which has no event.
  public mutating func handleCrossing(at now: Instant) -> [LevelCrossing] {
    advance(to: now)
    var crossings: [LevelCrossing] = []
    let isPlugged = session != nil
    // The exact energy is above a whole number of nanojoules exactly if the base is, once carried.
    if !isPlugged { carryDrawn() }
    let energy = session?.energy(at: time) ?? base
    for index in thresholds.indices {
      let old = relations[index]
      let new = thresholds[index].relation(of: energy)
      guard old != new else { continue }
      relations[index] = new
      if old > 0 { crossings.append(.fell(threshold: index)) }
      if old < 0, new >= 0 { crossings.append(.reached(threshold: index)) }
      if old <= 0, new > 0 { crossings.append(.rose(threshold: index)) }
    }
    if !isPlugged, energy <= 0, !emptyTold {
      emptyTold = true
      crossings.append(.empty)
    }
    if energy > 0 { emptyTold = false }
    if let session, !ceilingTold, time >= session.ceilingAt {
      ceilingTold = true
      crossings.append(.ceiling)
    }
    refreshNextFall()
    refreshNextRise()
    return crossings
  }

  // MARK: Machinery

  /// Moves whole nanojoules from what was drawn to the base, leaving the segment as it is.
  private mutating func carryDrawn() {
    let (whole, part) = drawn.quotientAndRemainder(dividingBy: 1_000_000)
    base -= whole
    drawn = part
  }

  mutating func refreshNextFall() {
    var next = emptyTold ? Int64.min : 0
    for index in thresholds.indices where relations[index] > 0 { next = max(next, thresholds[index].floor) }
    nextFall = next
  }

  mutating func refreshNextRise() {
    nextRise = .distantFuture
    guard let session else { return }
    var target = ceilingTold ? Int64.max : ceiling
    for index in thresholds.indices where relations[index] <= 0 {
      let threshold = thresholds[index]
      target = min(target, relations[index] < 0 ? threshold.ceiling : threshold.floor + 1)
    }
    if let instant = session.instant(reaching: target) { nextRise = instant }
  }
}
