import Basics
import EventSimulation

/// A state over time: each value applies until the next one begins. The usual state has no name.
package struct StateTrack: Sendable {
  private var spans: [(name: String?, start: Instant)] = []

  package init(from initial: String? = nil) { if let initial { enter(initial, at: .zero) } }

  /// The state from an instant on; nil for the usual one.
  package mutating func enter(_ name: String?, at time: Instant) {
    if let last = spans.last {
      if last.name == name { return }
      if last.start == time { spans.removeLast() }
    }
    spans.append((name, time))
  }

  package func named(until end: Instant) -> [(name: String, from: Instant, to: Instant)] {
    zip(spans, spans.dropFirst().map(\.start) + [end]).compactMap { span, next in
      guard let name = span.name, next > span.start else { return nil }
      return (name, span.start, next)
    }
  }

  /// The state at an instant, and since when it applies.
  package func state(at time: Instant) -> (name: String?, since: Instant) {
    let place = spans.partitionPoint { $0.start > time }
    return place > 0 ? (spans[place - 1].name, spans[place - 1].start) : (nil, .zero)
  }

  /// The time in named states, or in one of them, between two instants.
  package func length(of name: String? = nil, from start: Instant, to end: Instant) -> TimeSpan {
    named(until: end).filter { name == nil || $0.name == name }
      .reduce(.zero) { $0 + max(.zero, min($1.to, end) - max($1.from, start)) }
  }

  /// A condition on several states, as a state that is named `on` while the condition applies.
  package static func condition(on tracks: [StateTrack], _ applies: (Instant) -> Bool) -> StateTrack {
    var found = StateTrack()
    for time in Set(tracks.flatMap { $0.spans.map(\.start) } + [.zero]).sorted() {
      found.enter(applies(time) ? "on" : nil, at: time)
    }
    return found
  }
}
