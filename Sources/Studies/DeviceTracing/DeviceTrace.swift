import DeviceModel
import EventSimulation
import PhoneSimulation
import SchedulingPolicies
import Workload

/// The timeline of one device under one policy for the Perfetto UI.
///
/// It is drawn from the event log alone, so that it shows what the log says: states of the device, each app's process,
/// pending items and runs, pushes with arrows from sent to completed, decisions, and as counters charge, power and
/// budgets. Runs are named by their outcome, which is what the UI colors by.
package enum DeviceTrace {
  /// - Parameter result: A run with ``RecordOptions/log``, ``RecordOptions/decisions``, ``RecordOptions/power`` and
  ///   ``RecordOptions/blocking``.
  package static func bytes(of result: DeviceResult, plan: DevicePlan, title: String) -> [UInt8] {
    let trace = PerfettoTrace()
    let device = trace.track(title)
    DeviceTracks(plan: plan, device: device).write(result)
    let blockers = AppTracks.blockers(result.blocked)
    for (index, app) in plan.apps.enumerated() where app.specification != nil {
      let records = result.log.filter { $0.app == Int32(index) }
      guard !records.isEmpty else { continue }
      AppTracks(end: plan.end, app: trace.track(app.bundleID), blockers: blockers).write(records)
    }
    return trace.bytes
  }
}

/// A track of states: each lasts until the next one begins.
struct StateTrack {
  private var spans: [(name: String?, start: Instant)] = []

  init() {}

  /// The states that records of some events tell, after one at the start.
  init(
    _ log: [LogRecord], _ events: LogEvent..., from initial: String? = nil, _ state: (LogRecord) -> String?
  ) {
    if let initial { enter(initial, at: .zero) }
    for record in log where events.contains(record.event) { enter(state(record), at: record.time) }
  }

  /// From here on; nil leaves the track empty.
  mutating func enter(_ name: String?, at time: Instant) {
    if let last = spans.last {
      if last.name == name { return }
      if last.start == time { spans.removeLast() }
    }
    spans.append((name, time))
  }

  func named(until end: Instant) -> [(name: String, from: Instant, to: Instant)] {
    zip(spans, spans.dropFirst().map(\.start) + [end]).compactMap { span, next in
      guard let name = span.name, next > span.start else { return nil }
      return (name, span.start, next)
    }
  }

  func write(_ name: String, until end: Instant, under parent: PerfettoTrace.Track) {
    let spans = named(until: end)
    guard !spans.isEmpty else { return }
    let track = parent.track(name)
    for span in spans { track.slice(span.name, from: span.from, to: span.to) }
  }
}

/// The tracks of the device itself: its states, the policy's decisions, and as counters charge, power by component and budgets.
struct DeviceTracks {
  let plan: DevicePlan
  let device: PerfettoTrace.Track

  func write(_ result: DeviceResult) {
    for (name, states) in Self.states(result.log, initial: plan.initial) {
      states.write(name, until: plan.end, under: device)
    }
    decisions(result.log)
    power(result)
  }

  static func states(_ log: [LogRecord], initial: InitialState) -> KeyValuePairs<String, StateTrack> {
    let network = initial.network == .none ? "offline" : initial.network.name
    return [
      "screen": StateTrack(log, .screenChanged) { $0.word == .on ? "on" : nil },
      "lock": StateTrack(log, .lockChanged) { $0.word == .unlocked ? "unlocked" : nil },
      "network": StateTrack(log, .networkChanged, from: network) { $0.word.name },
      "charger": StateTrack(
        log.filter { $0.word != .level }, .powerChanged, from: initial.charger == nil ? nil : "plugged"
      ) { $0.word == .plugged ? "plugged" : nil },
      "Low Power Mode": StateTrack(
        log.filter { $0.word == .lowPowerMode }, .settingChanged, from: initial.lowPowerMode ? "on" : nil
      ) { $0.value > 0 ? "on" : nil },
      "thermal": StateTrack(log, .thermalChanged) {
        let level = ThermalLevel(rawValue: UInt8($0.value)) ?? .nominal
        return level == .nominal ? nil : "\(level)"
      },
      "power": StateTrack(log, .poweredOff, .rebooted) { $0.event == .poweredOff ? "off" : nil },
    ]
  }

  private func decisions(_ log: [LogRecord]) {
    let track = device.track("decisions")
    for record in log where record.event == .decision {
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
      radio.write(name, until: plan.end, under: device)
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
    count("energy budget", "J", Self.balances("energy", result.log)) { Double($0) * 1e-9 }
    count("cellular budget", "kB", Self.balances("cellular", result.log)) { Double($0) * 1e-3 }
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

  /// The balances of a budget of the device, or of an app's share of it.
  static func balances(
    _ ledger: String, _ log: [LogRecord], app: Int32 = -1
  ) -> [(time: Instant, value: Int64)] {
    log.filter { $0.app == app && $0.word.name == ledger }.compactMap { record in
      guard case .integer(let balance)? = record[.balance] else { return nil }
      return (record.time, balance)
    }
  }
}
