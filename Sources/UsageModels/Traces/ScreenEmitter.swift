import EventSimulation
import Workload

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
    func append(_ kind: TimelineEvent.Kind) { events.append(TimelineEvent(time: time, kind: kind)) }
    if state.isOn, !emitted.isOn {
      append(.usualScreenOn)
      emitted.isOn = true
    }
    if !state.isOn, emitted.isOn {
      append(.screenOff)
      emitted.isOn = false
    }
    if state.isUnlocked, !emitted.isUnlocked, state.isOn {
      append(.unlock)
      emitted.isUnlocked = true
    }
    if !state.isUnlocked, emitted.isUnlocked {
      append(.lock)
      emitted.isUnlocked = false
    }
  }
}
