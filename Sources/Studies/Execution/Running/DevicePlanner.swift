import ModelParameters
import PhoneSimulation
import RandomStreams
import UsageModels
import Workload

/// Makes the plans of a design point's devices: synthetic or replayed, with the study's script on top.
struct DevicePlanner {
  let study: Study
  let generator: TimelineGenerator

  init(_ study: Study) {
    self.study = study
    generator = TimelineGenerator(
      population: study.population, apps: study.apps, parameters: study.parameters, seed: study.seed,
      horizon: study.horizon, warmUpDays: study.warmUpDays)
  }

  func plan(replication: Int, device: Int, stream: RandomStream) -> DevicePlan {
    let plan =
      study.trace?.devices[device].replay.plan(replication: replication, device: device, stream: stream)
      ?? generator.plan(replication: replication, device: device, stream: stream)
    return study.script.isEmpty ? plan : scripted(plan)
  }

  /// Events at the instant of a step: who opens or unlocks has the screen on, who closes or locks leaves it off.
  private static func companions(of type: TimelineEventType) -> [TimelineEvent.Kind] {
    switch type {
    case .appForeground: [.usualScreenOn, .unlock]
    case .unlock: [.usualScreenOn]
    case .appBackground: [.lock, .screenOff]
    case .lock: [.screenOff]
    default: []
    }
  }

  /// The script's steps become events of the timeline; those of apps that are not installed fall away.
  private func scripted(_ plan: DevicePlan) -> DevicePlan {
    var result = plan
    var events = TimelineBuilder()
    events.append(contentsOf: plan.timeline.events)
    func installed(_ app: Int) -> Int? { plan.apps.firstIndex { $0.specification == app } }
    for action in study.script {
      switch action.step {
      case .event(var kind):
        if let app = kind.app {
          guard let index = installed(app) else { continue }
          kind = kind.replacingApp(index)
        }
        for time in action.instants(in: plan) {
          events.append(kind, at: time)
          for companion in Self.companions(of: kind.type) { events.append(companion, at: time) }
        }
      case .script(let step):
        guard let index = installed(step.app) else { continue }
        for time in action.instants(in: plan) {
          events.append(.script(step: result.script.count, isUserAction: step.isUserAction), at: time)
        }
        result.script.append(step.replacingApp(index))
      }
    }
    result.timeline = events.finish()
    return result
  }
}

extension ScriptStep {
  func replacingApp(_ app: Int) -> ScriptStep {
    switch self {
    case .submit(_, let identifier, let mechanism, let earliestBegin):
      .submit(app: app, identifier: identifier, mechanism: mechanism, earliestBegin: earliestBegin)
    case .submitFromExtension(_, let identifier, let mechanism, let earliestBegin, let origin):
      .submitFromExtension(
        app: app, identifier: identifier, mechanism: mechanism, earliestBegin: earliestBegin, origin: origin)
    case .cancel(_, let identifier): .cancel(app: app, identifier: identifier)
    case .cancelAll: .cancelAll(app: app)
    case .listPending: .listPending(app: app)
    case .kill(_, let isCrash): .kill(app: app, isCrash: isCrash)
    case .cancelContinued(_, let identifier): .cancelContinued(app: app, identifier: identifier)
    case .simulateLaunch(_, let identifier): .simulateLaunch(app: app, identifier: identifier)
    case .simulateExpiration(_, let identifier): .simulateExpiration(app: app, identifier: identifier)
    case .transfer(_, let index): .transfer(app: app, index: index)
    case .recordedTransfer(_, let index): .recordedTransfer(app: app, index: index)
    }
  }
}

extension StudyFile {
  /// The plan of one device of the first design point.
  public func plan(replication: Int, device: Int, stream: RandomStream) -> DevicePlan {
    DevicePlanner(study).plan(replication: replication, device: device, stream: stream)
  }
}

/// One device of one run again, with any detail: the same plan, streams and policy as in the study.
public struct DeviceReplay: Sendable {
  public internal(set) var study: Study
  public internal(set) var policy: StudyPolicy
  public internal(set) var plan: DevicePlan

  public init(_ study: Study, policy: Int, replication: Int, device: Int) {
    self.study = study
    self.policy = study.policies[policy]
    plan = DevicePlanner(study).plan(replication: replication, device: device, stream: RandomStream())
  }

  public var deviceKey: String { plan.key(seed: study.seed) }

  public func run(
    records: RecordOptions, parameters: ParameterSet? = nil, whatIf: WhatIf? = nil
  ) throws(SimulationFailure) -> DeviceResult {
    var policy = policy
    if let parameters { policy.parameters = parameters }
    let simulator = PhoneSimulator(apps: study.apps, parameters: policy.parameters, seed: study.seed)
    do {
      return try simulator.run(
        plan, policy: policy.makePolicy(for: plan, seed: study.seed), enforces: policy.enforces,
        records: records, stream: RandomStream(), whatIf: whatIf)
    } catch {
      throw error.naming(policy.label)
    }
  }
}
