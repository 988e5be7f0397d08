import EventSimulation

/// The temperature of a phone in degrees Celsius and what it does to its cell: closed forms between changes of the heat
/// in it, which is all that the loads draw, the loss in the cell, and on a charger a share of the power into it.
struct PhoneHeat: Sendable {
  /// The heat of a charge.
  struct Charge: Sendable {
    let course: CellCharge
    /// Where the course begins, and from when on the cell takes nothing more.
    let start, end: Instant
  }

  /// Whether the cell has a voltage, and with it the phone a temperature.
  let isFollowed: Bool
  private let model: WarmthParameters?
  private let node: ThermalNode
  private let ambient: Double
  private let changesByHour: Bool
  /// The fields below are as of this instant.
  private var time: Instant
  private var celsius: Double
  /// By the temperature; that by the level is counted apart.
  private var stress = CellStress()
  /// The power of the loads and the loss, from that time on.
  private var watts = 0.0
  private var charge: Charge?
  /// Whether heat and surroundings stay as they are until the power changes.
  private var isSteady: Bool
  /// The thermal level that was told last.
  private var level = 0

  init(_ model: WarmthParameters?, at now: Instant) {
    (self.model, time, isFollowed) = (model, now, model != nil)
    node = model?.node ?? ThermalNode(resistance: 0, timeConstant: 1)
    ambient = model?.ambient ?? 0
    changesByHour = model?.hours.isEmpty == false
    isSteady = !changesByHour
    celsius = model?.ambient(at: now).celsius ?? 0
  }

  // MARK: Heat

  /// The power of the loads and the loss from now on, in units of 2^-32 µW.
  @inline(__always) mutating func draw(_ drain: Int128, at now: Instant) {
    if isFollowed { draw(Int64(truncatingIfNeeded: drain), at: now) }
  }

  @inline(never) private mutating func draw(_ drain: Int64, at now: Instant) {
    advance(to: now)
    watts = Double(drain) / 4_294_967_296 * 1e-6
  }

  /// A lump of energy at once.
  @inline(__always) mutating func give(nanojoules: Int64, at now: Instant) {
    if isFollowed { warm(byNanojoules: nanojoules, at: now) }
  }

  @inline(never) private mutating func warm(byNanojoules nanojoules: Int64, at now: Instant) {
    advance(to: now)
    celsius += Double(nanojoules) * 1e-9 * node.resistance / node.timeConstant
  }

  /// The heat of a charge from now on; nil for none.
  mutating func follow(_ charge: Charge?, at now: Instant) {
    advance(to: now)
    self.charge = charge
    isSteady = charge == nil && !changesByHour
  }

  /// The temperature at an instant up to which nothing changes, and what it has aged the cell by.
  func state(at now: Instant) -> (celsius: Double, stress: CellStress) {
    var later = self
    later.advance(to: now)
    return (later.celsius, later.stress)
  }

  @inline(__always) private mutating func advance(to now: Instant) {
    guard now > time else { return }
    guard isSteady else { return advanceByPieces(to: now) }
    pass(now - time, watts, ambient)
    time = now
  }

  @inline(never) private mutating func advanceByPieces(to now: Instant) {
    while time < now {
      let (watts, ambient, until) = conditions(from: time)
      let end = min(now, until)
      pass(end - time, watts, ambient)
      time = end
    }
    if let charge, now >= charge.end { follow(nil, at: now) }
  }

  @inline(__always) private mutating func pass(_ span: TimeSpan, _ watts: Double, _ ambient: Double) {
    let seconds = Double(span.microseconds) * 1e-6
    let steady = node.steady(watts: watts, ambient: ambient)
    let change = (steady - celsius) * node.approach(seconds)
    stress.celsiusTime += steady * seconds - change * node.timeConstant
    if max(celsius, celsius + change) > CellStress.warmth {
      countWarm(seconds, node.time(to: CellStress.warmth, from: celsius, watts: watts, ambient: ambient))
    }
    celsius += change
  }

