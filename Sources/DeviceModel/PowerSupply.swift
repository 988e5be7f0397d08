import Basics
import EventSimulation

/// The source of the phone's power, integrated up to an instant: the cell, or the adapter while plugged.
///
/// On battery a load draws its power and a loss inside the cell, at a rate for each microwatt that is constant within a
/// segment, which ends when the load changes, after a lump, or when the level meets a whole percent. So the loss of a
/// claim is its power times the integral of the rate, and what the cell gives is the sum over the claims exactly.
@usableFromInline struct PowerSupply: ~Copyable, Sendable {
  let hardware: Hardware
  /// Instant up to which everything is integrated.
  @usableFromInline private(set) var time: Instant
  /// Microwatts of all loads.
  private(set) var load: Int64 = 0
  private(set) var isPlugged = false

  // Cell
  /// The cell holds `base` nanojoules less `drawn` units of 2^-32 pJ. While plugged: as of the last time that
  /// the charge was settled.
  private(set) var base: Int64
  private(set) var drawn: Int128 = 0
  /// Units out of the cell for each microsecond, load and loss.
  private(set) var drain: Int128 = 0
  /// Units of loss for each microwatt and microsecond, and their integral.
  private var lossRate: Int64 = 0
  private var lossIntegral: Int128 = 0
  /// The piece of the voltage curve on which the last segment was started.
  private var voltage = OpenCircuitVoltage.Piece()
  /// Picojoules that the adapter has given for constant loads, and nanojoules of lumps.
  private(set) var adapterPicojoules: Int128 = 0
  private(set) var adapterLumps: Int64 = 0

  /// The temperature, where the cell has a voltage.
  var heat: PhoneHeat

  // Segment
  /// The segment ends at this energy, a whole percent of charge, that is once so many units are drawn. On battery
  /// fewer have been drawn.
  private(set) var boundary: Int64 = 0
  private var segmentUnits = Int128.max
  /// Whether the load has changed at ``time`` since the segment was started: several changes of one instant
  /// start one segment, when time goes on or when the next crossing is asked for.
  private(set) var isSegmentStale = true

  /// The last finding of ``staysAbove(_:until:)``, for many questions.
  @usableFromInline private(set) var assurance = LevelAssurance()

  init(hardware: Hardware, nanojoules: Int64, at now: Instant) {
    (self.hardware, time, base) = (hardware, now, nanojoules)
    heat = PhoneHeat(hardware.parameters.charge?.warmth, at: now)
    resetBoundary()
  }

  /// The integrals for each microwatt of a load.
  @inline(__always)
  var integrals: RunningIntegrals {
    RunningIntegrals(energy: time.microseconds, loss: lossIntegral)
  }

  // MARK: Time

  @inlinable @inline(__always) mutating func advance(to now: Instant) {
    precondition(now >= time, "time ran backwards")
    if now > time { pass(to: now) }
  }

  @usableFromInline @inline(never) mutating func pass(to now: Instant) {
    guard !isPlugged else { return passPlugged(to: now) }
    if isSegmentStale, !startUsualSegment() { return startAndPass(to: now) }
    let ticks = Int128(truncatingIfNeeded: UInt64(bitPattern: now.microseconds &- time.microseconds))
    let later = drawn &+ drain &* ticks
    guard later < segmentUnits else { return passFar(to: now) }
    time = now
    drawn = later
    lossIntegral &+= Int128(truncatingIfNeeded: UInt64(bitPattern: lossRate)) &* ticks
  }

  /// Integrates up to `now` where the segment is not started as most are.
  @inline(never) private mutating func startAndPass(to now: Instant) {
    startSegment()
    pass(to: now)
  }

  /// Integrates up to `now` while plugged. Nothing leaves the cell, whatever the load: there are no segments.
  @inline(never) private mutating func passPlugged(to now: Instant) {
    if isSegmentStale, heat.isFollowed { startSegment() }
    adapterPicojoules &+= Int128(load) &* Int128((now - time).microseconds)
    time = now
  }

  /// Integrates up to `now` over ends of segments.
  @inline(never) private mutating func passFar(to now: Instant) {
    while endsSegment(by: now) {
      integrate(to: segmentEnd)
      resetBoundary()
      startSegment()
    }
    if now > time { integrate(to: now) }
  }

  /// Whether the segment, which is not stale, has ended at `now`; without a division.
  @inline(__always) func endsSegment(by now: Instant) -> Bool {
    drawn &+ drain &* Int128((now - time).microseconds) >= segmentUnits
  }

  /// When the segment ends, which is not stale; the distant future for never.
  @inline(__always) var segmentEnd: Instant { instant(fallingTo: boundary) }

  /// Integrates at a constant load, without the end of a segment in between.
  private mutating func integrate(to end: Instant) {
    let ticks = (end - time).microseconds
    time = end
    drawn &+= drain &* Int128(ticks)
    lossIntegral &+= Int128(lossRate) &* Int128(ticks)
  }

  /// The supply at `now`, which is not before its time.
  @inline(__always) func at(_ now: Instant) -> PowerSupply {
    var later = PowerSupply(copying: self)
    later.advance(to: now)
    return later
  }

  private init(copying other: borrowing PowerSupply) {
    (hardware, time, load, isPlugged) = (other.hardware, other.time, other.load, other.isPlugged)
    (base, drawn, drain) = (other.base, other.drawn, other.drain)
    (lossRate, lossIntegral, voltage) = (other.lossRate, other.lossIntegral, other.voltage)
    (adapterPicojoules, adapterLumps) = (other.adapterPicojoules, other.adapterLumps)
    (boundary, segmentUnits, isSegmentStale) = (other.boundary, other.segmentUnits, other.isSegmentStale)
    (assurance, heat) = (other.assurance, other.heat)
  }

