import EventSimulation

/// Something that is counted of the device as a whole.
enum DeviceCount {
  /// A decision point with so many candidates.
  case decision(candidates: Int)
  /// A session of the user, which is lost where the phone is off.
  case session(isLost: Bool)
  /// A transition from deep idle to awake.
  case wakeUp
  /// A time with the screen on ends, or one powered off of which so much is after warm-up.
  case screenOn(since: Instant)
  case deadTime(TimeSpan)
  /// The level has come down to the critical one.
  case criticalLevel
  /// A local day has ended.
  case day
}

/// Counts of the device as a whole, after warm-up unless stated otherwise.
struct DeviceCounts {
  /// Decision points with a candidate, and the candidates.
  private(set) var decisions: Int64 = 0
  private(set) var candidates: Int64 = 0
  private(set) var sessions: Int64 = 0
  private(set) var sessionsLost: Int64 = 0
  private(set) var wakeUps: Int64 = 0
  private(set) var screenOnTime: TimeSpan = .zero
  private(set) var deadTime: TimeSpan = .zero
  private(set) var daysAtCriticalLevel: Int64 = 0
  private(set) var daysObserved: Int64 = 0
  /// Wishes that the platform does not grant, whole horizon.
  private(set) var violations: [PolicyViolation: Int64] = [:]
  /// The day on which the critical level was last counted.
  private var criticalDay = -1

  mutating func add(_ what: DeviceCount, start: Instant, at now: Instant) {
    let isObserved = now >= start
    switch what {
    case .decision(let count):
      guard isObserved else { return }
      decisions += 1
      candidates += Int64(count)
    case .session(let isLost):
      guard isObserved else { return }
      sessions += 1
      if isLost { sessionsLost += 1 }
    case .wakeUp: if isObserved { wakeUps += 1 }
    case .screenOn(let since): if isObserved { screenOnTime += now - max(since, start) }
    case .deadTime(let length): deadTime += length
    case .criticalLevel:
      guard isObserved, now.day != criticalDay else { return }
      criticalDay = now.day
      daysAtCriticalLevel += 1
    case .day: if now > start { daysObserved += 1 }
    }
  }

  mutating func add(_ violation: PolicyViolation) { violations[violation, default: 0] += 1 }
}

/// Something that a policy asks for and cannot have.
public enum PolicyViolation: UInt8, Sendable, Hashable, CaseIterable {
  case notACandidate, untilInThePast, replayDiverged

  /// The word of studies and results.
  public var name: String { "\(self)" }
}