  /// - Parameter passed: Seconds until the temperature is that of the count; nil where it never is.
  private mutating func countWarm(_ seconds: Double, _ passed: Double?) {
    let before = min(seconds, passed ?? seconds)
    stress.warmTime += celsius > CellStress.warmth ? before : passed == nil ? 0 : seconds - before
  }

  /// All heat, and the temperature of the surroundings, from an instant on, and until when.
  private func conditions(from now: Instant) -> (watts: Double, ambient: Double, until: Instant) {
    let (added, end) = charge.map { heat($0, from: now) } ?? (0, .distantFuture)
    guard changesByHour, let model else { return (watts + added, ambient, end) }
    let (celsius, until) = model.ambient(at: now)
    return (watts + added, celsius, min(end, until))
  }

  /// The heat of a charge from an instant on, and until when.
  private func heat(_ charge: Charge, from now: Instant) -> (watts: Double, until: Instant) {
    guard now < charge.end else { return (0, .distantFuture) }
    guard now >= charge.start else { return (0, charge.start) }
    let (watts, seconds) = charge.course.heat(at: (now - charge.start).seconds)
    // The end of a charge may lie a moment behind its course.
    let isBefore = seconds < (charge.end - charge.start).seconds
    let end = isBefore ? charge.start + .microseconds(Int64((seconds * 1e6).rounded(.up))) : charge.end
    return (watts, max(end, now + .tick))
  }

  // MARK: Levels

  /// The share of a charger's power that the cell is given at the present level.
  var chargeShare: Double { level == 0 ? 1 : model?.chargeShares[level - 1] ?? 1 }

  /// The temperatures at which the present level ends, above and below.
  private var limits: (up: Double, down: Double) {
    guard let model else { return (.infinity, -.infinity) }
    return (
      level < model.limits.count ? model.limits[level] : .infinity,
      level > 0 ? model.limits[level - 1] - model.hysteresis : -.infinity
    )
  }

  /// The thermal level has changed by now: the new one.
  mutating func meetLevel(at now: Instant) -> Int? {
    let (old, celsius) = (level, state(at: now).celsius)
    while celsius >= limits.up { level += 1 }
    while level <= old, celsius <= limits.down { level -= 1 }
    return level == old ? nil : level
  }

  /// The first instant from `now` to `end` at which the level changes, if nothing else does; the distant future for none.
  func crossing(from now: Instant, to end: Instant) -> Instant {
    let (up, down) = limits
    var (at, value) = (now, state(at: now).celsius)
    while value < up, value > down {
      guard at < end else { return .distantFuture }
      let (watts, ambient, until) = conditions(from: at)
      let next = min(end, until)
      let limit = node.steady(watts: watts, ambient: ambient) > value ? up : down
      if let seconds = node.time(to: limit, from: value, watts: watts, ambient: ambient),
        seconds < (next - at).seconds
      {
        return max(at + .tick, at + .microseconds(Int64((seconds * 1e6).rounded(.up))))
      }
      value = node.after((next - at).seconds, from: value, watts: watts, ambient: ambient)
      at = next
    }
    return at
  }
}

/// How a phone warms.
struct WarmthParameters: Sendable, Hashable {
  var node: ThermalNode
  /// Degrees Celsius, the mean of a day.
  var ambient: Double
  /// The same by the hour of the day; empty where it does not change.
  var hours: [Double] = []
  /// Degrees Celsius of the thermal levels above nominal, ascending; empty where a script has them.
  var limits: [Double] = []
  /// Kelvins below a limit at which its level ends.
  var hysteresis = 0.0
  /// The share of a charger's power at each of those levels.
  var chargeShares: [Double] = []

  /// Degrees Celsius of the surroundings at an instant, and until when.
  func ambient(at now: Instant) -> (celsius: Double, until: Instant) {
    guard !hours.isEmpty else { return (ambient, .distantFuture) }
    let hour = Int(now.timeOfDay.microseconds / TimeSpan.hour.microseconds)
    return (hours[hour], .day(now.day, .hours(hour + 1)))
  }
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
