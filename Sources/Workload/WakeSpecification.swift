import EventSimulation

/// The kinds of events from outside that run an app by themselves.
public enum WakeSource: String, Sendable, Hashable, CaseIterable {
  /// Events of location, and a VoIP push.
  case significantChange, region, voip
  /// An event of a Bluetooth accessory that the app waits for, and new samples of a type of health data.
  case bluetooth, health
}

/// The types of health data that an app can observe.
public enum HealthType: String, Sendable, Hashable, CaseIterable {
  case steps, heartRate, workouts, sleep
}

/// How often an app asks to be woken for new samples, at most: HEALTH-1.
public enum HealthFrequency: String, Sendable, Hashable, CaseIterable {
  case immediate, hourly, daily, weekly

  /// The least time between two deliveries.
  public var interval: TimeSpan {
    switch self {
    case .immediate: .zero
    case .hourly: .hours(1)
    case .daily: .day
    case .weekly: .days(7)
    }
  }
}

/// The events of one source that an app waits for, when they come, and the work of a run that they bring.
public struct WakeSpecification: Sendable {
  /// The times of the events.
  public enum Arrival: Sendable {
    /// At equal distances from the start, or from the start of each of these daily spans to its end.
    case every(TimeSpan, within: [DailyInterval])
    /// At random on the clock of the user's activity.
    case random(perDay: Double)
  }

  /// The kind of the events.
  public var source: WakeSource
  /// The times of the events.
  public var arrival: Arrival
  /// The type of the samples; nil for other sources.
  public var type: HealthType?
  /// How often the app asks to be woken at most.
  public var frequency = HealthFrequency.immediate
  /// Whether a Bluetooth app restores its state, so that an event can launch it again.
  public var restores = true
  /// Whether the app has set up its accessory with AccessorySetupKit.
  public var accessorySetup = false
  /// The work of a run; nil without work.
  public var work: WorkSpecification?

  public init(source: WakeSource, arrival: Arrival, type: HealthType? = nil) {
    (self.source, self.arrival, self.type) = (source, arrival, type)
  }

  /// The name of the events in the log: `bluetooth`, `health.steps`.
  public var identifier: String { type.map { "\(source.rawValue).\($0.rawValue)" } ?? source.rawValue }
}

/// The protection of the content that a run needs: DATA-1.
public enum DataProtection: String, Sendable, Hashable, CaseIterable {
  /// Readable at all times, after the first unlock since the boot, or while the phone is unlocked.
  case none, untilFirstUnlock, complete
}

/// A time span of every day, such as 23:00 to 07:00; an end at or before the start lies on the next day.
public struct DailyInterval: Sendable, Hashable {
  package var start, end: TimeSpan
  /// Days of the week on which it starts, 0 for Monday; nil for every day.
  package var days: [Int]?

  public init(_ start: TimeSpan, _ end: TimeSpan, on days: [Int]? = nil) {
    (self.start, self.end, self.days) = (start, end, days)
  }

  /// How long it lasts; a whole day if start and end are equal.
  public var length: TimeSpan { end > start ? end - start : end + .day - start }
}
