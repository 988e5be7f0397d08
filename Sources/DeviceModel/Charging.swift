import Basics
import EventSimulation

/// A charger as the cell sees it.
public struct ChargerSetting: Sendable, Hashable {
  /// Power to the terminals of the cell below the taper.
  var cellMicrowatts: Int64
  /// Energy into the cell / energy from the adapter, above 0 up to 1.
  var efficiency: Double

  public init(cellMicrowatts: Int64, efficiency: Double) {
    precondition(cellMicrowatts >= 0 && efficiency > 0, "a charger needs a power and an efficiency")
    self.cellMicrowatts = cellMicrowatts
    self.efficiency = min(1, efficiency)
  }
}

/// The energy of a cell on a charger as a closed function of time, however often it is read.
///
/// Constant power below the start of the taper, from there a power in proportion to the distance from an asymptote,
/// `dE/dt = P (A - E) / (A - S)`, so `A - E` decays exponentially; never above the ceiling.
struct ChargeSession: Sendable {
  struct Course: Sendable {
    let charge: CellCharge
    let curve: ChargeCurve
  }

  let anchor: Instant
  let anchorNanojoules: Int64
  let setting: ChargerSetting
  /// The charger, of whose power the setting may have a share.
  let charger: ChargerSetting
  /// At or above this the cell takes nothing more.
  let ceiling: Int64
  private let taperAt: Instant
  private let taperNanojoules: Int64
  private let asymptote: Double
  /// Decay of the distance from the asymptote per microsecond.
  private let decay: Double
  /// The course of the charge, where the cell has a voltage; the closed function of the energy else.
  private let course: Course?
  /// Time until a cell that has been overdrawn is at 0, at constant power: there the course begins.
  private let lead: TimeSpan
  /// Charging loss that has been billed since the anchor.
  private(set) var lossBilled: Int64 = 0
  /// First instant at the ceiling; the anchor if the cell was there already.
  private(set) var ceilingAt: Instant = .distantFuture

  init(
    setting: ChargerSetting, of charger: ChargerSetting, at anchor: Instant, nanojoules: Int64,
    capacity: Int64, ceiling: Int64, taperStart: Double, taperAsymptote: Double, course: Course? = nil
  ) {
    (self.anchor, self.course, anchorNanojoules) = (anchor, course, nanojoules)
    (self.setting, self.charger, self.ceiling) = (setting, charger, ceiling)
    let isOverdrawn = course != nil && nanojoules < 0 && setting.cellMicrowatts > 0
    lead =
      isOverdrawn
      ? .microseconds(Self.ticks(from: nanojoules, to: 0, microwatts: setting.cellMicrowatts)) : .zero
    let knee = Int64((taperStart * Double(capacity)).rounded())
    asymptote = taperAsymptote * Double(capacity)
    decay = Double(setting.cellMicrowatts) / 1000 / (asymptote - Double(knee))
    if nanojoules >= knee || setting.cellMicrowatts == 0 {
      taperAt = anchor
      taperNanojoules = nanojoules
    } else {
      let ticks = Self.ticks(from: nanojoules, to: knee, microwatts: setting.cellMicrowatts)
      taperAt = anchor + .microseconds(ticks)
      taperNanojoules = nanojoules + setting.cellMicrowatts * ticks / 1000
    }
    ceilingAt = nanojoules >= ceiling ? anchor : instant(reaching: ceiling) ?? .distantFuture
  }

  /// Nanojoules in the cell at `now`, which is not before the anchor.
  func energy(at now: Instant) -> Int64 {
    guard anchorNanojoules < ceiling, setting.cellMicrowatts > 0 else { return anchorNanojoules }
    return now < ceilingAt ? min(ceiling, unlimited(at: now)) : ceiling
  }

  /// Volts at the terminals and amperes into the cell; nil without a course, and where it takes nothing.
  func terminals(at now: Instant) -> (volts: Double, amperes: Double)? {
    guard let course, setting.cellMicrowatts > 0, now < ceilingAt, now - anchor >= lead else { return nil }
    return course.charge.terminals(at: (now - anchor - lead).seconds)
  }

  /// The heat of the charge; nil where the cell takes nothing.
  var heat: PhoneHeat.Charge? {
    guard let course, setting.cellMicrowatts > 0, anchor < ceilingAt else { return nil }
    return PhoneHeat.Charge(course: course.charge, start: anchor + lead, end: ceilingAt)
  }

  /// Charging loss up to `now`, with `energy` in the cell: what the adapter gives for charging less what the cell holds of
  /// it. A cell with a voltage loses a part of what comes to its terminals.
  func loss(at now: Instant, upTo energy: Int64) -> Int64 {
    let stored = energy - anchorNanojoules
    let time = min(now, ceilingAt) - anchor - lead
    let inCell = setting.cellMicrowatts > 0 && time > .zero ? course?.charge.loss(at: time.seconds) ?? 0 : 0
    return Int64(((Double(stored) + inCell * 1e9) / setting.efficiency).rounded(.down)) - stored
  }

  /// Bills the charging loss up to the state with `energy` in the cell, and returns what is new of it.
  mutating func billLoss(at now: Instant, upTo energy: Int64) -> Int64 {
    let new = max(0, loss(at: now, upTo: energy) - lossBilled)
    lossBilled += new
    return new
  }

