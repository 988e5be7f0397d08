import EventSimulation

/// The source of the phone's power, integrated up to an instant: the cell, or the adapter while plugged.
///
/// On battery a load draws its power and a loss inside the cell. The loss is a rate for each microwatt of the
/// load. It is computed at the start of a segment, which ends when the load changes, after a lump, or when
/// the level meets a whole percent, and is constant within it. So the loss of a claim is its power times the
/// integral of the rate, and what the cell gives is the sum over the claims exactly.
struct PowerSupply: Sendable {
  let hardware: Hardware
  /// Instant up to which everything is integrated.
  private(set) var time: Instant
  /// Microwatts of all loads.
  private(set) var load: Int64 = 0
  private(set) var isPlugged = false

  // Cell
  /// The cell holds `base` nanojoules less `drawn` units of 2^-32 pJ. While plugged: as of the last time that
  /// the charge was settled.
  private var base: Int64
  private var drawn: Int128 = 0
  /// Units out of the cell for each microsecond, load and loss.
  private var drain: Int128 = 0
  /// Units of loss for each microwatt and microsecond, and their integral.
  private var lossRate: Int64 = 0
  private var lossIntegral: Int128 = 0
  /// Nanojoules that the adapter has given for loads, and picojoules beyond them.
  private(set) var adapterNanojoules: Int64 = 0
  private var adapterPicojoules: Int64 = 0

  // Segment
  /// The segment ends at this energy, a whole percent of charge, and at this instant.
  private(set) var boundary: Int64 = 0
  private(set) var segmentEnd: Instant = .distantFuture
  /// Whether the load has changed at ``time`` since the segment was started: several changes of one instant
  /// start one segment, when time goes on or when the next crossing is asked for.
  private(set) var isSegmentStale = true

  init(hardware: Hardware, nanojoules: Int64, at now: Instant) {
    self.hardware = hardware
    time = now
    base = nanojoules
    resetBoundary()
  }

  /// The integrals for each microwatt of a load.
  @inline(__always)
  var integrals: RunningIntegrals {
    RunningIntegrals(energy: time.microseconds, loss: lossIntegral)
  }

  // MARK: Time

  /// Integrates up to `now`, and tells whether a segment has ended on the way.
  @inline(__always)
  mutating func advance(to now: Instant) -> Bool {
    precondition(now >= time, "time ran backwards")
    return now > time && pass(to: now)
  }

  private mutating func pass(to now: Instant) -> Bool {
    var isNewSegment = startStaleSegment()
    while now >= segmentEnd {
      integrate(to: segmentEnd)
      resetBoundary()
      startSegment()
      isNewSegment = true
    }
    if now > time { integrate(to: now) }
    return isNewSegment
  }

  /// Integrates at a constant load, without the end of a segment in between.
  @inline(__always)
  private mutating func integrate(to end: Instant) {
    let ticks = (end - time).microseconds
    time = end
    guard !isPlugged else {
      let (whole, picojoules) = FixedPointEnergy.nanojoules(microwatts: load, microseconds: ticks)
      adapterPicojoules += picojoules
      adapterNanojoules.add(nanojoules: whole + adapterPicojoules / 1000)
      adapterPicojoules %= 1000
      return
    }
    drawn &+= drain &* Int128(ticks)
    lossIntegral &+= Int128(lossRate) &* Int128(ticks)
  }

  /// The supply at `now`, which is not before its time.
  @inline(__always)
  func at(_ now: Instant) -> PowerSupply {
    var later = self
    _ = later.advance(to: now)
    return later
  }

  /// The integrals at `now`, which is not before its time.
  @inline(__always)
  func integrals(at now: Instant) -> RunningIntegrals {
    if now == time { return integrals }
    // A copy of the supply is made only where a segment ends on the way.
    if isSegmentStale || now >= segmentEnd { return at(now).integrals }
    return RunningIntegrals(
      energy: now.microseconds, loss: lossIntegral &+ Int128(lossRate) &* Int128((now - time).microseconds))
  }

  // MARK: Load

  /// Adds to the load, or takes off it; or divides it in another way where it stays the same.
  @inline(__always)
  mutating func changeLoad(by microwatts: Int64) {
    load += microwatts
    isSegmentStale = true
  }

  /// Gives a lump of energy at once, without loss.
  mutating func give(nanojoules: Int64) {
    if isPlugged {
      adapterNanojoules.add(nanojoules: nanojoules)
    } else {
      base -= nanojoules
      isSegmentStale = true
    }
  }

