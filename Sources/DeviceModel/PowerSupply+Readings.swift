import EventSimulation

extension PowerSupply {
  /// Energy in the cell in nanojoules, with what has been drawn rounded down.
  @inline(__always) var cellNanojoules: Int64 { base - FixedPointEnergy.nanojoules(inUnits: drawn).whole }

  /// Nanojoules that the adapter has given for loads.
  var adapterNanojoules: Int64 {
    var sum = Int64(min(Int128(Int64.greatestNanojoules), adapterPicojoules / 1000))
    sum.add(nanojoules: adapterLumps)
    return sum
  }

  /// The part of the cell's last nanojoule that has been drawn, in units of 2^-32 pJ.
  var partOfNanojoule: Int64 { FixedPointEnergy.nanojoules(inUnits: drawn).rest }

  /// Energy in the cell at an instant, in nanojoules, as exact as a double can say it.
  @inline(__always) func cellEnergy(at now: Instant) -> Double {
    if now == time { return cellEnergy(drawn: drawn) }
    if isSegmentStale || endsSegment(by: now) { return laterCellEnergy(at: now) }
    return cellEnergy(drawn: drawn &+ drain &* Int128((now - time).microseconds))
  }

  /// The same, for callers that ask often. It changes nothing that can be read: it is mutating because a call that only
  /// borrows the supply copies all of it.
  @inline(__always) mutating func readCellEnergy(at now: Instant) -> Double {
    // No segment is started for a reading at the present instant: others may change the load before time goes on.
    if now == time { return cellEnergy(drawn: drawn) }
    startStaleSegment()
    if endsSegment(by: now) { return laterCellEnergy(at: now) }
    return cellEnergy(drawn: drawn &+ drain &* Int128((now - time).microseconds))
  }

  /// The integrals at a later instant, over the ends of segments.
  @inline(never) func laterIntegrals(at now: Instant) -> RunningIntegrals { at(now).integrals }

  @inline(never) private func laterCellEnergy(at now: Instant) -> Double {
    let later = at(now)
    return later.cellEnergy(drawn: later.drawn)
  }

  /// Energy in the cell once so many units of 2^-32 pJ are drawn since the last whole nanojoules were carried.
  @inline(__always) func cellEnergy(drawn: Int128) -> Double {
    // Of both signs: an instant before that of the supply can be asked for.
    let picojoules = Int64(truncatingIfNeeded: drawn &>> FixedPointEnergy.fractionBits)
    let (whole, part) = picojoules.quotientAndRemainder(dividingBy: 1000)
    return Double(base &- whole) - Double(part) * 1e-3
  }

  /// The first instant at which the cell holds no more than `nanojoules` at the present drain; the distant
  /// future for never.
  @inline(__always) func instant(fallingTo nanojoules: Int64) -> Instant {
    let ahead = units(above: nanojoules)
    if ahead <= 0 { return time }
    guard drain > 0 else { return .distantFuture }
    return time + .microseconds(Self.quotient(ahead &- 1, drain) + 1)
  }

  /// A quotient that fits into 64 bits, of numbers of which the first is not negative and the second positive. Mostly
  /// one instruction of the processor divides them.
  @inline(__always) private static func quotient(_ dividend: Int128, _ divisor: Int128) -> Int64 {
    let high = UInt64(truncatingIfNeeded: dividend &>> 64)
    let narrow = UInt64(truncatingIfNeeded: divisor)
    guard Int128(narrow) == divisor, high < narrow else { return Int64(dividend / divisor) }
    return Int64(narrow.dividingFullWidth((high, UInt64(truncatingIfNeeded: dividend))).quotient)
  }

  /// Units of 2^-32 pJ in the cell above an energy.
  @inline(__always) func units(above nanojoules: Int64) -> Int128 {
    Int128(base - nanojoules) &* Int128(FixedPointEnergy.nanojoule) &- drawn
  }
}

/// A statement on the cell that answers a question after every event by comparing: it holds more than ``floor`` until
/// ``until`` as long as no more than ``load`` is drawn. A lump lowers the floor by as much; a greater load or a charger
/// ends the statement (``PowerSupply``).
@usableFromInline struct LevelAssurance: Sendable {
  /// Nanojoules.
  @usableFromInline private(set) var floor: Int64 = 0
  /// Microwatts.
  private(set) var load: Int64 = .max
  @usableFromInline private(set) var until: Instant = .zero - .tick

  /// No statement: it holds until before the start.
  init() {}

  /// The statement for a cell that holds `nanojoules` at `now`, which is not less than `level`. An eighth of what lies
  /// above it is kept for lumps; the loss in the cell is at most as much as the load.
  init(_ nanojoules: Int64, above level: Int64, load: Int64, at now: Instant) {
    let kept = (nanojoules - level) / 8
    let forTime = nanojoules - level - kept
    floor = level + kept
    self.load = max(load, Self.usualMicrowatts)
    // A microwatt for a millisecond is a nanojoule. One millisecond less, for what has been rounded down.
    until = now + .microseconds(max(0, forTime / (2 * self.load) - 1) * 1000)
  }

  /// The statement for a cell on a charger, which holds no less than `nanojoules` from now on, whatever the load.
  init(_ nanojoules: Int64, until end: Instant) {
    floor = nanojoules - 1
    until = end
  }

  /// More than phones draw for most of the time.
  static let usualMicrowatts: Int64 = 1_400_000

  @inlinable @inline(__always) func covers(_ nanojoules: Int64, until instant: Instant) -> Bool {
    instant <= until && nanojoules <= floor
  }

  @inline(__always) mutating func give(nanojoules: Int64) { floor -= nanojoules }
  mutating func end(by instant: Instant) { until = min(until, instant) }
}
