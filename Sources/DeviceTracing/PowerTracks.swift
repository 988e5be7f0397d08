import DeviceModel
import EventSimulation
import PhoneSimulation
import Workload

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

  /// A radio draws its idle power, or more while it is connected.
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
