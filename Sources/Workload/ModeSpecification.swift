import EventSimulation
import RandomStreams

/// The use that an app makes of the modes that keep it running or start it: chapter MODE.
///
/// Events from outside are drawn: when the user listens, records a route or crosses the border of a region.
/// Movement belongs to the user and is common to all apps of a device (parameters `movement.…`).
public struct ModeSpecification: Sendable {
  /// The times when the app plays or records audio, and when it uses standard location updates in the
  /// background.
  public var audio, location: ModeUse?
  /// Whether the app asks for significant-change events.
  public var significantChanges: Bool
  /// The length of an assertion that the app takes at each significant change; nil without an assertion.
  public var significantChangeAssertion: TimeSpan?
  /// The regions that the app monitors; nil without regions.
  public var regions: RegionSpecification?
  /// The work of a run that a location event has launched; nil without work.
  public var work: WorkSpecification?

  public init(
    audio: ModeUse? = nil, location: ModeUse? = nil, significantChanges: Bool = false,
    regions: RegionSpecification? = nil, work: WorkSpecification? = nil
  ) {
    self.audio = audio
    self.location = location
    self.significantChanges = significantChanges
    self.regions = regions
    self.work = work
  }

  /// No use of any mode.
  public static let none = ModeSpecification()
}

/// Spans of use that the user begins in the app: at given times of every day, or at random.
public struct ModeUse: Sendable {
  /// Times of day of the starts; empty for a Poisson process on the user's clock.
  public var times: [TimeSpan]
  /// Mean starts a day of the Poisson process.
  public var perDay: Double
  /// Length of a span in seconds.
  public var duration: any Distribution

  public init(times: [TimeSpan] = [], perDay: Double = 0, duration: any Distribution) {
    (self.times, self.perDay, self.duration) = (times, perDay, duration)
  }
}

/// Regions that an app monitors.
public struct RegionSpecification: Sendable {
  /// Regions that it registers; those beyond the platform's limit are refused.
  public var count: Int
  /// The mean number of visits per day to one of them; each visit crosses a border twice.
  public var visitsPerDay: Double
  /// Length of a visit in seconds.
  public var stay: any Distribution

  public init(count: Int, visitsPerDay: Double, stay: any Distribution) {
    (self.count, self.visitsPerDay, self.stay) = (count, visitsPerDay, stay)
  }
}

/// The VoIP pushes that an app's server sends; each must be followed by a reported call.
public struct VoIPPushSpecification: Sendable {
  /// The cause of a push.
  public var trigger: PushSpecification.Trigger
  /// Time until the push is no longer stored; zero, the default, for one attempt.
  public var expiration: TimeSpan?

  public init(trigger: PushSpecification.Trigger, expiration: TimeSpan? = .zero) {
    (self.trigger, self.expiration) = (trigger, expiration)
  }
}

/// The visible pushes that an app's server sends.
public struct VisiblePushSpecification: Sendable {
  /// The cause of a push.
  public var trigger: PushSpecification.Trigger
  /// Time until the push is no longer stored; nil for the platform's longest storage.
  public var expiration: TimeSpan?
  /// The notification service extension that changes the content; nil if the app has no extension.
  public var serviceExtension: ServiceExtension?
  /// The launches that the pushes also ask for (PUSH-1); nil if they are only shown.
  public var launches: PushSpecification?

  public init(
    trigger: PushSpecification.Trigger, expiration: TimeSpan?, serviceExtension: ServiceExtension? = nil
  ) {
    (self.trigger, self.expiration, self.serviceExtension) = (trigger, expiration, serviceExtension)
  }
}

/// A notification service extension: MODE-6.
public struct ServiceExtension: Sendable {
  /// Wall time that it needs for one notification, and processor time on an efficiency core within it, in seconds.
  public var duration, cpu: any Distribution
  /// Memory that it needs from its start on, in bytes.
  public var memoryBytes: Int64

  public init(duration: any Distribution, cpu: any Distribution, memoryBytes: Int64) {
    (self.duration, self.cpu, self.memoryBytes) = (duration, cpu, memoryBytes)
  }
}
