import EventSimulation

/// The energy side of one phone: battery, charger, radios and ledger.
///
/// It owns no clock: every mutating call takes `now`, which never decreases. Between calls all powers are
/// constant, so energies are integrated exactly, in integers: a microwatt for a microsecond is a picojoule.
/// What the claims are billed is what the battery (or, plugged, the adapter) gives; parts of a nanojoule are
/// carried, and those of claims that have ended are billed to the system at rest.
///
/// On battery the cell loses energy inside. The loss is computed at the start of a segment, which ends when a
/// power changes or the level meets a whole percent, is constant within it, and is billed to the payers of
/// the loads in proportion. Reading never changes the state.
public struct PhonePower: Sendable {
  /// Kept behind a reference, so that a phone is small.
  let hardware: Hardware
  /// Energy of the full battery at its present health.
  public let capacityNanojoules: Int64
  /// Energy in the cell at the start.
  public let startNanojoules: Int64

  // Cell
  /// State up to which everything is integrated.
  var time: Instant
  /// The cell holds `base` nanojoules less `drawn` femtojoules; while plugged see ``session``.
  var base: Int64
  var drawn: Int64 = 0
  /// Nanowatts out of the cell, loads and loss; 0 while plugged.
  var drain: Int64 = 0
  /// The segment ends at this energy, a whole percent of charge, and at this instant.
  var boundary: Int64 = 0
  var segmentEnd: Instant = .distantFuture
  /// Whether powers have changed at ``time`` since the segment was started: several changes of one instant
  /// start one segment, when time goes on or somebody asks.
  var isSegmentStale = false
  let segmentNanojoules: Int64
  let levelPerNanojoule: Double

  // Charger
  var session: ChargeSession?
  var ceiling: Int64
  var ceilingTold = true
  var nextRise: Instant = .distantFuture

  // Thresholds
  var thresholds: [LevelThreshold] = []
  /// Whether the level was below (-1), at (0) or above (1) each threshold when last told.
  var relations: [Int8] = []
  /// The highest threshold that the level has not fallen to yet.
  var nextFall: Int64 = 0
  var emptyTold = false

  // Claims
  var slots: [ClaimSlot] = []
  var transfers: [TransferRecord] = []
  /// One past the highest slot in use.
  var used = 0
  /// Femtojoules of ended claims that the battery gave and nobody has been billed for.
  var unbilled: Int64 = 0
  /// Picojoules of them that the adapter gave.
  var unbilledAdapter: Int64 = 0
  let idleRow: Int32

  /// How many keep the platform awake.
  public internal(set) var awakeHolders = 0
  var radios: (wifi: RadioState, cellular: RadioState) = (RadioState(), RadioState())
  /// Tails that ended because something else began or the radios went off, not yet taken.
  var endedTails: [TailEnd] = []

  // Books
  var ledger: EnergyLedger
  var booked = BatteryTotals()
  var accounts: [PowerAccount] = []
  var freeAccounts: [Int32] = []
  var markedLedger: EnergyLedger?
  var markedTotals = BatteryTotals()

  /// A phone with its idle powers on, unplugged, at a level from 0 to 1.
  ///
  /// - Parameter stateOfHealth: capacity / capacity when new.
  public init(
    parameters: DeviceParameters, appCount: Int, stateOfCharge: Double, stateOfHealth: Double = 1,
    at now: Instant
  ) {
    let capacity = Int64((Double(parameters.capacityNanojoules) * stateOfHealth).rounded())
    precondition(capacity > 0, "a battery needs a capacity")
    hardware = Hardware(parameters)
    capacityNanojoules = capacity
    startNanojoules = Int64((Double(capacity) * min(1, max(0, stateOfCharge))).rounded())
    time = now
    base = startNanojoules
    ceiling = capacity
    // At most 2 kJ, so that femtojoules of a segment fit into 64 bits.
    segmentNanojoules = max(1, min(capacity / 100, 2_000_000_000_000))
    levelPerNanojoule = 1 / Double(capacity)
    ledger = EnergyLedger(appCount: appCount)
    idleRow = ledger.row(.idle)
    slots.reserveCapacity(24)
    transfers.reserveCapacity(24)
    for (component, power) in [
      (EnergyComponent.system, parameters.idleSystem), (.wifi, parameters.idleWifi),
      (.cellular, parameters.idlePaging),
    ] {
      let slot = allocate(.idle, component, row: idleRow, account: -1)
      slots[slot].microwatts = power
    }
    resetBoundary()
    powersChanged()
    setThresholds([])
  }