  @inline(__always) func integrals(at now: Instant) -> RunningIntegrals {
    if now == time || isPlugged { return RunningIntegrals(energy: now.microseconds, loss: lossIntegral) }
    // A copy of the supply is made only where a segment ends on the way.
    if isSegmentStale || endsSegment(by: now) { return laterIntegrals(at: now) }
    return RunningIntegrals(
      energy: now.microseconds, loss: lossIntegral &+ Int128(lossRate) &* Int128((now - time).microseconds))
  }

  // MARK: Load

  /// Adds to the load, or takes off it; or divides it in another way where it stays the same.
  @inline(__always) mutating func changeLoad(by microwatts: Int64) {
    load += microwatts
    isSegmentStale = true
    if load > assurance.load { assurance = LevelAssurance() }
  }

  @inline(__always) mutating func dropLoad(_ microwatts: Int64) {
    load -= microwatts
    isSegmentStale = true
  }

  /// Gives a lump of energy at once, without loss.
  @inline(__always) mutating func give(nanojoules: Int64) {
    heat.give(nanojoules: nanojoules, at: time)
    if isPlugged {
      adapterLumps.add(nanojoules: nanojoules)
      isSegmentStale = true
    } else {
      base -= nanojoules
      segmentUnits &-= FixedPointEnergy.product(nanojoules, FixedPointEnergy.nanojoule)
      if segmentUnits <= drawn { resetBoundary() }
      isSegmentStale = true
      assurance.give(nanojoules: nanojoules)
    }
  }

  @inline(__always) mutating func startStaleSegment() {
    if isSegmentStale { startSegment() }
  }

  /// Starts a segment with the present load: the rate of the loss, and the segment's end.
  @inline(never) private mutating func startSegment() {
    isSegmentStale = false
    guard !isPlugged else {
      // Nothing is drawn from the cell: the segment has no end.
      (lossRate, drain) = (0, 0)
      return heat.draw(FixedPointEnergy.product(load, FixedPointEnergy.picojoule), at: time)
    }
    let energy = cellEnergy(drawn: drawn)
    setDrain(lossRate: hardware.lossRate(microwatts: load, nanojoules: energy, &voltage))
  }

  /// Does the same, if the voltage is on the piece of the curve where it was: nearly always on battery. Else it changes
  /// nothing.
  @inline(__always) private mutating func startUsualSegment() -> Bool {
    guard let rate = hardware.lossRate(microwatts: load, nanojoules: cellEnergy(drawn: drawn), on: voltage)
    else { return false }
    isSegmentStale = false
    setDrain(lossRate: rate)
    return true
  }

  @inline(__always) private mutating func setDrain(lossRate rate: Double) {
    // A cell loses no more than it delivers (``InternalResistanceCell``), so the rate is at most 2^32 units.
    lossRate = Elementary.wholePart(rate)
    drain = FixedPointEnergy.product(load, FixedPointEnergy.picojoule &+ lossRate)
    heat.draw(drain, at: time)
  }

  /// Carries whole nanojoules and puts the boundary at the next whole percent strictly below the level.
  @inline(never) private mutating func resetBoundary() {
    carry()
    let segment = hardware.segmentNanojoules
    boundary = (base > 0 ? (base - 1) / segment : base / segment - 1) * segment
    segmentUnits = Int128(base - boundary) &* Int128(FixedPointEnergy.nanojoule)
  }

  private mutating func carry() {
    let (whole, rest) = FixedPointEnergy.nanojoules(inUnits: drawn)
    base -= whole
    drawn = Int128(rest)
  }

  // MARK: Charger

  mutating func plug() {
    carry()
    isPlugged = true
    assurance = LevelAssurance()
    startSegment()
  }

  mutating func unplug() {
    isPlugged = false
    assurance = LevelAssurance()
    // The level has risen.
    voltage = OpenCircuitVoltage.Piece()
    resetBoundary()
    isSegmentStale = true
  }

  mutating func setCharge(_ nanojoules: Int64) {
    base = nanojoules
    assurance = LevelAssurance()
  }

  // MARK: Level

  /// States, while plugged, that the cell holds no less and the level meets nothing up to an instant.
  mutating func assure(_ nanojoules: Int64, until end: Instant) {
    assurance = LevelAssurance(nanojoules, until: end)
  }

  /// Takes back what was stated: while plugged, what the level meets next is another thing.
  mutating func withdrawAssurance() { assurance = LevelAssurance() }

  /// Whether the cell holds more than `nanojoules` up to an instant as long as the load does not rise, with the loss
  /// taken for the most that it can be, which is the load (``InternalResistanceCell``).
  mutating func staysAbove(_ nanojoules: Int64, until instant: Instant) -> Bool {
    let most = Int128(load) &* Int128(2 * FixedPointEnergy.picojoule)
    guard units(above: nanojoules) > most &* Int128((instant - time).microseconds) else { return false }
    guard hardware.tailsFall, !hardware.hasThermalStates else { return true }
    assurance = LevelAssurance(cellNanojoules, above: nanojoules, load: load, at: time)
    // The sums that age a cell are taken now and then.
    if hardware.curve != nil { assurance.end(by: time + PhonePower.stressSpan) }
    return true
  }
}
