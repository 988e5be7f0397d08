import EventSimulation

/// What happens to a device from outside, whatever the policy does.
public struct TimelineEvent: Sendable, Hashable {
  public enum Kind: UInt8, Sendable, Hashable, CaseIterable {
    case screenOn, screenOff, unlock, lock
    /// An app comes to the foreground. `app` is its index.
    case appForeground
    /// The user leaves the app in front.
    case appBackground
    /// A visible notification that a user sees. `app` may be -1.
    case notification
    /// A charger is connected until ``unplug``. `app` is a ``ChargerKind`` number; `value2` is the length in
    /// seconds of the optimised-charging hold that this plug-in would get.
    case plug
    case unplug
    /// A chance to charge by day: taken iff `value` (uniform) is below the level-dependent probability;
    /// `value2` is the duration in seconds; `app` is a ``ChargerKind`` number.
    case plugChance
    /// Battery level read by a real phone, in percent.
    case batteryLevel
    /// Measured power of the whole phone until the next such event, in watts; 0 while it is unknown.
    case baselinePower
    /// The path changes: `value` is a ``NetworkPath`` number.
    case network
    /// A server sends a silent push. `value` is the age in seconds at which it expires (negative: none
    /// given), `value2` a uniform number for the paging delay, plus the priority (1 to 10) of a push that has
    /// one of its own.
    case pushSent
    case contentChange
    /// The user removes the app, or with `app` -1 all apps, from the app switcher.
    case forceQuit
    /// A setting changes: `app` is the app's index or -1 for the device, `value2` a ``SettingName`` number,
    /// `value` the new value.
    case setting
    case reboot
    /// A step of the study's script: `value` is the index of the step in ``DevicePlan/script``.
    case script
    /// The device is powered off by its user until the next reboot (real traces only).
    case shutdown
    /// A server sends a visible or a VoIP push; `value` and `value2` as for ``pushSent``, without a priority.
    case visiblePushSent
    case voipPushSent
    /// The user wants an app to play audio, or to use standard location updates, from now on, or no more.
    case audioStart
    case audioStop
    case locationStart
    case locationStop
    /// The user has moved by `value` metres since the last such event.
    case moved
    /// The user crosses the border of an app's region, in or out: `value` is the number of the region.
    case regionCrossed
  }

  public var time: Instant
  public var kind: Kind
  /// Index into ``DevicePlan/apps``, a charger, or -1.
  public var app: Int32
  public var value: Double
  public var value2: Double

  public init(time: Instant, kind: Kind, app: Int = -1, value: Double = 0, value2: Double = 0) {
    self.time = time
    self.kind = kind
    self.app = Int32(app)
    self.value = value
    self.value2 = value2
  }

  /// A silent push.
  ///
  /// - Parameters:
  ///   - expiration: Age at which it expires; nil for the platform's longest storage.
  ///   - priority: Its own priority; nil for that of the app's pushes.
  ///   - paging: Uniform number for the paging delay, from 0 to below 1.
  public static func push(
    at time: Instant, app: Int, expiration: TimeSpan?, priority: Int? = nil, paging: Double
  ) -> TimelineEvent {
    TimelineEvent(
      time: time, kind: .pushSent, app: app, value: expiration?.seconds ?? -1,
      value2: Double(priority ?? 0) + paging)
  }

  /// The own priority of a silent push; nil where it has that of the app's pushes.
  public var pushPriority: Int? { value2 >= 1 ? Int(min(value2, 10)) : nil }

  /// The uniform number for the paging delay of a push.
  public var pagingDraw: Double { value2 - value2.rounded(.down) }
}

extension TimelineEvent {
  /// ``value`` where it stands for one of a few states: the whole number at or below it, from 0 to 255.
  public var code: UInt8 { Self.code(value) }
  /// The same of ``value2``: which setting changes.
  public var settingCode: UInt8 { Self.code(value2) }

  private static func code(_ value: Double) -> UInt8 { value >= 0 ? UInt8(min(255, value)) : 0 }
}

