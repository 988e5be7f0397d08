import EventSimulation
import Workload

/// Screen and lock of a recorded phone, made consistent: on and off alternate, and so do unlock and lock.
///
/// A missing lock is inferred some time after the screen turned off. An unlock shortly before the screen
/// turned on belongs to that screen-on. If the screen turns on twice, it turned off at the last activity
/// between. If the file contains apps but no screen, the screen is on while an app is in the foreground.
package struct RecordedScreen {
  package enum Change { case screenOn, screenOff, unlock, lock }

  package private(set) var changes: [(time: Instant, change: Change)] = []
  private(set) var hasLocks: Bool
  /// Whether it says when the phone was locked, so that few locks are inferred.
  let recordsLocking: Bool
  package private(set) var inferredLocks = 0
  package let isDerived: Bool

  private let lockDelay, unlockSlack: TimeSpan
  private var isOn = false
  private var isUnlocked = false
  private var lockDue, lastSign, earlyUnlock: Instant?
  /// When the app in front left it, or the phone was unlocked without one, of a derived screen.
  private var leftApp: Instant?
  /// Longest time from one app in front to the next without a derived screen going off.
  private static let change = TimeSpan.seconds(5)

  package init(_ rows: [TraceRow], lockDelay: TimeSpan, unlockSlack: TimeSpan) {
    (self.lockDelay, self.unlockSlack) = (lockDelay, unlockSlack)
    hasLocks = rows.contains { $0.kind == .unlock }
    recordsLocking = rows.contains { $0.kind == .lock }
    isDerived = !rows.contains { $0.kind == .screenOn }
    for row in rows {
      guard let kind = row.kind else { continue }
      let time = row.time
      if let left = leftApp, isOn, time - left > Self.change { screenOff(left) }
      expireLock(before: time)
      if isDerived { follow(kind, time) }
      switch kind {
      case .screenOn: screenOn(time)
      case .screenOff: screenOff(time)
      case .unlock: unlock(time)
      case .lock: lock(time)
      case .appForeground, .appBackground: if isOn { lastSign = time }
      case .shutdown, .reboot:
        screenOff(time)
        // Locked it is, whether or not the file tells locks.
        if hasLocks { lock(time) } else { changes.append((time, .lock)) }
      default: break
      }
    }
    if let left = leftApp { screenOff(left) }
    if let last = rows.last { expireLock(before: Instant(microseconds: last.localMicroseconds) + .day) }
  }

  private mutating func follow(_ kind: TimelineEventType, _ time: Instant) {
    switch kind {
    case .appForeground,
      .unlock where !isOn || leftApp != nil:
      if !isOn { screenOn(time) }
      leftApp = kind == .unlock ? time : nil
    case .appBackground: leftApp = time
    // Changes stay in order: the screen has gone off before.
    case .lock: if let left = leftApp { screenOff(left) }
    default: break
    }
  }

  private mutating func expireLock(before time: Instant) {
    guard let due = lockDue, due < time else { return }
    changes.append((due, .lock))
    isUnlocked = false
    inferredLocks += 1
    lockDue = nil
  }

  private mutating func screenOn(_ time: Instant) {
    if isOn {
      guard let sign = lastSign else { return }
      screenOff(sign)
      expireLock(before: time)
    }
    isOn = true
    lockDue = nil
    lastSign = nil
    changes.append((time, .screenOn))
    if let early = earlyUnlock, time - early <= unlockSlack { unlock(time) }
    earlyUnlock = nil
  }

  private mutating func screenOff(_ time: Instant) {
    guard isOn else { return }
    isOn = false
    changes.append((time, .screenOff))
    if isUnlocked { lockDue = time + lockDelay }
  }

  private mutating func unlock(_ time: Instant) {
    guard isOn else {
      earlyUnlock = time
      return
    }
    lastSign = time
    guard !isUnlocked else { return }
    isUnlocked = true
    changes.append((time, .unlock))
  }

  private mutating func lock(_ time: Instant) {
    if isOn { lastSign = time }
    earlyUnlock = nil
    guard isUnlocked else { return }
    isUnlocked = false
    lockDue = nil
    changes.append((time, .lock))
  }

  /// The same with unlocks and locks for the times with the screen on, numbered from 0, that `isUnlocked` picks.
  package func unlocking(_ isUnlocked: (_ ordinal: Int, _ start: Instant) -> Bool) -> RecordedScreen {
    var result = self
    result.changes = []
    var ordinal = 0
    var lockDue: Instant?
    for entry in changes {
      switch entry.change {
      case .screenOn:
        if let due = lockDue, due < entry.time {
          result.changes.append((due, .lock))
          lockDue = nil
        }
        result.changes.append(entry)
        if isUnlocked(ordinal, entry.time), lockDue == nil {
          result.changes.append((entry.time, .unlock))
          lockDue = .distantFuture
        }
        ordinal += 1
      case .screenOff:
        result.changes.append(entry)
        if lockDue != nil { lockDue = entry.time + lockDelay }
      case .lock:
        if let due = lockDue { result.changes.append((min(due, entry.time), .lock)) }
        lockDue = nil
      case .unlock: break
      }
    }
    if let due = lockDue, due != .distantFuture { result.changes.append((due, .lock)) }
    result.hasLocks = true
    return result
  }

  func state(at time: Instant) -> (isOn: Bool, isUnlocked: Bool) {
    changes.prefix { $0.time <= time }.reduce(into: (isOn: false, isUnlocked: false)) { state, entry in
      Self.apply(entry.change, to: &state)
    }
  }

  static func apply(_ change: Change, to state: inout (isOn: Bool, isUnlocked: Bool)) {
    switch change {
    case .screenOn: state.isOn = true
    case .screenOff: state.isOn = false
    case .unlock: state.isUnlocked = true
    case .lock: state.isUnlocked = false
    }
  }

  /// The times when an app can be in the foreground: screen on and, if the file has locks, unlocked.
  package var usableTimes: [(start: Instant, end: Instant)] {
    var times: [(start: Instant, end: Instant)] = []
    var state = (isOn: false, isUnlocked: false)
    var start: Instant?
    for entry in changes {
      Self.apply(entry.change, to: &state)
      let isUsable = state.isOn && (state.isUnlocked || !hasLocks)
      if isUsable, start == nil { start = entry.time }
      if !isUsable, let begin = start {
        if begin < entry.time { times.append((begin, entry.time)) }
        start = nil
      }
    }
    if let start { times.append((start, .distantFuture)) }
    return times
  }
}

