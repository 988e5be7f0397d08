import EventSimulation
import ModelParameters
import RandomStreams
import Testing
import Workload

@testable import UsageModels

@Suite struct Survey {
  @Test func survey() {
    let g = TimelineGenerator(population: .everyday(devices: 100), apps: [], parameters: ParameterSet(), seed: 1, horizonDays: 28, warmUpDays: 14)
    let s = RandomStream()
    let clk = ContinuousClock()
    var n = 0
    let t = clk.measure { for d in 0..<100 { n += g.plan(replication: 0, device: d, stream: s).timeline.events.count } }
    print("time/device", t / 100, "events/device", n / 100)
    for a in g.population.archetypes {
      let g1 = TimelineGenerator(population: PopulationSpecification(devices: 1, archetypes: [a]), apps: [], parameters: ParameterSet(), seed: 1, horizonDays: 28, warmUpDays: 14)
      var plugs = 0, plugged = 0.0, hours = [Double](repeating: 0, count: 24), chances = 0, sess = 0, mu = 0.0, unl = 0, fg = 0, on = 0.0
      var top1 = 0.0, top5 = 0.0, distinct = 0.0
      for d in 0..<200 {
        let p = g1.plan(replication: 0, device: d, stream: s)
        mu += g1.traits(replication: 0, device: d, stream: s).sessionsPerDay
        var since: Instant? = p.initial.charger != nil ? .zero : nil
        var onSince: Instant?
        var counts: [Int32: Int] = [:]
        for e in p.timeline.events {
          switch e.kind {
          case .plug: since = e.time; plugs += 1
          case .unplug: if let s0 = since { plugged += (e.time - s0).hours; since = nil }
          case .plugChance: chances += 1
          case .screenOn: sess += 1; onSince = e.time; hours[Int(e.time.timeOfDay.hours)] += 1
          case .screenOff: if let o = onSince { on += (e.time - o).hours }
          case .unlock: unl += 1
          case .appForeground: fg += 1; counts[e.app, default: 0] += 1
          default: break
          }
        }
        let c = counts.values.sorted(by: >)
        let tot = Double(c.reduce(0, +))
        top1 += Double(c.first ?? 0) / tot / 200
        top5 += Double(c.prefix(5).reduce(0, +)) / tot / 200
        distinct += Double(c.count) / 200
      }
      let tot = hours.reduce(0, +)
      let l1 = zip(hours, ParameterSet().numbers("user.hourProfile")).map { abs($0 / tot - $1) }.reduce(0, +)
      print(a.name, "plugs/d", Double(plugs) / 5600, "plugged", plugged / 5600 / 24, "chances/d", Double(chances) / 5600,
        "sess/d", Double(sess) / 5600, "m_u", mu / 200, "unl", Double(unl) / Double(sess), "fg/unl", Double(fg) / Double(unl), "on min/d", on * 60 / 5600, "L1", l1, "top1", top1, "top5", top5, "distinct", distinct)
    }
  }
}
