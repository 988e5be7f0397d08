import Basics
import EventSimulation

extension PhonePower {
  /// Charge from 0 to 1 at `now`, which is not before the last mutating call.
  public func stateOfCharge(at now: Instant) -> Double {
    let energy = supply.isPlugged ? Double(remainingNanojoules(at: now)) : supply.cellEnergy(at: now)
    return hardware.level(nanojoules: energy)
  }

  /// The same, for callers that ask often; mutating for the reason that ``readAccountEnergy(_:at:)`` is.
  public mutating func readStateOfCharge(at now: Instant) -> Double {
    let energy = supply.isPlugged ? plugged(at: now) : supply.readCellEnergy(at: now)
    return hardware.level(nanojoules: energy)
  }

  /// An energy with more than which the cell is above a level (0 to 1) however the quotient is rounded; for
  /// ``surelyHolds(moreThan:at:)``.
  public func energy(surelyAbove level: Double) -> Int64 {
    guard hardware.curve == nil else { return LevelThreshold(level: level, hardware).floor + 2 }
    return Int64((level * Double(capacityNanojoules)).rounded(.up)) + 2
  }

  /// Whether the cell holds more than `nanojoules` at `now`, as far as that is known without computing it: false may mean
  /// that it is not known, as while the charger is connected.
  @inlinable @inline(__always) public func surelyHolds(moreThan nanojoules: Int64, at now: Instant) -> Bool {
    supply.assurance.covers(nanojoules, until: now)
  }

  /// Nanojoules in the cell at `now` while the charger is connected.
  @inline(__always) private mutating func plugged(at now: Instant) -> Double {
    if let charging = session { return Double(charging.energy(at: now)) }
    return Double(remainingNanojoules(at: now))
  }

  /// The energy in the cell: start minus output plus input. It is below zero by the overdraft of the last
  /// lump.
  public func remainingNanojoules(at now: Instant) -> Int64 {
    session?.energy(at: now) ?? supply.at(now).cellNanojoules
  }

  /// Watches these levels (0 to 1). The present state counts as reported.
  public mutating func setThresholds(_ levels: [Double]) {
    thresholds = levels.map { LevelThreshold(level: $0, hardware) }
    let energy = remainingNanojoules(at: supply.time)
    relations = thresholds.map { $0.relation(of: energy) }
    refreshNextFall()
    refreshNextRise()
  }

  /// The next instant when the level reaches a threshold, the ceiling, or zero with the present powers and
  /// their known changes, if it is not after `limit`; otherwise the distant future. The function rarely
  /// computes anything for callers that ask after every event, with the instant of their next event.
  @inlinable @inline(__always)
  public mutating func nextCrossing(at now: Instant, upTo limit: Instant) -> Instant {
    supply.assurance.covers(nextFall, until: limit) ? .distantFuture : findCrossing(at: now, upTo: limit)
  }

  @usableFromInline @inline(never)
  mutating func findCrossing(at now: Instant, upTo limit: Instant) -> Instant {
    let level = findLevelCrossing(at: now, upTo: limit)
    guard hardware.curve != nil else { return level }
    followStress(at: now)
    // Asked for here: the call copies all of the phone's power.
    guard hardware.hasThermalStates else { return level }
    return min(level, heatInstant(upTo: min(level, limit)))
  }

  private mutating func findLevelCrossing(at now: Instant, upTo limit: Instant) -> Instant {
    if supply.isPlugged {
      guard nextRise > limit else { return max(now, nextRise) }
      if !hardware.hasThermalStates {
        let end = hardware.curve == nil ? nextRise - .tick : min(nextRise - .tick, now + Self.stressSpan)
        supply.assure(session?.energy(at: now) ?? supply.cellNanojoules, until: end)
      }
      return .distantFuture
    }
    let rises = limit > ownChange && !hardware.tailsFall
    // A cell with a voltage goes off the sooner the more is drawn.
    let lowest = lowest(load: max(supply.load, LevelAssurance.usualMicrowatts))
    if !rises, lowest == .min || supply.staysAbove(lowest, until: limit) { return .distantFuture }
    return max(now, levelInstant(upTo: limit))
  }

