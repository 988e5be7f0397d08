import DeviceModel
import EventSimulation

/// The user's use of the screen: sessions, lock, the app in front, and the power that these draw.
struct ScreenUse {
  private var session: ScreenSession?
  private(set) var isLocked = true
  private var lockedSince: Instant = .zero
  /// Since when the device is idle, that is locked with the screen off; none while it is in use.
  private(set) var idleSince = OptionalInstant(.zero)
  private var front: FrontApp?
  /// The light of the lock screen for a notification.
  private var glow: (display: ClaimID, hold: HolderID)?
  private var glowTimer = PhoneTimer()

  var isOn: Bool { session != nil }
  var isIdle: Bool { idleSince.value != nil }
  var frontApp: AppIndex? { front?.app }
  /// Power of display and front app in the present session, relative to the usual power.
  var intensity: Double { session?.intensity ?? 1 }
  var sessionStart: Instant? { session?.start }

  mutating func turnOn(intensity: Double = 1, at now: Instant) {
    session = ScreenSession(start: now, intensity: intensity)
    idleSince = OptionalInstant()
  }

  mutating func draw(hold: HolderID) { session?.hold = hold }
  mutating func draw(display: ClaimID) { session?.display = display }
  var display: ClaimID? { session?.display }
  mutating func endDisplay() -> ClaimID? { session?.display.take() }
  mutating func turnOff() -> ScreenSession? { session.take() }

  mutating func unlock(at now: Instant) -> TimeSpan {
    isLocked = false
    idleSince = OptionalInstant()
    return now - lockedSince
  }

  mutating func lock(at now: Instant) {
    isLocked = true
    lockedSince = now
  }

  mutating func becomeIdle(at now: Instant) -> Bool {
    guard isLocked, !isOn, !isIdle else { return false }
    idleSince = OptionalInstant(now)
    return true
  }

  mutating func restart(at now: Instant) {
    lockedSince = now
    idleSince = OptionalInstant(now)
  }

  mutating func bringToFront(_ app: AppIndex) { front = FrontApp(app: app) }
  mutating func draw(load: ClaimID) { front?.load = load }
  mutating func draw(stream: StreamID) { front?.stream = stream }

  mutating func takeStream() -> (app: AppIndex, stream: StreamID)? {
    guard let front, let stream = front.stream else { return nil }
    self.front?.stream = nil
    return (front.app, stream)
  }

  mutating func leaveFront() -> FrontApp? { front.take() }
  var isGlowing: Bool { glow != nil }
  mutating func beginGlow(_ display: ClaimID, _ hold: HolderID) { glow = (display, hold) }

  mutating func endGlow(at time: Instant, _ calendar: inout PhoneCalendar) {
    glowTimer.move(PhoneEvent(.notificationEnd), to: time, .completion, &calendar)
  }

  mutating func glowEnded() -> (display: ClaimID, hold: HolderID)? {
    glowTimer.fired()
    return glow.take()
  }
}

struct ScreenSession: Equatable {
  let start: Instant
  let intensity: Double
  fileprivate(set) var hold: HolderID?
  fileprivate(set) var display: ClaimID?
}

struct FrontApp: Equatable {
  let app: AppIndex
  fileprivate(set) var load: ClaimID?
  fileprivate(set) var stream: StreamID?
}

/// The time for which a phone settles once it is plugged and has been idle for long enough: rule GATE-10.
struct Settling {
  /// From the beginning of the present occasion, which may lie ahead, to the end of its time; empty without one.
  private(set) var span = Instant.zero..<Instant.zero
  private var last = (day: -1, number: 0)
  private var timer = PhoneTimer()

  func number(on day: Int) -> Int { last.day == day ? last.number + 1 : 0 }

  mutating func begin(_ span: Range<Instant>, until horizon: Instant, _ calendar: inout PhoneCalendar) {
    self.span = span
    let end = span.upperBound <= horizon ? span.upperBound : .distantFuture
    timer.move(PhoneEvent(.decision), to: end, .decision, &calendar)
  }

  mutating func end(at now: Instant, _ calendar: inout PhoneCalendar) {
    guard !span.isEmpty else { return }
    let begun = span.lowerBound
    if begun <= now { last = (begun.day, number(on: begun.day)) }
    span = .zero..<Instant.zero
    timer.cancel(&calendar)
  }
}
