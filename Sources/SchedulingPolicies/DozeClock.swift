import EventSimulation
import ModelParameters

/// The times when an unused Android phone lets work start: AND-6.
///
/// Light Doze begins soon after the screen turns off on battery, deep Doze after a long rest. Both let work
/// start in maintenance windows only, between pauses that grow. The simulator has no motion sensor: a change
/// of the network path counts as motion and ends deep Doze; the clocks then restart.
package struct DozeClock: Sendable, Hashable {
  package struct Phase: Sendable, Hashable {
    /// Rest until it begins.
    package var entry: TimeSpan
    /// The first pause between maintenance windows, and the longest one that it grows to.
    package var pause, longestPause: TimeSpan
    /// The first maintenance window, and the longest one that it grows to.
    package var window, longestWindow: TimeSpan
    package var factor: Int64

    /// The first instant from `now` on that lies in a window, without its end, or before Doze begins at `start`.
    func nextStart(at now: Instant, enteredAt start: Instant) -> Instant {
      guard now >= start else { return now }
      var (pause, window) = (pause, window)
      var opening = start + pause
      while now >= opening + window {
        pause = min(pause * factor, longestPause)
        let end = opening + window
        window = min(window * factor, longestWindow)
        opening = end + pause
      }
      return max(now, opening)
    }
  }

  /// Both clocks start when the phone comes to rest, unplugged with the screen off. They restart when a
  /// change of the network path ends deep Doze.
  package var light, deep: Phase
  private var isScreenOn = false, isPlugged = false
  /// Since when the phone is unplugged with the screen off; nil while Doze cannot be.
  private var restSince: Instant? = .zero
  /// Since when it has also not been moved.
  private var stillSince: Instant = .zero

  /// The phone rests from the start of day 0 until an event says otherwise.
  package init(_ parameters: ParameterSet) {
    func minutes(_ name: String) -> [TimeSpan] { parameters.numbers(name).map { .minutes($0) } }
    let factor = Int64(parameters.count("android.dozeFactor"))
    let (light, deep) = (minutes("android.lightDoze"), minutes("android.deepDoze"))
    self.light = Phase(
      entry: light[0], pause: light[1], longestPause: light[2], window: light[3], longestWindow: light[4],
      factor: factor)
    self.deep = Phase(
      entry: deep[0] + deep[1] + deep[2], pause: deep[3], longestPause: deep[4], window: deep[5],
      longestWindow: deep[6], factor: factor)
  }

  package mutating func follow(_ event: DeviceEvent, at now: Instant) {
    switch event {
    case .screenOn: isScreenOn = true
    case .screenOff: isScreenOn = false
    case .plugged: isPlugged = true
    case .unplugged: isPlugged = false
    case .unlocked: break
    case .pathChanged:
      guard isDeep(at: now) else { return }
    case .opened, .left: return
    }
    restSince = isScreenOn || isPlugged ? nil : now
    stillSince = now
  }

  /// Whether deep Doze is on, in a window or not.
  package func isDeep(at now: Instant) -> Bool { restSince != nil && now >= stillSince + deep.entry }

  /// The first instant from `now` when work may start if the phone is not used.
  package func nextStart(at now: Instant) -> Instant {
    guard let restSince else { return now }
    let deepEntry = stillSince + deep.entry
    if now < deepEntry {
      let next = light.nextStart(at: now, enteredAt: restSince + light.entry)
      if next < deepEntry { return next }
    }
    return deep.nextStart(at: max(now, deepEntry), enteredAt: deepEntry)
  }
}
