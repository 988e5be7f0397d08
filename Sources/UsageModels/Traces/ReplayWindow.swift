import EventSimulation
import Workload

/// A stretch of a recording and the simulated time at which it is replayed.
struct ReplayWindow: Hashable {
  /// Recorded local time.
  var start, end: Instant
  /// Simulated time minus recorded time.
  var shift: TimeSpan

  /// The stretches for a recording from `start` to `end` within `horizon`: one, or whole weeks again and again.
  static func windows(
    from start: Instant, to end: Instant, midnight: Instant, horizon: TimeSpan, repeats: Bool
  ) -> [ReplayWindow] {
    guard repeats else {
      let last = min(end, midnight + horizon)
      return [ReplayWindow(start: start, end: last, shift: .zero - midnight)]
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
        let from = max(span.start, window.start) + window.shift
        let to = min(span.end, window.end) + window.shift
        if let last = result.last, last.end == from {
          result[result.count - 1].end = to
        } else {
          result.append((from, to, index))
        }
      }
    }
    return result
  }

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

struct ReplayApps {
  private(set) var installed: [InstalledApp]
  private(set) var index: [String: Int] = [:]
  /// Whether an app of the study stands for a recorded one of another name by its rank alone.
  private(set) var byRank = false

  /// The recorded names with the most visits come first; `names` are bundle ids by names in the recording.
  init(_ list: UserAppList, _ recordedNames: [String], names: [String: String]) {
    installed = list.apps
    for (number, app) in list.apps.enumerated() { index[app.bundleID] = number }
    for (name, bundleID) in names { if let number = index[bundleID] { index[name] = number } }
    let taken = Set(recordedNames.compactMap { index[$0] })
    var free = list.apps.indices.filter { list.weights[$0] > 0 && !taken.contains($0) }
      .sorted { list.weights[$0] != list.weights[$1] ? list.weights[$0] > list.weights[$1] : $0 < $1 }
      .makeIterator()
    for name in recordedNames where index[name] == nil {
      if let number = free.next() {
        index[name] = number
        byRank = true
      } else {
        index[name] = installed.count
        installed.append(InstalledApp(specification: nil, bundleID: name))
      }
    }
  }
}

/// Replays the screen and lock of a recording, so that also at seams every event changes the state.
struct ScreenEmitter {
  private(set) var events: [TimelineEvent] = []
  private var emitted = (isOn: false, isUnlocked: false)

  mutating func replay(_ screen: RecordedScreen, in window: ReplayWindow) {
    var state = screen.state(at: window.start)
    reconcile(state, window.start + window.shift)
    for entry in screen.changes where entry.time > window.start && entry.time < window.end {
      RecordedScreen.apply(entry.change, to: &state)
      reconcile(state, entry.time + window.shift)
    }
  }

  private mutating func reconcile(_ state: (isOn: Bool, isUnlocked: Bool), _ time: Instant) {
    if state.isOn != emitted.isOn {
      events.append(TimelineEvent(time: time, kind: state.isOn ? .usualScreenOn : .screenOff))
      emitted.isOn = state.isOn
    }
    if state.isUnlocked != emitted.isUnlocked, state.isOn || !state.isUnlocked {
      events.append(TimelineEvent(time: time, kind: state.isUnlocked ? .unlock : .lock))
      emitted.isUnlocked = state.isUnlocked
    }
  }
}
