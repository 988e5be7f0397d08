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
  /// Index of the app on the device.
  public var app: Int32
  /// The bucket before the move, 0 (active) to 4 (restricted).
  public var old: Int
  /// The bucket after the move, 0 (active) to 4 (restricted).
  public var new: Int

  public init(app: Int32, old: Int, new: Int) {
    self.app = app
    self.old = old
    self.new = new
  }
}

/// The moves of apps between standby buckets up to now, and when the next one comes by itself.
public struct BucketReport: Sendable, Hashable {
  /// By app index; an app whose bucket has not changed since the last report is not among them.
  public var changes: [BucketChange]
  /// The distant future where none comes.
  public var next: Instant

  public init(changes: [BucketChange] = [], next: Instant = .distantFuture) {
    self.changes = changes
    self.next = next
  }
}
