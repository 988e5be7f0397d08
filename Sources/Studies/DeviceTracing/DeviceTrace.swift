import DeviceModel
import EventSimulation
import PhoneSimulation
import Workload

/// The timeline of one device under one policy for the Perfetto UI.
///
/// It is derived only from the event log. It shows states of the device, the process of each app, pending
/// items and runs, pushes with arrows from sent to completed, and decisions. Charge, power, and budgets are
/// counters. Runs have the name of their outcome, because the UI colors them by name.
package enum DeviceTrace {
  /// - Parameter result: A run with ``RecordOptions/log``, ``RecordOptions/decisions``, ``RecordOptions/power`` and
  ///   ``RecordOptions/blocking``.
  package static func bytes(of result: DeviceResult, plan: DevicePlan, title: String) -> [UInt8] {
    let trace = PerfettoTrace()
    let device = trace.track(title)
    let history = History(result, of: plan)
    DeviceTracks(history: history, device: device).write(result)
    let blockers = AppTracks.blockers(result.blocked)
    for (index, app) in plan.apps.enumerated() where app.specification != nil {
      guard result.log.contains(where: { $0.app == Int32(index) }) else { continue }
      AppTracks(history: history, index: index, app: trace.track(app.bundleID), blockers: blockers).write()
    }
    return trace.bytes
  }
}

extension StateTrack {
  func write(_ name: String, until end: Instant, under parent: PerfettoTrace.Track) {
    let spans = named(until: end)
    guard !spans.isEmpty else { return }
    let track = parent.track(name)
    for span in spans { track.slice(span.name, from: span.from, to: span.to) }
  }
}

/// The tracks of the device itself: its states, the policy's decisions, and as counters charge, power by component and budgets.
struct DeviceTracks {
  let history: History
  let device: PerfettoTrace.Track

  func write(_ result: DeviceResult) {
    for state in History.State.allCases where state != .refreshOff {
      history[state].write(state.rawValue, until: history.end, under: device)
    }
    decisions()
    power(result)
  }

  private func decisions() {
    let track = device.track("decisions")
    for record in history.decisions {
      var notes: [PerfettoTrace.Note] = []
      var started = false
      for field in record.fields where [.candidates, .started, .score, .threshold].contains(field.name) {
        let text = field.value.text
        if !text.isEmpty { notes.append((field.name.rawValue, .text(text))) }
        if field.name == .started { started = !text.isEmpty }
      }
      // Most candidates are not started; only the starts carry their reasons.
      track.instant(started ? "start" : "wait", at: record.time, notes: started ? notes : [])
    }
  }

  // MARK: Power

  private func power(_ result: DeviceResult) {
    guard !result.powers.isEmpty else { return }
    for (component, name) in [(EnergyComponent.wifi, "Wi-Fi radio"), (.cellular, "cellular radio")] {
      let powers = result.powers.map { (time: $0.time, microwatts: $0.microwatts[Int(component.rawValue)]) }
      let idle = powers.map(\.microwatts).filter { $0 > 0 }.min() ?? 0
      var radio = StateTrack()
      for (time, microwatts) in powers { radio.enter(microwatts > idle ? "connected" : nil, at: time) }
      radio.write(name, until: history.end, under: device)
    }
    // A tenth of a percent is finer than a plot shows.
    count(
      "state of charge", "%",
      result.powers.map { ($0.time, Int64(($0.stateOfCharge * 1000).rounded())) }
    ) { Double($0) / 10 }
    for component in EnergyComponent.allCases {
      let index = Int(component.rawValue)
      guard result.powers.contains(where: { $0.microwatts[index] != 0 }) else { continue }
      count("power: \(component.name)", "mW", result.powers.map { ($0.time, $0.microwatts[index]) }) {
        Double($0) / 1000
      }
    }
    count("energy budget", "J", history.balances(isEnergy: true)) { Double($0) * 1e-9 }
    count("cellular budget", "kB", history.balances(isEnergy: false)) { Double($0) * 1e-3 }
  }

  /// A counter of whole numbers, each shown once.
  private func count(
    _ name: String, _ unit: String, _ values: [(time: Instant, value: Int64)], _ shown: (Int64) -> Double
  ) {
    let track = device.counter(name, unit: unit)
    var last: Int64?
    for (time, value) in values where value != last {
      last = value
      track.count(shown(value), at: time)
    }
  }
}
