import EventSimulation

/// An event of one phone: a number that tells what happens, and to whom. It is what the event hash takes in.
///
/// The lowest eight bits tell the event within its subsystem, the next eight the subsystem, and those above sixteen whose it is: an app, a
/// run, an item or a push.
struct PhoneEvent: Sendable, BitwiseCopyable {
  let code: UInt64

  @inline(__always)
  private init(_ subsystem: Subsystem, _ event: UInt8, _ key: UInt64 = 0) {
    code = UInt64(subsystem.number) << 8 | UInt64(event) | key
  }

  /// A subsystem, by its number in the code. No enumeration: to make a case of a number takes a call at every event.
  struct Subsystem: Equatable {
    let number: UInt8

    @inline(__always) static var timeline: Self { Self(number: 0) }
    @inline(__always) static var power: Self { Self(number: 1) }
    @inline(__always) static var run: Self { Self(number: 2) }
    @inline(__always) static var app: Self { Self(number: 3) }
    @inline(__always) static var push: Self { Self(number: 4) }
    @inline(__always) static var device: Self { Self(number: 5) }
    @inline(__always) static var transfer: Self { Self(number: 6) }
    @inline(__always) static var continued: Self { Self(number: 7) }
    @inline(__always) static var watch: Self { Self(number: 11) }
    @inline(__always) static var alert: Self { Self(number: 13) }
    @inline(__always) static var mode: Self { Self(number: 14) }
    @inline(__always) static var region: Self { Self(number: 15) }
  }

  enum Power: UInt8, Sendable {
    case levelCrossing, radioTail, holdEnd, chanceEnd, bootDone
    /// The lock-screen glow of a notification ends.
    case notificationEnd
  }

  enum Run: UInt8, Sendable {
    case handlerStart, processorEnd, transferEnd, workEnd
    /// The runtime limit, the reaction of the expiration handler, the end of the grace.
    case limit, reaction, grace
    /// The server has answered what was sent: the rest of the bytes comes.
    case reply
  }

  enum App: UInt8, Sendable {
    case suspend
    /// A chance that memory pressure removes the process.
    case memoryPressure
    /// The fetch that an open started brings its content.
    case foregroundFetchEnd
  }

  /// Of a push between the server and the device; silent ones are a subsystem of their own, without extensions.
  enum Push: UInt8, Sendable {
    case arrival, expiry
    /// The extension's processor time and its run end.
    case extensionProcessorEnd, extensionEnd
  }

  enum Device: UInt8, Sendable {
    case warmUpEnd, midnight, refill
    /// The floor of some request is reached.
    case floorReached
    case periodicDecision, decision
    /// An app moves to another standby bucket by itself.
    case bucketChange
  }

  enum Continued: UInt8, Sendable {
    /// A report of a running task, and the end of the patience without one.
    case progress, stall
    case userStart
  }

  enum Transfer: UInt8, Sendable {
    /// The last byte has moved; the resource timeout is over.
    case end, timeout
  }

  /// Limits of a process and the work that it has left; the number is its app.
  enum Watch: UInt8, Sendable {
    /// Something happens to work that no run stands for.
    case workStep
    /// The handlers of open assertions are called; the allowance is over.
    case allowanceWarning, allowanceEnd
    /// `didEnterBackground` returns, or has taken too long.
    case enteredBackground, enterBackgroundLimit
    /// A launch by the user ends, or has taken too long.
    case launched, launchLimit
    case processorLimit
    /// An episode of memory pressure begins or ends; there is no app.
    case pressureBegin = 9
    case pressureEnd
  }

  // MARK: Making

  @inline(__always) static var timeline: PhoneEvent { PhoneEvent(.timeline, 1) }
  @inline(__always) static func power(_ event: Power) -> PhoneEvent { PhoneEvent(.power, event.rawValue) }
  @inline(__always) static func device(_ event: Device) -> PhoneEvent { PhoneEvent(.device, event.rawValue) }

  @inline(__always)
  static func run(_ event: Run, slot: RunSlot) -> PhoneEvent {
    PhoneEvent(.run, event.rawValue, slot.eventKey)
  }

  @inline(__always)
  static func app(_ event: App, _ app: AppIndex) -> PhoneEvent {
    PhoneEvent(.app, event.rawValue, app.eventKey)
  }

