import EventSimulation

/// An event that a policy may be told between decision points: the user and the surroundings as they act.
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

/// An app's move between standby buckets, 0 for the most active one.
public struct BucketChange: Sendable, Hashable {
  public var app: Int32
  public var old: Int
  public var new: Int

  public init(app: Int32, old: Int, new: Int) {
    self.app = app
    self.old = old
    self.new = new
  }
}

/// The moves of apps between standby buckets up to now, and when the next one comes by itself.
public struct BucketReport: Sendable, Hashable {
  public var changes: [BucketChange]
  /// The distant future where none comes.
  public var next: Instant

  public init(changes: [BucketChange] = [], next: Instant = .distantFuture) {
    self.changes = changes
    self.next = next
  }
}
