import DeviceModel
import EventSimulation
import PhoneSimulation
import Workload

/// The timeline of one device under one policy for the Perfetto UI.
///
/// It is drawn from the event log alone, so that it shows what the log says: the device's screen, lock,
/// network, charger, heat and radios, each app's process, pending items and runs, pushes with arrows from
/// sent to launched to completed, decisions, and as counters the charge, the power of every component and the
/// budgets. Runs are named by their outcome, which is what the UI colours by.
public enum DeviceTrace {
  /// The bytes of the file.
  ///
  /// - Parameters:
  ///   - result: A run with ``RecordOptions/log`` and ``RecordOptions/power``.
  ///   - plan: The device that ran.
  ///   - title: What the top track is called.
  public static func bytes(of result: DeviceResult, plan: DevicePlan, title: String) -> [UInt8] {
    var trace = PerfettoTrace()
    let device = trace.track(title)
    DeviceTracks(plan: plan).write(result, under: device, to: &trace)
    PowerTracks(plan: plan).write(result, under: device, to: &trace)
    for (index, app) in plan.apps.enumerated() where app.specification != nil {
      let records = result.log.filter { $0.app == Int32(index) }
      guard !records.isEmpty else { continue }
      let track = trace.track(app.bundleID)
      AppTracks(end: plan.end).write(records, under: track, to: &trace)
    }
    return trace.bytes
  }
}

/// A track of states: each lasts until the next one begins.
struct StateTrack {
  private var spans: [(name: String?, start: Instant)] = []

  /// From here on; nil leaves the track empty.
  mutating func enter(_ name: String?, at time: Instant) {
    if let last = spans.last {
      if last.name == name { return }
      if last.start == time { spans.removeLast() }
    }
    spans.append((name, time))
  }

  func write(
    _ name: String, until end: Instant, under parent: PerfettoTrace.Track, to trace: inout PerfettoTrace
  ) {
    guard spans.contains(where: { $0.name != nil }) else { return }
    let track = trace.track(name, under: parent)
    for (index, span) in spans.enumerated() {
      guard let state = span.name else { continue }
      let next = index + 1 < spans.count ? spans[index + 1].start : end
      if next > span.start { trace.slice(state, from: span.start, to: next, on: track) }
    }
  }
}
