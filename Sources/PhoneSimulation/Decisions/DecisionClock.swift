import Basics
import EventSimulation

/// When decision points are: the next one, the one that the policy has asked for, and the chain of those that each were
/// put off by one tick from the one before.
struct DecisionClock: ~Copyable {
  /// A launch that an identifier has had in the present chain of decisions: it gets no second one there.
  typealias Launch = (app: AppIndex, identifier: IdentifierIndex, time: Instant)

  private var decisionTimer = PhoneTimer()
  private var decisionTime: Instant = .distantFuture
  /// Whether the present instant is a decision point that has not been decided. It is decided without an event of its
  /// own, after the last event of class `arrival`.
  private(set) var isDue = false
  private var untilTimer = PhoneTimer()
  /// The earliest instant for which the policy has asked, or one before it while it is not worked out.
  private var untilTime: Instant = .distantFuture
  private(set) var untilIsKnown = true
  /// That instant while it is not in the calendar, where it is put once nothing else comes before it: mostly the policy is
  /// asked again before.
  private(set) var openWish: Instant = .distantFuture
  private var bucketTimer = PhoneTimer()
  private var bucketTime: Instant = .distantFuture
  private(set) var lastDecision: Instant = .seconds(-1.0)
  private(set) var chainStart: Instant = .zero
  /// The decision point that was put off by one tick because its own instant had been decided.
  private var putOffDecision: Instant = .distantFuture
  private var launches = UniqueArray<Launch>()
  /// How many of these there were when gates were read last: no gate that is kept knows of the others.
  private var knownLaunches = 0
  private var wakes = 0
  private var wakesSince: Instant = .zero
  private(set) var isPeriodic = false

  @inline(__always) mutating func request(at now: Instant, _ calendar: inout PhoneCalendar) {
    if lastDecision == now { putOff(from: now, &calendar) } else { isDue = true }
  }

  @inline(never) private mutating func putOff(from now: Instant, _ calendar: inout PhoneCalendar) {
    putOffDecision = now + .tick
    guard putOffDecision < decisionTime else { return }
    decisionTimer.move(PhoneEvent(.decision), to: putOffDecision, .decision, &calendar)
    decisionTime = putOffDecision
  }

  func nextPoint(at now: Instant) -> Instant { isDue ? now : decisionTime }

  /// The policy asks for a decision point at an instant, or where that is not known at one that is not before it; the
  /// distant future asks for none.
  @inline(__always) mutating func wish(
    for time: Instant, isKnown: Bool, until end: Instant, _ calendar: inout PhoneCalendar
  ) {
    if isKnown, untilIsKnown, time == untilTime { return }
    settleWish(for: time, until: end)
    untilIsKnown = isKnown
    if untilTimer.isSet { untilTimer.cancel(&calendar) }
  }

  @inline(__always) mutating func settleWish(for time: Instant, until end: Instant) {
    untilTime = time <= end ? time : .distantFuture
    untilIsKnown = true
    openWish = untilTime
  }

  /// Puts the wish into the calendar if it comes no later than what is next there. Returns what is next then: decision
  /// points of one instant are all alike, so that their order says nothing.
  mutating func scheduleWish(upTo next: Instant, _ calendar: inout PhoneCalendar) -> Instant {
    guard openWish <= next else { return next }
    untilTimer.move(PhoneEvent(.decision), to: openWish, .decision, &calendar)
    openWish = .distantFuture
    return untilTime
  }

  /// AND-2: comes back when the next app changes its standby bucket; the distant future for never.
  mutating func followBuckets(at next: Instant, until end: Instant, _ calendar: inout PhoneCalendar) {
    guard next != bucketTime else { return }
    bucketTimer.move(
      PhoneEvent(.bucketChange), to: next <= end ? next : .distantFuture, .environment, &calendar)
    bucketTime = next
  }

  mutating func bucketsFired() { bucketTime = .distantFuture }
  mutating func setPeriodic(_ isPeriodic: Bool) { self.isPeriodic = isPeriodic }

  /// Returns whether the policy's wish alone has made it a decision point, if nothing else is due at this instant.
  mutating func arrive(at now: Instant) -> Bool {
    var isWish = decisionTime != now && lastDecision < now && !isDue
    if decisionTime == now {
      // Its own event may still be to come, for nothing, behind another one of this instant.
      decisionTimer.fired()
      decisionTime = .distantFuture
    }
    if untilTime == now {
      untilTimer.fired()
      untilTime = .distantFuture
    } else {
      isWish = false
    }
    if lastDecision < now { isDue = true }
    return isWish
  }

  @inline(__always) mutating func begin(at now: Instant) {
    lastDecision = now
    isDue = false
    if putOffDecision != now { chainStart = now }
  }

  @inline(__always) mutating func noteReading() { knownLaunches = launches.count }

  /// A launch of a chain that is over, which the gates that are kept still know of; nil when all have been taken.
  mutating func takeOver() -> Launch? {
    var index = 0
    while index < launches.count {
      guard launches[index].time < chainStart else {
        index += 1
        continue
      }
      let launch = launches.remove(at: index)
      guard index < knownLaunches else { continue }
      knownLaunches -= 1
      return launch
    }
    return nil
  }

  /// Counts a decision point that the policy's wish alone has made. Returns the hour in which there have been more than
  /// `limit` of them, if there have.
  mutating func countWake(at now: Instant, limit: Int) -> Instant? {
    if now - wakesSince >= .hour {
      wakesSince = .zero + .hour * (now.microseconds / TimeSpan.hour.microseconds)
      wakes = 0
    }
    wakes += 1
    return wakes > limit ? wakesSince : nil
  }

  mutating func noteLaunch(_ app: AppIndex, _ identifier: IdentifierIndex, at now: Instant) {
    launches.append((app, identifier, now))
  }

  /// An identifier is not launched twice at one instant, which a chain of decisions is. Inlined: a call would copy the clock.
  @inline(__always) func wasLaunched(_ app: AppIndex, _ identifier: IdentifierIndex) -> Bool {
    for index in launches.indices
    where launches[index].app == app && launches[index].identifier == identifier { return true }
    return false
  }
}
