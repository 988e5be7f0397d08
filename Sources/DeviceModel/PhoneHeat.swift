import Basics
import EventSimulation

/// The temperature of a phone and what it does to its cell: closed forms between changes of the heat in it.
///
/// All that the loads draw warms the phone, the loss in its cell, and on a charger a share of the power into the cell, which follows
/// the pieces of the course of the charge. Degrees Celsius.
struct PhoneHeat: Sendable {
  /// The heat of a charge.
  final class Charge: Sendable {
    fileprivate let course: CellCharge
    fileprivate let start, end: Instant

    /// - Parameters:
    ///   - start: Where the course begins.
    ///   - end: From when on the cell takes nothing more.
    init(_ course: CellCharge, from start: Instant, to end: Instant) {
      (self.course, self.start, self.end) = (course, start, end)
    }
  }

  private let model: WarmthParameters
  private var time: Instant
  private var celsius: Double
  /// The power from ``time`` on, and the energy that had been given by then, in units of 2^-32 pJ.
  private var drain: Int128 = 0
  private var given: Int128
  /// Of the loads and the cell, from ``time`` on.
  private var watts = 0.0
  private var charge: Charge?
  /// The thermal level that was told last.
  private(set) var level = 0
  /// Up to ``time``.
  private var sums = CellStress()

  init(_ model: WarmthParameters, given: Int128, at now: Instant) {
    (self.model, self.given, time, celsius) = (model, given, now, model.ambient)
  }

  // MARK: Heat

  /// Takes in the time and the lumps since the last change.
  mutating func advance(to now: Instant, given: Int128) {
    let lumps = given &- self.given &- drain &* Int128((now - time).microseconds)
    (celsius, sums) = state(at: now)
    (time, self.given) = (now, given)
    if lumps != 0 { celsius += Self.joules(lumps) / model.capacity }
  }

  /// The powers from now on; another source gives them where what it has given differs.
  mutating func draw(_ drain: Int128, given: Int128) {
    (self.drain, self.given) = (drain, given)
    watts = Double(Int64(truncatingIfNeeded: drain)) / 4_294_967_296 * 1e-6
  }

  mutating func charge(_ charge: Charge?) { self.charge = charge }

  /// Temperature, and the stress of the cell by it, at an instant up to which nothing changes.
  func state(at now: Instant) -> (celsius: Double, stress: CellStress) {
    var (at, value, stress) = (time, celsius, sums)
    while at < now {
      let (watts, until) = heat(at: at)
      let end = min(now, until)
      let next = model.node.after((end - at).seconds, from: value, watts: watts, ambient: model.ambient)
      stress.addWarmth(model, (end - at).seconds, from: value, to: next, watts: watts)
      (at, value) = (end, next)
    }
    return (value, stress)
  }

  /// The heat from an instant on, and until when.
  private func heat(at now: Instant) -> (watts: Double, until: Instant) {
    guard let charge, now < charge.end else { return (watts, .distantFuture) }
    guard now >= charge.start else { return (watts, charge.start) }
    let (added, seconds) = charge.course.heat(at: (now - charge.start).seconds)
    // The end of a charge may lie a moment behind its course.
    let isBefore = seconds < (charge.end - charge.start).seconds
    let end = isBefore ? charge.start + .microseconds(Int64((seconds * 1e6).rounded(.up))) : charge.end
    return (watts + added, max(end, now + .tick))
  }

  /// Lumps fit into 64 bits of picojoules; numbers of 128 bits are slow to convert.
  private static func joules(_ units: Int128) -> Double {
    Double(Int64(truncatingIfNeeded: units >> FixedPointEnergy.fractionBits)) * 1e-12
  }

  // MARK: Levels

  /// The share of a charger's power that the cell is given at the present level.
  var chargeShare: Double { level == 0 ? 1 : model.chargeShares[level - 1] }

