/// The events of one phone: ids and numbers only, one nested enum per subsystem.
@usableFromInline
enum PhoneEvent: Sendable {
  /// The next event of the exogenous timeline.
  case timeline
  case power(Power)
  case run(Run, slot: RunSlot)
  case app(App, AppIndex)
  case push(Push, PushNumber)
  case device(Device)
  case continued(Continued, RunSlot)
  /// The user starts a continued task of an app.
  case userStart(AppIndex, task: UInt8)
  case transfer(Transfer, ItemNumber)
  case alert(Alert, PushNumber)
  case mode(Mode, AppIndex)
  /// A crossing of one of an app's regions has persisted.
  case region(UInt8, app: AppIndex)
  case watch(Watch, AppIndex)
  case pressure(Pressure)

  @usableFromInline
  enum Power: UInt8, Sendable {
    /// The level meets a threshold.
    case levelCrossing
    /// The tail of a radio ends.
    case radioTail
    /// The optimised-charging hold ends.
    case holdEnd
    /// A charge taken at a chance ends.
    case chanceEnd
    case bootDone
    /// The lock-screen glow of a notification ends.
    case notificationEnd
  }

  @usableFromInline
  enum Run: UInt8, Sendable {
    case handlerStart, processorEnd, transferEnd, workEnd
    /// The runtime limit, the reaction of the expiration handler, the end of the grace.
    case limit, reaction, grace
  }

  @usableFromInline
  enum App: UInt8, Sendable {
    case suspend
    /// A chance that memory pressure removes the process.
    case memoryPressure
    /// The fetch that an open started brings its content.
    case foregroundFetchEnd
  }

  @usableFromInline
  enum Push: UInt8, Sendable {
    /// A push reaches the device; the number is its ordinal.
    case arrival
    /// A stored or held push expires.
    case expiry
  }

  @usableFromInline
  enum Device: UInt8, Sendable {
    case warmUpEnd, midnight, refill
    /// The floor of some request is reached.
    case floorReached
    case periodicDecision, decision
    /// An app moves to another standby bucket by itself.
    case bucketChange
  }

  /// Of a visible or VoIP push; the number is its ordinal on the device.
  @usableFromInline
  enum Alert: UInt8, Sendable {
    case arrival, expiry
    /// The extension's processor time and its run end.
    case extensionProcessorEnd, extensionEnd
  }

  @usableFromInline
  enum Mode: UInt8, Sendable {
    /// The least time between two significant changes is over.
    case significantChange
  }

  @usableFromInline
  enum Continued: UInt8, Sendable {
    /// A report of a running task, and the end of the patience without one.
    case progress, stall
  }

  @usableFromInline
  enum Transfer: UInt8, Sendable {
    /// The last byte has moved; the resource timeout is over.
    case end, timeout
  }

  /// Limits of a process and the work that it has left; the number is its app.
  @usableFromInline
  enum Watch: UInt8, Sendable {
    /// Something happens to work that no run stands for.
    case leftoverStep
    /// The handlers of open assertions are called; the allowance is over.
    case allowanceWarning, allowanceEnd
    /// `didEnterBackground` returns, or has taken too long.
    case enteredBackground, enterBackgroundLimit
    /// A launch by the user ends, or has taken too long.
    case launched, launchLimit
    /// Too much processor time.
    case processorLimit
  }

  /// An episode of memory pressure.
  @usableFromInline
  enum Pressure: UInt8, Sendable {
    case begin, end
  }

  /// A number for the event hash.
  @inline(__always)
  var code: UInt64 {
    switch self {
    case .timeline: 1
    case .power(let event): 0x100 | UInt64(event.rawValue)
    case .run(let event, let slot): 0x200 | UInt64(event.rawValue) | slot.eventKey
    case .app(let event, let app): 0x300 | UInt64(event.rawValue) | app.eventKey
    case .push(let event, let push): 0x400 | UInt64(event.rawValue) | push.eventKey
    case .device(let event): 0x500 | UInt64(event.rawValue)
    case .continued(let event, let slot): 0x700 | UInt64(event.rawValue) | slot.eventKey
    case .userStart(let app, let task): 0x702 | app.eventKey << 8 | UInt64(task) << 16
    case .transfer(let event, let item):
      0x600 | UInt64(event.rawValue) | item.eventKey
    case .alert(let event, let alert):
      0xD00 | UInt64(event.rawValue) | alert.eventKey
    case .mode(let event, let app): 0xE00 | UInt64(event.rawValue) | app.eventKey
    case .region(let region, let app): 0xF00 | UInt64(region) | app.eventKey
    case .watch(let event, let app): 0xB00 | UInt64(event.rawValue) | app.eventKey
    case .pressure(let event): 0xB09 + UInt64(event.rawValue) | UInt64(UInt32.max) << 16
    }
  }
}