  /// The parameters of the phone.
  public var parameters: DeviceParameters { hardware.parameters }

  /// Integrates up to `now`; does nothing at the same instant.
  public mutating func advance(to now: Instant) {
    precondition(now >= time, "time ran backwards")
    guard now > time else { return }
    startStaleSegment()
    while now >= segmentEnd {
      integrate(to: segmentEnd)
      resetBoundary()
      startSegment()
    }
    if now > time { integrate(to: now) }
  }

  /// Integrates at constant powers, without the end of a segment in between.
  private mutating func integrate(to end: Instant) {
    while time < end {
      let ticks = min((end - time).microseconds, TimeSpan.hour.microseconds)
      drawn += drain * ticks
      time += .microseconds(ticks)
      var high: Int64 = 0
      let used = used
      // No overflow: an hour of the greatest power, 1 kW, is below 2^62 pJ, and so is what has been kept.
      slots.withUnsafeMutableBufferPointer { slots in
        for index in 0..<used {
          let energy = slots[index].microwatts &* ticks
          let loss = slots[index].lossNanowatts &* ticks
          slots[index].energy &+= energy
          slots[index].loss &+= loss
          slots[index].sharedEnergy &+= energy & slots[index].sharedMask
          slots[index].sharedLoss &+= loss & slots[index].sharedMask
          high |= slots[index].energy | slots[index].loss
        }
      }
      if high >> 61 != 0 { bookAll() }
    }
  }

  /// The greatest constant power of one claim, 40 W.
  public static let greatestWatts = 40.0
  static let greatestMicrowatts: Int64 = 40_000_000

  /// Powers have changed at the present instant.
  @inline(__always)
  mutating func powersChanged() { isSegmentStale = true }

  /// Starts the segment that changes of power at the present instant have made necessary.
  @inline(__always)
  mutating func startStaleSegment() {
    if isSegmentStale { startSegment() }
  }

  /// Starts a segment with the present powers: cell loss, its parts, and the segment's end.
  private mutating func startSegment() {
    isSegmentStale = false
    guard session == nil else { return }
    var remaining = (base - boundary) * 1_000_000 - drawn
    if remaining <= 0 {
      resetBoundary()
      remaining = (base - boundary) * 1_000_000 - drawn
    }
    let used = used
    let load = slots.withUnsafeBufferPointer { slots in
      var load: Int64 = 0
      for index in 0..<used { load &+= slots[index].microwatts }
      return load
    }
    drain = load * 1000
    if load > 0, !hardware.isLossless {
      drain += apportionLoss(load: load)
    } else {
      // No load, no loss: what an earlier load lost must not go on.
      for index in 0..<used { slots[index].lossNanowatts = 0 }
    }
    guard drain > 0 else {
      segmentEnd = .distantFuture
      return
    }
    segmentEnd = time + .microseconds((remaining - 1) / drain + 1)
  }

  /// Gives each claim its part of the cell's loss under `load`, and returns their sum in nanowatts.
  @inline(__always)
  private mutating func apportionLoss(load: Int64) -> Int64 {
    let level = (Double(base) - Double(drawn) * 1e-6) * levelPerNanojoule
    let ratio = hardware.cell.lossRatio(load: Double(load) * 1e-6, level: level) * 1000
    let used = used
    return slots.withUnsafeMutableBufferPointer { slots in
      var loss: Int64 = 0
      for index in 0..<used {
        let part = Int64(Double(slots[index].microwatts) * ratio + 0.5)
        slots[index].lossNanowatts = part
        loss &+= part
      }
      return loss
    }
  }

  /// Carries whole nanojoules and puts the boundary at the next whole percent strictly below the level.
  mutating func resetBoundary() {
    let (whole, part) = drawn.quotientAndRemainder(dividingBy: 1_000_000)
    base -= whole
    drawn = part
    var index = (base - 1) / segmentNanojoules
    if base <= 0 { index = base / segmentNanojoules - 1 }
    boundary = index * segmentNanojoules
  }
}
