import EventSimulation
import ModelParameters
import RandomStreams
import SchedulingPolicies
import Workload

/// Simulates phones under a policy: the one entrance to the model.
public struct PhoneSimulator: Sendable {
  let configuration: PhoneConfiguration

  /// Events after which the wish to stop is looked at again: a moment even for a policy that is another program.
  static let eventsBetweenStops = 1000

  /// - Parameters:
  ///   - apps: The study's apps; a plan's apps point into them.
  ///   - parameters: The effective parameters of the run.
  ///   - seed: The study's seed.
  public init(apps: [AppSpecification], parameters: ParameterSet, seed: UInt64) {
    configuration = PhoneConfiguration(apps: apps, parameters: parameters, seed: seed)
  }

  /// Runs one device over its whole horizon.
  ///
  /// - Parameters:
  ///   - plan: What happens to the device, whatever the policy does.
  ///   - policy: A fresh policy; it is used for this device only.
  ///   - enforces: The soft gates that the policy obeys.
  ///   - records: Detail to keep; it changes nothing else.
  ///   - stream: A generator of this worker's; its position does not matter.
  ///   - whatIf: Reasons that are lifted, for a counterfactual.
  ///   - shouldStop: Asked between groups of events; true ends the run without a result.
  /// - Throws: ``SimulationFailure`` when the energy ledger, the item counts or a budget do not close, the
  ///   policy fails or wants to be asked without end, or the run is to stop.
  public func run(
    _ plan: DevicePlan, policy: any SchedulingPolicy, enforces: BlockingSet, records: RecordOptions = [],
    stream: RandomStream, whatIf: WhatIf? = nil, shouldStop: () -> Bool = { false }
  ) throws(SimulationFailure) -> DeviceResult {
    var phone = Phone(
      configuration: configuration(of: plan), plan: plan, policy: policy, enforces: enforces,
      records: records, stream: stream, whatIf: whatIf)
    var calendar = Phone.Calendar(minimumCapacity: 256)
    phone.begin(&calendar)
    var loop = EventLoop()
    var reason: StopReason
    repeat {
      guard !shouldStop() else {
        throw SimulationFailure(cause: .interrupted, replication: plan.replication, device: plan.device)
      }
      loop.eventLimit = loop.eventCount + Self.eventsBetweenStops
      reason = loop.run(&phone, calendar: &calendar, until: plan.end)
    } while reason == .eventLimitReached
    guard !shouldStop() else {
      throw SimulationFailure(cause: .interrupted, replication: plan.replication, device: plan.device)
    }
    if let cause = phone.failure {
      throw SimulationFailure(cause: cause, replication: plan.replication, device: plan.device)
    }
    phone.finish(at: plan.end)
    switch reason {
    case .horizonReached, .calendarEmpty: break
    default: phone.fail(.stopped("\(reason)"))
    }
    var cause = phone.failure
    if case .failed(let reason) = phone.policy.refusal { cause = .policy(reason) }
    if let cause {
      throw SimulationFailure(cause: cause, replication: plan.replication, device: plan.device)
    }
    return phone.result(at: plan.end, events: loop.eventCount, hash: loop.hash.value)
  }

  /// The configuration of a plan's phone: that of the study, with the values of its device.
  private func configuration(of plan: DevicePlan) -> PhoneConfiguration {
    guard let device = DeviceCatalogue.device(plan.deviceProfile), !device.values.isEmpty else {
      return configuration
    }
    return PhoneConfiguration(configuration, on: device)
  }
}
