import EventSimulation

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
}

extension TimelineEventType {
  /// Whether nothing happens on a phone when it does.
  @inlinable var isPassive: Bool { self == .contentChange || self == .batteryLevel }

  /// The class of the event among those of one instant.
  @inlinable public var priority: EventPriority {
    switch self {
    case .screenOn, .screenOff, .unlock, .lock, .plug, .unplug, .plugChance, .network, .setting, .reboot,
      .shutdown, .batteryLevel, .baselinePower, .moved, .regionCrossed, .systemWake, .signal:
      .environment
    case .appForeground, .appBackground, .forceQuit, .audioStart, .audioStop, .locationStart, .locationStop:
      .userAction
    case .notification, .pushSent, .contentChange, .script, .visiblePushSent, .voipPushSent: .arrival
    }
  }

  /// The name used in CSV files.
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
    case .systemWake: "system_wake"
    case .signal: "signal"
    }
  }
}
