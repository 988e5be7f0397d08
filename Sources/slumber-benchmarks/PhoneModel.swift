import Basics
import EventSimulation
import RandomStreams

/// The phone of the PHONE workload; the same rules and the same order of draws as the kernel `phone.c`.
struct PhoneModel: SimulationModel {
  enum Event {
    case ask(UInt8)
    case runEnd(UInt8)
    case sessionChance
    case sessionEnd
    case plug
    case unplug
    case midnight
  }
  static let apps = 40
  static let meanChanceGap = 86400.0 / 114

  private let stream: RandomStream
  private let zipf: [Double]
  private var budgets = [Int](repeating: 0, count: apps)
  private var opened = [Int](repeating: 0, count: apps)
  private(set) var level = 80.0
  private var levelTime = Instant.zero
  private var charging = false
  private var inUse = false
  private(set) var grants = 0, denials = 0, sessions = 0
  private(set) var timeInRuns = TimeSpan.zero

  /// The sum of the numbers of the apps opened.
  var appSum: Int { opened.enumerated().reduce(0) { $0 + $1.offset * $1.element } }

  init(stream: RandomStream) {
    self.stream = stream
    let weights = (1...Self.apps).map { 1 / Double($0) }
    let total = weights.reduce(0, +)
    var mass = 0.0
    zipf = weights.map { weight in
      mass += weight
      return mass / total
    }
    refill()
  }

  func start(_ calendar: inout EventCalendar<Event>) {
    for app in 0..<UInt8(Self.apps) { calendar.schedule(.ask(app), at: .zero + waitTime(), .arrival) }
    let gap = stream.exponential(mean: Self.meanChanceGap)
    calendar.schedule(.sessionChance, at: .zero + .seconds(gap), .arrival)
    calendar.schedule(.unplug, at: shifted(.zero + .hours(7)), .arrival)
    calendar.schedule(.plug, at: shifted(.zero + .hours(23)), .arrival)
    calendar.schedule(.midnight, at: .day(1), .arrival)
  }

  mutating func handle(_ event: Event, at now: Instant, calendar: inout EventCalendar<Event>) {
    switch event {
    case .ask(let app):
      updateLevel(now)
      guard isGranted(Int(app)) else {
        denials += 1
        calendar.schedule(event, at: now + waitTime(), .arrival)
        break
      }
      budgets[Int(app)] -= 1
      level -= 0.02
      let length = TimeSpan.seconds(stream.gamma(shape: 2, scale: 4))
      grants += 1
      timeInRuns += length
      calendar.schedule(.runEnd(app), at: now + length, .arrival)
    case .runEnd(let app):
      calendar.schedule(.ask(app), at: now + waitTime(), .arrival)
    case .sessionChance:
      let gap = stream.exponential(mean: Self.meanChanceGap)
      calendar.schedule(.sessionChance, at: now + .seconds(gap), .arrival)
      guard stream.uniform() * 1.9 < intensity(now), !inUse else { break }
      updateLevel(now)
      inUse = true
      opened[zipfApp()] += 1
      sessions += 1
      let length = stream.lognormal(zeta: 4.3, sigma: 1)
      calendar.schedule(.sessionEnd, at: now + .seconds(length), .arrival)
    case .sessionEnd:
      updateLevel(now)
      inUse = false
    case .plug:
      updateLevel(now)
      charging = true
      calendar.schedule(.plug, at: shifted(.day(now.day + 1, .hours(23))), .arrival)
    case .unplug:
      updateLevel(now)
      charging = false
      calendar.schedule(.unplug, at: shifted(.day(now.day + 1, .hours(7))), .arrival)
    case .midnight:
      refill()
      calendar.schedule(.midnight, at: now + .day, .arrival)
    }
  }

  func code(of event: Event) -> UInt64 {
    switch event {
    case .ask(let app): UInt64(app)
    case .runEnd(let app): 1 << 8 | UInt64(app)
    case .sessionChance: 2 << 8
    case .sessionEnd: 3 << 8
    case .plug: 4 << 8
    case .unplug: 5 << 8
    case .midnight: 6 << 8
    }
  }

  @inline(__always) private func waitTime() -> TimeSpan { .seconds(1800 * (0.9 + 0.2 * stream.uniform())) }

  private func shifted(_ time: Instant) -> Instant { time + .seconds(3600 * (stream.uniform() - 0.5)) }

  private func isGranted(_ app: Int) -> Bool {
    (charging || level > 20) && budgets[app] >= 1 && !(inUse && level < 40 && !charging)
  }

  @inline(__always) private mutating func updateLevel(_ now: Instant) {
    let rate = charging ? 40 : inUse ? -9.6 : -0.6
    level = max(0, min(100, level + rate * (now - levelTime).hours))
    levelTime = now
  }

  private mutating func refill() {
    let allowance = [24, 12, 6, 2]
    for app in budgets.indices { budgets[app] = allowance[app / 10] }
  }

  private func zipfApp() -> Int {
    let u = stream.uniform()
    var app = 0
    while app < Self.apps - 1 && u >= zipf[app] { app += 1 }
    return app
  }

  private func intensity(_ now: Instant) -> Double {
    1 - 0.9 * Elementary.cos(2 * Double.pi * (now.timeOfDay.hours - 3) / 24)
  }
}
