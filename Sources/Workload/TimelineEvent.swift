import EventSimulation
import ModelParameters

/// One event of a timeline: something that happens to a device from outside, regardless of the policy.
public struct TimelineEvent: Sendable, Hashable {
  /// The instant of the event, in local time from midnight of day 0 on.
  public var time: Instant
  /// The type with its data.
  public var kind: Kind

  public init(time: Instant, kind: Kind) { (self.time, self.kind) = (time, kind) }

  /// The type of the event, without its data.
  public var type: TimelineEventType { kind.type }

  /// An event's type with its data. An app is its index into ``DevicePlan/apps``; lengths and ages are in seconds.
  public enum Kind: Sendable, Hashable {
    /// The screen goes on for a session; `intensity` is what its display and front app draw relative to the usual
    /// power, in whole thousandths up to ``greatestIntensity``.
    case screenOn(intensity: Double)
    case screenOff, unlock, lock
    /// An app comes to the foreground.
    case appForeground(app: Int)
    /// The user opens an app because of its notification (USE-8), or another app if no notification came.
    case notificationOpen(app: Int, otherwise: Int)
    /// The user leaves the app in front.
    case appBackground(app: Int)
    /// A visible notification that a user sees; nil where it belongs to no app of the device.
    case notification(app: Int?)
    /// A charger is connected until ``unplug``; `hold` is the length of the hold that optimized charging would add.
    case plug(ChargerKind, hold: Double)
    case unplug
    /// A chance to charge by day for `length`: taken iff `draw` (uniform) is below the level-dependent probability.
    case plugChance(ChargerKind, draw: Double, length: Double)
    /// Battery level read by a real phone.
    case batteryLevel(percent: Double)
    /// Measured power of the whole phone until the next such event; 0 while it is unknown.
    case baselinePower(watts: Double)
    /// The path changes.
    case network(NetworkPath)
    /// A server sends a silent push. `expiration` is the age at which it expires, nil for the platform's longest
    /// storage; `priority` (1 to 10) its own priority, nil for that of the app's pushes; `paging` a uniform number
    /// for the paging delay.
    case pushSent(app: Int, expiration: Double?, priority: Int?, paging: Double)
    case contentChange(app: Int)
    /// The user removes an app, or with nil all apps, from the app switcher.
    case forceQuit(app: Int?)
    /// A setting of the device, or of one app, changes.
    case setting(SettingName, app: Int?, value: Double)
    case reboot
    /// A step of the study's script: its index in ``DevicePlan/script``, and whether it is an act of the user, which
    /// comes before what expires at its instant.
    case script(step: Int, isUserAction: Bool = false)
    /// The device is powered off by its user until the next reboot (real traces only).
    case shutdown
    /// A server sends a visible or a VoIP push.
    case visiblePushSent(app: Int, expiration: Double?, paging: Double)
    case voipPushSent(app: Int, expiration: Double?, paging: Double)
    /// The user wants an app to play audio, or to use standard location updates, from now on, or no more.
    case audioStart(app: Int)
    case audioStop(app: Int)
    case locationStart(app: Int)
    case locationStop(app: Int)
    /// The user has moved since the last such event.
    case moved(meters: Double)
    /// The user crosses the border of an app's region, in or out; regions are numbered from 0 to 255.
    case regionCrossed(app: Int, region: Int)
    /// An event comes that an app waits for: the number of its source in ``AppSpecification/wakes``, from 0 to 255.
    case appEvent(app: Int, source: Int)
    /// The signal of the cellular network changes.
    case signal(SignalLevel)
    /// The system has work of its own: it keeps the phone awake for `length` and receives `bytes`.
    case systemWake(length: Double, bytes: Double)

    /// The event that the screen turns on at the usual power.
    public static var usualScreenOn: Kind { .screenOn(intensity: 1) }

    /// The greatest intensity of a session.
    public static let greatestIntensity = 20.0
  }

  /// A silent push, with data as ``Kind/pushSent(app:expiration:priority:paging:)`` has them.
  public static func push(
    at time: Instant, app: Int, expiration: TimeSpan?, priority: Int? = nil, paging: Double
  ) -> TimelineEvent {
    // Priority and paging draw are as precise as their sum, which is what files hold.
    TimelineEvent(
      time: time, type: .pushSent, app: app, value: expiration?.seconds ?? -1,
      value2: Double(priority ?? 0) + paging)
  }
}

