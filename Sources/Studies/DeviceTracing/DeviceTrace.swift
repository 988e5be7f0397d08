import DeviceModel
import EventSimulation
import PhoneSimulation
import SchedulingPolicies
import Workload

/// The timeline of one device under one policy for the Perfetto UI.
///
/// It is drawn from the event log alone, so that it shows what the log says: the device's screen, lock,
/// network, charger, heat and radios, each app's process, pending items and runs, pushes with arrows from
/// sent to launched to completed, decisions, and as counters the charge, the power of every component and the
/// budgets. Runs are named by their outcome, which is what the UI colors by.
package enum DeviceTrace {
  /// The bytes of the file.
  ///
  /// - Parameters:
  ///   - result: A run with ``RecordOptions/log`` and ``RecordOptions/power``.
  ///   - plan: The device that ran.
  ///   - title: What the top track is called.
  package static func bytes(of result: DeviceResult, plan: DevicePlan, title: String) -> [UInt8] {
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

/// The tracks of the device itself: its states, and the policy's decisions.
struct DeviceTracks {
  let plan: DevicePlan

  func write(_ result: DeviceResult, under device: PerfettoTrace.Track, to trace: inout PerfettoTrace) {
    let (log, initial) = (result.log, plan.initial)
    let network = initial.network == .none ? "offline" : initial.network.name
    let states: [(String, StateTrack)] = [
      ("screen", StateTrack(log, .screenChanged) { $0.word == .on ? "on" : nil }),
      ("lock", StateTrack(log, .lockChanged) { $0.word == .unlocked ? "unlocked" : nil }),
      ("network", StateTrack(log, .networkChanged, from: network) { $0.word.name }),
      (
        "charger",
        StateTrack(
          log.filter { $0.word != .level }, .powerChanged, from: initial.charger == nil ? nil : "plugged"
        ) { $0.word == .plugged ? "plugged" : nil }
      ),
      (
        "Low Power Mode",
        StateTrack(
          log.filter { $0.word == .lowPowerMode }, .settingChanged, from: initial.lowPowerMode ? "on" : nil
        ) { $0.value > 0 ? "on" : nil }
      ),
      (
        "thermal",
        StateTrack(log, .thermalChanged) {
          let level = ThermalLevel(rawValue: UInt8($0.value)) ?? .nominal
          return level == .nominal ? nil : "\(level)"
        }
      ),
      ("power", StateTrack(log, .poweredOff, .rebooted) { $0.event == .poweredOff ? "off" : nil }),
    ]
    for (name, states) in states { states.write(name, until: plan.end, under: device, to: &trace) }
    decisions(log, under: device, to: &trace)
  }

  private func decisions(
    _ log: [LogRecord], under device: PerfettoTrace.Track, to trace: inout PerfettoTrace
  ) {
    let track = trace.track("decisions", under: device)
    for record in log where record.event == .decision {
      var notes: [PerfettoTrace.Note] = []
      var started = false
      for field in record.fields where [.candidates, .started, .score, .threshold].contains(field.name) {
        let text = field.value.text
        if !text.isEmpty { notes.append(.text(field.name.rawValue, text)) }
        if field.name == .started { started = !text.isEmpty }
      }
      // Most candidates are not started; only the starts carry their reasons.
      trace.instant(started ? "start" : "wait", at: record.time, on: track, notes: started ? notes : [])
    }
  }
}

/// The counters of a device: charge, power by component, budgets; and the radios as states.
struct PowerTracks {
  let plan: DevicePlan

  func write(_ result: DeviceResult, under device: PerfettoTrace.Track, to trace: inout PerfettoTrace) {
    guard !result.powers.isEmpty else { return }
    radio(.wifi, "Wi-Fi radio", result.powers).write(
      "Wi-Fi radio", until: plan.end, under: device, to: &trace)
    radio(.cellular, "cellular radio", result.powers)
      .write("cellular radio", until: plan.end, under: device, to: &trace)
    let charge = trace.counter("state of charge", unit: "%", under: device)
    var last = -1.0
    for sample in result.powers {
      // A tenth of a percent is finer than a plot shows.
      let percent = (sample.stateOfCharge * 1000).rounded() / 10
      if percent != last { trace.count(percent, at: sample.time, on: charge) }
      last = percent
    }
    for component in EnergyComponent.allCases {
      let index = Int(component.rawValue)
      guard result.powers.contains(where: { $0.microwatts[index] != 0 }) else { continue }
      let track = trace.counter("power: \(component.name)", unit: "mW", under: device)
      var last: Int64 = -1
      for sample in result.powers where sample.microwatts[index] != last {
        last = sample.microwatts[index]
        trace.count(Double(sample.microwatts[index]) / 1000, at: sample.time, on: track)
      }
    }
    budget("energy", "energy budget", "J", 1e-9, result.log, under: device, to: &trace)
    budget("cellular", "cellular budget", "kB", 1e-3, result.log, under: device, to: &trace)
  }

  private func radio(_ component: EnergyComponent, _ name: String, _ powers: [PowerSample]) -> StateTrack {
    let index = Int(component.rawValue)
    let idle: Int64 = powers.map { $0.microwatts[index] }.filter { $0 > 0 }.min() ?? 0
    var track = StateTrack()
    for sample in powers {
      track.enter(sample.microwatts[index] > idle ? "connected" : nil, at: sample.time)
    }
    return track
  }

  private func budget(
    _ ledger: String, _ name: String, _ unit: String, _ scale: Double, _ log: [LogRecord],
    under device: PerfettoTrace.Track, to trace: inout PerfettoTrace
  ) {
    let track = trace.counter(name, unit: unit, under: device)
    var last = Int64.min
    for record in log where record.app < 0 && record.word.name == ledger {
      guard let field = record[.balance], case .integer(let balance) = field, balance != last else {
        continue
      }
      last = balance
      trace.count(Double(balance) * scale, at: record.time, on: track)
    }
  }
}
