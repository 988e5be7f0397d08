import EventSimulation
import ModelParameters
import RandomStreams
import Workload

/// Draws everything that happens to the devices of a fleet, whatever a policy does.
///
/// A device's plan depends on (seed, replication, device) and the specifications only: not on the number of
/// devices, nor on what was drawn before. All instants are whole milliseconds.
public struct TimelineGenerator: Sendable {
  /// The fleet whose devices are planned.
  public let population: PopulationSpecification
  /// The apps of the study; plans refer to them by index.
  public let apps: [AppSpecification]
  /// The parameters of the usage models.
  public let parameters: ParameterSet
  /// Seed of the study.
  public let seed: UInt64
  /// How much time timelines cover, warm-up included.
  public let horizon: TimeSpan
  /// Days at the start that metrics leave out; part of the horizon.
  public let warmUpDays: Int

  public init(
    population: PopulationSpecification, apps: [AppSpecification], parameters: ParameterSet, seed: UInt64,
    horizon: TimeSpan, warmUpDays: Int
  ) {
    self.population = population
    self.apps = apps
    self.parameters = parameters
    self.seed = seed
    self.horizon = horizon
    self.warmUpDays = warmUpDays
  }

  /// A generator for whole days.
  public init(
    population: PopulationSpecification, apps: [AppSpecification], parameters: ParameterSet, seed: UInt64,
    horizonDays: Int, warmUpDays: Int
  ) {
    self.init(
      population: population, apps: apps, parameters: parameters, seed: seed, horizon: .days(horizonDays),
      warmUpDays: warmUpDays)
  }

  /// The plan of one device of one replication; `stream` is set to new addresses, whatever its state.
  public func plan(replication: Int, device: Int, stream: RandomStream) -> DevicePlan {
    let context = context(replication: replication, device: device, stream: stream)
    let archetype = archetype(context)
    let parts = GeneratedParts(self, context, archetype)
    // Packed as they are drawn: a list of all of them would be the largest part of a long run's memory.
    var timeline = TimelineBuilder(before: context.end)
    parts.addSessions(to: &timeline)
    timeline.append(contentsOf: parts.chargingEvents)
    timeline.append(contentsOf: parts.networkEvents)
    var initial = parts.initial
    let signals = parts.signals(path: initial.network, changes: parts.networkEvents)
    initial.signal = signals.initial
    timeline.append(contentsOf: signals.events)
    parts.addNotifications(to: &timeline)
    parts.addServerEvents(to: &timeline)
    timeline.append(contentsOf: parts.modeEvents(of: parts.list.apps))
    if parts.isSynthetic || parameters.boolean("systemWork.scriptedPhones") {
      parts.addSystemWakes(to: &timeline)
    }
    return DevicePlan(
      replication: replication, device: device, archetype: archetype.name, apps: parts.list.apps,
      timeline: (consume timeline).finish(), initial: initial, end: context.end,
      warmUpEnd: .day(warmUpDays), stateOfHealth: parts.stateOfHealth,
      deviceProfile: archetype.deviceProfile, topUpLevel: parts.topUpLevel)
  }

  /// The traits of a device's user.
  public func traits(replication: Int, device: Int, stream: RandomStream) -> UserTraits {
    UserTraits(context(replication: replication, device: device, stream: stream), parameters)
  }

  func context(replication: Int, device: Int, stream: RandomStream) -> DrawContext {
    DrawContext(seed: seed, replication: replication, device: device, stream: stream, end: .zero + horizon)
  }

  /// The archetype of a device: one uniform number per replication, then the golden ratio.
  func archetype(_ context: DrawContext) -> Archetype {
    var fleet = context
    fleet.device = 0
    let uniform = fleet.event(.archetype).uniform()
    return population.archetypes[population.archetypeIndex(device: context.device, uniform: uniform)]
  }
}
