import EventSimulation
import Workload

/// Something that happens between decisions, as passed to ``SchedulingPolicy/observe(_:)``.
public enum PolicyEvent: Sendable, Hashable {
  /// An item has been launched. A start that was asked for need not become one: a hard gate can deny it after an earlier
  /// start of the same answer.
  case runStarted(item: Int32)
  /// A run has ended.
  case runEnded(RunOutcome)
  /// The user or the surroundings act.
  case device(DeviceEvent, at: Instant)
  /// A consequence of earlier decisions, once the device can know it.
  case outcome(PolicyOutcome)

  /// The kinds of events. A policy listens to some of them.
  public struct Kinds: OptionSet, Sendable, Hashable {
    public var rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Launches.
    public static let runStarted = Kinds(rawValue: 1)
    /// Ends of runs.
    public static let runEnded = Kinds(rawValue: 2)
    /// Events of the user and the surroundings.
    public static let device = Kinds(rawValue: 4)
    /// Consequences of decisions; they are recorded only if a policy listens to them.
    public static let outcome = Kinds(rawValue: 8)
    /// Every kind.
    public static let all: Kinds = [.runStarted, .runEnded, .device, .outcome]
  }

  /// The kind of the event.
  public var kind: Kinds {
    switch self {
    case .runStarted: .runStarted
    case .runEnded: .runEnded
    case .device: .device
    case .outcome: .outcome
    }
  }
}

/// An act of the user or the surroundings.
public enum DeviceEvent: Sendable, Hashable {
  case screenOn, screenOff, unlocked
  case plugged, unplugged
  /// The way to the network has changed, also to or from none.
  case pathChanged
  /// The user brings an app of the study to the front.
  case opened(app: Int32)
  /// The app in front goes to the background.
  case left(app: Int32)
}

/// How a run ended, as a policy may know it.
public struct RunOutcome: Sendable, Hashable {
  /// Number of the item that was launched, and index of its app on the device.
  public var item, app: Int32
  /// The mechanism that launched the item.
  public var mechanism: Mechanism
  /// When the run ended.
  public var ended: Instant
  /// Whether the run completed with success, as its app reports it; false for an expired or terminated run.
  public var succeeded: Bool
  /// Energy billed to the run by its end, and the part of it that was drawn while the device was unplugged.
  public var energyNanojoules, batteryNanojoules: Int64
  /// Whether the device was on external power when the run ended.
  public var wasPlugged: Bool
  /// The time since its launch.
  public var duration: TimeSpan
  /// Bytes that have moved, both ways.
  public var bytes: Int64
  /// The task of the app's work that it belongs to.
  public var taskChain: TaskChain

  public init(
    item: Int32, app: Int32, mechanism: Mechanism, ended: Instant, succeeded: Bool,
    energyNanojoules: Int64, batteryNanojoules: Int64, wasPlugged: Bool, duration: TimeSpan = .zero,
    bytes: Int64 = 0, taskChain: TaskChain = .unlisted
  ) {
    self.item = item
    self.app = app
    self.mechanism = mechanism
    self.ended = ended
    self.succeeded = succeeded
    self.energyNanojoules = energyNanojoules
    self.batteryNanojoules = batteryNanojoules
    self.wasPlugged = wasPlugged
    self.duration = duration
    self.bytes = bytes
    self.taskChain = taskChain
  }
}

/// A consequence of a decision of a policy, reported once the device can know it.
///
/// An outcome contains neither the future nor facts that only the simulation knows. A change of content is
/// visible when the content is fetched, and the energy of a radio tail is billed when the tail ends.
public enum PolicyOutcome: Sendable, Hashable {
  case open(OpenOutcome)
  case run(RunCost)
}

/// An open by the user, and how stale the app was.
///
/// The outcome is reported when content arrives that was fetched at the open or later: until then, a device
/// does not know how long its content has been out of date. At the end of the device, opens without later
/// content are reported without staleness. An open shortly after the last visit of the app
/// (`content.openSettle`) belongs to that visit and is not reported. Opens of apps without content are not
/// reported either.
public struct OpenOutcome: Sendable, Hashable {
  /// Index of the app on the device.
  public var app: Int32
  /// When the user opened it.
  public var opened: Instant
  /// The time since the first change of content that the app did not have at the open; zero if it had all, and nil where
  /// no content has arrived since.
  public var staleness: TimeSpan?

  public init(app: Int32, opened: Instant, staleness: TimeSpan?) {
    (self.app, self.opened, self.staleness) = (app, opened, staleness)
  }
}

/// A run that is over, radio tail included, and the energy that it was billed in all.
public struct RunCost: Sendable, Hashable {
  /// Number of the item, and index of its app on the device.
  public var item, app: Int32
  /// The way in which the run came about.
  public var mechanism: Mechanism
  /// The task of the app's work that it belongs to.
  public var taskChain: TaskChain
  /// When the run ended, before its tail.
  public var ended: Instant
  /// Energy billed to the run, and the part of it that was drawn while the device was unplugged.
  public var energyNanojoules, batteryNanojoules: Int64

  public init(
    item: Int32, app: Int32, mechanism: Mechanism, taskChain: TaskChain = .unlisted, ended: Instant,
    energyNanojoules: Int64, batteryNanojoules: Int64
  ) {
    self.item = item
    self.app = app
    self.mechanism = mechanism
    self.taskChain = taskChain
    self.ended = ended
    self.energyNanojoules = energyNanojoules
    self.batteryNanojoules = batteryNanojoules
  }
}

/// An app's move between standby buckets, 0 for the most active one.
public struct BucketChange: Sendable, Hashable {
  /// Index of the app on the device.
  public var app: Int32
  /// The buckets before and after the move, 0 (active) to 4 (restricted).
  public var old, new: Int

  public init(app: Int32, old: Int, new: Int) { (self.app, self.old, self.new) = (app, old, new) }
}

/// The moves of apps between standby buckets up to now, and when the next one comes by itself.
public struct BucketReport: Sendable, Hashable {
  /// The changes by app index, without apps whose bucket has not changed since the last report.
  public var changes: [BucketChange]
  /// The instant of the next change; the distant future without a change.
  public var next: Instant

  public init(changes: [BucketChange] = [], next: Instant = .distantFuture) {
    (self.changes, self.next) = (changes, next)
  }
}
