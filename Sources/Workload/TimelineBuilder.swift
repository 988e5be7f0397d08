import EventSimulation

/// Collects the events of a timeline in any order, packed from the start.
///
/// They lie in blocks, since one array that grows would take twice its size for a while, which is the largest part of
/// a long run's memory.
public struct TimelineBuilder: Sendable {
  /// Full blocks, and the one that is being filled.
  private var blocks: [[TimelineRow]] = []
  private var last: [TimelineRow] = []
  private var numbers: [Double] = []
  /// Events from here on are left out.
  private let end: Instant?

  /// Rows of a block: 32 KiB.
  private static let blockSize = 2048

  /// - Parameter end: Events at this instant and later are left out; nil to keep all.
  public init(before end: Instant? = nil) { self.end = end }

  /// Adds an event.
  public mutating func append(_ event: TimelineEvent) {
    if let end, event.time >= end { return }
    if last.count == Self.blockSize {
      blocks.append(last)
      last = []
    }
    if last.isEmpty { last.reserveCapacity(Self.blockSize) }
    last.append(TimelineRow(event, numbers: &numbers))
  }

  /// Adds an event of a kind.
  public mutating func append(_ kind: TimelineEvent.Kind, at time: Instant) {
    append(TimelineEvent(time: time, kind: kind))
  }

  /// Adds events.
  public mutating func append(contentsOf events: [TimelineEvent]) {
    for event in events { append(event) }
  }

  /// Adds the events of another timeline.
  public mutating func append(contentsOf events: ExogenousTimeline.Events) {
    for event in events { append(event) }
  }

  /// The timeline of all events that were added, in the order of handling.
  public consuming func finish() -> ExogenousTimeline {
    var rows = takeRows()
    // The sort is stable: equal ones keep the order in which they were added.
    rows.sort { $0.time != $1.time ? $0.time < $1.time : $0.priority < $1.priority }
    // Numbers in the order of the rows make equal timelines equal, whatever the order of adding was.
    var ordered: [Double] = []
    ordered.reserveCapacity(numbers.count)
    for index in rows.indices { rows[index].moveNumbers(from: numbers, to: &ordered) }
    let changes = rows.lazy.filter { $0.type == .contentChange }.compactMap { row in
      row.app.map { (app: $0, time: row.time) }
    }
    return ExogenousTimeline(rows: rows, numbers: ordered, changes: ContentChanges(changes))
  }

  /// All rows in the order of adding; each block is given back as soon as it has been copied.
  private mutating func takeRows() -> [TimelineRow] {
    var rows: [TimelineRow] = []
    rows.reserveCapacity(blocks.count * Self.blockSize + last.count)
    for index in blocks.indices {
      rows += blocks[index]
      blocks[index] = []
    }
    rows += last
    last = []
    return rows
  }
}