  /// The first instant with at least `target` in the cell; nil if it never gets there.
  func instant(reaching target: Int64) -> Instant? {
    if target <= anchorNanojoules { return anchor }
    guard target <= ceiling, setting.cellMicrowatts > 0 else { return nil }
    if let course, target > 0 {
      guard let seconds = course.charge.time(toLevel: course.curve.level(Double(target))) else { return nil }
      let estimate = anchor + lead + .microseconds(Int64(seconds * 1e6))
      return firstInstant(near: estimate, from: anchor, reaching: target)
    }
    if target <= taperNanojoules {
      let ticks = Self.ticks(from: anchorNanojoules, to: target, microwatts: setting.cellMicrowatts)
      return anchor + .microseconds(ticks)
    }
    let distance = asymptote - Double(target)
    guard distance > 0 else { return nil }
    let estimate = Elementary.log((asymptote - Double(taperNanojoules)) / distance) / decay
    guard estimate < 1e17 else { return nil }
    return firstInstant(
      near: taperAt + .microseconds(Int64(estimate.rounded(.up))), from: taperAt, reaching: target)
  }

  private func firstInstant(near estimate: Instant, from start: Instant, reaching target: Int64) -> Instant {
    var instant = estimate
    while unlimited(at: instant) < target { instant += .tick }
    while instant > start, unlimited(at: instant - .tick) >= target { instant = instant - .tick }
    return instant
  }

  private func unlimited(at now: Instant) -> Int64 {
    if let course, now - anchor >= lead {
      let level = course.charge.level(at: Double((now - anchor - lead).microseconds) * 1e-6)
      return max(anchorNanojoules, Int64(course.curve.nanojoules(level).rounded()))
    }
    if now < taperAt || course != nil {
      return anchorNanojoules + setting.cellMicrowatts * (now - anchor).microseconds / 1000
    }
    let distance = asymptote - Double(taperNanojoules)
    let energy = asymptote - distance * Elementary.exp(-decay * Double((now - taperAt).microseconds))
    return max(taperNanojoules, Int64(energy))
  }

  private static func ticks(from start: Int64, to target: Int64, microwatts: Int64) -> Int64 {
    ((target - start) * 1000 + microwatts - 1) / microwatts
  }
}

/// The charger. While plugged the adapter carries the loads and the cell only takes.
extension PhonePower {
  public mutating func connect(_ setting: ChargerSetting, at now: Instant) {
    advance(to: now)
    followStress()
    if supply.isPlugged {
      settleCharge()
    } else {
      settleAll()
      supply.plug()
    }
    startSession(setting)
  }

  public mutating func disconnect(at now: Instant) {
    guard supply.isPlugged else { return }
    advance(to: now)
    followStress()
    settleAll()
    settleCharge()
    session = nil
    supply.heat.follow(nil, at: supply.time)
    nextRise = .distantFuture
    supply.unplug()
    if hardware.curve != nil { emptyTold = false }
    refreshNextFall()
  }

  /// Charges up to a level (the hold of a night, a hard limit); nil for a full battery.
  public mutating func setChargeCeiling(_ level: Double?, at now: Instant) {
    let limit = level.map { LevelThreshold(level: $0, hardware).ceiling } ?? capacityNanojoules
    let wanted = min(capacityNanojoules, limit)
    guard wanted != ceiling else { return }
    advance(to: now)
    ceiling = wanted
    guard let charger = session?.charger else { return }
    settleCharge()
    startSession(charger)
  }

  public var isPlugged: Bool { supply.isPlugged }

  private func course(of setting: ChargerSetting) -> ChargeSession.Course? {
    guard let curve = hardware.curve, let cell = hardware.parameters.charge else { return nil }
    var limits = cell.limits
    limits.adapter = Double(setting.cellMicrowatts) * 1e-6
    let state = TheveninCell.State(level: curve.level(Double(supply.cellNanojoules)))
    let charge = CellCharge(
      curve.cell, cell.warmth.node, limits, from: state,
      celsius: supply.heat.state(at: supply.time).celsius,
      ambient: cell.warmth.ambient(at: supply.time).celsius)
    return ChargeSession.Course(charge: charge, curve: curve)
  }

  mutating func startSession(_ charger: ChargerSetting) {
    var setting = charger
    let share = supply.heat.chargeShare
    if share < 1 { setting.cellMicrowatts = Int64((Double(charger.cellMicrowatts) * share).rounded()) }
    let new = ChargeSession(
      setting: setting, of: charger, at: supply.time, nanojoules: supply.cellNanojoules,
      capacity: capacityNanojoules, ceiling: ceiling, taperStart: hardware.parameters.taperStart,
      taperAsymptote: hardware.parameters.taperAsymptote, course: course(of: setting))
    session = new
    supply.heat.follow(new.heat, at: supply.time)
    ceilingTold = new.ceilingAt <= supply.time
    refreshNextRise()
  }

  /// Takes into the totals what the cell has taken and what was lost in charging up to now.
  mutating func settleCharge() {
    guard let charged = session?.energy(at: supply.time),
      let loss = session?.billLoss(at: supply.time, upTo: charged)
    else { return }
    batteryIn.add(nanojoules: charged - supply.cellNanojoules)
    supply.setCharge(charged)
    chargingLoss.add(nanojoules: loss)
  }
}
