import EventSimulation
import PhoneSimulation
import RandomStreams
import StudyFormat
import Workload

/// The use of the recorded phones of a study, by the estimators of the simulated ones.
public struct RecordedUse: Sendable {
  /// In the order of the study; what a recording lacks counts nothing.
  let phones: [(name: String, use: PopulationUse)]

  /// Reads the recordings of a study; one without a trace has none.
  public init(_ file: StudyFile) {
    let study = file.study
    let planner = DevicePlanner(study)
    let stream = RandomStream()
    phones = (study.trace?.devices ?? []).indices.map { device in
      let plan = planner.plan(replication: 0, device: device, stream: stream)
      var use = PopulationUse()
      use.add(
        PhoneUse(
          Self.observations(of: plan), from: .zero, to: plan.end, isPlugged: plan.initial.charger != nil))
      return (plan.archetype, use)
    }
  }

  /// The values of the recording itself, without anything that was drawn.
  static func observations(of plan: DevicePlan) -> [UseObservation] {
    let source = plan.provenance
    var observations = [UseObservation(time: .zero, kind: .reading)]
    func add(_ kind: UseObservation.Kind, at time: Instant, level: Double? = nil) {
      observations.append(UseObservation(time: time, kind: kind, level: level))
    }
    // A level at the instant of a charger's event is its own.
    var levels: [Instant: Double] = [:]
    if source.level == .real {
      for event in plan.timeline.events {
        if case .batteryLevel(let percent) = event.kind { levels[event.time] = percent / 100 }
      }
    }
    for event in plan.timeline.events {
      let time = event.time
      switch event.kind {
      case .screenOn where source.screen == .real: add(.screenOn, at: time)
      case .screenOff where source.screen == .real: add(.screenOff, at: time)
      case .appForeground(let app) where source.apps != .generated: add(.visit(app: app), at: time)
      case .plug where source.charging == .real: add(.plugged, at: time, level: levels[time])
      case .unplug where source.charging == .real: add(.unplugged, at: time, level: levels[time])
      case .batteryLevel(let percent): add(.reading, at: time, level: percent / 100)
      case .shutdown: add(.poweredOff, at: time)
      case .reboot: add(.poweredOn, at: time)
      default: break
      }
    }
    add(.end, at: plan.end)
    return observations
  }
}
