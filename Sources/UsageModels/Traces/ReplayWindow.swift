import EventSimulation

/// A stretch of a recording and the simulated time at which it is replayed.
struct ReplayWindow: Hashable {
  /// Recorded local time.
  var start: Instant
  var end: Instant
  /// Simulated time minus recorded time.
  var shift: TimeSpan

  /// The stretches for a recording from `start` to `end` within `horizon`: one, or whole weeks again and again.
  static func windows(
    from start: Instant, to end: Instant, horizon: TimeSpan, repeats: Bool
  ) -> [ReplayWindow] {
    guard repeats else {
      let last = min(end, start + horizon)
      return [ReplayWindow(start: start, end: last, shift: .zero - start)]
    }
    let length = TimeSpan.days(7) * ((end - start).microseconds / TimeSpan.days(7).microseconds)
    var windows: [ReplayWindow] = []
    var begin = Instant.zero
    while length > .zero, begin - .zero < horizon {
      let stop = min(length, horizon - (begin - .zero))
      windows.append(ReplayWindow(start: start, end: start + stop, shift: begin - start))
      begin += length
    }
    return windows
  }

  /// The simulated times of the parts of recorded spans that lie in the windows; parts that touch are one.
  static func map(
    _ spans: [(start: Instant, end: Instant)], _ windows: [ReplayWindow]
  ) -> [(start: Instant, end: Instant, index: Int)] {
    var result: [(start: Instant, end: Instant, index: Int)] = []
    for window in windows {
      for (index, span) in spans.enumerated() where span.end > window.start && span.start < window.end {
        let (from, to) = (
          max(span.start, window.start) + window.shift, min(span.end, window.end) + window.shift
        )
        if let last = result.last, last.end == from {
          result[result.count - 1].end = to
        } else {
          result.append((from, to, index))
        }
      }
    }
    return result
  }

  /// The simulated times of recorded instants in the windows.
  static func map<Element>(
    _ elements: [Element], _ windows: [ReplayWindow], time: (Element) -> Instant
  ) -> [(time: Instant, element: Element)] {
    windows.flatMap { window in
      elements.compactMap { element in
        let instant = time(element)
        guard instant >= window.start, instant < window.end else { return nil }
        return (instant + window.shift, element)
      }
    }
  }
}
