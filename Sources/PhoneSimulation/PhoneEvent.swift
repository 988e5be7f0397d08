/// The events of one phone: ids and numbers only, one nested enum per subsystem.
@usableFromInline
enum PhoneEvent: Sendable {
  /// The next event of the exogenous timeline.
  case timeline
  case power(Power)
  case run(Run, slot: Int32)
  case app(App, Int32)
  case push(Push, Int32)
  case device(Device)
  case continued(Continued, Int32)
  /// A transfer, by its item number.
  case transfer(Transfer, Int32)
  case alert(Alert, Int32)
  case mode(Mode, Int32)
  /// A crossing of one of an app's regions has persisted.
  case region(UInt8, app: Int32)
  case watch(Watch, Int32)

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
    /// A report of a running task, and the end of the patience without one; the number is the run's slot.
    case progress, stall
    /// The user starts a task; the number is the app's times 256 plus the task's.
    case userStart
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
    /// An episode of memory pressure.
    case pressureBegins, pressureEnds
  }

  /// A number for the event hash.
  var code: UInt64 {
    switch self {
    case .timeline: 1
    case .power(let event): 0x100 | UInt64(event.rawValue)
    case .run(let event, let slot): 0x200 | UInt64(event.rawValue) | UInt64(UInt32(bitPattern: slot)) << 16
    case .app(let event, let app): 0x300 | UInt64(event.rawValue) | UInt64(UInt32(bitPattern: app)) << 16
    case .push(let event, let push): 0x400 | UInt64(event.rawValue) | UInt64(UInt32(bitPattern: push)) << 16
    case .device(let event): 0x500 | UInt64(event.rawValue)
    case .continued(let event, let number):
      0x700 | UInt64(event.rawValue) | UInt64(UInt32(bitPattern: number)) << 16
    case .transfer(let event, let item):
      0x600 | UInt64(event.rawValue) | UInt64(UInt32(bitPattern: item)) << 16
    case .alert(let event, let alert):
      0xD00 | UInt64(event.rawValue) | UInt64(UInt32(bitPattern: alert)) << 16
    case .mode(let event, let app): 0xE00 | UInt64(event.rawValue) | UInt64(UInt32(bitPattern: app)) << 16
    case .region(let region, let app): 0xF00 | UInt64(region) | UInt64(UInt32(bitPattern: app)) << 16
    case .watch(let event, let app): 0xB00 | UInt64(event.rawValue) | UInt64(UInt32(bitPattern: app)) << 16
    }
  }
}
