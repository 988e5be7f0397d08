import EventSimulation
import ModelParameters

/// Collects the events of a timeline in any order, packed from the start.
///
/// They lie in blocks, since one array that grows would take twice its size for a while, which is the largest part of
/// a long run's memory.
public struct TimelineBuilder: Sendable {
  /// Full blocks, and the one that is being filled.
  private var blocks: [[TimelineRow]] = []
  private var last: [TimelineRow] = []
  private var numbers: [Double] = []
  private let end: Instant?

  /// Rows of a block: 32 KiB.
  private static let blockSize = 2048

  /// - Parameter end: The instant that ends the timeline, excluded; nil to keep all events.
  public init(before end: Instant? = nil) { self.end = end }

  /// Adds an event.
  public mutating func append(_ event: TimelineEvent) {
    if let end, event.time >= end { return }
    if last.count == Self.blockSize {
      blocks.append(last)
      last = []
    }
    if last.isEmpty { last.reserveCapacity(Self.blockSize) }
    last.append(TimelineRow(event, numbers: &numbers))
  }

  /// Adds an event of a kind.
  public mutating func append(_ kind: TimelineEvent.Kind, at time: Instant) {
    append(TimelineEvent(time: time, kind: kind))
  }

  /// Adds events.
  @inlinable public mutating func append(contentsOf events: some Sequence<TimelineEvent>) {
    for event in events { append(event) }
  }

  /// The timeline of all events that were added, in the order of handling.
  public consuming func finish() -> ExogenousTimeline {
    var rows: [TimelineRow] = []
    rows.reserveCapacity(blocks.count * Self.blockSize + last.count)
    for index in blocks.indices {
      rows += blocks[index]
      // Each block is given back as soon as it has been copied.
      blocks[index] = []
    }
    rows += last
    last = []
    // The sort is stable: equal ones keep the order in which they were added.
    rows.sort { $0.time != $1.time ? $0.time < $1.time : $0.priority < $1.priority }
    // Numbers in the order of the rows make equal timelines equal, whatever the order of adding was.
    var ordered: [Double] = []
    ordered.reserveCapacity(numbers.count)
    for index in rows.indices { rows[index].moveNumbers(from: numbers, to: &ordered) }
    let changes = rows.lazy.filter { $0.type == .contentChange }.compactMap { row in
      row.app.map { (app: $0, time: row.time) }
    }
    return ExogenousTimeline(rows: rows, numbers: ordered, changes: ContentChanges(changes))
  }
}

/// An event of a timeline in 16 bytes: its time, its type, a small choice, its app and a number.
///
/// The number is whole (thousandths for an intensity), or else the place of one or two numbers in a column beside the rows.
@usableFromInline package struct TimelineRow: Sendable, Hashable {
  @usableFromInline let time: Instant
  /// A whole number, or a place in the column of numbers.
  @usableFromInline private(set) var number: UInt32
  /// The app plus 1; 0 for the device.
  @usableFromInline let appPlusOne: UInt16
  /// The raw value of a charger, path, setting or level, or a priority; 1 for a step that is an act of the user.
  @usableFromInline let detail: UInt8
  @usableFromInline let type: TimelineEventType

  init(_ event: TimelineEvent, numbers: inout [Double]) {
    time = event.time
    type = event.type
    let app = (event.kind.app ?? -1) + 1
    precondition(app <= Int(UInt16.max), "a device has at most 65,535 apps")
    appPlusOne = UInt16(app)
    (detail, number) = Self.pack(event.kind, numbers: &numbers)
  }

  private static func pack(
    _ kind: TimelineEvent.Kind, numbers: inout [Double]
  ) -> (detail: UInt8, number: UInt32) {
    func place(_ first: Double, _ second: Double? = nil) -> UInt32 {
      let place = UInt32(numbers.count)
      numbers.append(first)
      if let second { numbers.append(second) }
      return place
    }
    switch kind {
    case .plug(let charger, let hold): return (charger.rawValue, place(hold))
    case .plugChance(let charger, let draw, let length): return (charger.rawValue, place(draw, length))
    case .batteryLevel(let number), .baselinePower(let number), .moved(let number): return (0, place(number))
    case .network(let path): return (path.rawValue, 0)
    case .screenOn(let intensity): return (0, UInt32((intensity * 1000).rounded()))
    case .pushSent(_, let expiration, let priority, let paging):
      return (UInt8(priority ?? 0), place(paging, expiration ?? -1))
    case .visiblePushSent(_, let expiration, let paging), .voipPushSent(_, let expiration, let paging):
      return (0, place(paging, expiration ?? -1))
    case .setting(let name, _, let value): return (name.rawValue, place(value))
    case .script(let step, let isUserAction): return (isUserAction ? 1 : 0, UInt32(step))
    case .regionCrossed(_, let number), .appEvent(_, let number): return (0, UInt32(number))
    case .notificationOpen(_, let other): return (0, UInt32(other))
    case .systemWake(let length, let bytes): return (0, place(length, bytes))
    case .signal(let level): return (level.rawValue, 0)
    default: return (0, 0)
    }
  }

  var numberCount: Int {
    switch type {
    case .plug, .batteryLevel, .baselinePower, .moved, .setting: 1
    case .plugChance, .pushSent, .visiblePushSent, .voipPushSent, .systemWake: 2
    default: 0
    }
  }

  mutating func moveNumbers(from old: [Double], to new: inout [Double]) {
    let count = numberCount
    guard count > 0 else { return }
    let place = Int(number)
    number = UInt32(new.count)
    for index in place..<place + count { new.append(old[index]) }
  }

  @inlinable var priority: EventPriority { type == .script && detail == 1 ? .userAction : type.priority }
  @inlinable var app: Int? { appPlusOne == 0 ? nil : Int(appPlusOne) - 1 }
  @inlinable var intensity: Double { Double(number) / 1000 }

  @inlinable @inline(__always) func kind(numbers: [Double]) -> TimelineEvent.Kind {
    TimelineEvent.Kind(
      type, app: Int(appPlusOne) - 1, detail: detail, whole: Int(number), numbers[Int(number)],
      numbers[Int(number) + 1])
  }
}