extension TimelineEvent.Kind {
  /// The class of the event among those of one instant.
  public var priority: EventPriority {
    switch self {
    case .screenOn, .screenOff, .unlock, .lock, .plug, .unplug, .plugChance, .network, .setting, .reboot,
      .shutdown, .batteryLevel, .baselinePower, .moved, .regionCrossed:
      .environment
    case .appForeground, .appBackground, .forceQuit, .audioStart, .audioStop, .locationStart, .locationStop:
      .userAction
    case .notification, .pushSent, .contentChange, .script, .visiblePushSent, .voipPushSent: .arrival
    }
  }

  /// The word for it in CSV files.
  public var csvName: String {
    switch self {
    case .screenOn: "screen_on"
    case .screenOff: "screen_off"
    case .unlock: "unlock"
    case .lock: "lock"
    case .appForeground: "app_fg"
    case .appBackground: "app_bg"
    case .notification: "notif_post"
    case .plug: "plug"
    case .unplug: "unplug"
    case .plugChance: "plug_chance"
    case .batteryLevel: "battery_level"
    case .baselinePower: "baseline_power"
    case .network: "network"
    case .pushSent: "push_sent"
    case .contentChange: "content_change"
    case .forceQuit: "force_quit"
    case .setting: "setting"
    case .reboot: "reboot"
    case .script: "script"
    case .shutdown: "shutdown"
    case .visiblePushSent: "visible_push_sent"
    case .voipPushSent: "voip_push_sent"
    case .audioStart: "audio_start"
    case .audioStop: "audio_stop"
    case .locationStart: "location_start"
    case .locationStop: "location_stop"
    case .moved: "moved"
    case .regionCrossed: "region_crossed"
    }
  }
}

/// The events of one device in the order in which they happen.
public struct ExogenousTimeline: Sendable, Hashable {
  /// Sorted by time, then by the priority of the kind, then by the order in which they were added.
  public private(set) var events: [TimelineEvent]

  /// Sorts `events` into the order of handling.
  public init(_ events: consuming [TimelineEvent]) {
    // The sort is stable: equal ones keep the order in which they were added.
    events.sort { $0.time != $1.time ? $0.time < $1.time : $0.kind.priority < $1.kind.priority }
    self.events = events
  }
}

/// A device's way to the network.
public enum NetworkPath: UInt8, Sendable, Hashable, CaseIterable {
  case none, cellular, wifi
  public var name: String {
    switch self {
    case .none: "none"
    case .cellular: "cellular"
    case .wifi: "wifi"
    }
  }
}

/// What a device is plugged into.
public enum ChargerKind: UInt8, Sendable, Hashable, CaseIterable {
  case wired20W, magSafe, qi, wired5W, usb, ac
  /// The word for it in CSV files; `usb` and `ac` are those of real traces.
  public var name: String {
    switch self {
    case .wired20W: "wired20W"
    case .magSafe: "magSafe"
    case .qi: "qi"
    case .wired5W: "wired5W"
    case .usb: "usb"
    case .ac: "ac"
    }
  }
}

/// Settings that a user or a script can change.
public enum SettingName: UInt8, Sendable, Hashable, CaseIterable {
  /// Background App Refresh of the device: 0 off, 1 Wi-Fi, 2 Wi-Fi and cellular, 3 off by a management profile.
  case backgroundRefresh
  /// The switch of one app: 0 off, 1 on, 2 off by a management profile.
  case appRefresh
  /// Low Power Mode by hand: 0 or 1.
  case lowPowerMode
  /// Busy (camera, call, CarPlay, restore): 0 or 1.
  case busy
  /// System processor load outside the model's own runs, 0 to 1.
  case cpuLoad
  /// Memory pressure: 0 or 1.
  case memoryPressure
  /// Thermal level: 0 nominal, 1 fair, 2 serious, 3 critical.
  case thermal

  public var name: String {
    switch self {
    case .backgroundRefresh: "backgroundRefresh"
    case .appRefresh: "appRefresh"
    case .lowPowerMode: "lowPowerMode"
    case .busy: "busy"
    case .cpuLoad: "cpuLoad"
    case .memoryPressure: "memoryPressure"
    case .thermal: "thermal"
    }
  }
}