  /// The thermal level has changed by now: the new one.
  mutating func meetLevel(at now: Instant) -> Int? {
    let value = state(at: now).celsius
    let old = level
    while level < model.limits.count, value >= model.limits[level] { level += 1 }
    while level > 0, level <= old, value <= model.limits[level - 1] - model.hysteresis { level -= 1 }
    return level == old ? nil : level
  }

  /// The first instant from `now` to `end` at which the level changes, if nothing else does; the distant future for none.
  func crossing(from now: Instant, to end: Instant) -> Instant {
    guard !model.limits.isEmpty else { return .distantFuture }
    let up = level < model.limits.count ? model.limits[level] : .infinity
    let down = level > 0 ? model.limits[level - 1] - model.hysteresis : -.infinity
    var (at, value) = (now, state(at: now).celsius)
    while value < up, value > down {
      guard at < end else { return .distantFuture }
      let (watts, until) = heat(at: at)
      let next = min(end, until)
      let limit = model.node.steady(watts: watts, ambient: model.ambient) > value ? up : down
      if let seconds = model.node.time(to: limit, from: value, watts: watts, ambient: model.ambient),
        seconds < (next - at).seconds
      {
        return max(at + .tick, at + .microseconds(Int64((seconds * 1e6).rounded(.up))))
      }
      value = model.node.after((next - at).seconds, from: value, watts: watts, ambient: model.ambient)
      at = next
    }
    return at
  }
}

/// How a phone warms.
struct WarmthParameters: Sendable, Hashable {
  var node: ThermalNode
  /// Degrees Celsius.
  var ambient: Double
  /// Degrees Celsius of the thermal levels above nominal, ascending; empty where a script has them.
  var limits: [Double] = []
  /// Kelvins below a limit at which its level ends.
  var hysteresis = 0.0
  /// The share of a charger's power at each of those levels.
  var chargeShares: [Double] = []

  /// Joules for a kelvin.
  var capacity: Double { node.timeConstant / node.resistance }
}

/// Stress that ages a cell, added up over time.
public struct CellStress: Sendable, Hashable {
  /// Seconds at more than 80 % of the charge, and at more than 35 °C.
  public var highTime = 0.0
  public var warmTime = 0.0
  /// Seconds times the charge from 0 to 1, and times degrees Celsius.
  public var levelTime = 0.0
  public var celsiusTime = 0.0
  /// Charge out of the cell, in coulombs.
  public var charge = 0.0

  static let highLevel = 0.8
  static let warmth = 35.0

  /// A time at a constant heat.
  mutating func addWarmth(
    _ model: WarmthParameters, _ seconds: Double, from start: Double, to end: Double, watts: Double
  ) {
    let steady = model.node.steady(watts: watts, ambient: model.ambient)
    celsiusTime += steady * seconds + (start - end) * model.node.timeConstant
    if max(start, end) <= Self.warmth { return }
    let passed = model.node.time(to: Self.warmth, from: start, watts: watts, ambient: model.ambient)
    let before = min(seconds, passed ?? seconds)
    warmTime += start > Self.warmth ? before : passed == nil ? 0 : seconds - before
  }

  /// A time over which the charge changes along a line; `charge` is that of the full cell.
  mutating func addLevel(_ seconds: Double, from start: Double, to end: Double, charge full: Double) {
    levelTime += (start + end) / 2 * seconds
    charge += max(0, start - end) * full
    let (low, high) = (min(start, end), max(start, end))
    if low >= Self.highLevel {
      highTime += seconds
    } else if high > Self.highLevel {
      highTime += seconds * (high - Self.highLevel) / (high - low)
    }
  }

  static func + (a: CellStress, b: CellStress) -> CellStress { a.adding(b, 1) }
  static func - (a: CellStress, b: CellStress) -> CellStress { a.adding(b, -1) }

  private func adding(_ other: CellStress, _ sign: Double) -> CellStress {
    var sum = self
    for sums in [\Self.highTime, \.warmTime, \.levelTime, \.celsiusTime, \.charge] {
      sum[keyPath: sums] += sign * other[keyPath: sums]
    }
    return sum
  }
}