  @inline(__always)
  static func push(_ event: Push, _ push: PushID) -> PhoneEvent {
    PhoneEvent(push.isSilent ? .push : .alert, event.rawValue, push.number.eventKey)
  }

  @inline(__always)
  static func continued(_ event: Continued, _ slot: RunSlot) -> PhoneEvent {
    PhoneEvent(.continued, event.rawValue, slot.eventKey)
  }

  /// The user starts a continued task of an app; its number stands above the task's.
  @inline(__always)
  static func userStart(_ app: AppIndex, task: UInt8) -> PhoneEvent {
    PhoneEvent(.continued, Continued.userStart.rawValue, app.eventKey << 8 | UInt64(task) << 16)
  }

  @inline(__always)
  static func transfer(_ event: Transfer, _ item: ItemNumber) -> PhoneEvent {
    PhoneEvent(.transfer, event.rawValue, item.eventKey)
  }

  /// The least time between two significant changes is over.
  @inline(__always)
  static func significantChange(_ app: AppIndex) -> PhoneEvent { PhoneEvent(.mode, 0, app.eventKey) }

  /// A crossing of one of an app's regions has persisted.
  @inline(__always)
  static func region(_ region: UInt8, app: AppIndex) -> PhoneEvent {
    PhoneEvent(.region, region, app.eventKey)
  }

  @inline(__always)
  static func watch(_ event: Watch, _ app: AppIndex) -> PhoneEvent {
    PhoneEvent(.watch, event.rawValue, app.eventKey)
  }

  @inline(__always) static var pressureBegin: PhoneEvent { .watch(.pressureBegin, AppIndex(-1)) }
  @inline(__always) static var pressureEnd: PhoneEvent { .watch(.pressureEnd, AppIndex(-1)) }

  // MARK: Reading

  @inline(__always)
  var subsystem: Subsystem { Subsystem(number: UInt8(truncatingIfNeeded: code >> 8)) }

  @inline(__always)
  var byte: UInt8 { UInt8(truncatingIfNeeded: code) }

  @inline(__always)
  func event<Event: RawRepresentable<UInt8>>(_: Event.Type = Event.self) -> Event {
    guard let event = Event(rawValue: byte) else { preconditionFailure("the subsystem has no such event") }
    return event
  }

  @inline(__always)
  private var number: Int32 { Int32(truncatingIfNeeded: code >> 16) }
  @inline(__always)
  var app: AppIndex { AppIndex(number) }
  @inline(__always)
  var slot: RunSlot { RunSlot(Int(number)) }
  @inline(__always)
  var item: ItemNumber { ItemNumber(number) }
  @inline(__always)
  var push: PushID { PushID(isSilent: subsystem == .push, number: PushNumber(number)) }

  @inline(__always)
  var start: (app: AppIndex, task: Int) {
    (AppIndex(Int32(truncatingIfNeeded: code >> 24)), Int(UInt8(truncatingIfNeeded: code >> 16)))
  }
}

typealias PhoneCalendar = EventCalendar<PhoneEvent>

/// One timer of a phone: at most one event of its kind is in the calendar.
struct PhoneTimer {
  /// The event in the calendar; one that is not pending where there is none.
  private var handle = EventHandle.none

  @inline(__always)
  var isSet: Bool { !handle.isNone }

  /// Puts the event to an instant; the distant future takes it out of the calendar.
  mutating func move(
    _ event: PhoneEvent, to time: Instant, _ priority: EventPriority, _ c: inout PhoneCalendar
  ) {
    if time == .distantFuture {
      cancel(&c)
    } else if isSet, c.moveEvent(handle, to: time) {
      return
    } else {
      handle = c.schedule(event, at: time, priority)
    }
  }

  mutating func cancel(_ c: inout PhoneCalendar) {
    if isSet { c.withdraw(handle) }
    handle = .none
  }

  mutating func fired() { handle = .none }
}

/// Calls, where the calendar's own steps would be made part of each function that moves a timer: the loop has no room for them.
extension EventCalendar<PhoneEvent> {
  @inline(never)
  mutating func moveEvent(_ handle: EventHandle, to time: Instant) -> Bool { reschedule(handle, at: time) }

  @inline(never)
  mutating func withdraw(_ handle: EventHandle) { cancel(handle) }
}
