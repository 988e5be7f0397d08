import EventSimulation
import ModelParameters
import RandomStreams
import TestSupport
import Testing
import UsageModels
import Workload

@Suite("Signal")
struct SignalModelTests {
  static func plan(days: Int = 28, device: Int = 0, scripted: Bool = false, _ set: [String: [Double]] = [:])
    -> DevicePlan
  {
    var parameters = ParameterSet()
    for (name, numbers) in set { parameters.set(name, .numbers(numbers)) }
    let population =
      scripted
      ? PopulationSpecification.scripted() : .named(.everyday, devices: 10, parameters: parameters)
    return TimelineGenerator(
      population: population, apps: [], parameters: parameters, seed: 5, horizon: .days(days), warmUpDays: 1
    ).plan(device)
  }

  static func signals(_ plan: DevicePlan) -> [(time: Instant, level: SignalLevel)] {
    plan.timeline.events.compactMap { event in
      if case .signal(let level) = event.kind { (event.time, level) } else { nil }
    }
  }

  @Test("the signal changes on the cellular network only, never to its present state")
  func changes() {
    var count = 0
    for device in 0..<10 {
      let plan = Self.plan(device: device)
      var (path, level) = (plan.initial.network, plan.initial.signal)
      for event in plan.timeline.events {
        if case .network(let new) = event.kind { path = new }
        guard case .signal(let new) = event.kind else { continue }
        holds(path == .cellular && new != level)
        level = new
        count += 1
      }
    }
    #expect(count > 100)
  }

  @Test("with one share alone the signal is that one")
  func share() {
    let poor = Self.signals(Self.plan(["signal.shares": [0, 0, 1]]))
    holds(poor.count <= 1 && poor.allSatisfy { $0.level == .poor })
  }

  @Test("phones with scripted users have a good signal")
  func scripted() {
    let plan = Self.plan(scripted: true)
    holds(plan.initial.signal == .good && plan.initial.cellularNetwork == .nsaVerizon)
    holds(Self.signals(plan).isEmpty)
  }
}
