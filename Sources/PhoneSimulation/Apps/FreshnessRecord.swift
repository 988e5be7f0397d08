import EventSimulation

/// The events that decide how stale one app was on one device, over the whole horizon: what a bound on its schedule of
/// fetches is computed from.
public struct FreshnessRecord: Sendable, Hashable {
  /// One opening of the app by its user.
  public struct Open: Sendable, Hashable {
    /// When the user opened the app.
    public var time: Instant
    /// Whether it is among the observed opens of the app.
    public var counts: Bool
    /// As of when the fetch that it started in the foreground brought content; nil if it brought none.
    public var fetched: Instant?

    public init(time: Instant, counts: Bool, fetched: Instant? = nil) {
      self.time = time
      self.counts = counts
      self.fetched = fetched
    }
  }

  /// A successful background fetch: as of when it brought content, and since when the app has it. The app
  /// takes what has arrived at the end of its run, or when it is told of its transfers.
  public struct Fetch: Sendable, Hashable {
    /// The instant as of which the fetched content is current: later changes are not in it.
    public var asOf: Instant
    /// When the app got the content, at or after ``asOf``.
    public var arrived: Instant

    public init(asOf: Instant, arrived: Instant) {
      self.asOf = asOf
      self.arrived = arrived
    }
  }

  /// When the content changed, ascending.
  public var changes: [Instant] = []
  /// Ascending.
  public var opens: [Open] = []
  /// In order of arrival, those of the warm-up included.
  public var fetches: [Fetch] = []
  /// When the hard gates of the run let the app fetch in the background, and the instants as of which its
  /// fetches brought content. Closed ranges: an instant at which a gate opens or closes is in it.
  ///
  /// The gates are those of the mechanisms by which the app fetches; one that is open is enough. They are read
  /// after every event, between which they do not change. What only holds back an item as long as it is the
  /// run's own (its earliest begin date, the spacing from its last launch, a slot that another run has, a
  /// resume delay, a push that has not been sent) closes nothing: another schedule would meet it elsewhere.
  /// That makes the set larger, never smaller. A launch at an open gate may bring content as of an instant at
  /// which a gate has closed; these instants are in the set so that the run's own schedule is one of those that
  /// a bound ranges over. Continued tasks open nothing else, because only the user starts them.
  public var allowed: [ClosedRange<Instant>] = []

  public init() {}
}