extension TimelineEvent.Kind {
  /// An event from what a row has of it; the numbers are looked up for the types that have them.
  @inlinable @inline(__always) init(
    _ type: TimelineEventType, app: Int, detail: UInt8, whole: Int, _ first: @autoclosure () -> Double,
    _ second: @autoclosure () -> Double
  ) {
    var someApp: Int? { app < 0 ? nil : app }
    var charger: ChargerKind { ChargerKind(rawValue: detail) ?? .wired20W }
    var expiration: Double? { second() < 0 ? nil : second() }
    switch type {
    case .screenOn: self = .screenOn(intensity: Double(whole) / 1000)
    case .screenOff: self = .screenOff
    case .unlock: self = .unlock
    case .lock: self = .lock
    case .appForeground: self = .appForeground(app: app)
    case .appBackground: self = .appBackground(app: app)
    case .notification: self = .notification(app: someApp)
    case .plug: self = .plug(charger, hold: first())
    case .unplug: self = .unplug
    case .plugChance: self = .plugChance(charger, draw: first(), length: second())
    case .batteryLevel: self = .batteryLevel(percent: first())
    case .baselinePower: self = .baselinePower(watts: first())
    case .network: self = .network(NetworkPath(rawValue: detail) ?? .none)
    case .pushSent:
      let priority = detail > 0 ? Int(detail) : nil
      self = .pushSent(app: app, expiration: expiration, priority: priority, paging: first())
    case .contentChange: self = .contentChange(app: app)
    case .forceQuit: self = .forceQuit(app: someApp)
    case .setting: self = .setting(SettingName(rawValue: detail) ?? .busy, app: someApp, value: first())
    case .reboot: self = .reboot
    case .script: self = .script(step: whole, isUserAction: detail == 1)
    case .shutdown: self = .shutdown
    case .visiblePushSent: self = .visiblePushSent(app: app, expiration: expiration, paging: first())
    case .voipPushSent: self = .voipPushSent(app: app, expiration: expiration, paging: first())
    case .audioStart: self = .audioStart(app: app)
    case .audioStop: self = .audioStop(app: app)
    case .locationStart: self = .locationStart(app: app)
    case .locationStop: self = .locationStop(app: app)
    case .moved: self = .moved(meters: first())
    case .regionCrossed: self = .regionCrossed(app: app, region: whole)
    case .appEvent: self = .appEvent(app: app, source: whole)
    case .notificationOpen: self = .notificationOpen(app: app, otherwise: whole)
    case .systemWake: self = .systemWake(length: first(), bytes: second())
    case .signal: self = .signal(SignalLevel(rawValue: detail) ?? .poor)
    }
  }
}