/// The app visits of a recorded phone. A visit ends at the next app, when its app enters the background, or
/// when the screen turns off or is locked. The top app of a locked phone enters the foreground when the phone
/// is unlocked.
package struct RecordedVisits {
  package struct Visit: Hashable {
    package var app: String
    package var start, end: Instant
  }

  package private(set) var visits: [Visit] = []

  package init(_ rows: [TraceRow], _ screen: RecordedScreen) {
    var tops: [(time: Instant, app: String?)] = []
    var top: String?
    for row in rows {
      switch row.kind {
      case .appForeground where row.app != top: top = row.app
      case .appBackground where row.app == top: top = nil
      default: continue
      }
      tops.append((row.time, top))
    }
    var next = 0
    var current: String?
    for span in screen.usableTimes {
      while next < tops.count, tops[next].time <= span.start {
        current = tops[next].app
        next += 1
      }
      var begin = span.start
      while next < tops.count, tops[next].time < span.end {
        append(current, begin, tops[next].time)
        (current, begin) = (tops[next].app, tops[next].time)
        next += 1
      }
      append(current, begin, span.end)
    }
  }

  private mutating func append(_ app: String?, _ start: Instant, _ end: Instant) {
    guard let app, start < end else { return }
    visits.append(Visit(app: app, start: start, end: end))
  }

  var namesByFrequency: [String] {
    var counts: [String: Int] = [:]
    for visit in visits { counts[visit.app, default: 0] += 1 }
    return counts.sorted { $0.value != $1.value ? $0.value > $1.value : $0.key < $1.key }.map(\.key)
  }
}
