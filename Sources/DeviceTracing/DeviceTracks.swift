import EventSimulation
import PhoneSimulation
import SchedulingPolicies
import Workload

/// The tracks of the device itself: its states, and the policy's decisions.
struct DeviceTracks {
  let plan: DevicePlan

  func write(_ result: DeviceResult, under device: PerfettoTrace.Track, to trace: inout PerfettoTrace) {
    let states: [(String, StateTrack)] = [
      ("screen", screen(result.log)), ("lock", lock(result.log)), ("network", network(result.log)),
      ("charger", charger(result.log)),
      ("Low Power Mode", lowPowerMode(result.log)), ("thermal", thermal(result.log)),
      ("power", offTimes(result.log)),
    ]
    for (name, states) in states { states.write(name, until: plan.end, under: device, to: &trace) }
    decisions(result.log, under: device, to: &trace)
  }

  private func screen(_ log: [LogRecord]) -> StateTrack {
    var track = StateTrack()
    for record in log where record.event == .screenChanged {
      track.enter(record.word == .on ? "on" : nil, at: record.time)
    }
    return track
  }

  private func lock(_ log: [LogRecord]) -> StateTrack {
    var track = StateTrack()
    for record in log where record.event == .lockChanged {
      track.enter(record.word == .unlocked ? "unlocked" : nil, at: record.time)
    }
    return track
  }

  private func network(_ log: [LogRecord]) -> StateTrack {
    var track = StateTrack()
    track.enter(plan.initial.network == .none ? "offline" : plan.initial.network.name, at: .zero)
    for record in log where record.event == .networkChanged { track.enter(record.word.name, at: record.time) }
    return track
  }

  private func charger(_ log: [LogRecord]) -> StateTrack {
    var track = StateTrack()
    if plan.initial.charger != nil { track.enter("plugged", at: .zero) }
    for record in log where record.event == .powerChanged && record.word != .level {
      track.enter(record.word == .plugged ? "plugged" : nil, at: record.time)
    }
    return track
  }

  private func lowPowerMode(_ log: [LogRecord]) -> StateTrack {
    var track = StateTrack()
    if plan.initial.lowPowerMode { track.enter("on", at: .zero) }
    for record in log where record.event == .settingChanged && record.word == .lowPowerMode {
      track.enter(record.value > 0 ? "on" : nil, at: record.time)
    }
    return track
  }

  private func thermal(_ log: [LogRecord]) -> StateTrack {
    var track = StateTrack()
    for record in log where record.event == .thermalChanged {
      let level = ThermalLevel(rawValue: UInt8(record.value)) ?? .nominal
      track.enter(level == .nominal ? nil : "\(level)", at: record.time)
    }
    return track
  }

  private func offTimes(_ log: [LogRecord]) -> StateTrack {
    var track = StateTrack()
    for record in log {
      if record.event == .poweredOff { track.enter("off", at: record.time) }
      if record.event == .rebooted { track.enter(nil, at: record.time) }
    }
    return track
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
      // What a policy does not start is the rule; only the starts carry their reasons.
      trace.instant(started ? "start" : "wait", at: record.time, on: track, notes: started ? notes : [])
    }
  }
}