  /// Starts the segment that changes of the load have made necessary, and tells whether one was.
  @inline(__always)
  mutating func startStaleSegment() -> Bool {
    guard isSegmentStale else { return false }
    startSegment()
    return true
  }

  /// Starts a segment with the present load: the rate of the loss, and the segment's end.
  private mutating func startSegment() {
    isSegmentStale = false
    if !isPlugged, units(above: boundary) <= 0 { resetBoundary() }
    guard !isPlugged, load > 0 else {
      lossRate = 0
      drain = 0
      segmentEnd = .distantFuture
      return
    }
    lossRate = hardware.lossRate(microwatts: load, nanojoules: cellEnergy(drawn: drawn))
    drain = Int128(load) &* Int128(FixedPointEnergy.picojoule + lossRate)
    segmentEnd = instant(fallingTo: boundary)
  }

  /// Carries whole nanojoules and puts the boundary at the next whole percent strictly below the level.
  private mutating func resetBoundary() {
    carry()
    let segment = hardware.segmentNanojoules
    boundary = (base > 0 ? (base - 1) / segment : base / segment - 1) * segment
  }

  private mutating func carry() {
    let (whole, rest) = FixedPointEnergy.nanojoules(inUnits: drawn)
    base -= whole
    drawn = Int128(rest)
  }

  // MARK: Charger

  /// Goes over to the adapter.
  mutating func plug() {
    carry()
    isPlugged = true
    startSegment()
  }

  /// Goes back to the cell.
  mutating func unplug() {
    isPlugged = false
    resetBoundary()
    isSegmentStale = true
  }

  /// Sets what a charging cell holds, in nanojoules.
  mutating func setCharge(_ nanojoules: Int64) { base = nanojoules }

  // MARK: Readings

  /// Energy in the cell in nanojoules, with what has been drawn rounded down.
  var cellNanojoules: Int64 { base - FixedPointEnergy.nanojoules(inUnits: drawn).whole }

  /// The part of the cell's last nanojoule that has been drawn, in units of 2^-32 pJ.
  var partOfNanojoule: Int64 { FixedPointEnergy.nanojoules(inUnits: drawn).rest }

  /// Energy in the cell at an instant, in nanojoules, as exact as a double can say it.
  @inline(__always)
  func cellEnergy(at now: Instant) -> Double {
    if now == time { return cellEnergy(drawn: drawn) }
    if isSegmentStale || now >= segmentEnd { return laterCellEnergy(at: now) }
    return cellEnergy(drawn: drawn &+ drain &* Int128((now - time).microseconds))
  }

  private func laterCellEnergy(at now: Instant) -> Double {
    let later = at(now)
    return later.cellEnergy(drawn: later.drawn)
  }

  @inline(__always)
  private func cellEnergy(drawn: Int128) -> Double {
    let picojoules = Int64(truncatingIfNeeded: drawn &>> FixedPointEnergy.fractionBits)
    let (whole, part) = picojoules.quotientAndRemainder(dividingBy: 1000)
    return Double(base - whole) - Double(part) * 1e-3
  }

  /// The first instant at which the cell holds no more than `nanojoules` at the present drain; the distant
  /// future for never.
  @inline(__always)
  func instant(fallingTo nanojoules: Int64) -> Instant {
    let ahead = units(above: nanojoules)
    if ahead <= 0 { return time }
    guard drain > 0 else { return .distantFuture }
    return time + .microseconds(Self.quotient(ahead &- 1, drain) + 1)
  }

  /// A quotient that fits into 64 bits, of numbers of which the first is not negative and the second positive. Mostly
  /// one instruction of the processor divides them.
  @inline(__always)
  private static func quotient(_ dividend: Int128, _ divisor: Int128) -> Int64 {
    let high = UInt64(truncatingIfNeeded: dividend &>> 64)
    let narrow = UInt64(truncatingIfNeeded: divisor)
    guard Int128(narrow) == divisor, high < narrow else { return Int64(dividend / divisor) }
    return Int64(narrow.dividingFullWidth((high, UInt64(truncatingIfNeeded: dividend))).quotient)
  }

  @inline(__always)
  private func units(above nanojoules: Int64) -> Int128 {
    Int128(base - nanojoules) &* Int128(FixedPointEnergy.nanojoule) &- drawn
  }
}