extension TimelineEvent.Kind {
  /// The type without the data.
  public var type: TimelineEventType {
    switch self {
    case .screenOn: .screenOn
    case .screenOff: .screenOff
    case .unlock: .unlock
    case .lock: .lock
    case .appForeground: .appForeground
    case .notificationOpen: .notificationOpen
    case .appBackground: .appBackground
    case .notification: .notification
    case .plug: .plug
    case .unplug: .unplug
    case .plugChance: .plugChance
    case .batteryLevel: .batteryLevel
    case .baselinePower: .baselinePower
    case .network: .network
    case .pushSent: .pushSent
    case .contentChange: .contentChange
    case .forceQuit: .forceQuit
    case .setting: .setting
    case .reboot: .reboot
    case .script: .script
    case .shutdown: .shutdown
    case .visiblePushSent: .visiblePushSent
    case .voipPushSent: .voipPushSent
    case .audioStart: .audioStart
    case .audioStop: .audioStop
    case .locationStart: .locationStart
    case .locationStop: .locationStop
    case .moved: .moved
    case .regionCrossed: .regionCrossed
    case .appEvent: .appEvent
    case .systemWake: .systemWake
    case .signal: .signal
    }
  }

  /// The app of the event; nil for events of the device and for chargers.
  public var app: Int? {
    switch self {
    case .appForeground(let app), .appBackground(let app), .contentChange(let app), .audioStart(let app),
      .audioStop(let app), .locationStart(let app), .locationStop(let app), .pushSent(let app, _, _, _),
      .visiblePushSent(let app, _, _), .voipPushSent(let app, _, _), .regionCrossed(let app, _),
      .appEvent(let app, _), .notificationOpen(let app, _):
      app
    case .notification(let app), .forceQuit(let app), .setting(_, let app, _): app
    case .screenOn, .screenOff, .unlock, .lock, .plug, .unplug, .plugChance, .batteryLevel, .baselinePower,
      .network, .reboot, .script, .shutdown, .moved, .systemWake, .signal:
      nil
    }
  }

  /// The same event for another app; the event itself if it belongs to no app.
  public func replacingApp(_ app: Int) -> Self {
    guard self.app != nil else { return self }
    if case .pushSent(_, let expiration, let priority, let paging) = self {
      return .pushSent(app: app, expiration: expiration, priority: priority, paging: paging)
    }
    let event = TimelineEvent(time: .zero, kind: self)
    return Self(type, app: app, value: event.value, value2: event.value2)
  }
}

/// The types of events in timelines and traces; ``TimelineEvent/Kind`` has the data of each.
public enum TimelineEventType: UInt8, Sendable, Hashable, CaseIterable {
  case screenOn, screenOff, unlock, lock
  case appForeground, appBackground, notification
  case plug, unplug, plugChance, batteryLevel, baselinePower
  case network, pushSent, contentChange, forceQuit, setting
  case reboot, script, shutdown
  case visiblePushSent, voipPushSent
  case audioStart, audioStop, locationStart, locationStop
  case moved, regionCrossed
  case systemWake
  case signal
  case notificationOpen
  case appEvent

  /// Whether nothing happens on a phone when it does.
  @inlinable var isPassive: Bool { self == .contentChange || self == .batteryLevel }

  /// Whether the user opens an app.
  public var isOpen: Bool { self == .appForeground || self == .notificationOpen }

  /// The class of the event among those of one instant.
  @inlinable public var priority: EventPriority {
    switch self {
    case .screenOn, .screenOff, .unlock, .lock, .plug, .unplug, .plugChance, .network, .setting, .reboot,
      .shutdown, .batteryLevel, .baselinePower, .moved, .regionCrossed, .systemWake, .signal,
      .appEvent:
      .environment
    case .appForeground, .appBackground, .forceQuit, .audioStart, .audioStop, .locationStart, .locationStop,
      .notificationOpen:
      .userAction
    case .notification, .pushSent, .contentChange, .script, .visiblePushSent, .voipPushSent: .arrival
    }
  }

  /// The name used in CSV files.
  public var csvName: String { Self.csvNames[Int(rawValue)] }
  /// In lower case with underscores, and of three shorter words.
  private static let csvNames = allCases.map { type in
    switch type {
    case .appForeground: "app_fg"
    case .appBackground: "app_bg"
    case .notification: "notif_post"
    default: "\(type)".reduce(into: "") { $0 += $1.isUppercase ? "_" + $1.lowercased() : String($1) }
    }
  }
}
