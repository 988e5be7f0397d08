import EventSimulation

struct PhoneEvent: Sendable, BitwiseCopyable {
  /// The numbers are those that the event hash takes in.
  enum Kind: UInt16, Sendable, BitwiseCopyable {
    case timeline = 0x001
    // Of the device
    case levelCrossing = 0x100
    case radioTail, holdEnd, chanceEnd, bootDone, notificationEnd
    case warmUpEnd = 0x500
    case midnight, refill, earliestBeginReached, periodicDecision, decision, bucketChange, firstEvaluation
    // Of a run: its steps, the runtime limit, the reaction of the expiration handler, the end of the grace,
    // the server's answer to what was sent
    case handlerStart = 0x200
    case processorEnd, transferEnd, workEnd, limit, reaction, grace, reply
    // Of a continued task: a report, the end of the patience without one, and its start by the user
    case progress = 0x700
    case stall, userStart
    // Of an app: suspension, a chance that memory pressure removes it, the end of the fetch that an open started
    case suspend = 0x300
    case memoryPressure, foregroundFetchEnd
    // Of an app that is code: its own timer; the end of bytes or processor time
    case codeTimer = 0x800
    case codeActivityEnd
    // Of work that no run stands for, and of the allowance of assertions
    case workStep = 0xB00
    case allowanceWarning, allowanceEnd
    // Of the callbacks that the system waits for, and of the processor time that it watches
    case enteredBackground, enterBackgroundLimit, launched, launchLimit, processorLimit
    // An episode of memory pressure: the app is none, -1
    case pressureBegin = 0xB09
    case pressureEnd
    // The time between two significant changes is over; a crossing of one of an app's regions has persisted
    case significantChange = 0xE00
    case region = 0xF00
    // Events of one of an app's own sources that wait are due
    case eventsDue = 0xC00
    // Of a silent push, of the tokens of an app, and of another push and its extension
    case pushArrival = 0x400
    case pushExpiry, pushToken
    case alertArrival = 0xD00
    case alertExpiry, extensionProcessorEnd, extensionEnd
    // Of a transfer
    case lastByte = 0x600
    case transferTimeout
  }

  let kind: Kind
  /// The continued task that the user starts, the region, or the source of events.
  let detail: UInt8
  /// The app, run, item, push or activity.
  let number: Int32

  @inline(__always) init(_ kind: Kind, number: Int32 = 0, detail: UInt8 = 0) {
    self.kind = kind
    self.number = number
    self.detail = detail
  }

  @inline(__always) init(_ kind: Kind, _ subject: some EventKeyed, detail: UInt8 = 0) {
    self.init(kind, number: subject.rawValue, detail: detail)
  }

  @inline(__always) var code: UInt64 {
    let key = UInt64(UInt32(bitPattern: number)) << 16
    let rest = kind == .userStart ? key << 8 | UInt64(detail) << 16 : key | UInt64(detail)
    return UInt64(kind.rawValue) | rest
  }

  var app: AppIndex { AppIndex(number) }
  var slot: RunSlot { RunSlot(Int(number)) }
  var item: ItemNumber { ItemNumber(number) }
  var push: PushNumber { PushNumber(number) }
}

typealias PhoneCalendar = EventCalendar<PhoneEvent>

/// One timer of a phone: at most one event of its kind is in the calendar.
struct PhoneTimer {
  /// A handle is stale once its event has fired: it need not be told that.
  private var handle = EventHandle.none

  @inline(__always) var isSet: Bool { !handle.isNone }

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
  @inline(never) mutating func withdraw(_ handle: EventHandle) { cancel(handle) }
}
