import Containers
import EventSimulation

/// How long each reason has kept items waiting at each hour of the day, over all items of a device after warm-up.
///
/// Unlike the rows of items it counts the time of items from before the end of warm-up as well: it says what the
/// device was like, not what became of some items.
struct BlockedHours: ~Copyable {
  /// Hours of a day.
  static let count = 24
  /// By column, then by hour; empty before the first span.
  private var times = UniqueArray<Int64>()
  private let columns: Int
  private let start: Instant

  /// - Parameters:
  ///   - columns: Number of reasons.
  ///   - start: The end of warm-up.
  init(columns: Int, start: Instant) {
    self.columns = columns
    self.start = start
  }

  /// Adds a span of one item to a reason.
  mutating func add(from: Instant, until: Instant, column: Int) {
    var now = max(from, start).microseconds
    let end = until.microseconds
    guard now < end else { return }
    if times.isEmpty { times = UniqueArray(repeating: 0, count: columns * Self.count) }
    let hour = TimeSpan.hour.microseconds
    while now < end {
      let number = now / hour
      let next = min(end, (number + 1) * hour)
      times[column * Self.count + Int(number % Int64(Self.count))] += next - now
      now = next
    }
  }

  /// The time of a reason at an hour of the day.
  func time(column: Int, hour: Int) -> TimeSpan {
    times.isEmpty ? .zero : .microseconds(times[column * Self.count + hour])
  }
}
