import EventSimulation

/// When the content of each app changes: the instants of one app side by side, in order.
///
/// A fetch looks at all changes since the one before; in the timeline those of other apps would lie between.
public struct ContentChanges: Sendable, Hashable {
  /// The instants of all apps, app by app.
  @usableFromInline let times: [Instant]
  /// By app, the place behind its last change.
  private let ends: [Int]

  /// - Parameter changes: In order of time, each with the index of its app.
  init(_ changes: some Sequence<(app: Int, time: Instant)>) {
    var places: [Int] = []
    for (app, _) in changes {
      while places.count <= app { places.append(0) }
      places[app] += 1
    }
    // From here on, where the next change of an app goes.
    var count = 0
    for app in places.indices {
      (places[app], count) = (count, count + places[app])
    }
    var times = [Instant](repeating: .zero, count: count)
    for (app, time) in changes {
      times[places[app]] = time
      places[app] += 1
    }
    self.times = times
    ends = places
  }

  /// The places of an app's changes.
  public func places(of app: Int) -> Range<Int> {
    guard ends.indices.contains(app) else { return 0..<0 }
    return (app == 0 ? 0 : ends[app - 1])..<ends[app]
  }

  /// When the change at a place happens.
  @inlinable
  public subscript(place: Int) -> Instant { times[place] }
}
