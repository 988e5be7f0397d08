import EventSimulation
import Workload

/// The events of the specification's vocabulary (section 5).
public enum LogEvent: UInt8, Sendable, Hashable, CaseIterable {
  case submitted, replaced, rejected, cancelled, eligible, deferred, launched, handlerStarted, expired
  case completed, terminated, pushSent, stored, held, coalesced, delivered, dropped, stateChanged, callback
  case suspended, userOpened, userLeft, forceQuit, settingChanged, powerChanged, networkChanged, lockChanged
  case thermalChanged, memoryChanged, rebooted, poweredOff, budgetRefilled, budgetDebited, penaltyApplied
  case decision, policyViolation, warned, pendingList

  /// The word of logs and studies.
  public var name: String { "\(self)" }
}

/// The distinguishing word of an event: a reason, a cause, a kind or a place.
public enum LogWord: UInt8, Sendable, Hashable, CaseIterable {
  // The blocking reasons, in their order.
  case forceQuit, barOff, barWifiOnly, firstUnlock, lowPowerMode, appForeground, alreadyRunning
  case earliestBeginDate, externalPower, deviceInUse, noNetwork, resumeDelay, concurrency, thermalCritical
  case lowBattery, energyBudget, dataBudget, rateLimit, appUsage, bootHold, busy, cpuLoad, thermalSerious
  case herd, transferStage, score, policyChoice
  // Refusals
  case notPermitted, unavailable, tooManyPending, badPriority
  // Ends
  case timeLimit, unplugged, completionTimeout, memoryPressure, lateRegistration, duplicateRegistration
  case noHandler, crash, reboot, powerOff, processKilled, modeMissing, expired
  // Kinds and places
  case cold, resume, joined, launch, foreground, server, device, app, user, success, failure
  case farBeginDate, oversize
  case notRunning, foregroundInactive, foregroundActive, background, suspended
  case didFinishLaunching, willResignActive, didEnterBackground, eventDelivered, snapshot
  case energy, cellular, unlocked, locked, plugged, level, network, none

  /// The word of logs and studies; empty for ``none``.
  public var name: String { self == .none ? "" : "\(self)" }

  @inline(__always)
  init(_ reason: BlockingReason) { self = LogWord(rawValue: reason.rawValue) ?? .none }
}

/// One event of the log.
public struct LogRecord: Sendable, Hashable {
  public var time: Instant
  public var event: LogEvent
  /// Index of the app on the device, -1 for the device.
  public var app: Int32
  public var mechanism: Mechanism?
  public var word: LogWord
  /// Number of the item, 0 where there is none.
  public var item: Int32
  public var identifier: String
  /// The own number of the event: granted seconds, duration, amount, score …
  public var value: Double
}

/// Counts every event by app, mechanism and word, and keeps the records where a reader wants them.
///
/// Counting is always on, so that a study can ask for any count; keeping records changes nothing else.
struct EventLog: Sendable {
  private var keys: [UInt32]
  private var counts: [Int64]
  private var used = 0
  let keepsRecords: Bool
  private(set) var records: [LogRecord] = []

  init(keepsRecords: Bool) {
    keys = Array(repeating: .max, count: 1024)
    counts = Array(repeating: 0, count: 1024)
    self.keepsRecords = keepsRecords
  }

  @inline(__always)
  mutating func count(_ event: LogEvent, _ app: Int32, _ mechanism: Mechanism?, _ word: LogWord) {
    let mechanismCode = mechanism.map { UInt32($0.rawValue) + 1 } ?? 0
    let key =
      UInt32(bitPattern: app + 1) << 18 | UInt32(event.rawValue) << 11 | mechanismCode << 8
      | UInt32(word.rawValue)
    var index = slot(of: key)
    if keys[index] != key {
      keys[index] = key
      used += 1
      if used * 2 > keys.count {
        grow()
        index = slot(of: key)
      }
    }
    counts[index] += 1
  }

  private func slot(of key: UInt32) -> Int {
    let mask = keys.count - 1
    var index = Int(truncatingIfNeeded: (key &* 2_654_435_769) >> 12) & mask
    while keys[index] != key && keys[index] != .max { index = (index + 1) & mask }
    return index
  }

  private mutating func grow() {
    let (oldKeys, oldCounts) = (keys, counts)
    keys = Array(repeating: .max, count: oldKeys.count * 2)
    counts = Array(repeating: 0, count: oldKeys.count * 2)
    for (key, count) in zip(oldKeys, oldCounts) where key != .max {
      let index = slot(of: key)
      keys[index] = key
      counts[index] = count
    }
  }

  mutating func keep(_ record: @autoclosure () -> LogRecord) {
    if keepsRecords { records.append(record()) }
  }

  /// The counts in order of app, event, mechanism and word.
  var eventCounts: [EventCount] {
    zip(keys, counts).filter { $0.0 != .max }.sorted { $0.0 < $1.0 }.map { key, count in
      let mechanism = (key >> 8) & 7
      return EventCount(
        event: (LogEvent(rawValue: UInt8((key >> 11) & 127)) ?? .decision).name,
        app: Int32(bitPattern: key >> 18) - 1,
        mechanism: mechanism == 0 ? "" : (Mechanism(rawValue: UInt8(mechanism - 1)) ?? .refresh).name,
        reason: (LogWord(rawValue: UInt8(key & 255)) ?? .none).name, count: count)
    }
  }
}