  /// The thresholds that the level has met up to `now`.
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
    let least = hardware.least(microwatts: supply.load)
    if !supply.isPlugged, energy <= least, !emptyTold {
      emptyTold = true
      crossings.append(.empty)
    }
    // A cell that went off under a load does not come back when the load has gone.
    if energy > 0, hardware.curve == nil { emptyTold = false }
    if let session, !ceilingTold, supply.time >= session.ceilingAt {
      ceilingTold = true
      crossings.append(.ceiling)
    }
    if let level = supply.heat.meetLevel(at: supply.time) {
      if let charger = session?.charger {
        settleCharge()
        startSession(charger)
      }
      crossings.append(.thermal(level))
    }
    refreshNextFall()
    refreshNextRise()
    return crossings
  }

  // MARK: Machinery

  /// When the level falls to the next thing that it meets, if that is not after `limit`.
  @inline(never) func levelInstant(upTo limit: Instant) -> Instant {
    var lowest = lowest(load: supply.load)
    guard lowest > .min else { return .distantFuture }
    var later = supply.at(supply.time)
    later.startStaleSegment()
    var loads = UpcomingLoads(self)
    while true {
      // Passed already by a lump, or within the segment; else the segment's end comes first.
      let isInSegment = lowest > later.boundary
      let meeting = isInSegment ? later.instant(fallingTo: lowest) : later.segmentEnd
      let change = loads.next
      if min(meeting, change) > limit { return .distantFuture }
      if meeting > change {
        later.advance(to: change)
        later.changeLoad(by: loads.take())
        later.startStaleSegment()
        lowest = self.lowest(load: later.load)
      } else if isInSegment || meeting == .distantFuture {
        return meeting
      } else {
        later.advance(to: meeting)
      }
    }
  }

  /// The energy down to which nothing is met under a load: that of ``nextFall``, or the one at which the cell goes off.
  private func lowest(load: Int64) -> Int64 {
    guard hardware.curve != nil, !emptyTold else { return nextFall }
    return max(nextFall, hardware.least(microwatts: load))
  }

  mutating func refreshNextFall() {
    var next = emptyTold ? Int64.min : 0
    for index in thresholds.indices where relations[index] > 0 { next = max(next, thresholds[index].floor) }
    nextFall = next
  }

  mutating func refreshNextRise() {
    nextRise = .distantFuture
    guard let session else { return }
    supply.withdrawAssurance()
    var target = ceilingTold ? Int64.max : ceiling
    for index in thresholds.indices where relations[index] <= 0 {
      let threshold = thresholds[index]
      target = min(target, relations[index] < 0 ? threshold.ceiling : threshold.floor + 1)
    }
    if let instant = session.instant(reaching: target) { nextRise = instant }
  }
}

/// The threshold that the battery's level has just met, by its index in ``PhonePower/setThresholds(_:)``.
public enum LevelCrossing: Sendable, Hashable {
  /// The level is at or below the threshold, and was above it.
  case fell(threshold: Int)
  /// The level is at or above the threshold, and was below it.
  case reached(threshold: Int)
  /// The level is strictly above the threshold, and was not.
  case rose(threshold: Int)
  /// Nothing is left.
  case empty
  /// Charging ended at the ceiling, which is 100 % if none is set.
  case ceiling
  /// The phone has another thermal level: 0 nominal, 1 fair, 2 serious, 3 critical.
  case thermal(Int)
}

/// A watched level in nanojoules, such that comparing energies is comparing levels.
struct LevelThreshold: Sendable {
  /// The most energy at or below the level.
  let floor: Int64
  /// The least energy at or above it; the same where the level is a whole number of nanojoules.
  let ceiling: Int64

  init(level: Double, _ hardware: Hardware) {
    func charge(_ nanojoules: Int64) -> Double { hardware.level(nanojoules: Double(nanojoules)) }
    var energy = Int64(hardware.nanojoules(level: level).rounded())
    while energy > 0, charge(energy) > level { energy -= 1 }
    while energy < hardware.capacityNanojoules, charge(energy + 1) <= level { energy += 1 }
    floor = energy
    ceiling = charge(energy) == level ? energy : energy + 1
  }

  /// Whether `energy` is below (-1), at (0) or above (1) the level.
  func relation(of energy: Int64) -> Int8 { energy > floor ? 1 : energy >= ceiling ? 0 : -1 }
}

/// The changes of the load that come by themselves, read ahead without making them.
struct UpcomingLoads {
  private struct Tail {
    var stages: RadioTail
    var start, end: Instant
    var microwatts: Int64
  }

  private var holdEnd: Instant
  private let awakeMicrowatts: Int64
  private var tails: [Tail] = []

  init(_ power: borrowing PhonePower) {
    holdEnd = power.timedHold.end
    // The platform stays awake where others hold it too; the loss in the cell is computed anew all the same.
    awakeMicrowatts = power.awake.holders == 1 ? power.awake.microwatts : 0
    for radio in power.radios.indices where power.radios[radio].tail >= 0 {
      let slot = power.radios[radio].tail
      tails.append(
        Tail(
          stages: power.hardware[power.slots[slot].path].tail, start: power.radios[radio].tailStart,
          end: power.radios[radio].tailEnd, microwatts: power.slots[slot].microwatts))
    }
  }

  /// When the next change comes; the distant future where none does.
  var next: Instant { tails.reduce(holdEnd) { min($0, $1.end) } }

  /// Takes the changes of ``next``: by how many microwatts the load changes.
  mutating func take() -> Int64 {
    let now = next
    var change: Int64 = 0
    if holdEnd == now {
      holdEnd = .distantFuture
      change -= awakeMicrowatts
    }
    for index in tails.indices where tails[index].end == now {
      let stage = tails[index].stages.stage(at: (now - tails[index].start).microseconds)
      change += (stage?.microwatts ?? 0) - tails[index].microwatts
      tails[index].microwatts = stage?.microwatts ?? 0
      tails[index].end = stage.map { tails[index].start + .microseconds($0.end) } ?? .distantFuture
    }
    return change
  }
}
