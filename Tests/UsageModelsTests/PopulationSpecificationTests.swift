import EventSimulation
import ModelParameters
import RandomStreams
import TestSupport
import Testing
import UsageModels
import Workload

@Suite("Population")
struct PopulationSpecificationTests {
  @Test(
    "every prefix of a fleet is within two devices of its quota of archetypes", arguments: [0.0, 0.31, 0.99])
  func quota(uniform: Double) {
    let shares = [0.4, 0.2, 0.1, 0.3]
    let population = PopulationSpecification(
      devices: 1000, archetypes: shares.map { Archetype(name: "\($0)", share: $0, charging: .never) })
    var counts = shares.map { _ in 0 }
    for device in 0..<1000 {
      counts[population.archetypeIndex(device: device, uniform: uniform)] += 1
      for (index, share) in shares.enumerated() {
        #expect(abs(Double(counts[index]) - share * Double(device + 1)) < 2.5, "device \(device)")
      }
    }
  }

  @Test("a named population has the five habits with its fitted shares", arguments: NamedPopulation.allCases)
  func named(name: NamedPopulation) {
    let population = PopulationSpecification.named(name, devices: 1)
    #expect(population.name == name)
    #expect(population.archetypes.map(\.name) == ["night", "topUp", "docked", "irregular", "scattered"])
    let shares = ParameterSet().numbers(name.shares)
    #expect(population.archetypes.map(\.share) == shares)
    #expect(abs(shares.reduce(0, +) - 1) < 1e-12)
  }

  @Test("most phones of survey-2020 charge here and there, most everyday ones at night")
  func shares() {
    let parameters = ParameterSet()
    #expect(parameters.numbers(NamedPopulation.survey2020.shares) == [0.06, 0.03, 0.03, 0.13, 0.75])
    #expect(parameters.numbers(NamedPopulation.everyday.shares).prefix(3).reduce(0, +) > 0.6)
  }

  @Test("shares are relative to their sum and a share of 0 is never drawn")
  func relativeShares() {
    let population = PopulationSpecification(
      devices: 3,
      archetypes: [
        Archetype(name: "a", share: 3, charging: .never), Archetype(name: "b", share: 1, charging: .never),
        Archetype(name: "c", share: 0, charging: .never),
      ])
    let picks = (0..<400).map { population.archetypeIndex(device: $0, uniform: 0.5) }
    #expect(abs(picks.count { $0 == 0 } - 300) <= 2)
    holds(!picks.contains(2))
  }

  @Test("all devices of a replication share one draw, and replications differ")
  func oneDraw() {
    let generator = Fleet.generator(days: 1, warmUp: 0)
    let stream = RandomStream()
    let names = (0..<40).map { replication in
      (0..<5).map { generator.plan(replication: replication, device: $0, stream: stream).archetype }
    }
    #expect(Set(names.map { $0.joined() }).count > 5)
  }

  @Test("an interval that ends before it starts reaches into the next day")
  func intervals() {
    #expect(DailyInterval(.hours(23), .hours(7)).length == .hours(8))
    #expect(DailyInterval(.hours(7), .hours(23)).length == .hours(16))
    #expect(DailyInterval(.zero, .zero).length == .day)
    let context = Fleet.generator().context(0)
    let night = DailyInterval(.hours(23), .hours(7)).occurrence(on: 2, context)
    holds(night?.start == .day(2, .hours(23)) && night?.end == .day(3, .hours(7)))
    let weekly = DailyInterval(.hours(23), .hours(7), on: [2])
    #expect((-7...9).filter { weekly.occurrence(on: $0, context) != nil } == [-5, 2, 9])
  }
}
