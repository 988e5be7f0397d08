import Dispatch
import EventSimulation
import PhoneSimulation
import RandomStreams
import SchedulingPolicies
import Synchronization
import UsageModels
import Workload

/// Simulates the first devices of a study's first replication and observes their use.
public struct PopulationSurvey: Sendable {
  public let deviceCount: Int
  public let population: NamedPopulation?
  public let policy: String
  let use: PopulationUse

  /// Simulates devices on several workers; the outcome does not depend on how many.
  private init(_ study: Study, _ policy: StudyPolicy, devices: Int, jobs: Int) throws(SimulationFailure) {
    let planner = DevicePlanner(study)
    let simulator = PhoneSimulator(
      apps: study.withoutPrograms.apps, parameters: policy.parameters, seed: study.seed)
    let capacity = study.nominalJoules * 1e9
    let next = Atomic<Int>(0)
    let found = Mutex((use: PopulationUse(), failure: SimulationFailure?.none))
    DispatchQueue.concurrentPerform(iterations: max(1, min(jobs, devices))) { _ in
      let stream = RandomStream()
      var own = PopulationUse()
      var failure: SimulationFailure?
      while failure == nil, case let device = next.add(1, ordering: .relaxed).oldValue, device < devices {
        let plan = planner.plan(replication: 0, device: device, stream: stream)
        do throws(SimulationFailure) {
          let result = try simulator.run(
            plan, policy: policy.makePolicy(for: plan, seed: study.seed), enforces: policy.enforces,
            records: [.use, .attempts], stream: stream)
          own.add(
            PhoneUse(result.use, from: plan.warmUpEnd, to: plan.end, isPlugged: plan.initial.charger != nil))
          own.add(result, capacity: capacity * plan.stateOfHealth, from: plan.warmUpEnd)
        } catch {
          failure = error
        }
      }
      found.withLock { found in
        found.use.merge(own)
        if let failure, failure.device <= found.failure?.device ?? failure.device { found.failure = failure }
      }
    }
    let outcome = found.withLock { $0 }
    if let failure = outcome.failure { throw failure }
    (deviceCount, population) = (devices, study.population.name)
    (self.policy, use) = (policy.label, outcome.use)
  }

  /// A few devices under the study's first policy that is no program, as the study has them.
  public init(sampleOf file: StudyFile, devices: Int) throws(SimulationFailure) {
    let study = file.study
    let policy = study.policies.first { $0.process == nil } ?? StudyPolicy(SevenFactor.descriptor, in: study)
    try self.init(study, policy, devices: devices, jobs: 1)
  }

  /// The population of a study, simulated for 28 days (14 of them warm-up) under seven-factor, independently
  /// of the study's settings.
  public init(judging file: StudyFile, devices: Int = judgedDevices, jobs: Int) throws(SimulationFailure) {
    var study = file.study
    study.horizon = .days(28)
    study.warmUpDays = 14
    study.trace = nil
    study.script = []
    try self.init(study, StudyPolicy(SevenFactor.descriptor, in: study), devices: devices, jobs: jobs)
  }

  public static let judgedDevices = 2000
}

/// The use of the recorded phones of a study, by the estimators of the simulated ones.
public struct RecordedUse: Sendable {
  /// In the order of the study; what a recording lacks counts nothing.
  let phones: [(name: String, use: PopulationUse)]

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
