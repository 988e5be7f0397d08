import EventSimulation

/// The events of one device in the order in which they happen, packed in rows of 16 bytes.
///
/// A number with a fraction takes 8 bytes more; numbers and instants survive exactly.
public struct ExogenousTimeline: Sendable, Hashable {
  /// The rows, sorted by time, then by their priority, then by the order in which they were added.
  @usableFromInline let rows: [TimelineRow]
  /// The numbers with a fraction, in the order of the rows.
  @usableFromInline let numbers: [Double]
  /// The changes of content among them once more, by app.
  public let changes: ContentChanges

  init(rows: [TimelineRow], numbers: [Double], changes: ContentChanges) {
    (self.rows, self.numbers, self.changes) = (rows, numbers, changes)
  }

  /// Sorts `events` into the order of handling.
  public init(_ events: some Sequence<TimelineEvent>) {
    var builder = TimelineBuilder()
    builder.append(contentsOf: events)
    self = builder.finish()
  }

  // MARK: Rows

  /// When the event of a row happens.
  @inlinable public func time(of row: Int) -> Instant { rows[row].time }

  /// The kind of an event in a row, without its numbers.
  @inlinable public func type(of row: Int) -> TimelineEventType { rows[row].type }

  /// The app of the event in a row; nil for events of the device.
  @inlinable public func app(of row: Int) -> Int? { rows[row].app }

  /// The intensity of the session that begins in a row.
  @inlinable public func intensity(of row: Int) -> Double { rows[row].intensity }

  /// The numbers of an event in a row that has two, in the order in which its kind has them.
  @inlinable public func numbers(of row: Int) -> (Double, Double) {
    let place = Int(rows[row].number)
    return (numbers[place], numbers[place + 1])
  }

  /// The first event from a row on that changes something by itself: neither a change of content nor a level that was read.
  @inlinable @inline(__always)
  public func nextActive(from row: Int) -> (row: Int, time: Instant, priority: EventPriority)? {
    var row = row
    while row < rows.count {
      if !rows[row].type.isPassive { return (row, rows[row].time, rows[row].priority) }
      row += 1
    }
    return nil
  }

  /// The event of a row, without its time.
  @inlinable @inline(__always)
  public func kind(of row: Int) -> TimelineEvent.Kind { rows[row].kind(numbers: numbers) }

  // MARK: Events

  /// The events in the order of handling.
  public var events: Events { Events(timeline: self) }

  /// The events of a timeline; reading one unpacks its row.
  public struct Events: RandomAccessCollection, Sendable {
    let timeline: ExogenousTimeline

    /// Always 0.
    public var startIndex: Int { 0 }
    /// The number of events.
    public var endIndex: Int { timeline.rows.count }

    /// The event at a place in the order of handling; takes constant time.
    public subscript(index: Int) -> TimelineEvent {
      TimelineEvent(time: timeline.time(of: index), kind: timeline.kind(of: index))
    }
  }
}

/// A device's way to the network.
public enum NetworkPath: UInt8, Sendable, Hashable, CaseIterable {
  case none, cellular, wifi

  /// The name in logs and tables.
  public var name: String { Self.names[Int(rawValue)] }
  private static let names = allCases.map { "\($0)" }
}

/// The power source that a device is plugged into.
public enum ChargerKind: UInt8, Sendable, Hashable, CaseIterable {
  case wired20W, magSafe, qi, wired5W, usb, ac
  /// Its name in CSV files; `usb` and `ac` are chargers of real traces.
  public var name: String { Self.names[Int(rawValue)] }
  private static let names = allCases.map { "\($0)" }
}

/// When the content of each app changes: the instants of one app side by side, in order.
///
/// The content changes of one app. A fetch reads all changes since the last fetch; in the timeline, changes
/// of other apps would be between them.
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
    for app in places.indices { (places[app], count) = (count, count + places[app]) }
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
  @inlinable public subscript(place: Int) -> Instant { times[place] }
}
