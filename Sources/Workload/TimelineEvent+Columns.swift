import EventSimulation
import ModelParameters

/// The data of events as the columns `app`, `value` and `value2` of CSV files.
///
/// | types | app | value | value2 |
/// |---|---|---|---|
/// | plug | charger | | hold |
/// | plugChance | charger | draw | length |
/// | network | | path | |
/// | pushSent | app | expiration, −1 for none | priority (0 for none) + paging draw |
/// | visiblePushSent, voipPushSent | app | expiration, −1 for none | paging draw |
/// | setting | app or −1 | new value | setting |
/// | script | | number | 1 for an act of the user |
/// | moved, baselinePower, batteryLevel | | number | |
/// | regionCrossed | app | region | |
/// | appEvent | app | number of the source | |
/// | notificationOpen | app | the app that is opened without a notification | |
/// | screenOn | | intensity, 0 for the usual one | |
/// | signal | | level | |
/// | systemWake | | length | bytes |
/// | all others | app or −1 | | |
extension TimelineEvent {
  /// The event that columns describe; a number out of range is replaced by the nearest valid number.
  public init(time: Instant, type: TimelineEventType, app: Int = -1, value: Double = 0, value2: Double = 0) {
    self.init(time: time, kind: Kind(type, app: app, value: value, value2: value2))
  }

  /// Index into ``DevicePlan/apps``, number of a charger, or −1.
  public var app: Int32 {
    switch kind {
    case .plug(let charger, _), .plugChance(let charger, _, _): Int32(charger.rawValue)
    default: Int32(kind.app ?? -1)
    }
  }

  /// The column `value`, as the table of the types says: a quantity or the number of a state; 0 where it is empty.
  public var value: Double {
    switch kind {
    case .plugChance(_, let draw, _): draw
    // The usual intensity is an empty column.
    case .screenOn(let intensity): intensity == 1 ? 0 : intensity
    case .batteryLevel(let percent): percent
    case .baselinePower(let watts): watts
    case .network(let path): Double(path.rawValue)
    case .pushSent(_, let expiration, _, _), .visiblePushSent(_, let expiration, _),
      .voipPushSent(_, let expiration, _):
      expiration ?? -1
    case .setting(_, _, let value): value
    case .script(let step, _): Double(step)
    case .moved(let meters): meters
    case .regionCrossed(_, let number), .appEvent(_, let number): Double(number)
    case .notificationOpen(_, let other): Double(other)
    case .systemWake(let length, _): length
    case .signal(let level): Double(level.rawValue)
    default: 0
    }
  }

  /// The column `value2`: seconds, bytes, a number or a draw, as the table of the types says; 0 where it is empty.
  public var value2: Double {
    switch kind {
    case .plug(_, let hold): hold
    case .plugChance(_, _, let length): length
    case .pushSent(_, _, let priority, let paging): Double(priority ?? 0) + paging
    case .visiblePushSent(_, _, let paging), .voipPushSent(_, _, let paging): paging
    case .setting(let name, _, _): Double(name.rawValue)
    case .systemWake(_, let bytes): bytes
    case .script(_, let isUserAction): isUserAction ? 1 : 0
    default: 0
    }
  }
}

extension TimelineEvent.Kind {
  init(_ type: TimelineEventType, app: Int, value: Double, value2: Double) {
    var (detail, whole, first, second) = (UInt8(0), 0, value, value2)
    switch type {
    case .screenOn:
      self = .screenOn(intensity: value > 0 ? min(value, Self.greatestIntensity) : 1)
      return
    case .plug: (detail, first) = (UInt8(clamping: app), value2)
    case .plugChance: detail = UInt8(clamping: app)
    case .network, .signal: detail = SettingName.state(value)
    case .pushSent, .visiblePushSent, .voipPushSent:
      if value2 >= 1 { detail = UInt8(min(value2, 10)) }
      (first, second) = (value2 - value2.rounded(.down), value)
    case .setting: detail = SettingName.state(value2)
    case .script: (detail, whole) = (value2 == 1 ? 1 : 0, Int(value))
    case .regionCrossed, .appEvent: whole = Int(SettingName.state(value))
    case .notificationOpen: whole = Int(min(max(value, 0), 65_534))
    default: break
    }
    self.init(type, app: app, detail: detail, whole: whole, first, second)
  }
}
