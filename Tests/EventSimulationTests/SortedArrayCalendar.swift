import EventSimulation
import TestSupport

/// The event calendar as its definition reads: an array sorted by (time, priority, sequence).
struct SortedArrayCalendar {
  struct Entry {
    var time: Instant
    var priority: EventPriority
    var sequence: Int
    var event: Int
  }
  private(set) var entries: [Entry] = []
  private var nextSequence = 0

  mutating func schedule(_ event: Int, at time: Instant, _ priority: EventPriority) {
    let sequence = nextSequence
    nextSequence += 1
    let index =
      entries.firstIndex {
        ($0.time, $0.priority, $0.sequence) > (time, priority, sequence)
      } ?? entries.endIndex
    entries.insert(
      Entry(time: time, priority: priority, sequence: sequence, event: event), at: index)
  }

  mutating func cancel(_ event: Int) -> Bool {
    guard let index = entries.firstIndex(where: { $0.event == event }) else { return false }
    entries.remove(at: index)
    return true
  }

  mutating func reschedule(_ event: Int, at time: Instant) -> Bool {
    guard let index = entries.firstIndex(where: { $0.event == event }) else { return false }
    let entry = entries.remove(at: index)
    schedule(event, at: time, entry.priority)
    return true
  }

  mutating func popNext() -> Entry? { entries.isEmpty ? nil : entries.removeFirst() }
}

extension SeededGenerator {
  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
}
